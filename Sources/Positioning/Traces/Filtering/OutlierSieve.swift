/// Takes the outliers out of a trace, as ``TrackStatistics`` finds them.
///
/// A fix that may still turn out to be right waits until that is known, and so do the first ones,
/// which may turn out to be wrong.
struct OutlierSieve: Sendable {
  private var statistics: TrackStatistics
  /// The first fixes, as long as they may turn out to be outliers.
  private var opening: [TraceEpoch] = []
  /// Outliers that may turn out to be right.
  private var held: [TraceEpoch] = []
  private var isOpening = true
  private var clock = EpochClock()

  init(_ limits: OutlierLimits) { statistics = TrackStatistics(outliers: limits) }

  /// Takes in the next epoch, and gives out what is known to be none.
  mutating func add(_ epoch: TraceEpoch, _ emit: (TraceEpoch) -> Void) {
    guard let location = epoch.location else { return emit(epoch) }
    let count = statistics.skipped(by: .outlier)
    let outcome = statistics.add(
      location, at: clock.time(of: epoch), startsSegment: epoch.startsSegment)
    if outcome == .skipped {
      guard statistics.skipped(by: .outlier) > count else { return emit(epoch) }
      held.append(epoch)
      // Five that agree are enough, so earlier ones do not.
      if held.count > 8 { held.removeFirst() }
      return
    }
    if let revision = statistics.revision, !held.isEmpty {
      if !revision.refused.isEmpty { opening = [] }
      let believed = Set(revision.fixes.map(\.location))
      for earlier in held where earlier.location.map(believed.contains) == true {
        pass(earlier, emit)
      }
    }
    held = []
    pass(epoch, emit)
  }

  /// Gives out what is left.
  mutating func finish(_ emit: (TraceEpoch) -> Void) {
    for epoch in opening { emit(epoch) }
    opening = []
  }

  private mutating func pass(_ epoch: TraceEpoch, _ emit: (TraceEpoch) -> Void) {
    guard isOpening else { return emit(epoch) }
    opening.append(epoch)
    guard opening.count > 2 else { return }
    isOpening = false
    finish(emit)
  }
}
