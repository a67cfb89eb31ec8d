/// Looks for an epoch before a place in a trace, by reading ever longer parts before it.
///
///     let search = BackwardSearch(in: file, before: file.position)
///     try file.seek(toOffset: search.offset(ofFix: 1))
///     try file.next()  // the fix before the epoch that was given out last
///
/// Every answer is an offset for ``TraceFile/seek(toOffset:)``, which leads to the epoch that was
/// looked for; where there is none within the limit, to the earliest one that was read.
package struct BackwardSearch {
  private let file: TraceFile
  private let end: Int
  private let limit: Int
  private let untimedInterval: Duration

  /// Makes a search.
  ///
  /// - Parameters:
  ///   - file: The trace; its own place does not matter.
  ///   - end: Where the present epoch ends; looked at are the epochs that end before.
  ///   - limit: The bytes before `end` after which no longer part is read.
  ///   - untimedInterval: The time from one epoch to the next where the trace says none.
  package init(
    in file: TraceFile, before end: Int, limit: Int = 1 << 24,
    untimedInterval: Duration = .seconds(1)
  ) {
    self.file = file
    self.end = end
    self.limit = limit
    self.untimedInterval = untimedInterval
  }

  /// The offset of the last epoch at or before a time.
  package func offset(ofLastAtOrBefore time: Timestamp) throws(TraceError) -> Int {
    var probe = file
    switch try probe.search(for: time) {
    case .there: break
    case .end: return file.size
    case .underWay: return probe.offset
    }
    // Where the epoch before ends.
    let offset = probe.position
    guard let found = try probe.peek() else { return offset }
    if end > 0, offset >= end {
      // A clock that was set: the time is found behind the present only.
      return try find { marks, _ in marks.last }
    }
    let isThere = found.timestamp == time && (end == 0 || found.endOffset < end)
    return isThere ? offset : max(0, offset - 1)
  }

  /// The offset of the last epoch at least a time before the present one, by the epochs' own clock.
  package func offset(ofLastBefore time: Duration) throws(TraceError) -> Int {
    try find { marks, present in
      guard let first = marks.first, first.clock <= present - time else { return nil }
      return marks.last { $0.clock <= present - time }
    }
  }

  /// The offset of the fix so many fixes before the present epoch, from 1.
  package func offset(ofFix count: Int) throws(TraceError) -> Int {
    try find { marks, _ in
      var rest = count
      return marks.last { mark in
        if mark.isFix { rest -= 1 }
        return rest == 0
      }
    }
  }

  /// An epoch that was passed on the way.
  private struct Mark {
    let endOffset: Int
    /// Time since the first epoch of the way.
    let clock: Duration
    let isFix: Bool
  }

  /// Reads parts before the end until `choose` finds its epoch in one.
  private func find(
    _ choose: (_ marks: [Mark], _ present: Duration) -> Mark?
  ) throws(TraceError) -> Int {
    var distance = TraceFile.chunkLength
    while true {
      let start = max(0, end - distance)
      let (marks, present) = try marks(from: start)
      if let mark = choose(marks, present) { return mark.endOffset - 1 }
      if start == 0 || distance >= limit { return (marks.first?.endOffset ?? 1) - 1 }
      distance *= 4
    }
  }

  /// The epochs behind an offset and before the end, and the clock of the present one.
  private func marks(from start: Int) throws(TraceError) -> (marks: [Mark], present: Duration) {
    var scout = file
    if start == 0 { scout.rewind() } else { try scout.seek(toOffset: start) }
    var marks: [Mark] = []
    var previous: TraceEpoch?
    var clock = Duration.zero
    // A step more than the part is long: an epoch is given out once the next one has begun.
    let bound = end + TraceFile.stepLength
    while case .epoch(let epoch) = try scout.next(readingAtMost: max(1, bound - scout.offset)) {
      if let previous { clock += epoch.interval(since: previous, untimed: untimedInterval) }
      if epoch.endOffset >= end { break }
      previous = epoch
      marks.append(
        Mark(endOffset: epoch.endOffset, clock: clock, isFix: epoch.location != nil))
    }
    return (marks, clock)
  }
}
