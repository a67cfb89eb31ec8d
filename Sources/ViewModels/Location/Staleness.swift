import Positioning
import ReactiveExtras

/// The age of a source's reports, by the viewer's clock.
///
/// Both are nil while the reports are new: for three of the source's own intervals, at least three
/// seconds. They have whole seconds up to two minutes, then whole minutes, and whole hours after
/// two hours, so that they do not change more often than they can be read.
public struct Staleness: Hashable, Sendable {
  /// The time since the latest fix; nil while it is new, and before the first.
  public var fix: Duration?
  /// The time since the latest report, with or without a fix; nil while that is new, and before the
  /// first.
  public var silence: Duration?

  /// Makes a value without ages.
  public init() {}
}

/// Keeps the arrival times of epochs, and computes their age.
///
/// A value without a clock: it is given the current instant, and returns the time of the next call.
struct StalenessWatch: Sendable {
  private var lastFix: MonotonicInstant?
  private var lastEpoch: MonotonicInstant?
  private var clock: Duration?
  /// The last two intervals between epochs, by the source's clock: two, so that a single long one,
  /// after a pause, does not count.
  private var intervals: (Duration, Duration) = (.zero, .zero)

  private static let leastSilenceLimit = Duration.seconds(3)

  /// Takes in the epochs that have come.
  mutating func add(_ epochs: [LocationEpoch], at now: MonotonicInstant) {
    for epoch in epochs {
      if let clock, epoch.clock > clock { intervals = (intervals.1, epoch.clock - clock) }
      clock = epoch.clock
      if epoch.mode.hasPosition, epoch.location?.coordinate.isValid == true { lastFix = now }
    }
    if !epochs.isEmpty { lastEpoch = now }
  }

  /// Returns the age of everything.
  func staleness(at now: MonotonicInstant) -> Staleness {
    var staleness = Staleness()
    staleness.fix = age(since: lastFix, at: now)
    staleness.silence = age(since: lastEpoch, at: now)
    return staleness
  }

  /// Returns the time when the age changes; nil while nothing has come.
  func nextChange(after now: MonotonicInstant) -> MonotonicInstant? {
    [lastFix, lastEpoch].compactMap { $0.map { next(since: $0, after: now) } }.min()
  }

  /// How long an epoch counts as new.
  private var silenceLimit: Duration {
    max(Self.leastSilenceLimit, min(intervals.0, intervals.1) * 3)
  }

  private func age(since instant: MonotonicInstant?, at now: MonotonicInstant) -> Duration? {
    guard let instant else { return nil }
    let age = instant.duration(to: now)
    return age < silenceLimit ? nil : .seconds(age.wholeUnits * age.unit)
  }

  private func next(
    since instant: MonotonicInstant, after now: MonotonicInstant
  ) -> MonotonicInstant {
    let age = instant.duration(to: now)
    guard age >= silenceLimit else { return instant + silenceLimit }
    return instant + .seconds((age.wholeUnits + 1) * age.unit)
  }
}

extension Duration {
  /// The unit, in seconds, of an age of this length.
  fileprivate var unit: Int64 {
    components.seconds < 120 ? 1 : components.seconds < 7200 ? 60 : 3600
  }

  fileprivate var wholeUnits: Int64 { components.seconds / unit }
}
