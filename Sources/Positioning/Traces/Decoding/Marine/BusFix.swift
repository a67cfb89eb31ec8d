/// A fix that is under way, of the messages of a ship's network, each of which says a part of it at
/// a time of its own.
///
/// A position begins a fix. Any other value is of the fix whose time is nearest, within half a
/// second, whether it comes before or behind its position; it is used once.
struct BusFix: Sendable {
  private var open: TraceEpoch?
  /// The values that were not used yet, by their fields, and their times.
  private var values = [Double](repeating: .nan, count: FixField.allCases.count)
  private var times = [Int64](repeating: .min, count: FixField.allCases.count)

  /// Nanoseconds.
  private static let reach: Int64 = 500_000_000

  /// Takes in a value.
  mutating func set(_ field: FixField, _ value: Double?, at time: Timestamp?) {
    guard let value, value.isFinite, let time else { return }
    (values[field.rawValue], times[field.rawValue]) = (value, time.nanosecondsSince1970)
    fill()
  }

  /// Begins a fix, and returns the one that was under way.
  ///
  /// - Parameter values: The values that stand with the position.
  mutating func begin(
    at coordinate: Coordinate, _ time: Timestamp?, with values: [(FixField, Double)] = [],
    endOffset: Int, line: Int
  ) -> TraceEpoch? {
    let last = finish()
    var location = Location(coordinate: coordinate, timestamp: time)
    var sensors = Sensors()
    for (field, value) in values { field.set(value, in: &location, &sensors) }
    open = TraceEpoch(
      location: location, timestamp: time, nanosecondsOfDay: time?.dayAndTime.time,
      endOffset: endOffset, line: line, sensors: sensors)
    fill()
    return last
  }

  /// Returns the fix that was under way, to which nothing more is added.
  mutating func finish() -> TraceEpoch? { open.take() }

  /// Gives the fix the values of its time.
  private mutating func fill() {
    guard var epoch = open, var location = epoch.location,
      let now = epoch.timestamp?.nanosecondsSince1970
    else { return }
    for field in FixField.allCases where times[field.rawValue] != .min {
      guard times[field.rawValue].subtractingSaturated(now).magnitude <= Self.reach.magnitude else {
        continue
      }
      field.set(values[field.rawValue], in: &location, &epoch.sensors)
      times[field.rawValue] = .min
    }
    epoch.location = location
    open = epoch
  }
}
