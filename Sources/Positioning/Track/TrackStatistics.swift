/// The sums of a track, kept up to date fix by fix.
///
///     var statistics = TrackStatistics()
///     for location in track { statistics.add(location) }
///     statistics.distance  // metres
///
/// Every location costs the same small time and nothing is kept but sums, so a track may be
/// endless.
///
/// **Gaps.** Between two fixes more than ``gapThreshold`` apart in time nothing is known: neither
/// the way nor the time between counts as travelled. The threshold follows the trace's own rhythm:
/// five of its latest intervals, and never less than ten seconds.
///
/// **What is left out** is counted by reason. A fix so far away that nothing could have got there
/// is an ``SkipReason/outlier``; if five in a row agree with each other, it is they that are right,
/// and the track goes on there. The same goes for clocks that were set back.
///
/// Some loggers write the time of a fix beside the place of the one before. The first fix after a
/// gap then still lies where the gap began, and the next one a leap away, far beyond any speed so
/// far. That leap is the gap's way: it breaks the line in its turn and does not count, and the step
/// before does.
public struct TrackStatistics: Hashable, Sendable {
  /// The least speed that counts as moving, metres per second.
  public let movingThreshold: Double
  /// How far the height must turn back before a climb or a descent counts, metres.
  ///
  /// Keeps the height's noise, which wanders up and down by several metres, from adding up to
  /// mountains.
  public let climbThreshold: Double
  /// The limits beyond which a fix is an outlier; nil where none is left out.
  public let outliers: OutlierLimits?

  /// How many locations were counted.
  public internal(set) var fixCount = 0
  /// Length of the track, metres: the steps from fix to fix, gaps left out.
  ///
  /// The noise of a receiver that stands still adds up as well; a ``DistanceFilter`` before it
  /// helps.
  public internal(set) var distance = 0.0
  /// How many gaps broke the track.
  public internal(set) var gapCount = 0
  /// Time in gaps.
  public internal(set) var gapTime = Duration.zero
  /// The longest gap.
  public internal(set) var longestGap = Duration.zero
  /// Time spent moving at the threshold speed or faster.
  public internal(set) var movingTime = Duration.zero
  /// Distance covered while moving, metres.
  public internal(set) var movingDistance = 0.0
  /// The greatest speed, metres per second: as reported, else from one fix to the next.
  public internal(set) var maximumSpeed: Double?
  /// The latest counted fix's speed, metres per second: as reported, else from the fix before; nil
  /// when neither is known, as after a gap.
  public internal(set) var speed: Double?
  /// Metres climbed in all.
  public internal(set) var climb = 0.0
  /// Metres descended in all.
  public internal(set) var descent = 0.0
  /// The least height above mean sea level, metres.
  public internal(set) var lowestAltitude: Double?
  /// The greatest height above mean sea level, metres.
  public internal(set) var highestAltitude: Double?
  /// The box around all fixes.
  public internal(set) var bounds: CoordinateBounds?
  /// The first counted location.
  public internal(set) var first: Location?
  /// The latest counted location.
  public internal(set) var last: Location?
  /// When the first dated fix was taken.
  public internal(set) var startTime: Timestamp?
  /// When the latest dated fix was taken.
  public internal(set) var endTime: Timestamp?

  /// The change that the last location has made to reports of earlier ones; nil for none.
  package internal(set) var revision: TrackRevision?

  let fixedGap: Duration?
  var rhythm = TrackRhythm()
  var skips = [Int](repeating: 0, count: SkipReason.allCases.count)
  /// The first counted fixes, as long as these are all.
  var opening: [TrackFix] = []
  /// The fixes left out last, as long as they agree with each other.
  var heldBack: [HeldFix] = []
  var lastFix: TrackFix?
  /// The latest counted fix that says a time.
  var lastTimedFix: TrackFix?
  var elapsedTime = Duration.zero
  var climbReference: Double?
  /// The way to the fix that is being added, metres, once it was measured; nil between additions.
  var nextStep: Double?
  /// The way across a gap, metres, while the latest fix is the first one after it.
  var stepOverGap: Double?

  /// Makes empty statistics.
  ///
  /// - Parameters:
  ///   - gapThreshold: The pause that breaks the track; nil follows the trace's own rhythm.
  ///   - movingThreshold: The least speed that counts as moving, metres per second.
  ///   - climbThreshold: How far the height must turn back before a climb counts, metres.
  ///   - outliers: What is an outlier; nil keeps them all.
  public init(
    gapThreshold: Duration? = nil, movingThreshold: Double = 0.5, climbThreshold: Double = 5,
    outliers: OutlierLimits? = OutlierLimits()
  ) {
    fixedGap = gapThreshold
    self.movingThreshold = movingThreshold
    self.climbThreshold = climbThreshold
    self.outliers = outliers
  }

  /// Makes empty statistics that count in the same way as others.
  init(like other: TrackStatistics) {
    self.init(
      gapThreshold: other.fixedGap, movingThreshold: other.movingThreshold,
      climbThreshold: other.climbThreshold, outliers: other.outliers)
  }

  /// The time between two fixes that breaks the track, if it is exceeded: as given, else five of
  /// the trace's latest intervals, and at least ten seconds.
  public var gapThreshold: Duration { fixedGap ?? rhythm.gapThreshold }

  /// The usual time from one fix to the next: the median of the latest ones; nil before the second.
  public var interval: Duration? { rhythm.median }

  /// Time from the first timed fix to the latest, gaps included; nil when none was timed.
  public var elapsed: Duration? { lastTimedFix == nil ? nil : elapsedTime }

  /// Distance over the time outside gaps, metres per second; nil before any time has passed.
  public var meanSpeed: Double? {
    guard let elapsed, elapsed > gapTime else { return nil }
    return distance / (elapsed - gapTime).inSeconds
  }

  /// Distance over time while moving, metres per second; nil when nothing has moved.
  ///
  /// A view that shows it says that it is of moving time.
  public var meanMovingSpeed: Double? {
    movingTime > .zero ? movingDistance / movingTime.inSeconds : nil
  }
}

extension TrackStatistics {
  /// Why a location was left out.
  public enum SkipReason: Int, Hashable, Sendable, CaseIterable {
    /// It has no valid coordinate, or the receiver itself says that it is not valid.
    case invalid
    /// It is older than the one before.
    case outOfOrder
    /// It says the place and the time of the one before again.
    case duplicate
    /// Nothing could have got there in the time.
    case outlier
  }

  /// How many locations were left out for a reason.
  public func skipped(by reason: SkipReason) -> Int { skips[reason.rawValue] }

  /// How many locations were left out for any reason.
  public var skippedCount: Int { skips.reduce(0, +) }

  /// The outcome of a location.
  public enum Outcome: Hashable, Sendable {
    /// It carries on the line from the last location.
    case joined
    /// It starts a line: it is the first, or a gap or its way lies before it.
    case started
    /// It was left out.
    case skipped
  }
}

/// The change that a later fix makes to reports of earlier ones.
package struct TrackRevision: Hashable, Sendable {
  /// True if these are all fixes from the beginning, and not only ones left out until now.
  package var isWhole: Bool
  /// The fixes that count, with what became of each, the latest one not among them.
  package var fixes: [Fix]
  /// The fixes that counted until now, and turned out to be outliers.
  package var refused: [Location] = []

  /// A fix that counts.
  package struct Fix: Hashable, Sendable {
    /// The fix.
    package var location: Location
    /// Its outcome.
    package var outcome: TrackStatistics.Outcome
  }
}
