/// A track point, route point or waypoint of a GPX file, as far as it was read.
struct GPXPoint: Sendable {
  /// An element inside a point whose text is read.
  enum Field: Hashable, Sendable {
    case value(FixField), time, geoidHeight, fix

    /// The field of an element, by its name without a prefix, in the schemas of GPX 1.0 and 1.1 and
    /// in the extensions of Garmin, OsmAnd, OpenTracks, GPSLogger and others.
    init?(_ name: ByteText) {
      guard let known = name.lookUp(Field.names) else { return nil }
      self = known
    }

    private static let names: [(StaticString, Field)] = [
      ("ele", .value(.altitude)), ("time", .time), ("speed", .value(.speed)),
      ("course", .value(.course)), ("bearing", .value(.course)), ("heading", .value(.heading)),
      ("magvar", .value(.variation)), ("geoidheight", .geoidHeight), ("fix", .fix),
      ("sat", .value(.satellites)), ("hdop", .value(.hdop)), ("vdop", .value(.vdop)),
      ("pdop", .value(.pdop)), ("accuracy", .value(.horizontalAccuracy)),
      ("hacc", .value(.horizontalAccuracy)), ("accuracy_horizontal", .value(.horizontalAccuracy)),
      ("horizontalaccuracy", .value(.horizontalAccuracy)), ("vacc", .value(.verticalAccuracy)),
      ("accuracy_vertical", .value(.verticalAccuracy)),
      ("verticalaccuracy", .value(.verticalAccuracy)), ("speedaccuracy", .value(.speedAccuracy)),
      ("speed_accuracy", .value(.speedAccuracy)), ("courseaccuracy", .value(.courseAccuracy)),
      ("bearing_accuracy", .value(.courseAccuracy)), ("hr", .value(.heartRate)),
      ("heartrate", .value(.heartRate)), ("cad", .value(.cadence)), ("cadence", .value(.cadence)),
      ("atemp", .value(.temperature)), ("temp", .value(.temperature)),
      ("temperature", .value(.temperature)), ("power", .value(.power)),
      ("powerinwatts", .value(.power)),
    ]
  }

  let kind: TraceKind
  let line: Int
  /// The number of its track or route.
  let number: UInt32
  /// Its name, if it has one.
  var texts = GPXTexts()
  let startsSegment: Bool
  private var location: Location
  private var timestamp: Timestamp?
  /// The time of day if there is no date, nanoseconds.
  private var timeOfDay: Int64?
  private var hasLocalTime = false
  private var separation: Double?
  private var hasFix = true
  private var sensors = Sensors()
  /// The decimal sign of its position.
  private let sign: UInt8
  /// The number of ambiguous numbers, which are left out.
  private(set) var ambiguousCount = 0

  /// The point of a tag `wpt`, `rtept` or `trkpt`; nil if its attributes do not contain a position.
  init?(_ kind: TraceKind, inside: ByteText, line: Int, number: UInt32, startsSegment: Bool) {
    guard let north = inside.attribute("lat")?.trimmed, let east = inside.attribute("lon")?.trimmed,
      let latitude = north.angle(form: .degrees, decimalComma: true),
      let longitude = east.angle(form: .degrees, decimalComma: true)
    else { return nil }
    guard let coordinate = Coordinate(readLatitude: latitude, longitude: longitude) else {
      return nil
    }
    (self.kind, self.line, self.number, self.startsSegment) = (kind, line, number, startsSegment)
    sign = north.decimalSign(beside: east)
    location = Location(coordinate: coordinate)
  }

  /// Sets a field from an element's text; ignores text that is not a valid value.
  ///
  /// - Parameter utcOffset: The time by which times without a zone are ahead of UTC, nanoseconds.
  mutating func set(_ field: Field, _ text: ByteText, utcOffset: Int64) {
    guard text.firstIndex(of: UInt8(ascii: "&")) == nil else {
      let decoded = Array(String(xmlText: text).utf8)
      return decoded.withUnsafeBufferPointer { setPlain(field, ByteText($0), utcOffset) }
    }
    setPlain(field, text, utcOffset)
  }

  private mutating func setPlain(_ field: Field, _ text: ByteText, _ utcOffset: Int64) {
    if field == .time { return setTime(text, utcOffset) }
    if field == .fix { return setFix(text) }
    let number = text.written(sign: sign)
    if case .ambiguous = number { ambiguousCount += 1 }
    guard let value = number.value else { return }
    switch field {
    case .value(.variation) where value > 180 && value <= 360:
      location.magneticVariation = value - 360
    case .value(let known): known.set(value, in: &location, &sensors)
    case .geoidHeight: separation = value
    case .time, .fix: break
    }
  }

  private mutating func setTime(_ text: ByteText, _ utcOffset: Int64) {
    guard let time = text.civilTime(order: .dayFirst) else { return }
    if let found = time.timestamp(zone: utcOffset) {
      (timestamp, hasLocalTime) = (found, time.isLocal)
    } else if timestamp == nil, let clock = time.universal(zone: utcOffset) {
      (timeOfDay, hasLocalTime) = (withoutDays(clock), time.isLocal)
    }
  }

  private mutating func setFix(_ text: ByteText) {
    guard !text.equals("none") else { return hasFix = false }
    location.fix =
      text.lookUp(GPXPoint.fixes) ?? FixQuality(rawValue: text.prefix(16).string) ?? .unknown
  }

  private static let fixes: [(StaticString, FixQuality)] = [
    ("2d", .gps), ("3d", .gps), ("dgps", .dgps), ("pps", .pps),
  ]

  /// Returns the epoch of the point, once it is complete.
  ///
  /// - Parameters:
  ///   - endOffset: The offset in the source after it.
  ///   - lineLabel: The label of the track or route that begins with it.
  func epoch(endOffset: Int, lineLabel: TraceLabel?) -> TraceEpoch {
    var location = location
    if let separation, let height = location.altitude {
      location.ellipsoidalAltitude = height + separation
    }
    location.timestamp = timestamp
    var epoch = TraceEpoch(
      location: hasFix ? location : nil, timestamp: timestamp,
      nanosecondsOfDay: timestamp?.dayAndTime.time ?? timeOfDay,
      endOffset: endOffset, line: line, startsSegment: startsSegment,
      kind: kind, number: number, label: texts.label(line: lineLabel), sensors: sensors)
    epoch.hasLocalTime = hasLocalTime
    return epoch
  }
}
