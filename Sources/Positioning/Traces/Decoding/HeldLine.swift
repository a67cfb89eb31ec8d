/// A line whose positions, times and values come in lists of their own, mixed or one after another.
///
/// Holds what comes first until its counterpart comes. The points of a line that takes more than
/// ``mostBytes`` are given out before the values that follow all of them.
struct HeldLine: Sendable {
  /// The number of bytes of memory that are held: some 250,000 positions, or a million times.
  static let mostBytes = 12 << 20

  /// True if the positions' heights are above the ellipsoid.
  let hasEllipsoidalHeights: Bool
  /// The positions that wait.
  private(set) var positions = HeldQueue<HeldPosition>()
  /// The number of positions that were handed out.
  private var given = 0
  /// The values of the positions that come next.
  private var times = HeldList<Int64>()
  /// Whether each of the times named no zone.
  private var locals = HeldList<Bool>()
  /// The same of the lists of numbers, by their fields; none before there is one.
  private var numbers: [HeldList<Double>] = []

  init(hasEllipsoidalHeights: Bool) { self.hasEllipsoidalHeights = hasEllipsoidalHeights }

  /// The number of values that are held.
  var heldCount: Int {
    positions.count + times.values.count + numbers.reduce(0) { $0 + $1.values.count }
  }
  /// True if as much is held as may be.
  var isFull: Bool {
    positions.byteCount + times.values.byteCount
      + locals.values.byteCount + numbers.reduce(0) { $0 + $1.values.byteCount }
      >= HeldLine.mostBytes
  }
  /// The number of times and values that were not kept.
  var lostCount: Int { times.lostCount + numbers.reduce(0) { $0 + $1.lostCount } }

  mutating func add(_ position: HeldPosition) { positions.append(position) }

  /// Goes back to the first positions: those after them turned out to belong to no line.
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

  /// Adds a number to a list that has begun; nil and infinity are none.
  mutating func add(_ number: Double?, to field: FixField) {
    let number = number.flatMap { $0.isFinite ? $0 : nil } ?? .nan
    numbers[field.rawValue].append(number, isNone: number.isNaN, given: given, hasRoom: !isFull)
  }

  /// Removes and returns the next point, with what is known of it; nil if there is none for now.
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
