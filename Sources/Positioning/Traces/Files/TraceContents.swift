/// The tracks, routes and waypoints of a trace as far as it was read, without the points of its
/// tracks.
///
/// Bounded: if a trace has too many lines or waypoints, the first ones are kept, and ``isWhole`` is
/// false.
public struct TraceContents: Hashable, Sendable {
  /// A track or a route.
  public struct Line: Hashable, Sendable {
    /// Its number among those of its kind, from 1.
    public var number: Int
    /// Its name.
    public var label: TraceLabel?
    /// The points of a route; empty for a track.
    public var points: [Coordinate] = []
  }

  /// A waypoint.
  public struct Waypoint: Hashable, Sendable {
    /// Its name.
    public var label: TraceLabel?
    /// Its position.
    public var location: Location
  }

  /// The tracks, in the trace's order.
  public private(set) var tracks: [Line] = []
  /// The routes, in the trace's order.
  public private(set) var routes: [Line] = []
  /// The waypoints, in the trace's order.
  public private(set) var waypoints: [Waypoint] = []
  /// True if no line or waypoint was left out.
  public private(set) var isWhole = true

  /// The offset up to which the trace was processed.
  private var end = 0
  private var pointCount = 0

  private static let mostLines = 1000
  private static let mostPoints = 20_000

  /// Makes empty contents.
  package init() {}

  /// Adds the next epoch of a single source; ignores one that was added before. O(1).
  mutating func addOnce(_ epoch: TraceEpoch) {
    guard epoch.endOffset > end else { return }
    end = epoch.endOffset
    add(epoch)
  }

  /// Adds the next epoch. O(1).
  package mutating func add(_ epoch: TraceEpoch) {
    switch epoch.kind {
    case .track: Self.begin(epoch, &tracks, &isWhole)
    case .route:
      Self.begin(epoch, &routes, &isWhole)
      guard let coordinate = epoch.location?.coordinate, !routes.isEmpty else { return }
      if hasRoom() { routes[routes.count - 1].points.append(coordinate) }
    case .waypoint:
      guard let location = epoch.location else { return }
      if hasRoom() { waypoints.append(Waypoint(label: epoch.label, location: location)) }
    }
  }

  private mutating func hasRoom() -> Bool {
    if pointCount == Self.mostPoints { isWhole = false } else { pointCount += 1 }
    return isWhole
  }

  private static func begin(_ epoch: TraceEpoch, _ lines: inout [Line], _ isWhole: inout Bool) {
    let number = max(1, Int(epoch.number))
    guard lines.last?.number != number else { return }
    guard lines.count < mostLines else { return isWhole = false }
    lines.append(Line(number: number, label: epoch.label?.line))
  }
}
