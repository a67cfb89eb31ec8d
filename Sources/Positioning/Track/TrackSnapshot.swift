/// Everything that a track's screen draws, as of one epoch.
public struct TrackSnapshot: Hashable, Sendable {
  /// The sums over all fixes, as settled by ``TrackStatistics/settled``, including those of the
  /// tracks that run parallel to this one.
  public var statistics: TrackStatistics {
    others.isEmpty ? counted.settled : counted.settled.beside(others.map(\.statistics))
  }
  /// The tracks that run parallel to this one, by their indices from 1; all other properties except
  /// ``statistics``, ``progress`` and ``timestamp`` are about this track alone.
  package private(set) var others: [TrackSnapshot] = []
  /// The lines of this track and of those parallel to it.
  package var paths: [TrackPath] { [path] + others.map(\.path) }
  /// The line of all fixes, thinned for drawing.
  public private(set) var path: TrackPath
  /// The greatest speeds over the track's time, as reported or else from one fix to the next.
  package private(set) var speeds = SpeedProfile()
  /// The latest fix; it is kept while there is none.
  public private(set) var lastFix: Location?
  /// The kind of fix.
  public private(set) var mode = FixMode.none
  /// The latest epoch's time in UTC, with or without a fix.
  public private(set) var timestamp: Timestamp?
  /// The satellites in view, as last reported; nil before the first report.
  public private(set) var satellites: [Satellite]?
  /// The measurements besides the position at the latest epoch.
  package private(set) var sensors = Sensors()

  /// The latest fixes, oldest first: all of a short track, the last 256 or more of a longer one.
  package private(set) var recentFixes: [Location] = []
  /// The numbers, from 0, of the ``recentFixes`` that were left out as outliers.
  package private(set) var recentOutliers: Set<Int> = []
  /// The number of fixes before ``recentFixes``.
  package private(set) var earlierFixCount = 0

  private static let keptFixCount = 256

  private var counted: TrackStatistics
  /// True if a segment or a track began with an epoch that had no fix.
  private var owed = Owed()
  /// True if the outliers are counted and drawn, since there are too many of them.
  private var keepsOutliers = false

  private struct Owed: Hashable {
    var startsSegment = false
    var startsTrack = false
  }

  private var clock = Duration.zero
  private var lastFixClock: Duration?

  /// Makes the snapshot of a track that has not begun.
  public init(statistics: TrackStatistics = TrackStatistics(), path: TrackPath = TrackPath()) {
    counted = statistics
    self.path = path
  }

  /// The age of the latest fix on the source's clock; zero while there is a fix.
  package var fixAge: Duration? { lastFixClock.map { max(.zero, clock - $0) } }

  /// The quality of the fix; `invalid` while there is none.
  package var quality: FixQuality { mode.hasPosition ? lastFix?.fix ?? .unknown : .invalid }

  /// The number of satellites in view; nil if the source does not report it.
  package var satellitesInView: Int? { satellites?.count }

  /// The number of satellites used for the position; nil if the source does not report it.
  package var satellitesUsed: Int? {
    if mode.hasPosition, let count = lastFix?.satellitesUsed { return count }
    return satellites.map { $0.count { $0.isUsed } }
  }

  /// Adds an epoch to the track. O(1), averaged over many.
  public mutating func add(_ epoch: LocationEpoch) {
    guard epoch.trackIndex == 0 else { return addBeside(epoch) }
    clock = epoch.clock
    mode = epoch.mode
    timestamp = epoch.timestamp
    if let reported = epoch.satellites { satellites = reported }
    sensors = epoch.sensors
    guard let location = epoch.location, epoch.mode.hasPosition else {
      speeds.add(nil, at: epoch.clock)
      owed.startsSegment = owed.startsSegment || epoch.startsSegment
      owed.startsTrack = owed.startsTrack || epoch.startsTrack
      return
    }
    if epoch.hasBarometer, counted.fixCount == 0 { counted.useBarometer() }
    let startsTrack = epoch.startsTrack || owed.startsTrack
    let outlierCount = counted.skipped(by: .outlier)
    var outcome = counted.add(
      location, clock: nil, startsSegment: epoch.startsSegment || owed.startsSegment,
      startsTrack: startsTrack)
    owed = Owed()
    let isRefused = counted.skipped(by: .outlier) > outlierCount
    if counted.keepsOutliers != keepsOutliers { changeLimits() }
    let isOutlier = isRefused && !keepsOutliers
    if isRefused, keepsOutliers { outcome = .joined }
    speeds.add(outcome == .skipped ? nil : counted.speed, at: epoch.clock)
    guard location.coordinate.isValid else { return }
    lastFix = location
    lastFixClock = epoch.clock
    remember(location, isOutlier: isOutlier)
    if !keepsOutliers, let revision = counted.revision { revise(revision) }
    if outcome != .skipped {
      path.append(
        location.coordinate, startsSegment: outcome == .started, startsTrack: startsTrack,
        speed: counted.speed, altitude: location.altitude ?? location.ellipsoidalAltitude)
    } else if isOutlier {
      path.mark(outlier: location.coordinate)
    }
  }

  /// Adds an epoch to a parallel track.
  private mutating func addBeside(_ epoch: LocationEpoch) {
    while others.count < epoch.trackIndex {
      others.append(
        TrackSnapshot(
          statistics: TrackStatistics(like: counted), path: TrackPath(capacity: path.capacity)))
    }
    (clock, timestamp) = (epoch.clock, epoch.timestamp)
    var own = epoch
    own.trackIndex = 0
    others[epoch.trackIndex - 1].add(own)
  }

  /// Applies the changes that a later fix makes to earlier ones.
  private mutating func revise(_ revision: TrackRevision) {
    if revision.isWhole { path.restart() }
    for fix in revision.fixes {
      path.append(
        fix.location.coordinate, startsSegment: fix.outcome == .started, speed: fix.location.speed,
        altitude: fix.location.altitude ?? fix.location.ellipsoidalAltitude)
      path.unmark(outlier: fix.location.coordinate)
    }
    for refused in revision.refused { path.mark(outlier: refused.coordinate) }
    let believed = Set(revision.fixes.map(\.location))
    let refused = Set(revision.refused)
    for (index, location) in recentFixes.dropLast().enumerated() {
      if believed.contains(location) { recentOutliers.remove(earlierFixCount + index) }
      if refused.contains(location) { recentOutliers.insert(earlierFixCount + index) }
    }
  }

  /// Starts or stops drawing outliers as fixes; redraws the latest fixes if these are all.
  private mutating func changeLimits() {
    keepsOutliers.toggle()
    guard earlierFixCount == 0, keepsOutliers else { return }
    path.restart()
    for coordinate in path.outliers { path.unmark(outlier: coordinate) }
    for (index, location) in recentFixes.enumerated() {
      path.append(
        location.coordinate, startsSegment: index == 0, speed: location.speed,
        altitude: location.altitude ?? location.ellipsoidalAltitude)
    }
    recentOutliers = []
  }

  /// The sums so far, as ``statistics`` has them.
  package var progress: TrackProgress { others.reduce(into: ownProgress) { $0.add($1.progress) } }

  /// The sums so far of the track with an index.
  package func progress(ofTrack trackIndex: Int) -> TrackProgress {
    guard trackIndex > 0 else { return ownProgress }
    return trackIndex <= others.count ? others[trackIndex - 1].progress : TrackProgress()
  }

  private var ownProgress: TrackProgress {
    keepsOutliers ? counted.settled.progress : counted.progress
  }

  /// The latest counted fix's speed, metres per second, recorded or from the step to it.
  package var latestSpeed: Double? { counted.speed }

  /// Forgets all but some of the latest fixes, for a copy that is kept for a long time.
  ///
  /// - Parameter count: The number of latest fixes to keep.
  package mutating func forgetFixes(but count: Int) {
    for index in others.indices { others[index].forgetFixes(but: count) }
    let surplus = recentFixes.count - count
    guard surplus > 0 else { return }
    recentFixes = Array(recentFixes.suffix(count))
    earlierFixCount += surplus
    recentOutliers = recentOutliers.filter { $0 >= earlierFixCount }
  }

  private mutating func remember(_ location: Location, isOutlier: Bool) {
    // Remove many at once, since each removal moves the others.
    if recentFixes.count == 2 * TrackSnapshot.keptFixCount {
      recentFixes.removeFirst(TrackSnapshot.keptFixCount)
      earlierFixCount += TrackSnapshot.keptFixCount
      recentOutliers = recentOutliers.filter { $0 >= earlierFixCount }
    }
    if isOutlier { recentOutliers.insert(earlierFixCount + recentFixes.count) }
    recentFixes.append(location)
  }
}
