/// Values that wait for others further on in their source, first in, first out.
///
/// Plain arrays: 250,000 positions of a line, the maximum, take 12 MiB.
struct HeldQueue<Element: Sendable>: Sendable {
  private var elements: [Element] = []
  private var next = 0

  var count: Int { elements.count - next }
  var isEmpty: Bool { count == 0 }
  /// The number of bytes of the values.
  var byteCount: Int { count * MemoryLayout<Element>.stride }

  mutating func append(_ element: Element) { elements.append(element) }

  /// Removes and returns the first value; nil if there is none.
  mutating func takeFirst() -> Element? {
    guard next < elements.count else { return nil }
    defer {
      next += 1
      if next == elements.count { self = HeldQueue() }
    }
    return elements[next]
  }

  /// Removes the last values until `count` are left.
  mutating func shorten(to count: Int) { elements.removeLast(max(0, self.count - count)) }
}

/// A position of a line as it is in the source.
struct HeldPosition: Sendable {
  /// Degrees; not a number for an empty item of the list.
  var latitude = Double.nan
  var longitude = Double.nan
  /// Metres; not a number if it is missing.
  var height = Double.nan
  /// The offset in the source after it.
  var endOffset = 0
  /// The number of its line in the source.
  var line = 0
  var startsSegment = false

  /// The point at this position, without its height.
  var point: HeldPoint {
    var point = HeldPoint(
      coordinate: Coordinate(latitude: latitude, longitude: longitude), endOffset: endOffset,
      line: line)
    point.startsSegment = startsSegment
    return point
  }
}

/// A list of values for a line's positions, one for each in order, which may come before or after
/// the positions.
struct HeldList<Value: Sendable>: Sendable {
  /// The values of the next positions.
  private(set) var values = HeldQueue<Value>()
  /// The number of values that were not kept: their positions had already been emitted, or there
  /// was no more room.
  private(set) var lostCount = 0

  /// The number of values so far.
  private var count = 0
  /// True if a value was not kept for lack of room: later ones are not kept either.
  private var isCut = false
  /// True if the list is repeated.
  private var isRepeated = false

  /// Begins the list; a repeated one is ignored.
  mutating func begin() {
    isRepeated = !values.isEmpty
    if !isRepeated { (count, isCut) = (0, false) }
  }

  /// Adds a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - isNone: True if it stands for a missing value.
  ///   - given: The number of positions that were emitted.
  ///   - hasRoom: Whether there is room for more.
  mutating func append(_ value: Value, isNone: Bool, given: Int, hasRoom: Bool) {
    guard !isRepeated else { return }
    defer { count += 1 }
    if count >= given, !hasRoom { isCut = true }
    if count >= given, !isCut { values.append(value) } else if !isNone { lostCount += 1 }
  }

  /// Removes and returns the next position's value.
  mutating func take() -> Value? { values.takeFirst() }
}

extension HeldList<Int64> {
  /// Adds a time in nanoseconds since 1970; nil is missing.
  mutating func append(_ time: Timestamp?, given: Int, hasRoom: Bool) {
    append(time?.nanosecondsSince1970 ?? .min, isNone: time == nil, given: given, hasRoom: hasRoom)
  }

  /// Removes and returns the next position's time.
  mutating func takeTime() -> Timestamp? {
    take().flatMap { $0 == .min ? nil : Timestamp(nanosecondsSince1970: $0) }
  }
}
