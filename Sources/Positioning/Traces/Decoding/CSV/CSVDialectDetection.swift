import Formats

extension CSVDialect {
  /// Determines the dialect from the beginning of a table.
  ///
  /// - Parameters:
  ///   - isWhole: Whether the bytes are the whole table.
  ///   - names: The contents of the columns, if the user has specified them.
  /// - Returns: The dialect and the number of rows before the first one of data; nil if no
  ///   delimiter divides the bytes into a table with positions.
  static func settle(
    _ bytes: ByteText, isWhole: Bool, names: [String] = []
  ) -> (dialect: CSVDialect, dataRow: Int)? {
    guard names.isEmpty else { return settle(bytes, isWhole: isWhole, saying: names) }
    if let found = settleVBO(bytes, isWhole: isWhole) { return found }
    if let found = settleModem(bytes, isWhole: isWhole) { return found }
    if let found = settleFlySight(bytes, isWhole: isWhole) { return found }
    var best: (dialect: CSVDialect, dataRow: Int)?
    var bestScore = 0
    for delimiter in delimiters {
      let rows = CSVDialect.rows(bytes, delimiter: delimiter, isWhole: isWhole)
      guard let found = settle(rows, delimiter: delimiter) else { continue }
      let score = found.dialect.columns.count * 2 + (found.dialect.header == nil ? 0 : 100)
      if score > bestScore { (best, bestScore) = (found, score) }
    }
    return best
  }

  /// The delimiters of cells; blanks come last, since they also occur within cells.
  static let delimiters = [UInt8](",;\t| ".utf8)

  /// The number of rows that are examined.
  private static let sampleCount = 100

  static func rows(_ bytes: ByteText, delimiter: UInt8, isWhole: Bool) -> [[ByteText]] {
    var rows: [[ByteText]] = []
    var rest = bytes
    var cutter = CSVRowCutter(delimiter: delimiter)
    while rows.count < sampleCount, !rest.isEmpty,
      case .row(let length) = cutter.cut(rest, isLast: isWhole)
    {
      // The LF of CR LF is not a separate row.
      let isLineFeed = length == 1 && rest[0] == .lineFeed
      if !isLineFeed { rows.append(cutter.cells) }
      rest.drop(length)
    }
    return rows
  }

  private static func settle(
    _ rows: [[ByteText]], delimiter: UInt8
  ) -> (dialect: CSVDialect, dataRow: Int)? {
    var dialect = CSVDialect(delimiter: delimiter)
    if delimiter == .comma, let row = dialect.settleFixedLayout(rows) { return (dialect, row) }
    let isLoose = delimiter == UInt8(ascii: " ")
    for (index, row) in rows.enumerated() where row.count <= 1000 && row.mayNameColumns {
      let names = row.map { CSVHeaderName($0.string) }
      guard dialect.apply(names, line: index + 1) else {
        let found = dialect.applyXY(names, line: index + 1, rows[(index + 1)...])
        if found { return (dialect, index + 1) }
        continue
      }
      if index > 0, rows[index - 1].first?.trimmed.first == UInt8(ascii: "#") {
        dialect.applyUnitsLine(rows[index - 1])
      }
      var dataRow = index + 1
      // Lines of units and of sources below the names.
      while dataRow < min(index + 4, rows.count), dialect.isUnitsLine(rows[dataRow]) {
        dialect.applyUnitsLine(rows[dataRow])
        dataRow += 1
      }
      dialect.look(at: rows[dataRow...])
      dialect.takeNamelessHeight(rows[dataRow...])
      // A sentence has words separated by blanks, too.
      if isLoose, dialect.positionCount(in: rows[dataRow...]) * 2 < rows.count - dataRow {
        return nil
      }
      return (dialect, dataRow)
    }
    guard dialect.guessColumns(rows) else { return nil }
    dialect.look(at: rows[...])
    dialect.takeNamelessHeight(rows[...])
    return (dialect, 0)
  }

  /// Applies the names of columns; false if they do not include a position.
  mutating func apply(_ names: [CSVHeaderName], line: Int) -> Bool {
    guard let found = CSVDialect.columns(names) else { return false }
    header = names.map(\.text)
    headerLine = line
    columns = found.mapValues(\.index)
    otherTimes = CSVDialect.times(names).filter { $0 != columns[.time] }
    logger = Logger(names)
    // Tables of other programs look like GPSBabel's, too.
    isSpeedUnitSaid = logger != nil && logger != .unicsv
    isHeightUnitSaid = logger != nil
    applyLogger()
    applyUnits(found.mapValues(\.units), names)
    if columns[.latitude].map({ names[$0].compact }) == "positionlat" { angleForm = .semicircles }
    if columns[.speed].map({ names[$0].compact }) == "sog", logger == nil {
      // Speed over ground is a nautical term.
      (speedUnit, isSpeedUnitSaid) = (.knots, true)
    }
    return true
  }

  /// The columns that a header line names; nil if they do not include a position.
  private static func columns(
    _ names: [CSVHeaderName]
  ) -> [CSVColumn: (index: Int, units: [String])]? {
    var columns: [CSVColumn: (index: Int, units: [String], rank: Int)] = [:]
    func add(_ meaning: CSVHeaderName.Meaning?, _ index: Int) {
      guard let meaning else { return }
      if let other = columns[meaning.column], other.rank <= meaning.rank { return }
      columns[meaning.column] = (index, meaning.units, meaning.rank)
    }
    for (index, name) in names.enumerated() { add(name.meaning, index) }
    let taken = Set(columns.values.map(\.index))
    for (index, name) in names.enumerated() where !taken.contains(index) && name.meaning == nil {
      add(name.likelyMeaning, index)
    }
    let hasPair = columns[.latitude] != nil && columns[.longitude] != nil
    let grid: [CSVColumn] = [.utmZone, .easting, .northing]
    let hasGrid = grid.allSatisfy { columns[$0] != nil }
    if hasPair || hasGrid { columns[.position] = nil }
    if hasPair || !hasGrid { for column in grid + [.utmBand] { columns[column] = nil } }
    guard hasPair || hasGrid || columns[.position] != nil else { return nil }
    // The components of a clock are only useful together.
    let calendar: [CSVColumn] = [.year, .month, .day]
    if calendar.contains(where: { columns[$0] == nil }) {
      for part in calendar { columns[part] = nil }
    }
    let clock: [CSVColumn] = [.hour, .minute, .second]
    if columns[.year] == nil && columns[.date] == nil || columns[.hour] == nil
      || columns[.minute] == nil
    {
      for part in clock { columns[part] = nil }
    }
    // Most loggers call the course a heading; if there is also a course, it is a heading.
    if columns[.course] == nil, let heading = columns[.heading],
      ["heading", "head", "hdg", "headingdegrees", "gpsheading"].contains(names[heading.index].stem)
    {
      columns[.course] = heading
      columns[.heading] = nil
    }
    return columns.mapValues { ($0.index, $0.units) }
  }

  /// Every column that may contain times, the most likely first.
  private static func times(_ names: [CSVHeaderName]) -> [Int] {
    names.enumerated().compactMap { index, name -> (index: Int, rank: Int)? in
      guard let meaning = name.meaning ?? name.likelyMeaning, meaning.column == .time else {
        return nil
      }
      return (index, meaning.rank)
    }
    .sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map(\.index)
  }
}

extension CSVHeaderName {
  /// The name without a trailing unit.
  fileprivate var stem: String {
    ["degrees", "degree", "deg"].lazy.compactMap { compact.rest(before: $0) }
      .first { !$0.isEmpty }.map(String.init) ?? compact
  }
}

extension [ByteText] {
  /// True if this row can be a header: a quick test of its letters, which saves a closer look at
  /// rows of data. No header contains a number with decimals.
  fileprivate var mayNameColumns: Bool {
    (contains(where: \.mayName) || contains { $0.trimmed.equals("x") })
      && !contains { cell in
        guard let number = cell.trimmed.decimal() else { return false }
        return number.scale > 0
      }
  }
}

extension ByteText {
  private static let stems: [StaticString] = [
    "lat", "breit", "breed", "bredd", "pos", "coord", "gps", "koord", "szer", "geo", "utm", "east",
    "recht",
  ]

  fileprivate var mayName: Bool {
    (0..<min(count, 64)).contains { index in
      start[index].isLetter && ByteText.stems.contains { dropping(index).hasPrefix($0) }
    }
  }
}
