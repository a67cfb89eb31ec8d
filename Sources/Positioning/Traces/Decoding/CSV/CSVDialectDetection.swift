extension CSVDialect {
  /// Settles a dialect from the beginning of a table.
  ///
  /// - Parameters:
  ///   - isWhole: Whether the bytes are all there is.
  /// - Returns: The dialect and how many rows stand before the first one of data; nil when no
  ///   delimiter makes a table with positions of the bytes.
  static func settle(_ bytes: ByteText, isWhole: Bool) -> (dialect: CSVDialect, dataRow: Int)? {
    var best: (dialect: CSVDialect, dataRow: Int)?
    var bestScore = 0
    for delimiter in [UInt8](",;\t|".utf8) {
      let rows = CSVDialect.rows(bytes, delimiter: delimiter, isWhole: isWhole)
      guard let found = settle(rows, delimiter: delimiter) else { continue }
      let score = found.dialect.columns.count * 2 + (found.dialect.header == nil ? 0 : 100)
      if score > bestScore { (best, bestScore) = (found, score) }
    }
    return best
  }

  /// How many rows of the head are looked at.
  private static let sampleCount = 100

  private static func rows(_ bytes: ByteText, delimiter: UInt8, isWhole: Bool) -> [[ByteText]] {
    var rows: [[ByteText]] = []
    var rest = bytes
    var cutter = CSVRowCutter(delimiter: delimiter)
    while rows.count < sampleCount, !rest.isEmpty,
      case .row(let length) = cutter.cut(rest, isLast: isWhole)
    {
      // The LF of CR LF is no row of its own.
      let isLineFeed = length == 1 && rest[0] == .lineFeed
      if !isLineFeed { rows.append(cutter.cells) }
      rest.drop(length)
    }
    return rows
  }

  private static func settle(
    _ rows: [[ByteText]], delimiter: UInt8
  ) -> (dialect: CSVDialect, dataRow: Int)? {
    var dialect = CSVDialect(delimiter: Character(Unicode.Scalar(delimiter)))
    for (index, row) in rows.enumerated() where row.count <= 1000 && row.contains(where: \.mayName)
    {
      let names = row.map { CSVHeaderName($0.string) }
      guard let columns = CSVDialect.columns(names) else { continue }
      dialect.header = names.map(\.text)
      dialect.headerLine = index + 1
      dialect.columns = columns.mapValues(\.index)
      dialect.logger = Logger(names)
      dialect.applyLogger()
      dialect.applyUnits(columns.mapValues(\.unit))
      if index > 0, rows[index - 1].first?.trimmed.first == UInt8(ascii: "#") {
        dialect.applyUnitsLine(rows[index - 1])
      }
      dialect.look(at: rows[(index + 1)...])
      return (dialect, index + 1)
    }
    guard dialect.guessColumns(rows) else { return nil }
    dialect.look(at: rows[...])
    return (dialect, 0)
  }

  /// The columns that a header line names; nil when it does not name a position.
  private static func columns(
    _ names: [CSVHeaderName]
  ) -> [CSVColumn: (index: Int, unit: String)]? {
    var columns: [CSVColumn: (index: Int, unit: String, rank: Int)] = [:]
    for (index, name) in names.enumerated() {
      guard let (column, rank, unit) = name.meaning else { continue }
      if let other = columns[column], other.rank <= rank { continue }
      columns[column] = (index, unit, rank)
    }
    let taken = Set(columns.values.map(\.index))
    for (index, name) in names.enumerated() where !taken.contains(index) {
      guard let column = name.likelyMeaning, columns[column] == nil else { continue }
      columns[column] = (index, name.bracketed, 99)
    }
    let hasPair = columns[.latitude] != nil && columns[.longitude] != nil
    if hasPair { columns[.position] = nil }
    guard hasPair || columns[.position] != nil else { return nil }
    return columns.mapValues { ($0.index, $0.unit) }
  }

  private mutating func applyLogger() {
    switch logger {
    case .openTracks:
      speedUnit = .kilometresPerHour
    case .columbus, .mtk:
      speedUnit = .kilometresPerHour
      heightReference = .meanSeaLevel
    case .flightradar24:
      speedUnit = .knots
      heightUnit = .feet
    case .garminG1000:
      speedUnit = .knots
      heightUnit = .feet
      heightReference = .meanSeaLevel
    case .gnssLogger:
      heightReference = .ellipsoid
      // The first cell of every row is its kind; the header's own kind is that of its rows.
      if header?.first == "Fix" {
        rowKind = "Fix"
        columns[.kind] = 0
        columns[.fix] = nil
      }
    case .gpsLogger:
      if columns[.geoidHeight] != nil { heightReference = .ellipsoid }
    case .basicAirData:
      rowKind = "T"
    case .sensorLog, .unicsv, .viewModelKit:
      heightReference = .meanSeaLevel
    default: break
    }
    if rowKind == nil { columns[.kind] = nil }
  }

  private mutating func applyUnits(_ units: [CSVColumn: String]) {
    if let unit = units[.speed].flatMap(SpeedUnit.init(word:)) { speedUnit = unit }
    if let unit = units[.altitude].flatMap(LengthUnit.init(word:)) { heightUnit = unit }
    if units[.latitude] == "e7" || header?.contains(where: { $0.hasSuffix("E7") }) == true {
      angleForm = .tenMillionths
    }
  }

  private mutating func applyUnitsLine(_ row: [ByteText]) {
    if let index = columns[.speed], index < row.count,
      let unit = SpeedUnit(word: row[index].compactWord)
    {
      speedUnit = unit
    }
    if let index = columns[.altitude], index < row.count,
      let unit = LengthUnit(word: row[index].compactWord)
    {
      heightUnit = unit
    }
  }

  /// Settles what only the data can show: decimal sign, angle form, order of dates, form of times.
  private mutating func look(at rows: ArraySlice<[ByteText]>) {
    let latitudes = cells(.latitude, rows)
    let points = latitudes.count { $0.firstIndex(of: .dot) != nil }
    let commas = latitudes.count { $0.isDecimalComma }
    hasDecimalComma = commas > points && delimiter != "," || commas > 0 && points == 0
    if angleForm == .degrees {
      angleForm = AngleForm(
        latitudes: latitudes, longitudes: cells(.longitude, rows),
        separator: hasDecimalComma ? .comma : .dot)
    }
    let dates = cells(.date, rows) + cells(.time, rows)
    dateOrder = CSVDialect.dateOrder(dates) ?? (delimiter == "," ? .monthFirst : .dayFirst)
    lookAtTimes(rows)
  }

  private mutating func lookAtTimes(_ rows: ArraySlice<[ByteText]>) {
    guard let cell = cells(.time, rows).first else { return }
    let hasDate = columns[.date] != nil
    guard
      let time = hasDate
        ? cell.civilTimeOfDay(order: dateOrder) : cell.civilTime(order: dateOrder)
    else { return }
    if time.instant != nil {
      timeForm = .countSince1970
    } else if time.elapsed != nil {
      timeForm = .countFromZero
    } else if time.day == nil, !hasDate {
      timeForm = .timeOfDay
    } else {
      let isUTC = header?[columns[.time]!].lowercased().contains("utc") ?? false
      timeForm = time.zone != nil || columns[.utcOffset] != nil || isUTC ? .zoned : .unzoned
    }
  }

  private func cells(_ column: CSVColumn, _ rows: ArraySlice<[ByteText]>) -> [ByteText] {
    guard let index = columns[column] else { return [] }
    return rows.compactMap { row in
      guard index < row.count else { return nil }
      if let rowKind, let kind = columns[.kind], row[kind].trimmed.string != rowKind { return nil }
      let cell = row[index].trimmed
      return cell.isEmpty ? nil : cell
    }
  }

  /// Which of two numbers before a slash and a year is the day, where a date shows it.
  private static func dateOrder(_ cells: [ByteText]) -> DateOrder? {
    for cell in cells {
      guard let slash = cell.firstIndex(of: UInt8(ascii: "/")), slash <= 2 else { continue }
      let rest = cell.dropping(slash + 1)
      guard let second = rest.firstIndex(of: UInt8(ascii: "/")),
        let former = cell.prefix(slash).natural, let latter = rest.prefix(second).natural
      else { continue }
      if former > 12 { return .dayFirst }
      if latter > 12 { return .monthFirst }
      let last = cell.last.map { $0 | 0x20 }
      if last == UInt8(ascii: "m") { return .monthFirst }
    }
    return nil
  }

  /// Finds position and time in a table without header: the first two neighbouring columns that
  /// hold decimals within ±90 and ±180 in every row, or else within ±90 and 0…360, and the first
  /// column of times.
  private mutating func guessColumns(_ rows: [[ByteText]]) -> Bool {
    var rows = rows.filter { $0.count > 1 && $0[0].trimmed.first != UInt8(ascii: "#") }
    // It may be cut off, and says nothing that the others do not say.
    if rows.count > 2 { rows.removeLast() }
    guard let width = rows.map(\.count).min(), width >= 2 else { return false }
    for longest in [180.0, 360] {
      for separator in [UInt8.dot, .comma] {
        let extents = (0..<width).map { column in
          CSVDialect.degrees(rows.map { $0[column].trimmed }, longest, separator: separator)
        }
        let pairs = (0..<width - 1).lazy.compactMap { column in
          extents[column].flatMap { a in extents[column + 1].map { (column, a, $0) } }
        }
        guard let (first, extent, _) = pairs.first(where: { min($0.1, $0.2) <= 90 }) else {
          continue
        }
        columns[.latitude] = extent > 90 ? first + 1 : first
        columns[.longitude] = extent > 90 ? first : first + 1
        columns[.time] = (0..<width).first { column in
          !(first...first + 1).contains(column)
            && rows.allSatisfy { row in
              guard let time = row[column].civilTime(order: .monthFirst) else { return false }
              return time.elapsed == nil
            }
        }
        return true
      }
    }
    return false
  }

  /// The largest of a column's decimals without their signs; nil when not all of them can be
  /// degrees.
  private static func degrees(
    _ cells: [ByteText], _ longest: Double, separator: UInt8
  ) -> Double? {
    var extent = 0.0
    for cell in cells {
      guard let number = cell.decimal(separator: separator), number.scale >= 2,
        number.magnitude <= longest, number.magnitude <= 180 || number.double > 0
      else { return nil }
      extent = max(extent, number.magnitude)
    }
    return extent
  }
}

extension ByteText {
  /// Whether this can be the header of a column with latitudes: a look at the letters, which saves
  /// a closer one at rows of data.
  fileprivate var mayName: Bool {
    let stems: [StaticString] = ["lat", "breit", "pos", "coord"]
    return (0..<min(count, 64)).contains { index in
      start[index].isLetter && stems.contains { dropping(index).hasPrefix($0) }
    }
  }

  /// Whether this is a number with a decimal comma and no point.
  fileprivate var isDecimalComma: Bool {
    firstIndex(of: .dot) == nil && firstIndex(of: .comma) != nil
      && decimal(separator: .comma) != nil
  }
}

extension CSVDialect.Logger {
  /// The logger that writes such a header.
  fileprivate init?(_ names: [CSVHeaderName]) {
    let header = Set(names.map(\.compact))
    func has(_ names: String...) -> Bool { header.isSuperset(of: names) }
    if has("trackpointtype") {
      self = .openTracks
    } else if has("latitudedegrees", "longitudedegrees") {
      self = .gnssLogger
    } else if has("secondselapsed", "horizontalaccuracy") {
      self = .sensorLogger
    } else if has("locationlatitude", "locationlongitude") {
      self = .sensorLog
    } else if has("gpstime", "devicetime") {
      self = .torque
    } else if has("callsign", "position") {
      self = .flightradar24
    } else if has("latitudens", "longitudeew") {
      self = .columbus
    } else if has("rcr", "ns", "ew") {
      self = .mtk
    } else if has("lcldate", "lcltime", "altmsl") {
      self = .garminG1000
    } else if has("satused", "satinview", "type") {
      self = .basicAirData
    } else if names.map(\.compact) == TraceCSVExport.headerNames {
      self = .viewModelKit
    } else if has("time", "lat", "lon", "elevation", "accuracy", "bearing", "speed") {
      self = .gpsLogger
    } else if has("no", "latitude", "longitude") {
      self = .unicsv
    } else if has("timestampms", "latitudee7", "longitudee7") {
      self = .googleLocationHistory
    } else {
      return nil
    }
  }
}
