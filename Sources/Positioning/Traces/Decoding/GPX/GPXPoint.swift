/// A track point, route point or waypoint of a GPX file, as far as it was read.
struct GPXPoint: Sendable {
  /// An element inside a point whose text is read.
  enum Field: Sendable {
    case elevation, time, speed, course, heading, variation, geoidHeight, fix, satellites
    case hdop, vdop, pdop
    case horizontalAccuracy, verticalAccuracy, speedAccuracy, courseAccuracy
    case heartRate, cadence, power, temperature

    /// The field of an element, by its name without prefix, in the schemas of GPX 1.0 and 1.1 and
    /// in the extensions of Garmin, OsmAnd, OpenTracks, GPSLogger and others.
    init?(_ name: ByteText) {
      guard let known = Field.names.first(where: { name.equals($0.0) }) else { return nil }
      self = known.1
    }

    private static let names: [(StaticString, Field)] = [
      ("ele", .elevation), ("time", .time), ("speed", .speed), ("course", .course),
      ("bearing", .course), ("heading", .heading), ("magvar", .variation),
      ("geoidheight", .geoidHeight), ("fix", .fix), ("sat", .satellites), ("hdop", .hdop),
      ("vdop", .vdop), ("pdop", .pdop), ("accuracy", .horizontalAccuracy),
      ("hacc", .horizontalAccuracy), ("accuracy_horizontal", .horizontalAccuracy),
      ("horizontalaccuracy", .horizontalAccuracy), ("vacc", .verticalAccuracy),
      ("accuracy_vertical", .verticalAccuracy), ("verticalaccuracy", .verticalAccuracy),
      ("speedaccuracy", .speedAccuracy), ("speed_accuracy", .speedAccuracy),
      ("courseaccuracy", .courseAccuracy), ("bearing_accuracy", .courseAccuracy),
      ("hr", .heartRate), ("heartrate", .heartRate), ("cad", .cadence), ("cadence", .cadence),
      ("atemp", .temperature), ("temp", .temperature), ("temperature", .temperature),
      ("power", .power), ("powerinwatts", .power),
    ]
  }

  let kind: TraceKind
  let line: Int?
  /// The number of its track or route.
  let number: UInt32
  /// Its name, if it has one.
  var texts = GPXTexts()
  let startsSegment: Bool
  private var location: Location
  private var timestamp: Timestamp?
  private var separation: Double?
  private var hasFix = true
  private var sensors = Sensors()
  /// The decimal sign of its position.
  private let sign: UInt8
  /// How many of its numbers may mean one of two things, and were left out.
  private(set) var ambiguousCount = 0

  /// The point of a tag `wpt`, `rtept` or `trkpt`; nil when its attributes say no position.
  init?(
    _ kind: TraceKind, inside: ByteText, line: Int?, number: UInt32, startsSegment: Bool
  ) {
    guard
      let north = inside.attribute("lat")?.trimmed, let east = inside.attribute("lon")?.trimmed,
      let latitude = north.angle(form: .degrees, decimalComma: true),
      let longitude = east.angle(form: .degrees, decimalComma: true)
    else { return nil }
    guard let coordinate = Coordinate(readLatitude: latitude, longitude: longitude) else {
      return nil
    }
    self.kind = kind
    self.line = line
    self.number = number
    self.startsSegment = startsSegment
    sign = north.decimalSign(beside: east)
    location = Location(coordinate: coordinate)
  }

  /// Takes over an element's text; what is no value of its kind is left out.
  ///
  /// - Parameter utcOffset: How far times without zone are ahead of UTC, in nanoseconds.
  mutating func set(_ field: Field, _ text: ByteText, utcOffset: Int64) {
    let text = text.trimmed
    if field == .time { return setTime(text, utcOffset) }
    if field == .fix { return setFix(text) }
    let number = text.written(sign: sign)
    if case .ambiguous = number { ambiguousCount += 1 }
    guard let value = number.value else { return }
    switch field {
    case .elevation: location.altitude = value
    case .speed: if value >= 0 { location.speed = value }
    case .course: if (0...360).contains(value) { location.course = value == 360 ? 0 : value }
    case .heading: if (0...360).contains(value) { location.heading = value == 360 ? 0 : value }
    case .variation:
      // The schema counts to the east, 0 up to 360; many write west as negative.
      if (-180...360).contains(value) {
        location.magneticVariation = value > 180 ? value - 360 : value
      }
    case .geoidHeight: separation = value
    case .satellites: if (0..<1000).contains(value) { location.satellitesUsed = Int(value) }
    case .hdop: if value > 0 { location.hdop = value }
    case .vdop: if value > 0 { location.vdop = value }
    case .pdop: if value > 0 { location.pdop = value }
    case .horizontalAccuracy: if value >= 0 { location.horizontalAccuracy = value }
    case .verticalAccuracy: if value > 0 { location.verticalAccuracy = value }
    case .speedAccuracy: if value >= 0 { location.speedAccuracy = value }
    case .courseAccuracy: if value >= 0 { location.courseAccuracy = value }
    case .heartRate: sensors.heartRate = value
    case .cadence: if value >= 0 { sensors.cadence = value }
    case .power: if value >= 0 { sensors.power = value }
    case .temperature: sensors.temperature = value
    case .time, .fix: break
    }
  }

  private mutating func setTime(_ text: ByteText, _ utcOffset: Int64) {
    timestamp = text.civilTime(order: .dayFirst)?.timestamp(zone: utcOffset) ?? timestamp
  }

  private mutating func setFix(_ text: ByteText) {
    if text.equals("none") {
      hasFix = false
    } else if text.equals("2d") || text.equals("3d") {
      location.fix = .gps
    } else if text.equals("dgps") {
      location.fix = .dgps
    } else if text.equals("pps") {
      location.fix = .pps
    } else {
      location.fix = FixQuality(rawValue: text.prefix(16).string) ?? .unknown
    }
  }

  /// Returns the epoch of the point, once it is whole.
  ///
  /// - Parameters:
  ///   - endOffset: How many bytes of the source end with it.
  ///   - lineLabel: The label of the track or route that begins with it.
  func epoch(endOffset: Int, lineLabel: TraceLabel?) -> TraceEpoch {
    var location = location
    if let separation, let height = location.altitude {
      location.ellipsoidalAltitude = height + separation
    }
    location.timestamp = timestamp
    return TraceEpoch(
      location: hasFix ? location : nil, timestamp: timestamp,
      nanosecondsOfDay: timestamp?.dayAndTime.time,
      endOffset: endOffset, line: line, startsSegment: startsSegment,
      kind: kind, number: number, label: texts.label(line: lineLabel), sensors: sensors)
  }
}
