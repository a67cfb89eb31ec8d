/// Everything that a track's screen draws, at one moment.
public struct TrackSnapshot: Hashable, Sendable {
  /// The sums over all fixes.
  public private(set) var statistics: TrackStatistics
  /// The line of all fixes, thinned for drawing.
  public private(set) var path: TrackPath
  /// The latest fix; it stays while there is none.
  public private(set) var lastFix: Location?
  /// How far the receiver has come in finding its position.
  public private(set) var mode = FixMode.none
  /// The latest epoch's moment in UTC, with or without a fix.
  public private(set) var timestamp: Timestamp?
  /// The satellites in view, as they were told last; nil before that.
  public private(set) var satellites: [Satellite]?

  private var clock = Duration.zero
  private var lastFixClock: Duration?

  /// Makes the snapshot of a track that has not begun.
  public init(statistics: TrackStatistics = TrackStatistics(), path: TrackPath = TrackPath()) {
    self.statistics = statistics
    self.path = path
  }

  /// How long ago the latest fix was taken, by the source's clock; zero while there is a fix.
  public var fixAge: Duration? { lastFixClock.map { max(.zero, clock - $0) } }

  /// How the position was found; `invalid` while there is none.
  public var quality: FixQuality {
    mode.hasPosition ? lastFix?.fix ?? .unknown : .invalid
  }

  /// How many satellites are in view; nil when the source does not tell.
  public var satellitesInView: Int? { satellites?.count }

  /// How many satellites the position is computed from; nil when the source does not tell.
  public var satellitesUsed: Int? {
    if mode.hasPosition, let count = lastFix?.satellitesUsed { return count }
    return satellites.map { $0.count { $0.isUsed } }
  }

  /// Carries the track on by an epoch. O(1), averaged over many.
  public mutating func add(_ epoch: LocationEpoch) {
    clock = epoch.clock
    mode = epoch.mode
    timestamp = epoch.timestamp
    if let told = epoch.satellites { satellites = told }
    guard let location = epoch.location, epoch.mode.hasPosition else { return }
    let outcome = statistics.add(location)
    guard location.coordinate.isValid else { return }
    lastFix = location
    lastFixClock = epoch.clock
    if outcome != .skipped {
      path.append(location.coordinate, startsSegment: outcome == .started)
    }
  }
}
