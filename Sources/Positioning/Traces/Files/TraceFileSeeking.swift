/// Every seek ends at an epoch that is found by where it ends in the file. Backward,
/// ``BackwardSearch`` finds where that is.
extension TraceFile {
  /// Goes to the first epoch at or after a time, so that `next` gives it.
  ///
  /// Where the way was read before, this reads on from the nearest checkpoint: 256 KiB for files up
  /// to 32 MiB, and at most twice a 128th of the file for larger ones. Where it was not, the place
  /// is found by halving the file, 64 KiB a step: some 15 steps for a gigabyte. Sources that do not
  /// say their date again and again (tables of times of day, GGA alone) are read on instead.
  ///
  /// Expects times in ascending order; in a file whose clock steps back, some place is found where
  /// the time is passed.
  ///
  /// Never reads far: in a file of which that is not enough the seek goes on with the reading.
  /// - Returns: Whether it is there; the end of the file where every epoch is earlier.
  @discardableResult
  public mutating func seek(to time: Timestamp) throws(TraceError) -> Arrival {
    let start = checkpoints.last { $0.lastTime.map { $0 < time } ?? true }
    let upper = checkpoints.next(after: start.offset)?.offset ?? size
    restore(start)
    if upper - start.offset > TraceFile.worthHalving, try canJump() {
      try halve(from: start.offset, to: upper, time: time)
    }
    return try pass(.before(time), readingAtMost: TraceFile.seekLength)
  }

  /// Goes to the first epoch that ends behind an offset in bytes: 0 is the beginning, ``size`` the
  /// end.
  ///
  /// In a part that was not read before this goes there at once, and ``epochCount`` becomes nil.
  ///
  /// Never reads far: in a file of which that is not enough the seek goes on with the reading.
  /// - Returns: Whether it is there; the end of the file where there is no such epoch.
  @discardableResult
  public mutating func seek(toOffset target: Int) throws(TraceError) -> Arrival {
    let start = checkpoints.last { $0.lastEnd <= target && $0.offset <= target }
    restore(start)
    let before = target - TraceFile.chunkLength
    if before - start.offset > TraceFile.worthHalving, try mayJump(to: before) {
      if try !jump(to: before) { restore(start) }
    }
    return try pass(.endingBy(target), readingAtMost: TraceFile.seekLength)
  }

  /// The time of the first fix, or up to a day before it that of the first epoch; nil when none of
  /// the first MiB has a date.
  ///
  /// Before its first fix a receiver's clock may stand anywhere.
  public func firstTimestamp() throws(TraceError) -> Timestamp? {
    var copy = self
    copy.rewind()
    var first: Timestamp?
    while copy.offset < 1 << 20, let epoch = try copy.nextOfStep(), epoch.endOffset < 1 << 20 {
      guard let timestamp = epoch.timestamp else { continue }
      let candidate = first ?? timestamp
      first = candidate
      guard epoch.location != nil else { continue }
      let lead = candidate.duration(to: timestamp)
      return lead >= .zero && lead <= .seconds(86_400) ? candidate : timestamp
    }
    return first
  }

  /// The last time that the trace says.
  ///
  /// Read from the file's last 64 KiB to 1 MiB. Where these have no date of their own, files up to
  /// 16 MiB are read whole, and the answer for larger ones is nil.
  public func lastTimestamp() throws(TraceError) -> Timestamp? {
    var copy = self
    copy.rewind()
    if try copy.canJump() {
      for length in [TraceFile.chunkLength, 1 << 20] where length < size {
        guard try copy.jump(to: size - length) else { continue }
        if let last = try copy.lastOfRest() { return last }
      }
    }
    guard size <= TraceFile.worthScanning else { return nil }
    copy.rewind()
    return try copy.lastOfRest()
  }

  /// The offset for ``seek(toOffset:)`` that leads to the first epoch at or after a time, or to the
  /// end.
  ///
  /// Where that is not found within ``searchLength``, it is the place that the search has come to.
  package func offset(ofFirstAtOrAfter time: Timestamp) throws(TraceError) -> Int {
    var probe = self
    return switch try probe.search(for: time) {
    case .there: probe.position
    case .end: size
    case .underWay: probe.offset
    }
  }

  /// Goes to the first epoch at or after a time, for callers that need to know where that is: up to
  /// ``searchLength`` is read on.
  mutating func search(for time: Timestamp) throws(TraceError) -> Arrival {
    let arrival = try seek(to: time)
    guard arrival == .underWay else { return arrival }
    return try pass(.before(time), readingAtMost: TraceFile.searchLength)
  }

  /// How many bytes a seek reads in one go, behind the place that it found by halving.
  private static let seekLength = 4 << 20
  /// How many bytes are read for a place that has to be known at once.
  private static let searchLength = 64 << 20

  /// Shorter ways are read, longer ones are halved.
  private static let worthHalving = 1 << 19
  /// Longer files are not read whole for a date.
  private static let worthScanning = 1 << 24

  /// The next epoch if there is one within a step; nil also where there is none yet.
  private mutating func nextOfStep() throws(TraceError) -> TraceEpoch? {
    guard case .epoch(let epoch) = try next(readingAtMost: TraceFile.stepLength) else {
      return nil
    }
    return epoch
  }

  private mutating func lastOfRest() throws(TraceError) -> Timestamp? {
    var last: Timestamp?
    while let epoch = try next() { last = epoch.timestamp ?? last }
    return last
  }

  /// Goes to a place between two offsets from which it is not far to a time; stays where the source
  /// says no dates.
  private mutating func halve(
    from start: Int, to end: Int, time: Timestamp
  ) throws(TraceError) {
    var (low, high) = (start, end)
    while high - low > TraceFile.worthHalving / 2 {
      let middle = low + (high - low) / 2
      guard let found = try timestamp(near: middle) else { break }
      if found < time { low = middle } else { high = middle }
    }
    if low > start {
      var there = self
      // The first epoch behind a jump may lack its beginning; it is earlier than `time`.
      if try there.jump(to: low), try there.nextOfStep() != nil { self = there }
    }
  }

  /// Returns true if reading may go on behind a jump as it would without: not so where dates are
  /// carried from far away, be it from the user's word.
  private mutating func mayJump(to offset: Int) throws(TraceError) -> Bool {
    guard try canJump() else { return false }
    if try timestamp(near: offset) != nil { return true }
    var beginning = self
    beginning.rewind()
    guard case .epoch(let first) = try beginning.peek(readingAtMost: TraceFile.stepLength) else {
      return true
    }
    return first.timestamp == nil
  }

  /// The time of the second epoch behind an offset, the first one that is whole.
  private func timestamp(near offset: Int) throws(TraceError) -> Timestamp? {
    var copy = self
    guard try copy.jump(to: offset) else { return nil }
    var isWhole = false
    while let epoch = try copy.nextOfStep(),
      epoch.endOffset - offset < 4 * TraceFile.chunkLength
    {
      if isWhole, let timestamp = epoch.timestamp { return timestamp }
      isWhole = true
    }
    return nil
  }
}
