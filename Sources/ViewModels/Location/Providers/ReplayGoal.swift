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
  /// Where the epoch that was taken last, or is aimed at, ends.
  private func presentEnd(aimingAt goal: ReplayGoal?) -> Int {
    if case .offset(let target) = goal { return target + 1 }
    return last?.endOffset ?? 0
  }

  /// The offset that the epoch which a seek to a time leads to ends behind.
  ///
  /// On the way forward the first epoch at or after the time, on the way back the last one at or before:
  /// so the epoch that is there is always left, also in a pause longer than the way.
  func offset(
    of time: Timestamp, goesBack: Bool, aimingAt goal: ReplayGoal?
  ) throws(TraceError) -> Int {
    var probe = file
    guard try probe.seek(to: time) else { return file.size }
    // Where the epoch before ends.
    let offset = probe.position
    guard goesBack, let found = try probe.peek() else { return offset }
    let present = presentEnd(aimingAt: goal)
    if present > 0, offset >= present {
      // A clock that was set: the time is found behind the present only.
      return try offsetBack(from: present) { marks, _ in marks.last }
    }
    let isThere = found.timestamp == time && (present == 0 || found.endOffset < present)
    return isThere ? offset : max(0, offset - 1)
  }

  /// The offset that the epoch a length of time before the present one ends behind, by its own clock.
  func offset(before time: Duration, aimingAt goal: ReplayGoal?) throws(TraceError) -> Int {
    try offsetBack(from: presentEnd(aimingAt: goal)) { marks, present in
      guard let first = marks.first, first.clock <= present - time else { return nil }
      return marks.last { $0.clock <= present - time }
    }
  }

  /// The offset that the fix so many fixes before the present epoch ends behind.
  func offset(fixesBack count: Int, aimingAt goal: ReplayGoal?) throws(TraceError) -> Int {
    try offsetBack(from: presentEnd(aimingAt: goal)) { marks, _ in
      var rest = count
      return marks.last { mark in
        if mark.isFix { rest -= 1 }
        return rest == 0
      }
    }
  }

  /// An epoch that was passed on the way.
  struct Mark {
    let endOffset: Int
    /// Time since the first epoch of the way.
    let clock: Duration
    let isFix: Bool
  }

  /// Reads ever longer stretches before `end` until one has the epoch that is wanted.
  ///
  /// Stops at the rebuild limit, and then takes the earliest epoch.
  private func offsetBack(
    from end: Int, choose: (_ marks: [Mark], _ present: Duration) -> Mark?
  ) throws(TraceError) -> Int {
    var distance = 65_536
    while true {
      let from = max(0, end - distance)
      var scout = file
      if from == 0 { scout.rewind() } else { try scout.seek(toOffset: from) }
      var marks: [Mark] = []
      var previous: TraceEpoch?
      var time = Duration.zero
      while let epoch = try scout.next() {
        if let previous { time += interval(from: previous, to: epoch) }
        if epoch.endOffset >= end { break }
        previous = epoch
        marks.append(Mark(endOffset: epoch.endOffset, clock: time, isFix: epoch.location != nil))
      }
      if let mark = choose(marks, time) { return mark.endOffset - 1 }
      if from == 0 || distance >= options.rebuildLimit {
        return (marks.first?.endOffset ?? 1) - 1
      }
      distance *= 4
    }
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
