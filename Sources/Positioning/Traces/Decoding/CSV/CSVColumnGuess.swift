extension CSVDialect {
  /// A table that starts with a title instead of column names.
  private struct FixedLayout {
    let title: StaticString
    let logger: Logger
    let columns: [CSVColumn: Int]
    let dataRow: Int
    let leastCells: Int

    static let all = [
      FixedLayout(
        title: "Geolife trajectory", logger: .geoLife,
        columns: [.latitude: 0, .longitude: 1, .altitude: 3, .date: 5, .time: 6], dataRow: 6,
        leastCells: 5),
      FixedLayout(
        title: "OziExplorer Track", logger: .oziExplorer,
        columns: [.latitude: 0, .longitude: 1, .segment: 2, .altitude: 3, .date: 5, .time: 6],
        dataRow: 6, leastCells: 5),
      FixedLayout(
        title: "OziExplorer Waypoint", logger: .oziExplorerWaypoints,
        columns: [.name: 1, .latitude: 2, .longitude: 3, .details: 10, .altitude: 14],
        dataRow: 4, leastCells: 4),
    ]
  }

  /// Settles the columns of GeoLife's and OziExplorer's tables; returns the first row, or nil.
  mutating func settleFixedLayout(_ rows: [[ByteText]]) -> Int? {
    guard let title = rows.first?.first?.trimmed,
      let layout = FixedLayout.all.first(where: { title.hasPrefix($0.title) }),
      rows.count > layout.dataRow, rows[layout.dataRow].count >= layout.leastCells
    else { return nil }
    (logger, columns) = (layout.logger, layout.columns)
    (isSpeedUnitSaid, isHeightUnitSaid) = (true, true)
    applyLogger()
    look(at: rows[layout.dataRow...])
    countDays(at: 4, rows[layout.dataRow...])
    return layout.dataRow
  }

  /// Uses a column of days since 1899-12-30 for the times, if there is one: the text next to them
  /// is in the computer's language and its order of days and months.
  private mutating func countDays(at column: Int, _ rows: ArraySlice<[ByteText]>) {
    let days = rows.compactMap {
      $0.count > column ? $0[column].trimmed.serialDays(separator: .dot) : nil
    }
    guard days.count * 2 > rows.count, days.contains(where: { $0 > 0 }) else { return }
    columns[.date] = nil
    columns[.time] = column
    timeForm = .serialDays
  }

  /// Settles the columns of a Racelogic VBO file, which has its names in a separate section and
  /// blanks between cells.
  static func settleVBO(_ bytes: ByteText, isWhole: Bool) -> (dialect: CSVDialect, dataRow: Int)? {
    let rows = rows(bytes, delimiter: 0x20, isWhole: isWhole)
    guard
      let title = rows.firstIndex(where: { row in
        row.count >= 2 && row[0].equals("[column") && row[1].equals("names]")
      }), let data = rows.firstIndex(where: { $0.first?.equals("[data]") == true }),
      title + 1 < data
    else { return nil }
    var dialect = CSVDialect(delimiter: UInt8(ascii: " "))
    let names = rows[title + 1].map { $0.trimmed.string }
    for (column, word) in [
      (CSVColumn.satellites, "sats"), (.time, "time"), (.latitude, "lat"), (.longitude, "long"),
      (.speed, "velocity"), (.course, "heading"), (.altitude, "height"),
    ] { dialect.columns[column] = names.firstIndex(of: word) }
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

  /// Finds position and time in a table without a header; false if nothing indicates that it has
  /// positions, since any two columns of decimals look like some.
  mutating func guessColumns(_ rows: [[ByteText]]) -> Bool {
    // Names of other data.
    let notes = rows.filter { $0.count > 2 && $0[0].trimmed.first == UInt8(ascii: "#") }
    var rows = rows.filter { $0.count > 1 && $0[0].trimmed.first != UInt8(ascii: "#") }
    // It may be truncated, and adds nothing to the other rows.
    if rows.count > 2 { rows.removeLast() }
    guard let width = rows.map(\.count).min(), width >= 2,
      !notes.contains(where: { $0.count == width })
    else { return false }
    if takeHemispheres(rows, width: width) {
      let taken = Set(columns.values)
      guessTimes(rows, among: (0..<width).filter { !taken.contains($0) })
      return true
    }
    // The order of a modem's values is known only for the responses in `ModemAnswer`.
    guard !rows.contains(where: { $0[0].trimmed.modemAnswer != nil }) else { return false }
    for separator in [UInt8.dot, .comma] {
      let degrees = (0..<width).map { column in
        CSVDegrees(rows.map { $0[column].trimmed }, separator: separator)
      }
      var candidates = (0..<width - 1).filter { column in
        guard let former = degrees[column], let latter = degrees[column + 1] else { return false }
        return former.digits >= 4 && latter.digits >= 4
      }
      if candidates.isEmpty {
        // One of the two may be constant, or written without trailing zeros.
        candidates = (0..<width - 1).filter { column in
          guard let former = degrees[column], let latter = degrees[column + 1] else { return false }
          return max(former.digits, latter.digits) >= 4
        }
        if candidates.count > 1 { candidates = [] }
      }
      for column in candidates {
        guard let former = degrees[column], let latter = degrees[column + 1] else { continue }
        var guess = self
        guess.guessTimes(rows, among: (0..<width).filter { !(column...column + 1).contains($0) })
        let third = column + 2 < width ? degrees[column + 2] : nil
        let before = column > 0 ? degrees[column - 1] : nil
        guard
          let isSwapped = former.isLongitudeFirst(
            with: latter, beside: [before, third].compactMap(\.self)),
          guess.areNear(former, latter, rows)
        else { continue }
        self = guess
        columns[.latitude] = isSwapped ? column + 1 : column
        columns[.longitude] = isSwapped ? column : column + 1
        return true
      }
    }
    return false
  }

  /// Uses a number followed by N or S, and another followed by E or W, as the position: they cannot
  /// be anything else.
  private mutating func takeHemispheres(_ rows: [[ByteText]], width: Int) -> Bool {
    func holds(_ column: Int, _ former: StaticString, _ latter: StaticString) -> Bool {
      rows.allSatisfy { $0[column].trimmed.equals(former) || $0[column].trimmed.equals(latter) }
    }
    func isNumber(_ column: Int) -> Bool {
      rows.allSatisfy { ($0[column].trimmed.decimal()?.scale ?? 0) >= 2 }
    }
    guard width >= 4,
      let first = (0...(width - 4)).first(where: {
        holds($0 + 1, "N", "S") && holds($0 + 3, "E", "W") && isNumber($0) && isNumber($0 + 2)
      })
    else { return false }
    (columns[.latitude], columns[.latitudeHemisphere]) = (first, first + 1)
    (columns[.longitude], columns[.longitudeHemisphere]) = (first + 2, first + 3)
    return true
  }

  /// Returns true if two columns can be a latitude and a longitude, and do not form a vector with a
  /// third one.
  func mayBePositions(
    _ latitude: Int, _ longitude: Int, beside third: Int?, _ rows: ArraySlice<[ByteText]>
  ) -> Bool {
    let indices = [latitude, longitude, third].compactMap(\.self)
    let whole = rows.filter { row in
      indices.allSatisfy { $0 < row.count && row[$0].contains(where: \.isDigit) }
    }
    func degrees(_ index: Int) -> CSVDegrees? {
      CSVDegrees(whole.map { $0[index].trimmed }, separator: separator)
    }
    guard let north = degrees(latitude), let east = degrees(longitude) else { return true }
    let others = third.flatMap(degrees).map { [$0] } ?? []
    return north.isLongitudeFirst(with: east, beside: others) != nil
      && (others.isEmpty || areNear(north, east, whole))
  }

  /// Returns true if most steps from row to row are possible movements: no faster than 350 m/s or,
  /// if no times are known, no longer than 0.01°.
  private func areNear(_ former: CSVDegrees, _ latter: CSVDegrees, _ rows: [[ByteText]]) -> Bool {
    var (near, all) = (0, 0)
    var last: Int64?
    for (index, row) in rows.enumerated() {
      let time = clock(of: row)
      defer { last = time }
      guard index > 0 else { continue }
      let step = max(
        abs(former.values[index] - former.values[index - 1]),
        abs(latter.values[index] - latter.values[index - 1]))
      all += 1
      if let time, let last {
        let seconds = Double(max(time - last, 0)) / 1e9
        // A degree is at most 111 km; allow a second for rounded times.
        if step * 111_320 <= 350 * (seconds + 1) { near += 1 }
      } else if step <= 0.010_001 {
        near += 1
      }
    }
    return near * 5 >= all * 4
  }

  /// A row's time in nanoseconds, from an arbitrary zero.
  private func clock(of row: [ByteText]) -> Int64? {
    guard let index = columns[.time], var time = row[index].civilTime(order: .monthFirst) else {
      return nil
    }
    if time.day == nil, let date = columns[.date] {
      time.day = row[date].civilDate(order: .monthFirst)
    }
    return time.instant ?? time.timestamp()?.nanosecondsSince1970 ?? time.elapsed
      ?? time.universal()
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
}

/// A column of a table without a header whose cells can all be degrees.
private struct CSVDegrees {
  let values: [Double]
  /// The maximum number of digits after a decimal sign.
  let digits: Int

  /// Reads the cells of a column; nil if not all of them can be degrees.
  init?(_ cells: [ByteText], separator: UInt8) {
    var values: [Double] = []
    var (digits, decimals) = (0, 0)
    for cell in cells {
      guard let number = cell.decimal(separator: separator), number.magnitude <= 180 else {
        return nil
      }
      values.append(number.double)
      digits = max(digits, number.scale)
      if number.scale > 0 { decimals += 1 }
    }
    guard digits >= 2, decimals * 2 > cells.count else { return nil }
    (self.values, self.digits) = (values, digits)
  }

  private var extent: Double { values.map(abs).max() ?? 0 }

  /// Returns true if the longitude comes first, false if the latitude does, and nil if this column
  /// and the next cannot be a position.
  ///
  /// They cannot if both are within a degree of 0, which is in the sea, or if they are parts of a
  /// vector as long as the acceleration of gravity, in metres per second squared or in g.
  func isLongitudeFirst(with next: CSVDegrees, beside others: [CSVDegrees]) -> Bool? {
    guard min(extent, next.extent) <= 90, max(extent, next.extent) > 1 else { return nil }
    for other in others {
      let fits = values.indices.count { index in
        let length =
          (values[index] * values[index] + next.values[index] * next.values[index]
          + other.values[index] * other.values[index]).squareRoot()
        return (9.3...10.3).contains(length) || (0.9...1.1).contains(length)
      }
      if fits * 5 >= values.count * 4 { return nil }
    }
    return extent > 90
  }
}
