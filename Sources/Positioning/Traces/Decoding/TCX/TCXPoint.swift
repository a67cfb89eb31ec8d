/// A trackpoint or a course point of a TCX file, as far as it was read.
struct TCXPoint: Sendable {
  /// An element inside a point whose text is read.
  enum Field: Hashable, Sendable {
    case value(FixField), time, latitude, longitude, runCadence, name

    init?(_ name: ByteText) {
      guard let known = name.lookUp(Field.names) else { return nil }
      self = known
    }

    private static let names: [(StaticString, Field)] = [
      ("Time", .time), ("LatitudeDegrees", .latitude), ("LongitudeDegrees", .longitude),
      ("AltitudeMeters", .value(.altitude)), ("Cadence", .value(.cadence)),
      ("RunCadence", .runCadence), ("Speed", .value(.speed)), ("Watts", .value(.power)),
      ("Name", .name),
    ]
  }

  /// The number of the line in which it begins.
  let line: Int
  /// True if it has a position, valid or not.
  var hasPosition = false
  private(set) var name: String?
  private var latitude: Double?
  private var longitude: Double?
  private var location = Location(coordinate: Coordinate(latitude: 0, longitude: 0))
  private var timestamp: Timestamp?
  private var hasLocalTime = false
  private var runCadence: Double?
  private var sensors = Sensors()
  /// The decimal sign of its position.
  private var sign = UInt8.dot
  /// The number of ambiguous numbers, which are left out.
  private(set) var ambiguousCount = 0

  init(line: Int) { self.line = line }

  /// Sets a field from an element's text; ignores text that is not a valid value.
  ///
  /// - Parameter utcOffset: The time by which times without a zone are ahead of UTC, nanoseconds.
  mutating func set(_ field: Field, _ text: ByteText, utcOffset: Int64) {
    switch field {
    case .time:
      let time = text.civilTime(order: .dayFirst)
      (timestamp, hasLocalTime) = (time?.timestamp(zone: utcOffset), time?.isLocal ?? false)
    case .name: name = text.string
    default:
      // In a position, a comma does not separate thousands.
      let isPosition = field == .latitude || field == .longitude
      if isPosition { sign = text.decimalSign() }
      let number = text.written(sign: sign)
      if case .ambiguous = number { ambiguousCount += 1 }
      if let value = number.value, value.isFinite { set(field, value) }
    }
  }

  private mutating func set(_ field: Field, _ value: Double) {
    switch field {
    case .latitude: latitude = value
    case .longitude: longitude = value
    case .runCadence: if value >= 0 { runCadence = value }
    case .value(let known): known.set(value, in: &location, &sensors)
    case .time, .name: break
    }
  }

  /// Returns the epoch of the point, once it is complete; nil if its position is invalid.
  func epoch(endOffset: Int) -> TraceEpoch? {
    var sensors = sensors
    if sensors.cadence == nil { sensors.cadence = runCadence }
    var location = location
    location.timestamp = timestamp
    if hasPosition {
      guard let latitude, let longitude,
        let coordinate = Coordinate(readLatitude: latitude, longitude: longitude)
      else { return nil }
      location.coordinate = coordinate
    }
    var epoch = TraceEpoch(
      location: hasPosition ? location : nil, timestamp: timestamp,
      nanosecondsOfDay: timestamp?.dayAndTime.time, endOffset: endOffset,
      line: line, sensors: sensors)
    epoch.hasLocalTime = hasLocalTime
    return epoch
  }
}
