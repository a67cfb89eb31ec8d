/// Places of a line that wait for what is said of them further on in their source.
struct HeldPlaces: Sendable {
  /// A place as it stands in the source.
  struct Place: Sendable {
    /// Degrees; not a number where its place in the list is empty.
    var latitude = Double.nan
    var longitude = Double.nan
    /// Metres; not a number where there is none.
    var height = Double.nan
    /// How many bytes of the source end with it.
    var endOffset = 0
    /// The number of the line that it stands in; 0 where that is not known.
    var line = 0
    var startsSegment = false

    /// The place by itself, but for its height.
    var point: HeldPoint {
      var point = HeldPoint(
        coordinate: Coordinate(latitude: latitude, longitude: longitude), endOffset: endOffset,
        line: line > 0 ? line : nil)
      point.startsSegment = startsSegment
      return point
    }
  }

  private var latitudes = PackedColumn()
  private var longitudes = PackedColumn()
  private var heights = PackedColumn()
  private var endOffsets = PackedColumn()
  private var lines = PackedColumn()
  private var segments = PackedColumn()

  var count: Int { latitudes.count }
  var isEmpty: Bool { latitudes.isEmpty }
  /// How many bytes of memory they take.
  var byteCount: Int {
    latitudes.byteCount + longitudes.byteCount + heights.byteCount + endOffsets.byteCount
      + lines.byteCount + segments.byteCount
  }

  mutating func append(_ place: Place) {
    latitudes.append(place.latitude)
    longitudes.append(place.longitude)
    heights.append(place.height)
    endOffsets.append(whole: place.endOffset)
    lines.append(whole: place.line)
    segments.append(whole: place.startsSegment ? 1 : 0)
  }

  /// Takes off the first one; nil where there is none.
  mutating func takeFirst() -> Place? {
    guard !isEmpty else { return nil }
    return Place(
      latitude: latitudes.takeDouble(), longitude: longitudes.takeDouble(),
      height: heights.takeDouble(), endOffset: endOffsets.takeWhole(), line: lines.takeWhole(),
      startsSegment: segments.takeWhole() == 1)
  }
}

/// A list of values of a line's places, one for each in their order, that may come before the
/// places or behind them.
struct HeldList: Sendable {
  /// The values of the places that come next.
  private(set) var column = PackedColumn()
  /// How many values have come that say anything, and were not kept: their places were given out
  /// before, or there was no more room.
  private(set) var lostCount = 0

  /// How many values have come.
  private var count = 0
  /// True if a value was not kept because there was no more room: none behind it is.
  private var isCut = false
  /// True if the list is said once more.
  private var isRepeated = false

  /// Begins the list; one that is said again counts for nothing.
  mutating func begin() {
    isRepeated = !column.isEmpty
    if !isRepeated { (count, isCut) = (0, false) }
  }

  /// Takes in a number; one that is not a number is none.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - given: How many places were given out.
  ///   - hasRoom: Whether there is room for more.
  mutating func append(_ number: Double, given: Int, hasRoom: Bool) {
    if keeps(number.isNaN, given, hasRoom) { column.append(number) }
  }

  /// Takes in a time; nil is none.
  mutating func append(_ time: Timestamp?, given: Int, hasRoom: Bool) {
    if keeps(time == nil, given, hasRoom) {
      column.append(nanoseconds: time?.nanosecondsSince1970)
    }
  }

  private mutating func keeps(_ isNone: Bool, _ given: Int, _ hasRoom: Bool) -> Bool {
    guard !isRepeated else { return false }
    defer { count += 1 }
    if count >= given, !hasRoom { isCut = true }
    guard count >= given, !isCut else {
      if !isNone { lostCount += 1 }
      return false
    }
    return true
  }

  /// Takes off the next place's number; nil where there is none.
  mutating func takeNumber() -> Double? {
    let number = column.takeDouble()
    return number.isNaN ? nil : number
  }

  /// Takes off the next place's time; nil where there is none.
  mutating func takeTime() -> Timestamp? {
    column.takeNanoseconds().map(Timestamp.init(nanosecondsSince1970:))
  }
}
