/// The sums of a track, kept up to date fix by fix.
///
///     var statistics = TrackStatistics()
///     for location in track { statistics.add(location) }
///     statistics.distance  // metres
///
/// Adding a location takes a small constant time, and only sums are kept: a track may be endless.
///
/// **Distance.** Every step from one fix to the next counts, however long it lasted: loggers that
/// record rarely write whole tracks, too. Steps that do not count are gaps: interruptions that the
/// source reports (a new segment, a receiver that was away), the leap to fixes that were impossible
/// to reach but are accepted, and pauses longer than ``gapThreshold`` if one was given.
/// ``gapDistance`` is their sum.
///
/// **Fixes left out** are counted by reason. A fix too far away to be reached is an
/// ``SkipReason/outlier``; if five in a row agree with each other, they are right, and the track
/// continues there. The same applies to clocks that were set back. If more than a fifth of the
/// fixes are outliers, the limits are wrong: ``settled`` then counts them all, or leaves out the
/// first one or two positions if those are the outliers. The coordinate 0, 0 is always an outlier.
///
/// **Speeds.** The mean and the greatest speed have the same source: the recorded speeds, or else
/// those from fix to fix (``isSpeedDerived``).
///
/// Some loggers write the time of a fix with the position of the previous one. The first fix after
/// a pause then still has the position where the pause began, and the next one is a leap away, far
/// beyond any speed so far. That leap lasted as long as the pause.
public struct TrackStatistics: Hashable, Sendable {
  /// The least speed that counts as moving, metres per second.
  public let movingThreshold: Double
  /// The height by which a track must turn back before a climb or a descent counts, metres.
  ///
  /// Keeps the height's noise of several metres from adding up to mountains. If no threshold is
  /// given it is 5 m, or 2 m for the heights of a barometer, which have less noise.
  public private(set) var climbThreshold: Double
  /// True if the threshold was given, whatever the source of the heights.
  private let isClimbFixed: Bool
  /// The height by which barometric heights must turn back before a climb counts, metres.
  package static let barometricThreshold = 2.0
  /// The limits beyond which a fix is an outlier; nil if no fix is an outlier.
  package internal(set) var outliers: OutlierLimits?

  /// The number of counted locations.
  public internal(set) var fixCount = 0
  /// Length of the track, metres: the sum of the steps from fix to fix, without gaps.
  ///
  /// The noise of a stationary receiver adds up as well; filter with a ``DistanceFilter`` first.
  public internal(set) var distance = 0.0
  /// The number of gaps that broke the track.
  public internal(set) var gapCount = 0
  /// The distance across gaps as the crow flies, metres, which ``distance`` does not include.
  public internal(set) var gapDistance = 0.0
  /// Time in gaps.
  package internal(set) var gapTime = Duration.zero
  /// The longest gap.
  package internal(set) var longestGap = Duration.zero
  /// The latest counted fix's speed, metres per second: as reported, or else from the previous fix;
  /// nil if neither is known, such as after a gap.
  public internal(set) var speed: Double?
  /// Total ascent, metres.
  public internal(set) var climb = 0.0
  /// Total descent, metres.
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

  /// The change that the last location has made to earlier outcomes; nil if there is none.
  package internal(set) var revision: TrackRevision?

  /// The pause that breaks the track, nanoseconds; nil to follow the sampling interval.
  let fixedGap: Int64?
  var intervals = SamplingIntervals()
  /// The counted steps, by their own speeds and by the recorded ones.
  var pace = TrackPace()
  var skips = [Int](repeating: 0, count: SkipReason.allCases.count)
  /// The first two counted fixes, while there are no others.
  var opening: [TrackFix] = []
  /// The fixes left out last, while they agree with each other.
  var heldBack: [HeldFix] = []
  /// The time of the latest counted fix that has one.
  var lastTime = TrackTime()
  /// The latest counted location, or a fixed one. It is separate from the flag: a part of it can
  /// then be read without a copy of the whole.
  var latest = Location.nowhere
  /// True if there is a counted location.
  var hasLatest = false
  /// Nanoseconds.
  var elapsedTime: Int64 = 0
  /// The current slope; nil if there has been no height since the last break.
  var slope: Slope?
  /// The distance to the fix that is being added, metres, once measured; nil between additions.
  var nextStep: Double?
  /// The latest step, if it lasted longer than a pause of the trace.
  var silence: Silence?
  /// The start of the step to the latest fix; nil if no step leads there.
  var origin: Coordinate?
  /// The latest step's speed, metres per second; nil if it has none.
  var stepSpeed: Double?
  /// Statistics without limits, from the first outlier on: none, or one.
  var unfiltered: [TrackStatistics] = []
  /// The number of outliers at the coordinate 0, 0.
  var nowhereCount = 0
  /// The number of counted fixes at the latest outlier.
  var lastOutlier = 0
  /// The number of fixes that count although they are outliers; nil while the limits seem right.
  package internal(set) var keptOutlierCount: Int?

  /// The direction of the heights, and their extreme since they turned; they are counted up to it.
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
  ///   - gapThreshold: The pause that breaks the track; nil to follow the trace's own sampling
  ///     interval.
  ///   - movingThreshold: The least speed that counts as moving, metres per second.
  ///   - climbThreshold: The height by which a track must turn back before a climb counts, metres;
  ///     nil for the default of the source.
  ///   - outliers: The limits beyond which a fix is an outlier; nil keeps all fixes.
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

  /// Makes empty statistics with the settings of others.
  init(like other: TrackStatistics) {
    self.init(
      gapThreshold: other.fixedGap.map { .nanoseconds($0) }, movingThreshold: other.movingThreshold,
      climbThreshold: other.isClimbFixed ? other.climbThreshold : nil, outliers: other.outliers)
    if other.climbThreshold == Self.barometricThreshold { useBarometer() }
  }

  /// Treats the heights of a track that has not begun as those of a barometer.
  package mutating func useBarometer() {
    if !isClimbFixed { climbThreshold = Self.barometricThreshold }
  }

  /// The given pause that breaks the track. If none was given, a long pause for this trace, which
  /// breaks nothing: five of its latest intervals, and at least ten seconds.
  public var gapThreshold: Duration { .nanoseconds(fixedGap ?? intervals.longest) }

  /// The usual time from one fix to the next: the median of the latest ones; nil before the second.
  package var interval: Duration? { intervals.median }

  /// Time from the first timed fix to the latest, gaps included; nil if none has a time.
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
    /// It has no valid coordinate, or the receiver reports it as invalid.
    case invalid
    /// It is older than the one before.
    case outOfOrder
    /// It repeats the position and the time of the one before.
    case duplicate
    /// It was impossible to reach in the time.
    case outlier
  }

  /// Returns the number of locations that were left out for a reason.
  public func skipped(by reason: SkipReason) -> Int { skips[reason.rawValue] }

  /// The number of locations that were left out for any reason.
  package var skippedCount: Int { skips.reduce(0, +) }

  /// The outcome of adding a location.
  public enum Outcome: Hashable, Sendable {
    /// It continues the line from the last location.
    case joined
    /// It starts a line: it is the first location, or follows a gap.
    case started
    /// It was left out.
    case skipped
  }
}

/// The change that a later fix makes to the outcomes of earlier ones.
package struct TrackRevision: Hashable, Sendable {
  /// True if these are all fixes from the beginning, not only those left out until now.
  package var isWhole: Bool
  /// The counted fixes with their outcomes, without the latest one.
  package var fixes: [Fix]
  /// The fixes that counted until now, and turned out to be outliers.
  package var refused: [Location] = []

  /// A counted fix.
  package struct Fix: Hashable, Sendable {
    /// The fix.
    package var location: Location
    /// Its outcome.
    package var outcome: TrackStatistics.Outcome
  }
}
