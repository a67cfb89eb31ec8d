/// A point of a line whose time or other values may stand further on in its source.
///
/// Half of an epoch's size, since many are held.
struct HeldPoint: Sendable {
  /// Where it is; not a number where its place in the list is empty.
  var coordinate: Coordinate
  var altitude = OptionalNumber()
  var ellipsoidalAltitude = OptionalNumber()
  var speed = OptionalNumber()
  var timestamp: Timestamp?
  var sensors = Sensors()
  /// How many bytes of the source end with it.
  var endOffset: Int
  /// The number of the line that it stands in.
  var line: Int?
  var startsSegment = false
  /// The number of its track.
  var number: UInt32 = 0
  /// The label of the line that begins with it.
  var label: TraceLabel?

  /// Returns the epoch of the point; nil where it says nothing.
  func epoch(kind: TraceKind = .track) -> TraceEpoch? {
    var location: Location?
    if coordinate.isValid {
      location = Location(
        coordinate: coordinate, altitude: altitude.value,
        ellipsoidalAltitude: ellipsoidalAltitude.value, speed: speed.value, timestamp: timestamp)
    } else if timestamp == nil, sensors.isEmpty {
      return nil
    }
    return TraceEpoch(
      location: location, timestamp: timestamp,
      nanosecondsOfDay: timestamp?.dayAndTime.time, endOffset: endOffset,
      line: line, startsSegment: startsSegment, kind: kind, number: number, label: label,
      sensors: sensors)
  }
}

/// Points that are complete, and given out a few at a time: an epoch is several times as big.
struct HeldPoints: Sendable {
  /// How many are given out at a time.
  static let most = 1024

  private var points: [HeldPoint] = []
  private var next = 0

  var count: Int { points.count - next }
  var isEmpty: Bool { points.isEmpty }

  mutating func append(_ more: [HeldPoint]) {
    if points.isEmpty { points = more } else { points += more }
  }

  /// Takes the next ones off.
  mutating func take() -> ArraySlice<HeldPoint> {
    let end = min(next + HeldPoints.most, points.count)
    let taken = points[next..<end]
    next = end
    if next == points.count { self = HeldPoints() }
    return taken
  }
}

/// The values of the points of a line that stand in lists of their own, by the points' places.
enum SensorList: Int, Sendable, CaseIterable {
  case heartRate, cadence, power, temperature

  /// Takes over the value of a point; what cannot be is none.
  func set(_ value: Double, in sensors: inout Sensors) {
    switch self {
    case .heartRate: sensors.heartRate = value
    case .cadence: if value >= 0 { sensors.cadence = value }
    case .power: if value >= 0 { sensors.power = value }
    case .temperature: sensors.temperature = value
    }
  }

  /// The list of a name of KML's extended data.
  init?(kmlName name: ByteText) {
    if name.equals("heartrate") || name.equals("heart_rate") || name.equals("hr") {
      self = .heartRate
    } else if name.equals("cadence") || name.equals("cad") {
      self = .cadence
    } else if name.equals("power") || name.equals("watts") {
      self = .power
    } else if name.equals("temperature") || name.equals("atemp") || name.equals("temp") {
      self = .temperature
    } else {
      return nil
    }
  }
}
