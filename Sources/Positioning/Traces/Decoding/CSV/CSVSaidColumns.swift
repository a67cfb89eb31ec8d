extension CSVDialect {
  /// The problem with names of columns; nil if they include a position.
  package static func problem(withColumns names: [String]) -> String? {
    let names = names.map { CSVHeaderName($0) }
    let unknown = names.first { name in
      !(name.text.isEmpty || name.text == "-" || (name.meaning ?? name.likelyMeaning) != nil)
    }
    if let unknown {
      return "there is no column “\(unknown.text)”; columns are time, date, lat, lon, ns, ew, "
        + "position, utm_zone, easting, northing, ele, hae, speed, course, heading, accuracy, "
        + "vertical_accuracy, hdop, vdop, pdop, satellites, fix, heart_rate, cadence, power, "
        + "temperature, segment, with a unit as in ele(ft) and speed(km/h), "
        + "and - for a column to ignore"
    }
    for name in names {
      guard let meaning = name.meaning ?? name.likelyMeaning, let unit = name.unknownUnit,
        let quantity = meaning.column.quantity,
        !meaning.units.contains(where: { UnitScale(quantity, word: $0) != nil })
      else { continue }
      return "there is no unit “\(unit)”; units are m, km, ft, mi, nmi, yd, m/s, km/h, mph, kn, "
        + "ft/s, C, F, K"
    }
    var dialect = CSVDialect(delimiter: .comma)
    return dialect.apply(names, line: 0)
      ? nil : "lat and lon are both required, as in time,lat,lon,ele"
  }

  /// A description of a table without a known column of positions; nil for other text.
  static func words(ofForeign text: ByteText) -> String? {
    var best: (count: Int, words: String)?
    for delimiter in delimiters.dropLast() {
      let rows = rows(text, delimiter: delimiter, isWhole: true).filter {
        $0.contains { !$0.trimmed.isEmpty }
      }
      let widths = Dictionary(grouping: rows, by: \.count).mapValues(\.count)
      guard let (width, count) = widths.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }),
        width > 1, count > max(1, best?.count ?? 0), count * 5 >= rows.count * 4
      else { continue }
      let first = rows.first { $0.count == width } ?? []
      let names = first.map { CSVHeaderName($0.prefix(40).string).text }
      let isHeader =
        first.contains { $0.contains(where: \.isLetter) && $0.trimmed.decimal() == nil }
        && !first.contains { ($0.trimmed.decimal()?.scale ?? 0) > 0 }
      let shown = names.prefix(12).joined(separator: ", ") + (width > 12 ? ", …" : "")
      if let answer = rows.lazy.compactMap({ $0[0].trimmed.modemAnswer }).first {
        best = (
          count, "a modem log (\(answer.string)) in which no position was recognised"
        )
        continue
      }
      let words =
        isHeader
        ? "a table of \(width) columns (\(shown)) without a latitude and a longitude"
        : "a table of \(width) columns without a header, and no two adjacent columns are certain "
          + "to be latitude and longitude (numbers with at least 4 decimals, and steps from row to "
          + "row that a person or a vehicle can make)"
      best = (count, words)
    }
    return best?.words
  }

  /// Determines the dialect of a table whose columns the user has named: its delimiter is the one
  /// with which most rows have positions.
  static func settle(
    _ bytes: ByteText, isWhole: Bool, saying names: [String]
  ) -> (dialect: CSVDialect, dataRow: Int)? {
    let names = names.map { CSVHeaderName($0) }
    var best: (dialect: CSVDialect, dataRow: Int)?
    var most = 0
    for delimiter in delimiters {
      let rows = rows(bytes, delimiter: delimiter, isWhole: isWhole)
      var dialect = CSVDialect(delimiter: delimiter)
      guard dialect.apply(names, line: 0) else { return nil }
      dialect.areColumnsSaid = true
      dialect.look(at: rows[...])
      let count = dialect.positionCount(in: rows[...])
      guard count > most, let first = rows.firstIndex(where: dialect.hasPosition) else { continue }
      // The lines above are not data.
      var settled = CSVDialect(delimiter: delimiter)
      _ = settled.apply(names, line: 0)
      settled.areColumnsSaid = true
      settled.look(at: rows[first...])
      (best, most) = ((settled, first), count)
    }
    return best
  }

  /// The number of rows that have a position.
  func positionCount(in rows: ArraySlice<[ByteText]>) -> Int { rows.count(where: hasPosition) }

  /// Returns true if the row's cells of latitude and longitude contain numbers.
  func hasPosition(_ row: [ByteText]) -> Bool {
    func angle(_ column: CSVColumn, _ limit: Double) -> Bool {
      guard let index = columns[column], index < row.count else { return false }
      let value = row[index].trimmed.angle(form: angleForm, decimalComma: hasDecimalComma)
      return value.map { abs($0) <= limit } ?? false
    }
    func number(_ column: CSVColumn) -> Bool {
      guard let index = columns[column], index < row.count else { return false }
      return row[index].trimmed.decimal(separator: separator) != nil
    }
    if columns[.position] != nil || columns[.easting] != nil {
      let column = columns[.position] ?? columns[.easting] ?? 0
      return column < row.count && row[column].contains(where: \.isDigit)
        && (columns[.easting] == nil || number(.easting) && number(.northing))
    }
    return angle(.latitude, 90) && angle(.longitude, 180)
  }

  /// Uses `x` for the longitude and `y` for the latitude if the header names no other column and
  /// the cells are degrees with at least four decimals; false if they are not.
  mutating func applyXY(_ names: [CSVHeaderName], line: Int, _ rows: ArraySlice<[ByteText]>) -> Bool
  {
    guard let x = names.firstIndex(where: { $0.compact == "x" }),
      let y = names.firstIndex(where: { $0.compact == "y" })
    else { return false }
    var named = names
    named[x] = CSVHeaderName("longitude")
    named[y] = CSVHeaderName("latitude")
    var dialect = self
    guard dialect.apply(named, line: line) else { return false }
    dialect.header = names.map(\.text)
    dialect.look(at: rows)
    let fine = rows.count { row in
      guard x < row.count, y < row.count, dialect.hasPosition(row) else { return false }
      return [x, y].allSatisfy {
        (row[$0].trimmed.decimal(separator: dialect.separator)?.scale ?? 0) >= 4
      }
    }
    guard fine > 0, fine * 2 >= rows.count,
      dialect.mayBePositions(y, x, beside: names.firstIndex { $0.compact == "z" }, rows)
    else { return false }
    self = dialect
    return true
  }

  /// Uses a column without a heading after time, latitude and longitude for the altitude; without a
  /// time, only the last column, and only numbers with decimals.
  mutating func takeNamelessHeight(_ rows: ArraySlice<[ByteText]>) {
    guard columns[.altitude] == nil, columns[.ellipsoidalAltitude] == nil,
      let latitude = columns[.latitude], let longitude = columns[.longitude]
    else { return }
    let column = max(latitude, longitude) + 1
    if let header, column < header.count, !header[column].isEmpty { return }
    let known = columns.values.filter { $0 < column }
    let isTimed = columns[.time].map { $0 < column } ?? false
    let cells = rows.compactMap { $0.count > column ? $0[column].trimmed : nil }
    let widest = rows.map(\.count).max() ?? 0
    guard known.count == column, columns.values.allSatisfy({ $0 < column }),
      isTimed || widest == column + 1, cells.contains(where: { !$0.isEmpty })
    else { return }
    var decimals = false
    for cell in cells where !cell.isEmpty {
      guard let number = cell.decimal(separator: separator),
        (-1000...20_000).contains(number.double)
      else { return }
      decimals = decimals || number.scale > 0
    }
    if isTimed || decimals { columns[.altitude] = column }
  }
}
