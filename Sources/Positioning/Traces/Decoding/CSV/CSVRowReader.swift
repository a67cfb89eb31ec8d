/// Turns the rows of a table of a known dialect into epochs.
struct CSVRowReader: Sendable {
  /// A row's epoch, its date in days since 1970-01-01, and its nanoseconds since midnight.
  struct Row {
    var epoch: TraceEpoch
    var day: Int?
    var time: Int64?
  }

  /// What `read` found.
  enum Found {
    /// A row; nil when it was skipped.
    case row(Row?)
    case incomplete
  }

  private let dialect: CSVDialect
  private let separator: UInt8
  private let utcOffset: Int64
  private var cutter: CSVRowCutter
  private var headRows: Int
  /// How many cells the last row had.
  private var cellCount = 0
  /// Where each column stands, by `CSVColumn.rawValue`; -1 where it is missing.
  private let places: [Int]
  private let rowKind: [UInt8]

  init(_ dialect: CSVDialect, skipping headRows: Int, options: TraceOptions) {
    self.dialect = dialect
    self.headRows = headRows
    separator = dialect.hasDecimalComma ? .comma : .dot
    utcOffset = options.utcOffset.nanoseconds
    cutter = CSVRowCutter(delimiter: dialect.delimiter.asciiValue ?? .comma)
    places = CSVColumn.allCases.map { dialect.columns[$0] ?? -1 }
    rowKind = Array((dialect.rowKind ?? "").utf8)
  }

  /// Forgets the last row, which points into a buffer that is about to go.
  mutating func forget() { cutter.forget() }

  /// Takes one row off the front of `text`.
  mutating func read(
    _ text: inout ByteText, isLast: Bool, statistics: inout TraceStatistics
  ) -> Found {
    guard case .row(let length) = cutter.cut(text, isLast: isLast) else {
      guard text.count >= CSVRowCutter.longestRow else { return .incomplete }
      text.drop(CSVRowCutter.longestRow)
      statistics.skip(.overlong)
      return .row(nil)
    }
    let previousCellCount = cellCount
    cellCount = cutter.cells.count
    let isLineFeed = length == 1 && text[0] == .lineFeed
    let row = text.prefix(length)
    text.drop(length)
    guard !isLineFeed || headRows == 0 else { return .row(nil) }
    if headRows > 0 {
      headRows -= 1
      statistics.lines += 1
      return .row(nil)
    }
    let line = row.trimmed
    guard let first = line.first else { return .row(nil) }
    statistics.lines += 1
    if first == UInt8(ascii: "#") {
      statistics.skip(.text)
      return .row(nil)
    }
    if isLast, text.isEmpty, isCut(row, after: previousCellCount) {
      statistics.skip(.truncated)
      return .row(nil)
    }
    return .row(currentRow(&statistics))
  }

  /// Whether a table's last row is not whole: a copy of a table that is being written ends
  /// anywhere, also within a longitude.
  private func isCut(_ row: ByteText, after previousCellCount: Int) -> Bool {
    guard let last = row.last, last != .lineFeed, last != .carriageReturn else { return false }
    return rowKind.isEmpty && cutter.cells.count < previousCellCount
  }

  private subscript(column: CSVColumn) -> ByteText? {
    let place = places[column.rawValue]
    guard place >= 0, place < cutter.cells.count else { return nil }
    let cell = cutter.cells[place].trimmed
    return cell.isEmpty ? nil : cell
  }

  private func currentRow(_ statistics: inout TraceStatistics) -> Row? {
    if !rowKind.isEmpty {
      guard let kind = self[.kind], kind.count == rowKind.count,
        rowKind.indices.allSatisfy({ kind[$0].lowercased == rowKind[$0].lowercased })
      else {
        statistics.skip(.otherKind)
        return nil
      }
    }
    let needed = max(places[CSVColumn.latitude.rawValue], places[CSVColumn.longitude.rawValue])
    guard cutter.cells.count > needed else {
      statistics.skip(.truncated)
      return nil
    }
    var row = Row(epoch: TraceEpoch(location: nil))
    var isTimed = false
    if !readTime(&row, isTimed: &isTimed) {
      statistics.skip(isRepeatedHeader ? .text : .malformedField)
      return nil
    }
    switch coordinate {
    case .junk:
      statistics.skip(isRepeatedHeader ? .text : .malformedField)
      return nil
    case .missing:
      guard isTimed else {
        statistics.skip(.truncated)
        return nil
      }
    case .found(let coordinate):
      row.epoch.location = location(coordinate)
      row.epoch.location?.timestamp = row.epoch.timestamp
    }
    statistics.sentences += 1
    return row
  }

  /// Whether this row says what the header says: tables that were put together repeat it.
  private var isRepeatedHeader: Bool {
    guard let header = dialect.header else { return false }
    let column: CSVColumn = dialect.columns[.position] == nil ? .latitude : .position
    return self[column]?.string == header[dialect.columns[column]!]
  }
}

extension CSVRowReader {
  private enum Position {
    case found(Coordinate)
    case missing
    case junk
  }

  private var coordinate: Position {
    var latitude: Double
    var longitude: Double
    if let cell = self[.position] {
      var rest = cell
      guard
        let first = rest.eatAngle(form: dialect.angleForm, decimalComma: dialect.hasDecimalComma)
      else { return .junk }
      while let byte = rest.first, byte == .comma || byte == UInt8(ascii: ";") || byte <= 0x20 {
        rest.drop(1)
      }
      guard
        let second = rest.angle(form: dialect.angleForm, decimalComma: dialect.hasDecimalComma)
      else { return .junk }
      (latitude, longitude) = (first, second)
    } else {
      guard let north = self[.latitude], let east = self[.longitude] else { return .missing }
      if north.isNoValue || east.isNoValue { return .missing }
      guard
        let first = north.angle(form: dialect.angleForm, decimalComma: dialect.hasDecimalComma),
        let second = east.angle(form: dialect.angleForm, decimalComma: dialect.hasDecimalComma)
      else { return .junk }
      (latitude, longitude) = (first, second)
      if self[.latitudeHemisphere]?.equals("S") == true { latitude = -abs(latitude) }
      if self[.longitudeHemisphere]?.equals("W") == true { longitude = -abs(longitude) }
    }
    // Some software counts longitudes from 0 to 360.
    if longitude > 180, longitude <= 360 { longitude -= 360 }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    return coordinate.isValid ? .found(coordinate) : .junk
  }

  private func location(_ coordinate: Coordinate) -> Location? {
    var location = Location(coordinate: coordinate)
    if let cell = self[.fix] {
      location.fix = cell.fixQuality
      if location.fix == .invalid { return nil }
    }
    let height = length(.altitude)
    let separation = length(.geoidHeight)
    switch dialect.heightReference {
    case .ellipsoid:
      location.ellipsoidalAltitude = height
      if let height, let separation { location.altitude = height - separation }
    case .meanSeaLevel, .unknown:
      location.altitude = height
      if let height, let separation { location.ellipsoidalAltitude = height + separation }
    }
    if location.altitude == nil, dialect.logger == .gpsLogger { location.altitude = height }
    location.speed = speed
    let isStanding = location.speed.map { $0 < 0.1 } ?? false
    if !isStanding, let course = number(.course), course >= 0, course <= 360 {
      location.course = course == 360 ? 0 : course
    }
    location.horizontalAccuracy = length(.horizontalAccuracy).flatMap { $0 >= 0 ? $0 : nil }
    location.verticalAccuracy = length(.verticalAccuracy).flatMap { $0 > 0 ? $0 : nil }
    location.hdop = number(.hdop).flatMap { $0 > 0 ? $0 : nil }
    location.vdop = number(.vdop).flatMap { $0 > 0 ? $0 : nil }
    location.pdop = number(.pdop).flatMap { $0 > 0 ? $0 : nil }
    if let count = number(.satellites), count >= 0, count < 1000 {
      location.satellitesUsed = Int(count)
    }
    return location
  }

  /// A cell's number with what follows it: `98.470 m`.
  private func measured(_ column: CSVColumn) -> (value: Double, rest: ByteText)? {
    guard var cell = self[column], let number = cell.eatDecimal(separator: separator) else {
      return nil
    }
    return (number.double, cell.trimmed)
  }

  private func number(_ column: CSVColumn) -> Double? {
    guard let (value, rest) = measured(column), rest.isEmpty || rest[0] >= 0x80 else { return nil }
    return value
  }

  private func length(_ column: CSVColumn) -> Double? {
    guard let (value, rest) = measured(column) else { return nil }
    // What some loggers write for "not known".
    if value == -777 || value == -999 || value == -9999 { return nil }
    if rest.isEmpty { return value * (column == .altitude ? dialect.heightUnit.metres : 1) }
    return LengthUnit(word: rest.compactWord).map { value * $0.metres }
  }

  private var speed: Double? {
    guard let (value, rest) = measured(.speed), value >= 0 else { return nil }
    if rest.isEmpty { return value * dialect.speedUnit.metresPerSecond }
    return SpeedUnit(word: rest.compactWord).map { value * $0.metresPerSecond }
  }

  /// Reads the row's time into `row`; false when a cell that should be a time is none.
  private func readTime(_ row: inout Row, isTimed: inout Bool) -> Bool {
    var day: Int?
    var time: CivilTime?
    if let cell = self[.date] {
      day = cell.civilDate(order: dialect.dateOrder)
      guard day != nil else { return false }
    }
    if let cell = self[.time], !cell.isNoValue {
      time =
        day == nil
        ? cell.civilTime(order: dialect.dateOrder) : cell.civilTimeOfDay(order: dialect.dateOrder)
      guard time != nil else { return false }
    }
    guard let time else { return true }
    isTimed = true
    let nanosecondsPerDay = CivilTime.nanosecondsPerDay
    if let instant = time.instant {
      row.setInstant(instant)
    } else if let elapsed = time.elapsed {
      row.epoch.timeOfDay = .nanoseconds(elapsed)
    } else if let clock = time.time {
      let zone = (time.zone ?? self[.utcOffset]?.zone).map { Int64($0) * 1_000_000_000 }
      let universal = clock - (zone ?? utcOffset)
      if let day = time.day ?? day {
        row.setInstant(Int64(day) * nanosecondsPerDay + universal)
      } else {
        row.time = universal - floorDivide(universal, nanosecondsPerDay) * nanosecondsPerDay
        row.epoch.timeOfDay = .nanoseconds(row.time!)
      }
    }
    return true
  }
}

extension CSVRowReader.Row {
  fileprivate mutating func setInstant(_ nanoseconds: Int64) {
    let day = floorDivide(nanoseconds, CivilTime.nanosecondsPerDay)
    let clock = nanoseconds - day * CivilTime.nanosecondsPerDay
    self.day = Int(day)
    time = clock
    epoch.timestamp = Timestamp(nanosecondsSince1970: nanoseconds)
    epoch.timeOfDay = .nanoseconds(clock)
  }
}

extension ByteText {
  /// Whether this is a word that stands for no value.
  fileprivate var isNoValue: Bool {
    guard let first, first.isLetter || first == .minus else { return false }
    return equals("nan") || equals("null") || equals("n/a") || equals("na") || equals("none")
      || equals("-") || equals("--")
  }

  /// A fix quality from the words that loggers use.
  fileprivate var fixQuality: FixQuality {
    if equals("gps") || equals("2d") || equals("3d") || equals("sps") { return .gps }
    if equals("dgps") { return .dgps }
    if equals("none") || equals("no fix") || equals("invalid") { return .invalid }
    if equals("unknown") { return .unknown }
    if equals("pps") { return .pps }
    if equals("rtk") { return .rtk }
    if equals("floatrtk") || equals("frtk") { return .floatRTK }
    if equals("estimated") || equals("estimated (dead reckoning)") { return .estimated }
    if equals("manual") || equals("manual input mode") { return .manual }
    if equals("simulated") || equals("simulator mode") { return .simulated }
    return .unknown
  }
}
