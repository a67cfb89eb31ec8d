/// A point of a line whose time or other values may come later in its source.
///
/// Half the size of an epoch, since many are kept.
struct HeldPoint: Sendable {
  /// The number emitted at a time: an epoch is several times as large.
  static let mostAtOnce = 1024

  /// Its position; not a number for an empty item of the list.
  var coordinate: Coordinate
  var altitude = OptionalNumber()
  var ellipsoidalAltitude = OptionalNumber()
  var speed = OptionalNumber()
  var timestamp: Timestamp?
  var sensors = Sensors()
  /// The offset in the source after it.
  var endOffset: Int
  /// The number of its line in the source.
  var line: Int?
  var startsSegment = false
  /// True if its time has no zone.
  var hasLocalTime = false
  /// The number of its track.
  var number: UInt32 = 0
  /// The label of the line that begins with it.
  var label: TraceLabel?

  /// Returns the epoch of the point; nil if it has no values.
  func epoch(kind: TraceKind = .track) -> TraceEpoch? {
    var location: Location?
    if coordinate.isValid {
      location = Location(
        coordinate: coordinate, altitude: altitude.value,
        ellipsoidalAltitude: ellipsoidalAltitude.value, speed: speed.value, timestamp: timestamp)
    } else if timestamp == nil, sensors.isEmpty {
      return nil
    }
    var epoch = TraceEpoch(
      location: location, timestamp: timestamp,
      nanosecondsOfDay: timestamp?.dayAndTime.time, endOffset: endOffset,
      line: line, startsSegment: startsSegment, kind: kind, number: number, label: label,
      sensors: sensors)
    epoch.hasLocalTime = hasLocalTime
    return epoch
  }
}
