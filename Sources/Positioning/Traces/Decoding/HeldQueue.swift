/// Values that wait for what is reported of them further on in their source, first come first
/// served.
///
/// Plain arrays: 200,000 positions of a line, the most that are held, take 10 MiB.
struct HeldQueue<Element: Sendable>: Sendable {
  private var elements: [Element] = []
  private var next = 0

  var count: Int { elements.count - next }
  var isEmpty: Bool { count == 0 }
  /// The number of bytes that the values take.
  var byteCount: Int { count * MemoryLayout<Element>.stride }

  mutating func append(_ element: Element) { elements.append(element) }

  /// Removes and returns the first one; nil if there is none.
  mutating func takeFirst() -> Element? {
    guard next < elements.count else { return nil }
    defer {
      next += 1
      if next == elements.count { self = HeldQueue() }
    }
    return elements[next]
  }

  /// Removes the last ones until `count` are left.
  mutating func shorten(to count: Int) { elements.removeLast(max(0, self.count - count)) }
}

/// A position of a line as the source gives it.
struct HeldPosition: Sendable {
  /// Degrees; not a number in an empty item of the list.
  var latitude = Double.nan
  var longitude = Double.nan
  /// Metres; not a number if there is none.
  var height = Double.nan
  /// The number of bytes of the source that end with it.
  var endOffset = 0
  /// The number of its line in the source.
  var line = 0
  var startsSegment = false

  /// The position by itself, without its height.
  var point: HeldPoint {
    var point = HeldPoint(
      coordinate: Coordinate(latitude: latitude, longitude: longitude), endOffset: endOffset,
      line: line)
    point.startsSegment = startsSegment
    return point
  }
}

/// A list of values of a line's positions, one for each in their order, that may come before or
/// after the positions.
struct HeldList<Value: Sendable>: Sendable {
  /// The values of the positions that come next.
  private(set) var values = HeldQueue<Value>()
  /// The number of values that were not kept: their positions were given out before, or there was
  /// no more room.
  private(set) var lostCount = 0

  /// The number of values that have come.
  private var count = 0
  /// True if a value was not kept because there was no more room: no later one is kept either.
  private var isCut = false
  /// True if the list comes once more.
  private var isRepeated = false

  /// Begins the list; a repeated one counts for nothing.
  mutating func begin() {
    isRepeated = !values.isEmpty
    if !isRepeated { (count, isCut) = (0, false) }
  }

  /// Adds a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - isNone: True if it means that there is no value.
  ///   - given: The number of positions that were given out.
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
  /// Adds a time in nanoseconds since 1970; nil is none.
  mutating func append(_ time: Timestamp?, given: Int, hasRoom: Bool) {
    append(time?.nanosecondsSince1970 ?? .min, isNone: time == nil, given: given, hasRoom: hasRoom)
  }

  /// Removes and returns the next position's time.
  mutating func takeTime() -> Timestamp? {
    take().flatMap { $0 == .min ? nil : Timestamp(nanosecondsSince1970: $0) }
  }
}
