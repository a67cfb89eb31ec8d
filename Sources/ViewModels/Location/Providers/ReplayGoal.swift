import Positioning

/// The epoch that a seek leads to.
enum ReplayGoal: Hashable, Sendable {
  /// The first one that ends behind this offset; the last one if none does.
  case offset(Int)
  /// The first one at which the cursor's clock has reached a time.
  case clock(Duration)
  /// The last one up to a time of the cursor's clock, where that time is waited for.
  case moment(Duration)
  /// The next one with a fix.
  case nextFix
  /// The fix of this number, counted from 0 at the trace's start.
  case fix(Int)

  /// Returns true if the goal is an epoch that a cursor has just taken.
  func isReached(by epoch: LocationEpoch, at cursor: ReplayCursor) -> Bool {
    switch self {
    case .offset(let target): cursor.file.position > target
    case .clock(let time): epoch.clock >= time
    // Only if the trace was begun to be read behind it.
    case .moment(let time): epoch.clock > time
    case .nextFix: epoch.location != nil
    case .fix(let number): epoch.location != nil && cursor.fixCount.map { $0 > number } ?? false
    }
  }
}

extension ReplayCursor {
  /// Returns the offset behind which the target epoch of a seek to a time ends.
  ///
  /// On the way forward it is the first epoch at or after the time, on the way back the last one at
  /// or before: so the present epoch is always left, also in a pause longer than the way.
  func offset(
    of time: Timestamp, goesBack: Bool, aimingAt goal: ReplayGoal?
  ) throws(TraceError) -> Int {
    goesBack
      ? try wayBack(aimingAt: goal).offset(ofLastAtOrBefore: time)
      : try file.offset(ofFirstAtOrAfter: time)
  }

  /// Returns the search for an epoch before the one that was taken last, or is the goal.
  func wayBack(aimingAt goal: ReplayGoal?) -> BackwardSearch {
    // In a pause behind the present epoch, that one is on the way back.
    var end = (last?.endOffset ?? 0) + (lead > .zero ? 1 : 0)
    if case .offset(let target) = goal { end = target + 1 }
    return BackwardSearch(
      in: file, before: end, limit: options.rebuildLimit,
      untimedInterval: options.untimedInterval)
  }

  /// Prepares reading up to an offset, with as much of the track before it as the limit allows;
  /// with all of it if there is a checkpoint.
  ///
  /// - Parameter leavesRoom: Whether an epoch before the one that the offset leads to is read in
  ///   any case.
  mutating func approach(
    _ target: Int, leavesRoom: Bool = false, using checkpoints: ReplayCheckpoints
  ) throws(TraceError) -> ReplaySearch.Outcome {
    let limit = max(0, options.rebuildLimit)
    let checkpoint = checkpoints.last(
      endingBy: target, noFurtherThan: limit, leavesRoom: leavesRoom)
    // Without its beginning, the track is read anew from the start where that is near.
    let hasBetter =
      checkpoint != nil || (leavesRoom && checkpoints.isNearStart(target, leavesRoom: true))
    if last != nil, target >= file.position, target - file.position <= limit, isWhole || !hasBetter
    {
      return .goesOn
    }
    if let checkpoint { return try resume(at: checkpoint, in: checkpoints.file) }
    try leap(to: checkpoints.isNearStart(target, leavesRoom: leavesRoom) ? 0 : target - limit)
    return .beginsAnew
  }

  /// Prepares reading up to the last epoch at or before a time of the log's clock, with the track
  /// before it as ``approach(_:leavesRoom:using:)`` does.
  mutating func approach(
    moment time: Duration, using checkpoints: ReplayCheckpoints
  ) throws(TraceError) -> ReplaySearch.Outcome {
    guard total == nil, let start else {
      return try approach(clock: time, leavesRoom: true, using: checkpoints)
    }
    let target = try file.offset(ofFirstAtOrAfter: start.advanced(by: time))
    return try approach(target, leavesRoom: true, using: checkpoints)
  }

  /// Returns true if a track approached there has its beginning.
  func isWhole(approaching target: Int, using checkpoints: ReplayCheckpoints) -> Bool {
    let limit = max(0, options.rebuildLimit)
    return target <= limit || checkpoints.isNearStart(target)
      || checkpoints.last(endingBy: target, noFurtherThan: limit) != nil
  }

  /// Prepares reading up to the fix of a number, with the whole track before it.
  mutating func approach(
    fix number: Int, using checkpoints: ReplayCheckpoints
  ) throws(TraceError) -> ReplaySearch.Outcome {
    if let checkpoint = checkpoints.last(beforeFix: number) {
      let isNearer = fixCount.map { $0 > number || $0 < checkpoint.place.fixCount ?? 0 } ?? true
      if isNearer || !isWhole { return try resume(at: checkpoint, in: checkpoints.file) }
    } else if !isWhole || fixCount.map({ $0 > number }) ?? true {
      rewind()
      return .beginsAnew
    }
    return .goesOn
  }

  /// Prepares reading up to a time of the log's clock, with the whole track before it, once the
  /// whole trace is surveyed; before that it can only lie ahead.
  mutating func approach(
    clock time: Duration, leavesRoom: Bool = false, using checkpoints: ReplayCheckpoints
  ) throws(TraceError) -> ReplaySearch.Outcome {
    guard total != nil else { return .goesOn }
    let isAhead = isClockAbsolute && isWhole && last != nil && time >= clock
    if let checkpoint = checkpoints.last(before: time, leavesRoom: leavesRoom) {
      if isAhead, checkpoint.place.clock <= clock { return .goesOn }
      return try resume(at: checkpoint, in: checkpoints.file)
    }
    if isAhead { return .goesOn }
    rewind()
    return .beginsAnew
  }

  private mutating func resume(
    at checkpoint: ReplayCheckpoint, in surveyed: TraceFile?
  ) throws(TraceError) -> ReplaySearch.Outcome {
    if let surveyed { file = surveyed }
    try restore(checkpoint.place)
    return .resumes(checkpoint.track)
  }
}
