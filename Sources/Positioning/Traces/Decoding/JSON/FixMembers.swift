/// The values of one fix in an object, by the names of our own columns.
struct FixMembers: Sendable {
  private(set) var timestamp: Timestamp?
  private(set) var timeOfDay: Duration?
  private(set) var latitude: Double?
  private(set) var longitude: Double?
  private(set) var segment: Double?
  private(set) var lap: Double?
  private(set) var sensors = Sensors()
  private(set) var name: String?
  private var hasLocalTime = false
  private var kind: TraceKind?
  private var number: Double?
  private var details: String?
  private var symbol: String?
  private var lineName: String?
  private var lineDetails: String?
  private var location = Location(coordinate: Coordinate(latitude: 0, longitude: 0))

  /// Sets a member whose value is a string.
  mutating func set(_ member: ByteText, text: ByteText) {
    if member.equals("time") || member.equals("timestamp") {
      guard let time = text.civilTime(order: .dayFirst) else { return }
      hasLocalTime = time.isLocal
      timestamp = time.timestamp()
      timeOfDay =
        timestamp.map { .nanoseconds($0.dayAndTime.time) }
        ?? time.universal().map { .nanoseconds(withoutDays($0)) }
    } else if member.equals("fix") {
      location.fix = FixQuality(rawValue: text.prefix(16).string) ?? .unknown
    } else if member.equals("kind") {
      kind = TraceKind(name: text.prefix(16).string)
    } else if member.equals("name") {
      name = text.string
    } else if member.equals("description") {
      details = text.string
    } else if member.equals("symbol") {
      symbol = text.string
    } else if member.equals("line_name") {
      lineName = text.string
    } else if member.equals("line_description") {
      lineDetails = text.string
    }
  }

  /// Sets a member whose value is a number; ignores an impossible one.
  mutating func set(_ member: ByteText, number value: Double) {
    guard value.isFinite, let known = member.lookUp(FixMembers.names) else { return }
    switch known {
    case .latitude: latitude = value
    case .longitude: longitude = value
    case .segment: segment = value
    case .lap: lap = value
    case .number: number = value
    case .value(let field): field.set(value, in: &location, &sensors)
    }
  }

  /// Returns the epoch of a position; nil if the position is invalid.
  ///
  /// - Parameter height: The height above the ellipsoid, if it is given with the position.
  func epoch(at coordinate: Coordinate, height: Double? = nil) -> TraceEpoch? {
    guard
      let coordinate = Coordinate(
        readLatitude: coordinate.latitude, longitude: coordinate.longitude)
    else { return nil }
    var location = location
    location.coordinate = coordinate
    location.ellipsoidalAltitude = location.ellipsoidalAltitude ?? height
    location.timestamp = timestamp
    var epoch = TraceEpoch(
      location: location.fix == .invalid ? nil : location, timestamp: timestamp,
      nanosecondsOfDay: timeOfDay?.nanoseconds, startsSegment: kind == .waypoint,
      kind: kind ?? .track,
      number: number.flatMap { UInt32(exactly: $0) } ?? 0, label: label, sensors: sensors)
    epoch.hasLocalTime = hasLocalTime
    return epoch
  }

  /// True if it contains the kind, as our own lines do.
  var saysKind: Bool { kind != nil }

  private var label: TraceLabel? {
    TraceLabel(
      name: name, details: details, symbol: symbol,
      line: TraceLabel(name: lineName, details: lineDetails))
  }

  private enum Member: Sendable { case latitude, longitude, segment, lap, number, value(FixField) }

  private static let names: [(StaticString, Member)] = [
    ("latitude", .latitude), ("longitude", .longitude), ("segment", .segment), ("lap", .lap),
    ("number", .number), ("altitude", .value(.altitude)),
    ("ellipsoidal_altitude", .value(.ellipsoidalAltitude)), ("speed", .value(.speed)),
    ("course", .value(.course)), ("heading", .value(.heading)),
    ("magnetic_variation", .value(.variation)), ("satellites", .value(.satellites)),
    ("hdop", .value(.hdop)), ("vdop", .value(.vdop)), ("pdop", .value(.pdop)),
    ("horizontal_accuracy", .value(.horizontalAccuracy)),
    ("vertical_accuracy", .value(.verticalAccuracy)), ("speed_accuracy", .value(.speedAccuracy)),
    ("course_accuracy", .value(.courseAccuracy)), ("heart_rate", .value(.heartRate)),
    ("cadence", .value(.cadence)), ("power", .value(.power)), ("temperature", .value(.temperature)),
  ]
}
