/// The line of a track for drawing, in bounded memory however long the track.
///
///     var path = TrackPath(capacity: 4096)
///     path.append(location.coordinate, startsSegment: outcome == .started)
///     for segment in path.segments { draw(segment) }
///
/// **Thinning.** A point is kept when it lies at least `spacing` metres from the point kept before
/// it. The spacing starts at one metre; whenever the capacity is reached it doubles, and the kept
/// points are sifted by the new spacing, until at most three quarters remain. Every point ever
/// appended therefore lies within twice `spacing` of a kept one, or is the head. Breaks between
/// segments survive, save those between points nearer to each other than the spacing, which no
/// drawing at that scale could show.
///
/// Appending costs O(1), averaged over the points that a sifting drops.
public struct TrackPath: Hashable, Sendable {
  /// A kept point.
  public struct Point: Hashable, Sendable {
    /// Where it is.
    public let coordinate: Coordinate
    /// Whether no line leads here from the point before.
    public internal(set) var startsSegment: Bool
  }

  /// The greatest number of points kept, at least 16.
  public let capacity: Int
  /// The kept points in the order of travel, without the head.
  public private(set) var points: [Point] = []
  /// The newest point, whether kept or not.
  public private(set) var head: Point?
  /// Least distance from a kept point to the next, metres.
  public private(set) var spacing = 1.0
  /// How often kept points were sifted: a drawing of earlier ones is out of date when it changes.
  public private(set) var siftCount = 0
  /// The box around every point ever appended.
  public private(set) var bounds: CoordinateBounds?

  /// A break that came with a point too near to be kept, owed to the next one.
  private var owesBreak = false

  /// Makes an empty path.
  public init(capacity: Int = 4096) {
    self.capacity = max(16, capacity)
  }

  /// Takes in the next point; one whose coordinate is not valid is left out.
  ///
  /// With `startsSegment` no line leads to it from the point before.
  public mutating func append(_ coordinate: Coordinate, startsSegment: Bool = false) {
    guard coordinate.isValid else { return }
    if bounds == nil {
      bounds = CoordinateBounds(coordinate)
    } else {
      bounds?.extend(to: coordinate)
    }
    let breaks = startsSegment || owesBreak || points.isEmpty
    let point = Point(coordinate: coordinate, startsSegment: breaks)
    head = point
    if let last = points.last, last.coordinate.stepDistance(to: coordinate) < spacing {
      owesBreak = breaks
      return
    }
    owesBreak = false
    points.append(point)
    if points.count >= capacity { sift() }
  }

  /// The unbroken lines of the path, each in the order of travel, the last one up to the head.
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

  /// Forgets everything but the capacity.
  public mutating func removeAll() { self = TrackPath(capacity: capacity) }

  private mutating func sift() {
    siftCount += 1
    while points.count > capacity / 4 * 3 {
      spacing *= 2
      var kept = [points[0]]
      kept.reserveCapacity(capacity)
      var breaks = false
      for point in points.dropFirst() {
        breaks = breaks || point.startsSegment
        let last = kept[kept.count - 1].coordinate
        guard last.stepDistance(to: point.coordinate) >= spacing else { continue }
        kept.append(Point(coordinate: point.coordinate, startsSegment: breaks))
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
