extension CSVRowReader {
  /// Where a row is.
  enum Position {
    case found(Coordinate)
    case missing
    case junk
  }

  var coordinate: Position {
    var latitude: Double
    var longitude: Double
    if let cell = self[.position] {
      guard let pair = positionPair(cell) else { return cell.isNoValue ? .missing : .junk }
      (latitude, longitude) = pair
    } else if isGrid {
      guard let cell = self[.easting], !cell.isNoValue else { return .missing }
      guard let place = gridPlace else { return .junk }
      return .found(place)
    } else {
      guard let north = self[.latitude], let east = self[.longitude] else { return .missing }
      guard let first = angle(north), let second = angle(east) else {
        return north.isNoValue || east.isNoValue ? .missing : .junk
      }
      (latitude, longitude) = (first, second)
      if let side = self[.latitudeHemisphere]?.first, side | 0x20 == UInt8(ascii: "s") {
        latitude = -abs(latitude)
      }
      if let side = self[.longitudeHemisphere]?.first, side | 0x20 == UInt8(ascii: "w") {
        longitude = -abs(longitude)
      }
    }
    // The value of AIS for "not available".
    if latitude == 91 || longitude == 181 { return .missing }
    if dialect.isWestPositive { longitude = -longitude }
    // What is further off is a number of another kind.
    return Coordinate(readLatitude: latitude, longitude: longitude, limit: 190)
      .map { .found($0) } ?? .junk
  }

  /// The place in the UTM grid; nil where it says none.
  ///
  /// Of a letter behind the zone only the half of the earth counts. `S` is a band of the northern
  /// one, and many write it for the southern one: there the band would be another.
  private var gridPlace: Coordinate? {
    guard var cell = self[.utmZone], let zone = cell.eatDecimal()?.scaled(by: 0),
      let easting = self[.easting]?.written(sign: separator).value,
      let northing = self[.northing]?.written(sign: separator).value
    else { return nil }
    let letter = (cell.trimmed.first ?? self[.utmBand]?.first).map { $0 | 0x20 }
    let side = self[.latitudeHemisphere]?.first.map { $0 | 0x20 }
    var isSouthern = letter.map { $0.isLetter && $0 < UInt8(ascii: "n") } ?? false
    if letter == UInt8(ascii: "s") { isSouthern = !(3_500_000...4_500_000).contains(northing) }
    if side == UInt8(ascii: "s") { isSouthern = true }
    return UTMCoordinate.place(
      zone: Int(zone), isSouthern: isSouthern, easting: easting, northing: northing)
  }

  private func angle(_ cell: ByteText) -> Double? {
    cell.angle(form: dialect.angleForm, decimalComma: dialect.hasDecimalComma)
  }

  /// Both angles of a cell: `48.1,11.5`, `48.1 11.5`, `(48.1, 11.5)`, `geo:48.1,11.5`, and with
  /// longitude first `POINT (11.5 48.1)`.
  private func positionPair(_ cell: ByteText) -> (Double, Double)? {
    var rest = cell
    let isPoint = rest.hasPrefix("point")
    if isPoint || rest.hasPrefix("geo:") {
      while let byte = rest.first, !byte.isDigit, byte != .minus { rest.drop(1) }
    }
    while let byte = rest.first, byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") {
      rest.drop(1)
    }
    let decimalComma = dialect.hasDecimalComma
    guard let first = rest.eatAngle(form: dialect.angleForm, decimalComma: decimalComma) else {
      return nil
    }
    while let byte = rest.first, byte == .comma || byte == UInt8(ascii: ";") || byte <= 0x20 {
      rest.drop(1)
    }
    while let byte = rest.last, byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") {
      rest.count -= 1
    }
    guard let second = rest.angle(form: dialect.angleForm, decimalComma: decimalComma) else {
      return nil
    }
    return isPoint ? (second, first) : (first, second)
  }

  /// Returns the location of the row with its position; nil when it says that there was no fix.
  mutating func location(_ coordinate: Coordinate) -> Location? {
    var location = Location(coordinate: coordinate)
    if let cell = self[.fix] {
      location.fix = cell.fixQuality
      if location.fix == .invalid { return nil }
    }
    readHeights(into: &location)
    location.speed = speed()
    location.course = bearing(.course)
    location.heading = bearing(.heading)
    location.magneticVariation = number(.magneticVariation).flatMap {
      (-180...180).contains($0) ? $0 : nil
    }
    location.horizontalAccuracy = measured(.horizontalAccuracy).flatMap { $0 >= 0 ? $0 : nil }
    location.verticalAccuracy = measured(.verticalAccuracy).flatMap { $0 > 0 ? $0 : nil }
    location.speedAccuracy = measured(.speedAccuracy).flatMap { $0 >= 0 ? $0 : nil }
    location.courseAccuracy = number(.courseAccuracy).flatMap { $0 >= 0 ? $0 : nil }
    location.hdop = number(.hdop).flatMap { $0 > 0 ? $0 : nil }
    location.vdop = number(.vdop).flatMap { $0 > 0 ? $0 : nil }
    location.pdop = number(.pdop).flatMap { $0 > 0 ? $0 : nil }
    if let count = number(.satellites), count >= 0, count < 1000 {
      location.satellitesUsed = Int(count)
    }
    return location
  }

  /// The columns that ``sensors`` are read from.
  static let sensorColumns: [CSVColumn] = [.heartRate, .cadence, .power, .temperature]

  /// Measurements besides the place.
  mutating func sensors() -> Sensors {
    Sensors(
      heartRate: number(.heartRate), cadence: number(.cadence).flatMap { $0 >= 0 ? $0 : nil },
      power: number(.power).flatMap { $0 >= 0 ? $0 : nil }, temperature: measured(.temperature))
  }

  /// Reads both heights, as they were recorded: what a table calls altitude stays the altitude, and
  /// where its logger is known to write heights above the ellipsoid it is that one, too. None is
  /// computed from another by the height of the geoid, which loggers take from coarse models.
  private mutating func readHeights(into location: inout Location) {
    location.altitude = height(.altitude)
    location.ellipsoidalAltitude =
      height(.ellipsoidalAltitude)
      ?? (dialect.heightReference == .ellipsoid ? location.altitude : nil)
  }

  /// A direction; nil for what stands for none: -1, and AIS's 511 and 360.
  private mutating func bearing(_ column: CSVColumn) -> Double? {
    guard let angle = number(column), angle >= 0, angle <= 360 else { return nil }
    guard angle == 360 else { return angle }
    return dialect.logger == .marineCadastre || dialect.logger == .danishAIS ? nil : 0
  }

  /// A cell's number with what follows it: `98.470 m`, `"100" ft`.
  private mutating func numberAndUnit(
    _ column: CSVColumn
  ) -> (value: Double, rest: ByteText)? {
    guard var cell = self[column] else { return nil }
    _ = cell.eat(.quote)
    switch cell.eatWritten(sign: separator) {
    case .number(let value):
      _ = cell.eat(.quote)
      return (value, cell.trimmed)
    case .ambiguous:
      doubts.ambiguousNumbers += 1
      return nil
    case .none: return nil
    }
  }

  private mutating func number(_ column: CSVColumn) -> Double? {
    guard let (value, rest) = numberAndUnit(column), rest.isEmpty || rest[0] >= 0x80 else {
      return nil
    }
    return value
  }

  /// A value in our own unit, be it that the cell or that the column says another.
  private mutating func measured(_ column: CSVColumn) -> Double? {
    guard let (value, rest) = numberAndUnit(column) else { return nil }
    guard !rest.isEmpty, let quantity = column.quantity else {
      return scales[column.rawValue](value)
    }
    let word = rest.compactWord
    if let scale = UnitScale(quantity, word: word) { return scale(value) }
    // A degree sign alone, or a mark of something.
    if word.isEmpty { return scales[column.rawValue](value) }
    doubts.unknownUnits += 1
    return nil
  }

  private mutating func height(_ column: CSVColumn) -> Double? {
    // The values of some loggers for "not known".
    if let cell = self[column], cell.first == .minus {
      let value = cell.written(sign: separator).value
      if value == -777 || value == -999 || value == -9999 { return nil }
    }
    return measured(column)
  }

  private mutating func speed() -> Double? {
    guard let speed = measured(.speed), speed >= 0 else { return nil }
    // The value of AIS for "not available".
    if dialect.logger == .marineCadastre || dialect.logger == .danishAIS,
      self[.speed]?.decimal()?.double == 102.3
    {
      return nil
    }
    return speed
  }

  /// Values of a row that were left out for a reason that is counted.
  struct Doubts {
    var ambiguousNumbers = 0
    var unknownUnits = 0
  }

  /// Counts what was left out of the row.
  mutating func countDoubts(_ statistics: inout TraceStatistics) {
    guard doubts.ambiguousNumbers + doubts.unknownUnits > 0 else { return }
    statistics.note(.ambiguousNumber, count: doubts.ambiguousNumbers)
    statistics.note(.unknownUnit, count: doubts.unknownUnits)
    doubts = Doubts()
  }
}

extension ByteText {
  /// True if this is a word that stands for no value.
  var isNoValue: Bool {
    guard let first, first.isLetter || first == .minus else { return false }
    return equals("nan") || equals("null") || equals("n/a") || equals("na") || equals("none")
      || equals("-") || equals("--") || equals("nil") || equals("unknown") || equals("undefined")
  }

  /// A fix quality from the words that loggers use.
  fileprivate var fixQuality: FixQuality {
    if equals("gps") || equals("2d") || equals("3d") || equals("sps") { return .gps }
    if equals("dgps") { return .dgps }
    if equals("none") || equals("no fix") || equals("nofix") || equals("invalid") || equals("0") {
      return .invalid
    }
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

extension ByteText {
  /// The satellites of our own tables: `G07* G12 R03*`, a star where the fix used it.
  var satellites: [Satellite] {
    var result: [Satellite] = []
    // A name takes three characters or more, and a blank.
    result.reserveCapacity(min(count / 4 + 1, 256))
    var rest = self
    while let letter = rest.first, result.count < 256 {
      rest.drop(1)
      guard letter.isLetter || letter == UInt8(ascii: "?") else { continue }
      var length = 0
      var number = 0
      while length < min(rest.count, 4), rest[length].isDigit {
        number = number * 10 + Int(rest[length] - 0x30)
        length += 1
      }
      guard length > 0 else { continue }
      rest.drop(length)
      let system = SatelliteSystem(letter: letter)
      let isUsed = rest.eat(UInt8(ascii: "*"))
      result.append(Satellite(system: system, number: number, isUsed: isUsed))
    }
    return result
  }
}
