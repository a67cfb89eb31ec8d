/// The line of a track for drawing, in bounded memory however long the track.
///
///     var path = TrackPath(capacity: 4096)
///     for location in track { path.append(location.coordinate) }
///     for segment in path.segments { draw(segment) }
///
/// **Thinning.** A point is kept if it is at least `spacing` metres from the last kept point. The
/// spacing starts at one metre. Whenever the capacity is reached, it doubles and the kept points
/// are thinned by it, until at most three quarters remain. Every point ever appended is therefore
/// within twice `spacing` of a kept one, or is the head. Breaks between segments survive, except
/// those between points closer than the spacing, which no drawing at that scale could show.
///
/// Appending costs O(1), averaged over the points that a thinning drops. Copies of a path share
/// their common points until the next thinning.
public struct TrackPath: Hashable, Sendable {
  /// A kept point.
  package struct Point: Hashable, Sendable {
    /// The position.
    package let coordinate: Coordinate
    /// Decimetres per second, to fit in two bytes; the greatest number for none.
    private let decimetres: UInt16
    /// Whole metres; the greatest number for none.
    private let metres: Int16
    /// True if no line leads here from the point before.
    package internal(set) var startsSegment: Bool
    /// The number of tracks that began before this point's.
    package let track: UInt16

    init(
      _ coordinate: Coordinate, speed: Double?, altitude: Double?, startsSegment: Bool,
      track: UInt16
    ) {
      (self.coordinate, self.startsSegment, self.track) = (coordinate, startsSegment, track)
      let speed = speed.flatMap { $0.isFinite && $0 >= 0 ? min($0 * 10, 65_534) : nil }
      decimetres = speed.map { UInt16($0.rounded()) } ?? .max
      let altitude = altitude.flatMap { $0.isFinite ? min(max($0, -32_768), 32_766) : nil }
      metres = altitude.map { Int16($0.rounded()) } ?? .max
    }

    /// The speed at the point, metres per second to a tenth, for a colour; nil if it is unknown.
    package var speed: Double? { decimetres == .max ? nil : Double(decimetres) / 10 }
    /// The height at the point, whole metres within 32 km, for a colour; nil if it is unknown.
    package var altitude: Double? { metres == .max ? nil : Double(metres) }
  }

  /// The maximum number of kept points, at least 16.
  package let capacity: Int
  /// The kept points in the order of travel, without the head.
  package private(set) var points = PiecewiseArray<Point>()
  /// The newest point, whether kept or not.
  package private(set) var head: Point?
  /// Least distance from a kept point to the next, metres.
  package private(set) var spacing = 1.0
  /// The number of times that points were thinned; a drawing is out of date when it changes.
  package private(set) var thinningCount = 0
  /// The box around every point ever appended.
  package private(set) var bounds: CoordinateBounds?

  /// The latest 256 fixes that were left out because they were impossible to reach; neither a line
  /// nor ``bounds`` includes them.
  package private(set) var outliers: [Coordinate] = []

  private static let keptOutlierCount = 256

  /// The number of tracks that have begun, not counting the first.
  private var track: UInt16 = 0
  /// True if a break came with a point that was not kept: the next kept point gets it.
  private var owesBreak = false

  /// Makes an empty path.
  public init(capacity: Int = 4096) { self.capacity = max(16, capacity) }

  /// Adds the next point; ignores one whose coordinate is invalid.
  ///
  /// - Parameters:
  ///   - coordinate: The position.
  ///   - startsSegment: Whether no line leads to it from the previous point.
  ///   - startsTrack: Whether another track begins there.
  ///   - speed: The speed there, metres per second; nil if it is unknown.
  ///   - altitude: The height there, metres; nil if it is unknown.
  public mutating func append(
    _ coordinate: Coordinate, startsSegment: Bool = false, startsTrack: Bool = false,
    speed: Double? = nil, altitude: Double? = nil
  ) {
    guard coordinate.isValid else { return }
    if startsTrack, track < .max { track += 1 }
    if bounds == nil {
      bounds = CoordinateBounds(coordinate)
    } else {
      bounds?.extend(to: coordinate)
    }
    let breaks = startsSegment || startsTrack || owesBreak || points.isEmpty
    let point = Point(
      coordinate, speed: speed, altitude: altitude, startsSegment: breaks, track: track)
    head = point
    if let last = points.last, last.coordinate.stepDistance(to: coordinate) < spacing {
      owesBreak = breaks
      return
    }
    owesBreak = false
    points.append(point)
    if points.count >= capacity { thin() }
  }

  /// The unbroken lines of the path, each in the order of travel; the last one ends at the head.
  /// O(n).
  ///
  /// A segment of a single point is a fix between two gaps.
  public var segments: [[Coordinate]] {
    var segments: [[Coordinate]] = []
    for point in points {
      if point.startsSegment || segments.isEmpty { segments.append([]) }
      segments[segments.count - 1].append(point.coordinate)
    }
    if let head, head.coordinate != points.last?.coordinate {
      if head.startsSegment { segments.append([]) }
      segments[segments.count - 1].append(head.coordinate)
    }
    return segments
  }

  /// Keeps a fix that was left out, to be shown next to the line. O(1).
  mutating func mark(outlier coordinate: Coordinate) {
    if outliers.count == TrackPath.keptOutlierCount { outliers.removeFirst() }
    outliers.append(coordinate)
  }

  /// Removes a fix from the outliers: it counts after all.
  mutating func unmark(outlier coordinate: Coordinate) {
    if let index = outliers.lastIndex(of: coordinate) { outliers.remove(at: index) }
  }

  /// Starts the line again: anything drawn of it is out of date.
  mutating func restart() {
    let count = thinningCount + 1
    let (outliers, track) = (outliers, track)
    self = TrackPath(capacity: capacity)
    thinningCount = count
    (self.outliers, self.track) = (outliers, track)
  }

  /// Forgets everything but the capacity.
  package mutating func removeAll() { self = TrackPath(capacity: capacity) }

  private mutating func thin() {
    thinningCount += 1
    while points.count > capacity / 4 * 3 {
      spacing *= 2
      var kept = PiecewiseArray<Point>()
      var last = points[0]
      kept.append(last)
      var breaks = false
      for point in points.dropFirst() {
        breaks = breaks || point.startsSegment
        guard last.coordinate.stepDistance(to: point.coordinate) >= spacing else { continue }
        last = point
        last.startsSegment = breaks
        kept.append(last)
        breaks = false
      }
      if breaks {
        owesBreak = true
        head?.startsSegment = true
      }
      points = kept
    }
  }
}
