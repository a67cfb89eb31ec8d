extension CSVRowReader {
  /// The position of a row.
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
      guard let coordinate = gridCoordinate else { return .junk }
      return .found(coordinate)
    } else {
      guard let north = self[.latitude], let east = self[.longitude] else { return .missing }
      guard let first = angle(north), let second = eastAngle(east) else {
        return north.isNoValue || east.isNoValue ? .missing : .junk
      }
      (latitude, longitude) = (first, second)
      if let side = self[.latitudeHemisphere]?.first, side | 0x20 == UInt8(ascii: "s") {
        latitude = -abs(latitude)
      }
      if let side = self[.longitudeHemisphere]?.first.map({ $0 | 0x20 }) {
        guard side != UInt8(ascii: "o") || dialect.sideOfO != nil else { return .junk }
        let isWest = side == UInt8(ascii: "w") || side == UInt8(ascii: "o") && isOWest
        if isWest { longitude = -abs(longitude) }
      }
    }
    // AIS uses this value for "not available".
    if latitude == 91 || longitude == 181 { return .missing }
    if dialect.isWestPositive { longitude = -longitude }
    // A larger longitude is a number of another kind.
    return Coordinate(readLatitude: latitude, longitude: longitude, limit: 190)
      .map { .found($0) } ?? .junk
  }

  /// The position in the UTM grid; nil if the row has none.
  ///
  /// Of a letter after the zone only the hemisphere is used. `S` is a band in the northern
  /// hemisphere, but many write it for the southern one; the northing tells which is meant.
  private var gridCoordinate: Coordinate? {
    guard var cell = self[.utmZone], let zone = cell.eatDecimal()?.scaled(by: 0),
      let easting = self[.easting]?.written(sign: separator).value,
      let northing = self[.northing]?.written(sign: separator).value
    else { return nil }
    let letter = (cell.trimmed.first ?? self[.utmBand]?.first).map { $0 | 0x20 }
    let side = self[.latitudeHemisphere]?.first.map { $0 | 0x20 }
    var isSouthern = letter.map { $0.isLetter && $0 < UInt8(ascii: "n") } ?? false
    if letter == UInt8(ascii: "s") { isSouthern = !(3_500_000...4_500_000).contains(northing) }
    if side == UInt8(ascii: "s") { isSouthern = true }
    return UTMCoordinate.coordinate(
      zone: Int(zone), isSouthern: isSouthern, easting: easting, northing: northing)
  }

  private func angle(_ cell: ByteText) -> Double? {
    cell.angle(form: dialect.angleForm, decimalComma: dialect.hasDecimalComma)
  }

  private var isOWest: Bool { dialect.sideOfO == .west }

  /// The longitude of a cell, which may have an O at either end; nil if its meaning is unknown.
  private func eastAngle(_ cell: ByteText) -> Double? {
    guard let angle = angle(cell) else { return nil }
    let text = cell.trimmed
    guard text.first?.lowercased == UInt8(ascii: "o") || text.last?.lowercased == UInt8(ascii: "o")
    else { return angle }
    return dialect.sideOfO.map { $0 == .west ? -abs(angle) : angle }
  }

  /// Both angles of a cell: `48.1,11.5`, `48.1 11.5`, `(48.1, 11.5)`, `geo:48.1,11.5`, and with the
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
    guard let second = isPoint ? angle(rest) : eastAngle(rest) else { return nil }
    return isPoint ? (second, first) : (first, second)
  }

  /// Returns the location of the row at its position; nil if the row reports no fix.
  mutating func location(_ coordinate: Coordinate) -> Location? {
    var location = Location(coordinate: coordinate)
    if let cell = self[.fix] {
      location.fix = cell.fixQuality
      if location.fix == .invalid { return nil }
    }
    var sensors = Sensors()
    readValues(locationFields, in: &location, &sensors)
    if location.speed == nil, let north = measured(.northSpeed), let east = measured(.eastSpeed) {
      let course = arcTangent(east, north) * 180 / .pi
      location.speed = hypotenuse(east, north)
      FixField.course.set(course < 0 ? course + 360 : course, in: &location, &sensors)
    }
    // As recorded: a table's altitude remains the altitude, and if its logger is known to write
    // heights above the ellipsoid, it is that height, too. Neither is computed from the other with
    // the height of the geoid, which loggers take from coarse models.
    if dialect.heightReference == .ellipsoid, location.ellipsoidalAltitude == nil {
      location.ellipsoidalAltitude = location.altitude
    }
    return location
  }

  /// Measurements besides the position.
  mutating func sensors() -> Sensors {
    var (location, sensors) = (Location.nowhere, Sensors())
    readValues(sensorFields, in: &location, &sensors)
    return sensors
  }

  private mutating func readValues(
    _ fields: [CSVColumn.ValueColumn], in location: inout Location, _ sensors: inout Sensors
  ) {
    for (column, field) in fields {
      let value =
        switch field {
        case .altitude, .ellipsoidalAltitude: height(column)
        default: column.quantity == nil ? number(column) : measured(column)
        }
      guard let value, !isNoneOfAIS(value, field) else { continue }
      field.set(value, in: &location, &sensors)
    }
  }

  /// Returns true for AIS's course of 360° and speed of 102.3 knots, which mean "not available".
  private func isNoneOfAIS(_ value: Double, _ field: FixField) -> Bool {
    guard dialect.logger == .marineCadastre || dialect.logger == .danishAIS else { return false }
    return switch field {
    case .course, .heading: value == 360
    case .speed: self[.speed]?.decimal()?.double == 102.3
    default: false
    }
  }

  /// A cell's number and the text after it: `98.470 m`, `"100" ft`.
  private mutating func numberAndUnit(_ column: CSVColumn) -> (value: Double, rest: ByteText)? {
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

  /// A value in our own unit, converted from the unit of the cell or the column.
  private mutating func measured(_ column: CSVColumn) -> Double? {
    guard let (value, rest) = numberAndUnit(column) else { return nil }
    guard !rest.isEmpty, let quantity = column.quantity else {
      return scales[column.rawValue](value)
    }
    let word = rest.compactWord
    if let scale = UnitScale(quantity, word: word) { return scale(value) }
    // A degree sign alone, or another mark.
    if word.isEmpty { return scales[column.rawValue](value) }
    doubts.unknownUnits += 1
    return nil
  }

  private mutating func height(_ column: CSVColumn) -> Double? {
    // Some loggers use these values for "unknown".
    if let cell = self[column], cell.first == .minus {
      let value = cell.written(sign: separator).value
      if value == -777 || value == -999 || value == -9999 { return nil }
    }
    return measured(column)
  }

  /// Values of a row that were left out for a counted reason.
  struct Doubts {
    var ambiguousNumbers = 0
    var unknownUnits = 0
  }

  /// Counts the values that were left out of the row.
  mutating func countDoubts(_ statistics: inout TraceStatistics) {
    guard doubts.ambiguousNumbers + doubts.unknownUnits > 0 else { return }
    statistics.note(.ambiguousNumber, count: doubts.ambiguousNumbers)
    statistics.note(.unknownUnit, count: doubts.unknownUnits)
    doubts = Doubts()
  }
}

extension ByteText {
  /// True if this is a word for a missing value.
  var isNoValue: Bool {
    guard let first, first.isLetter || first == .minus else { return false }
    return ByteText.noValues.contains(where: equals)
  }

  private static let noValues: [StaticString] = [
    "nan", "null", "n/a", "na", "none", "-", "--", "nil", "unknown", "undefined",
  ]

  /// A fix quality from the words of loggers.
  fileprivate var fixQuality: FixQuality { lookUp(ByteText.fixQualities) ?? .unknown }

  private static let fixQualities: [(StaticString, FixQuality)] = [
    ("gps", .gps), ("2d", .gps), ("3d", .gps), ("sps", .gps), ("dgps", .dgps), ("none", .invalid),
    ("no fix", .invalid), ("nofix", .invalid), ("invalid", .invalid), ("0", .invalid),
    ("pps", .pps), ("rtk", .rtk), ("floatrtk", .floatRTK), ("frtk", .floatRTK),
    ("estimated", .estimated), ("estimated (dead reckoning)", .estimated), ("manual", .manual),
    ("manual input mode", .manual), ("simulated", .simulated), ("simulator mode", .simulated),
  ]

  /// The satellites of our own tables: `G07* G12 R03*`, with a star if the fix used them.
  var satellites: [Satellite] {
    var result: [Satellite] = []
    // A name takes at least three characters, and a blank.
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
