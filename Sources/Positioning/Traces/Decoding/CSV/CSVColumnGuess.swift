extension CSVDialect {
  /// Takes the columns of a track file of OziExplorer or GeoLife, whose six lines of head have no
  /// names; false when this is none.
  mutating func settlePLT(_ rows: [[ByteText]]) -> Bool {
    guard rows.count > 6, let title = rows[0].first?.trimmed, rows[6].count >= 5 else {
      return false
    }
    if title.hasPrefix("Geolife trajectory") {
      logger = .geoLife
    } else if title.hasPrefix("OziExplorer Track") {
      logger = .oziExplorer
      columns[.segment] = 2
    } else {
      return false
    }
    (columns[.latitude], columns[.longitude], columns[.altitude]) = (0, 1, 3)
    (columns[.date], columns[.time]) = (5, 6)
    (isSpeedUnitSaid, isHeightUnitSaid) = (true, true)
    applyLogger()
    look(at: rows[6...])
    countDays(at: 4, rows[6...])
    return true
  }

  /// Takes the columns of a waypoint file of OziExplorer, whose four lines of head have no names;
  /// false when this is none.
  mutating func settleOziWaypoints(_ rows: [[ByteText]]) -> Bool {
    guard rows.count > 4, rows[0].first?.trimmed.hasPrefix("OziExplorer Waypoint") == true,
      rows[4].count >= 4
    else { return false }
    logger = .oziExplorerWaypoints
    (columns[.name], columns[.latitude], columns[.longitude]) = (1, 2, 3)
    (columns[.details], columns[.altitude]) = (10, 14)
    isHeightUnitSaid = true
    applyLogger()
    look(at: rows[4...])
    countDays(at: 4, rows[4...])
    return true
  }

  /// Takes days since 1899-12-30 for the times, where a column has them: what stands as text beside
  /// them is in the language and the order of days and months of the computer.
  private mutating func countDays(at column: Int, _ rows: ArraySlice<[ByteText]>) {
    let days = rows.compactMap {
      $0.count > column ? $0[column].trimmed.serialDays(separator: .dot) : nil
    }
    guard days.count * 2 > rows.count, days.contains(where: { $0 > 0 }) else { return }
    columns[.date] = nil
    columns[.time] = column
    timeForm = .serialDays
  }

  /// Takes the columns of a Racelogic VBO file, which has its names in a section of their own and
  /// blanks between cells.
  static func settleVBO(_ bytes: ByteText, isWhole: Bool) -> (dialect: CSVDialect, dataRow: Int)? {
    let rows = rows(bytes, delimiter: 0x20, isWhole: isWhole)
    guard
      let title = rows.firstIndex(where: { row in
        row.count >= 2 && row[0].equals("[column") && row[1].equals("names]")
      }), let data = rows.firstIndex(where: { $0.first?.equals("[data]") == true }),
      title + 1 < data
    else { return nil }
    var dialect = CSVDialect(delimiter: " ")
    let names = rows[title + 1].map { $0.trimmed.string }
    for (column, word) in [
      (CSVColumn.satellites, "sats"), (.time, "time"), (.latitude, "lat"), (.longitude, "long"),
      (.speed, "velocity"), (.course, "heading"), (.altitude, "height"),
    ] {
      dialect.columns[column] = names.firstIndex(of: word)
    }
    guard dialect.columns[.latitude] != nil, dialect.columns[.longitude] != nil else { return nil }
    dialect.header = names
    dialect.headerLine = title + 2
    dialect.logger = .vbo
    (dialect.isSpeedUnitSaid, dialect.isHeightUnitSaid) = (true, true)
    dialect.applyLogger()
    dialect.timeForm = .timeOfDay
    dialect.isClockRunTogether = true
    return (dialect, data + 1)
  }

  /// Finds position and time in a table without header: the first two neighbouring columns that
  /// hold decimals within ±90 and ±180 in every row, and the first column of times.
  mutating func guessColumns(_ rows: [[ByteText]]) -> Bool {
    var rows = rows.filter { $0.count > 1 && $0[0].trimmed.first != UInt8(ascii: "#") }
    // It may be cut off, and says nothing that the others do not say.
    if rows.count > 2 { rows.removeLast() }
    guard let width = rows.map(\.count).min(), width >= 2 else { return false }
    for separator in [UInt8.dot, .comma] {
      let extents = (0..<width).map { column in
        CSVDialect.degrees(rows.map { $0[column].trimmed }, separator: separator)
      }
      let pairs = (0..<width - 1).lazy.compactMap { column in
        extents[column].flatMap { a in extents[column + 1].map { (column, a, $0) } }
      }
      guard let (first, extent, _) = pairs.first(where: { min($0.1, $0.2) <= 90 }) else {
        continue
      }
      columns[.latitude] = extent > 90 ? first + 1 : first
      columns[.longitude] = extent > 90 ? first : first + 1
      guessTimes(rows, among: (0..<width).filter { !(first...first + 1).contains($0) })
      return true
    }
    return false
  }

  private mutating func guessTimes(_ rows: [[ByteText]], among candidates: [Int]) {
    func all(_ column: Int, _ holds: (CivilTime) -> Bool) -> Bool {
      rows.allSatisfy { row in row[column].civilTime(order: .monthFirst).map(holds) ?? false }
    }
    if let whole = candidates.first(where: { column in
      all(column) { $0.instant != nil || $0.day != nil && $0.time != nil }
    }) {
      columns[.time] = whole
      return
    }
    columns[.time] = candidates.first { column in all(column) { $0.time != nil } }
    columns[.date] = candidates.first { column in all(column) { $0.day != nil && $0.time == nil } }
  }

  /// The largest of a column's decimals without their signs; nil when not all of them can be
  /// degrees.
  private static func degrees(_ cells: [ByteText], separator: UInt8) -> Double? {
    var extent = 0.0
    for cell in cells {
      guard let number = cell.decimal(separator: separator), number.scale >= 2,
        number.magnitude <= 180
      else { return nil }
      extent = max(extent, number.magnitude)
    }
    return extent
  }
}
