import Positioning

/// The epoch that a seek leads to.
enum ReplayGoal: Hashable, Sendable {
  /// The first one that ends behind this offset; the last one if none does.
  case offset(Int)
  /// The first one at which the cursor's clock has come so far.
  case clock(Duration)
  /// The next one with a fix.
  case nextFix

  func isReached(by epoch: LocationEpoch, endingAt offset: Int) -> Bool {
    switch self {
    case .offset(let target): offset > target
    case .clock(let time): epoch.clock >= time
    case .nextFix: epoch.location != nil
    }
  }
}

extension ReplayCursor {
  /// The offset that the epoch which a seek to a time leads to ends behind.
  ///
  /// On the way forward the first epoch at or after the time, on the way back the last one at or
  /// before: so the epoch that is there is always left, also in a pause longer than the way.
  func offset(
    of time: Timestamp, goesBack: Bool, aimingAt goal: ReplayGoal?
  ) throws(TraceError) -> Int {
    goesBack
      ? try wayBack(aimingAt: goal).offset(ofLastAtOrBefore: time)
      : try file.offset(ofFirstAtOrAfter: time)
  }

  /// The search for an epoch before the one that was taken last, or is aimed at.
  func wayBack(aimingAt goal: ReplayGoal?) -> BackwardSearch {
    var end = last?.endOffset ?? 0
    if case .offset(let target) = goal { end = target + 1 }
    return BackwardSearch(
      in: file, before: end, limit: options.rebuildLimit,
      untimedInterval: options.untimedInterval)
  }

  /// Makes ready to read up to an offset with as much of the track before it as the limit allows.
  ///
  /// - Returns: Whether the track begins anew; not so when the place is a little ahead.
  mutating func approach(_ target: Int) throws(TraceError) -> Bool {
    let limit = max(0, options.rebuildLimit)
    if last != nil, target >= file.position, target - file.position <= limit { return false }
    try leap(to: target - limit)
    return true
  }
}
