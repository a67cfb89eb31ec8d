/// The sums of a track, kept up to date fix by fix.
///
///     var statistics = TrackStatistics()
///     for location in track { statistics.add(location) }
///     statistics.distance  // metres
///
/// Every location costs the same small time and nothing is kept but sums, so a track may be
/// endless.
///
/// **Distance.** Every step from one fix to the next counts, however long it lasted: loggers that
/// record rarely write whole tracks, too. Steps that do not count are gaps: those that the source
/// interrupts (a new segment, a receiver that was away), the leap to where a track goes on that
/// nothing could have reached, and pauses longer than ``gapThreshold`` if one was given.
/// ``gapDistance`` says how much that was.
///
/// **What is left out** is counted by reason. A fix so far away that nothing could have got there
/// is an ``SkipReason/outlier``; if five in a row agree with each other, it is they that are right,
/// and the track goes on there. The same goes for clocks that were set back. Where more than a
/// fifth of the fixes are outliers it is the limits that are wrong: ``settled`` counts them all,
/// and where the first one or two positions are the outliers it leaves these out. The coordinate
/// 0, 0 is always one.
///
/// **Speeds.** Mean and fastest are of one source: the recorded speeds, or else those from fix to
/// fix (``isSpeedDerived``).
///
/// Some loggers write the time of a fix beside the position of the one before. The first fix after
/// a pause then still lies where the pause began, and the next one a leap away, far beyond any
/// speed so far. That leap lasted as long as the pause.
public struct TrackStatistics: Hashable, Sendable {
  /// The least speed that counts as moving, metres per second.
  public let movingThreshold: Double
  /// The height by which a track must turn back before a climb or a descent counts, metres.
  ///
  /// Keeps the height's noise, which wanders up and down by several metres, from adding up to
  /// mountains. A barometer's wanders less: if none is given, it is 5 m, and for heights of a
  /// barometer 2 m.
  public private(set) var climbThreshold: Double
  /// True if the threshold was given, whatever the heights are of.
  private let isClimbFixed: Bool
  /// The height by which barometric heights must turn back before a climb counts, metres.
  package static let barometricThreshold = 2.0
  /// The limits beyond which a fix is an outlier; nil if none is left out.
  package internal(set) var outliers: OutlierLimits?

  /// The number of locations that were counted.
  public internal(set) var fixCount = 0
  /// Length of the track, metres: the steps from fix to fix, those across gaps left out.
  ///
  /// The noise of a stationary receiver adds up as well; a ``DistanceFilter`` before it helps.
  public internal(set) var distance = 0.0
  /// The number of gaps that broke the track.
  public internal(set) var gapCount = 0
  /// The distance across gaps as the crow flies, metres: what ``distance`` does not count.
  public internal(set) var gapDistance = 0.0
  /// Time in gaps.
  package internal(set) var gapTime = Duration.zero
  /// The longest gap.
  package internal(set) var longestGap = Duration.zero
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
  package internal(set) var first: Location?
  /// The latest counted location.
  public internal(set) var last: Location? {
    get { hasLatest ? latest : nil }
    set {
      hasLatest = newValue != nil
      latest = newValue ?? .nowhere
    }
  }
  /// The time of the first dated fix.
  public internal(set) var startTime: Timestamp?
  /// The time of the latest dated fix.
  public internal(set) var endTime: Timestamp?

  /// The change that the last location has made to reports of earlier ones; nil for none.
  package internal(set) var revision: TrackRevision?

  /// The pause that breaks the track, nanoseconds; nil follows the sampling interval.
  let fixedGap: Int64?
  var intervals = SamplingIntervals()
  /// The steps that counted, by their own speeds and by those that were recorded.
  var pace = TrackPace()
  var skips = [Int](repeating: 0, count: SkipReason.allCases.count)
  /// The first two counted fixes, as long as these are all.
  var opening: [TrackFix] = []
  /// The fixes left out last, as long as they agree with each other.
  var heldBack: [HeldFix] = []
  /// The time of the latest counted fix that says one.
  var lastTime = TrackTime()
  /// The latest counted location if there is one, else a fixed one: apart from the flag, so that
  /// a part of it is read without a copy of all.
  var latest = Location.nowhere
  /// True if there is a counted location.
  var hasLatest = false
  /// Nanoseconds.
  var elapsedTime: Int64 = 0
  /// The slope that is under way; nil if there is no height since the last break.
  var slope: Slope?
  /// The distance to the fix that is being added, metres, once it was measured; nil between
  /// additions.
  var nextStep: Double?
  /// The latest step, if it lasted longer than a pause of the trace.
  var silence: Silence?
  /// The start of the step to the latest fix; nil if no step leads there.
  var origin: Coordinate?
  /// The latest step's speed, metres per second; nil if it has none.
  var stepSpeed: Double?
  /// The same fixes with no outlier left out, from the first outlier on: none, or one.
  var unfiltered: [TrackStatistics] = []
  /// The number of outliers at the coordinate 0, 0, where no receiver is.
  var nowhereCount = 0
  /// The number of fixes that were counted when one was an outlier last.
  var lastOutlier = 0
  /// The number of fixes that count although they are outliers; nil while the limits seem right.
  package internal(set) var keptOutlierCount: Int?

  /// The direction of the heights, and their extreme since they turned: up to there they count.
  enum Slope: Hashable, Sendable {
    /// They have not changed by the threshold yet.
    case open(lowest: Double, highest: Double)
    case up(highest: Double)
    case down(lowest: Double)
  }

  /// A step that lasted longer than a pause of the trace.
  struct Silence: Hashable, Sendable {
    /// Nanoseconds.
    var pause: Int64
    var step: Double
    /// True if it was a gap: the step did not count.
    var isGap = false
  }

  /// Makes empty statistics.
  ///
  /// - Parameters:
  ///   - gapThreshold: The pause that breaks the track; nil follows the trace's own sampling
  ///     interval.
  ///   - movingThreshold: The least speed that counts as moving, metres per second.
  ///   - climbThreshold: How far the height must turn back before a climb counts, metres; nil for
  ///     what suits the source.
  ///   - outliers: What is an outlier; nil keeps them all.
  public init(
    gapThreshold: Duration? = nil, movingThreshold: Double = 0.5, climbThreshold: Double? = nil,
    outliers: OutlierLimits? = OutlierLimits()
  ) {
    fixedGap = gapThreshold?.nanoseconds
    self.movingThreshold = movingThreshold
    self.climbThreshold = climbThreshold ?? 5
    isClimbFixed = climbThreshold != nil
    self.outliers = outliers
  }

  /// Makes empty statistics that count in the same way as others.
  init(like other: TrackStatistics) {
    self.init(
      gapThreshold: other.fixedGap.map { .nanoseconds($0) }, movingThreshold: other.movingThreshold,
      climbThreshold: other.isClimbFixed ? other.climbThreshold : nil, outliers: other.outliers)
    if other.climbThreshold == Self.barometricThreshold { useBarometer() }
  }

  /// Takes the heights of a track that has not begun for those of a barometer.
  package mutating func useBarometer() {
    if !isClimbFixed { climbThreshold = Self.barometricThreshold }
  }

  /// The pause that breaks the track, as given; else the pause that is a long one for this trace,
  /// and breaks nothing: five of its latest intervals, and at least ten seconds.
  public var gapThreshold: Duration { .nanoseconds(fixedGap ?? intervals.longest) }

  /// The usual time from one fix to the next: the median of the latest ones; nil before the second.
  package var interval: Duration? { intervals.median }

  /// Time from the first timed fix to the latest, gaps included; nil when none was timed.
  public var elapsed: Duration? { lastTime.isKnown ? .nanoseconds(elapsedTime) : nil }

  /// Distance over the time outside gaps, metres per second; nil before any time has passed.
  public var meanSpeed: Double? {
    guard let elapsed, elapsed > gapTime else { return nil }
    return distance / (elapsed - gapTime).inSeconds
  }
}

extension TrackStatistics {
  /// The reason why a location was left out.
  public enum SkipReason: Int, Hashable, Sendable, CaseIterable {
    /// It has no valid coordinate, or the receiver itself says that it is not valid.
    case invalid
    /// It is older than the one before.
    case outOfOrder
    /// It says the position and the time of the one before again.
    case duplicate
    /// Nothing could have got there in the time.
    case outlier
  }

  /// Returns the number of locations that were left out for a reason.
  public func skipped(by reason: SkipReason) -> Int { skips[reason.rawValue] }

  /// The number of locations that were left out for any reason.
  package var skippedCount: Int { skips.reduce(0, +) }

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
