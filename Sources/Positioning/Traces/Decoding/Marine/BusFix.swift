/// The current fix, from the messages of a ship's network, each of which reports a part of it at
/// its own time.
///
/// A position begins a fix. Any other value belongs to the fix with the nearest time, within half a
/// second, whether it comes before or after its position; the nearest of several is used.
struct BusFix: Sendable {
  private var open: TraceEpoch?
  /// The values that came with the current position.
  private var own: [(FixField, Double)] = []
  /// The values that may be nearest to the current fix or the next one.
  private var values: [Value] = []

  private struct Value {
    var field: FixField
    var number: Double
    /// Nanoseconds.
    var time: Int64
  }

  /// Nanoseconds.
  private static let reach: UInt64 = 500_000_000
  /// The maximum number of values, more than come in a second.
  private static let mostValues = 512

  /// Adds a value.
  mutating func set(_ field: FixField, _ value: Double?, at time: Timestamp?) {
    guard let value, value.isFinite, let time else { return }
    if values.count == BusFix.mostValues { values.removeFirst(BusFix.mostValues / 2) }
    values.append(Value(field: field, number: value, time: time.nanosecondsSince1970))
  }

  /// Begins a fix, and returns the current one.
  ///
  /// - Parameter values: The values that come with the position.
  mutating func begin(
    at coordinate: Coordinate, _ time: Timestamp?, with values: [(FixField, Double)] = [],
    endOffset: Int, line: Int
  ) -> TraceEpoch? {
    let last = finish(before: time)
    own = values
    open = TraceEpoch(
      location: Location(coordinate: coordinate, timestamp: time), timestamp: time,
      nanosecondsOfDay: time?.dayAndTime.time, endOffset: endOffset, line: line)
    return last
  }

  /// Returns the current fix, to which nothing more is added.
  ///
  /// - Parameter next: The time of the next fix, which gets the values nearer to it.
  mutating func finish(before next: Timestamp? = nil) -> TraceEpoch? {
    guard var epoch = open.take(), var location = epoch.location else { return nil }
    if let now = epoch.timestamp?.nanosecondsSince1970 {
      let next = next?.nanosecondsSince1970
      var nearest = [UInt64](repeating: Self.reach + 1, count: FixField.allCases.count)
      var left: [Value] = []
      for value in values {
        let distance = value.time.subtractingSaturated(now).magnitude
        if let next, value.time.subtractingSaturated(next).magnitude < distance {
          left.append(value)
        } else if distance < nearest[value.field.rawValue] {
          nearest[value.field.rawValue] = distance
          value.field.set(value.number, in: &location, &epoch.sensors)
        }
      }
      values = left
    }
    for (field, value) in own { field.set(value, in: &location, &epoch.sensors) }
    epoch.location = location
    return epoch
  }
}

extension FixField {
  /// An angle in radians as degrees: courses and headings from 0, a variation with its sign.
  func degrees(ofRadians angle: Double) -> Double {
    let degrees = angle * 180 / .pi
    return degrees < 0 && self != .variation ? degrees + 360 : degrees
  }

  /// True for an angle.
  var isAngle: Bool { self == .course || self == .heading || self == .variation }
}
