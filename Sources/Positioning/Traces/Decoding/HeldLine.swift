/// A line whose positions, times and values come in separate lists, mixed or one after another.
///
/// Whatever comes first is kept until its counterpart comes. The points of a line that takes more
/// than ``mostBytes`` are emitted before the values that follow all of them.
struct HeldLine: Sendable {
  /// The maximum number of bytes of memory: some 250,000 positions, or a million times.
  static let mostBytes = 12 << 20

  /// True if the positions' heights are above the ellipsoid.
  let hasEllipsoidalHeights: Bool
  /// The waiting positions.
  private(set) var positions = HeldQueue<HeldPosition>()
  /// The number of positions that were taken.
  private var given = 0
  /// The times of the next positions.
  private var times = HeldList<Int64>()
  /// An entry for each of these times: true if it has no zone.
  private var locals = HeldList<Bool>()
  /// The lists of numbers, by their fields; empty until one begins.
  private var numbers: [HeldList<Double>] = []

  init(hasEllipsoidalHeights: Bool) { self.hasEllipsoidalHeights = hasEllipsoidalHeights }

  /// The number of kept values.
  var heldCount: Int {
    positions.count + times.values.count + numbers.reduce(0) { $0 + $1.values.count }
  }
  /// True if no more values may be kept.
  var isFull: Bool {
    positions.byteCount + times.values.byteCount
      + locals.values.byteCount + numbers.reduce(0) { $0 + $1.values.byteCount }
      >= HeldLine.mostBytes
  }
  /// The number of times and values that were not kept.
  var lostCount: Int { times.lostCount + numbers.reduce(0) { $0 + $1.lostCount } }

  mutating func add(_ position: HeldPosition) { positions.append(position) }

  /// Removes all but the first positions: the others turned out to belong to no line.
  mutating func shorten(to count: Int) { positions.shorten(to: count) }

  /// Begins the list of times.
  mutating func beginTimes() {
    times.begin()
    locals.begin()
  }

  /// Begins a list of numbers.
  mutating func begin(_ field: FixField) {
    if numbers.isEmpty { numbers = Array(repeating: HeldList(), count: FixField.listCount) }
    numbers[field.rawValue].begin()
  }

  mutating func add(_ time: Timestamp?, isLocal: Bool = false) {
    let hasRoom = !isFull
    times.append(time, given: given, hasRoom: hasRoom)
    locals.append(isLocal, isNone: true, given: given, hasRoom: hasRoom)
  }

  /// Adds a number to a list that has begun; nil and infinity count as missing.
  mutating func add(_ number: Double?, to field: FixField) {
    let number = number.flatMap { $0.isFinite ? $0 : nil } ?? .nan
    numbers[field.rawValue].append(number, isNone: number.isNaN, given: given, hasRoom: !isFull)
  }

  /// Removes and returns the next point with its values; nil if there is none yet.
  mutating func takeNext() -> HeldPoint? {
    guard let position = positions.takeFirst() else { return nil }
    given += 1
    var point = position.point
    point.timestamp = times.takeTime()
    point.hasLocalTime = locals.take() == true && point.timestamp != nil
    let height = OptionalNumber(orNone: position.height)
    if hasEllipsoidalHeights { point.ellipsoidalAltitude = height } else { point.altitude = height }
    guard !numbers.isEmpty else { return point }
    var location = Location.nowhere
    for (index, field) in FixField.allCases.prefix(numbers.count).enumerated() {
      guard let value = numbers[index].take(), !value.isNaN else { continue }
      field.set(value, in: &location, &point.sensors)
    }
    point.speed = OptionalNumber(location.speed)
    if let altitude = location.altitude { point.altitude = OptionalNumber(altitude) }
    return point
  }
}
