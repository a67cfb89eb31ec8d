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
  private var kind: TraceKind?
  private var number: Double?
  private var details: String?
  private var symbol: String?
  private var lineName: String?
  private var lineDetails: String?
  private var location = Location(coordinate: Coordinate(latitude: 0, longitude: 0))

  /// Takes over a member that is a text.
  mutating func set(_ member: ByteText, text: ByteText) {
    if member.equals("time") || member.equals("timestamp") {
      guard let time = text.civilTime(order: .dayFirst) else { return }
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

  /// Takes over a member that is a number; what cannot be is left out.
  mutating func set(_ member: ByteText, number value: Double) {
    guard value.isFinite else { return }
    guard let known = FixMembers.names.first(where: { member.equals($0.0) })?.1 else { return }
    switch known {
    case .latitude: latitude = value
    case .longitude: longitude = value
    case .altitude: location.altitude = value
    case .ellipsoidalAltitude: location.ellipsoidalAltitude = value
    case .speed: if value >= 0 { location.speed = value }
    case .course: if (0...360).contains(value) { location.course = value == 360 ? 0 : value }
    case .heading: if (0...360).contains(value) { location.heading = value == 360 ? 0 : value }
    case .variation: if (-180...180).contains(value) { location.magneticVariation = value }
    case .satellites: if (0..<1000).contains(value) { location.satellitesUsed = Int(value) }
    case .hdop: if value > 0 { location.hdop = value }
    case .vdop: if value > 0 { location.vdop = value }
    case .pdop: if value > 0 { location.pdop = value }
    case .horizontalAccuracy: if value >= 0 { location.horizontalAccuracy = value }
    case .verticalAccuracy: if value > 0 { location.verticalAccuracy = value }
    case .speedAccuracy: if value >= 0 { location.speedAccuracy = value }
    case .courseAccuracy: if value >= 0 { location.courseAccuracy = value }
    case .segment: segment = value
    case .lap: lap = value
    case .number: number = value
    case .heartRate: SensorList.heartRate.set(value, in: &sensors)
    case .cadence: SensorList.cadence.set(value, in: &sensors)
    case .power: SensorList.power.set(value, in: &sensors)
    case .temperature: SensorList.temperature.set(value, in: &sensors)
    }
  }

  /// Returns the epoch of a place; nil where that cannot be.
  ///
  /// - Parameter height: The height above the ellipsoid, where it stands with the place.
  func epoch(at coordinate: Coordinate, height: Double? = nil) -> TraceEpoch? {
    guard
      let coordinate = Coordinate(
        readLatitude: coordinate.latitude, longitude: coordinate.longitude)
    else { return nil }
    var location = location
    location.coordinate = coordinate
    location.ellipsoidalAltitude = location.ellipsoidalAltitude ?? height
    location.timestamp = timestamp
    return TraceEpoch(
      location: location.fix == .invalid ? nil : location, timestamp: timestamp,
      nanosecondsOfDay: timeOfDay?.nanoseconds, startsSegment: kind == .waypoint,
      kind: kind ?? .track,
      number: number.flatMap { UInt32(exactly: $0) } ?? 0, label: label, sensors: sensors)
  }

  /// True if it says what it is part of, as we write it.
  var saysKind: Bool { kind != nil }

  private var label: TraceLabel? {
    TraceLabel(
      name: name, details: details, symbol: symbol,
      line: TraceLabel(name: lineName, details: lineDetails))
  }

  private enum Member: Sendable {
    case latitude, longitude, altitude, ellipsoidalAltitude, speed, course, heading, variation
    case satellites, hdop, vdop, pdop
    case horizontalAccuracy, verticalAccuracy, speedAccuracy, courseAccuracy
    case segment, lap, number, heartRate, cadence, power, temperature
  }

  private static let names: [(StaticString, Member)] = [
    ("latitude", .latitude), ("longitude", .longitude), ("altitude", .altitude),
    ("ellipsoidal_altitude", .ellipsoidalAltitude), ("speed", .speed), ("course", .course),
    ("heading", .heading), ("magnetic_variation", .variation), ("satellites", .satellites),
    ("hdop", .hdop), ("vdop", .vdop), ("pdop", .pdop),
    ("horizontal_accuracy", .horizontalAccuracy), ("vertical_accuracy", .verticalAccuracy),
    ("speed_accuracy", .speedAccuracy), ("course_accuracy", .courseAccuracy),
    ("segment", .segment), ("lap", .lap), ("number", .number), ("heart_rate", .heartRate),
    ("cadence", .cadence),
    ("power", .power),
    ("temperature", .temperature),
  ]
}
