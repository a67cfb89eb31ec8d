extension CSVDialect {
  /// Returns true if these names say where a place stands: `time,lat,lon,ele`. What none of a
  /// known meaning stands for is `-`, or empty.
  public static func canRead(columns names: [String]) -> Bool {
    let names = names.map { CSVHeaderName($0) }
    var dialect = CSVDialect(delimiter: ",")
    return dialect.apply(names, line: 0)
      && names.allSatisfy { name in
        name.text.isEmpty || name.text == "-" || (name.meaning ?? name.likelyMeaning) != nil
      }
  }

  /// Settles the dialect of a table whose columns the user has named: with the delimiter that most
  /// rows have places with.
  static func settle(
    _ bytes: ByteText, isWhole: Bool, saying names: [String]
  ) -> (dialect: CSVDialect, dataRow: Int)? {
    let names = names.map { CSVHeaderName($0) }
    var best: (dialect: CSVDialect, dataRow: Int)?
    var most = 0
    for delimiter in delimiters {
      let rows = rows(bytes, delimiter: delimiter, isWhole: isWhole)
      var dialect = CSVDialect(delimiter: Character(Unicode.Scalar(delimiter)))
      guard dialect.apply(names, line: 0) else { return nil }
      dialect.areColumnsSaid = true
      dialect.look(at: rows[...])
      let count = dialect.placeCount(in: rows[...])
      guard count > most, let first = rows.firstIndex(where: dialect.hasPlace) else { continue }
      // The lines above are no data.
      var settled = CSVDialect(delimiter: dialect.delimiter)
      _ = settled.apply(names, line: 0)
      settled.areColumnsSaid = true
      settled.look(at: rows[first...])
      (best, most) = ((settled, first), count)
    }
    return best
  }

  /// How many rows have a place.
  func placeCount(in rows: ArraySlice<[ByteText]>) -> Int { rows.count(where: hasPlace) }

  /// Returns true if the row's cells of latitude and longitude hold some.
  func hasPlace(_ row: [ByteText]) -> Bool {
    func angle(_ column: CSVColumn, _ limit: Double) -> Bool {
      guard let index = columns[column], index < row.count else { return false }
      let value = row[index].trimmed.angle(form: angleForm, decimalComma: hasDecimalComma)
      return value.map { abs($0) <= limit } ?? false
    }
    func number(_ column: CSVColumn) -> Bool {
      guard let index = columns[column], index < row.count else { return false }
      return row[index].trimmed.decimal(separator: hasDecimalComma ? .comma : .dot) != nil
    }
    if columns[.position] != nil || columns[.easting] != nil {
      let column = columns[.position] ?? columns[.easting] ?? 0
      return column < row.count && row[column].contains(where: \.isDigit)
        && (columns[.easting] == nil || number(.easting) && number(.northing))
    }
    return angle(.latitude, 90) && angle(.longitude, 180)
  }

  /// Takes `x` for the longitude and `y` for the latitude where the header names no other place and
  /// the cells are degrees, to four decimals at least; false where they are not.
  mutating func applyXY(
    _ names: [CSVHeaderName], line: Int, _ rows: ArraySlice<[ByteText]>
  ) -> Bool {
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
    let separator = dialect.hasDecimalComma ? UInt8.comma : .dot
    let fine = rows.count { row in
      guard x < row.count, y < row.count, dialect.hasPlace(row) else { return false }
      return [x, y].allSatisfy { (row[$0].trimmed.decimal(separator: separator)?.scale ?? 0) >= 4 }
    }
    guard fine > 0, fine * 2 >= rows.count else { return false }
    self = dialect
    return true
  }

  /// Takes a column without a heading behind time, latitude and longitude for the altitude; where
  /// there is no time, only the last one, and only numbers with decimals.
  mutating func takeNamelessHeight(_ rows: ArraySlice<[ByteText]>) {
    guard columns[.altitude] == nil, columns[.ellipsoidalAltitude] == nil,
      let latitude = columns[.latitude], let longitude = columns[.longitude]
    else { return }
    let place = max(latitude, longitude) + 1
    if let header, place < header.count, !header[place].isEmpty { return }
    let known = columns.values.filter { $0 < place }
    let isTimed = columns[.time].map { $0 < place } ?? false
    let cells = rows.compactMap { $0.count > place ? $0[place].trimmed : nil }
    let widest = rows.map(\.count).max() ?? 0
    guard known.count == place, columns.values.allSatisfy({ $0 < place }),
      isTimed || widest == place + 1, cells.contains(where: { !$0.isEmpty })
    else { return }
    let separator = hasDecimalComma ? UInt8.comma : .dot
    var decimals = false
    for cell in cells where !cell.isEmpty {
      guard let number = cell.decimal(separator: separator),
        (-1000...20_000).contains(number.double)
      else { return }
      decimals = decimals || number.scale > 0
    }
    if isTimed || decimals { columns[.altitude] = place }
  }
}

extension ByteText {
  /// Returns true if one of the bytes is as wanted.
  func contains(where isWanted: (UInt8) -> Bool) -> Bool {
    (0..<count).contains { isWanted(start[$0]) }
  }
}
