extension TraceFile {
  /// Goes to the first epoch at or after a time, so that `next` gives it.
  ///
  /// Where the way was read before, this reads on from the nearest checkpoint: 256 KiB for files up to
  /// 32 MiB, and at most twice a 128th of the file for larger ones. Where it was not, the place is found
  /// by halving the file, 64 KiB a step: some 15 steps for a gigabyte. Sources that do not tell their
  /// date again and again (tables of times of day, GGA alone) are read on instead.
  ///
  /// Expects times in ascending order; in a file whose clock steps back, some place is found where the
  /// time is passed.
  /// - Returns: False when every epoch is earlier; then the end of the file is reached.
  @discardableResult
  public mutating func seek(to time: Timestamp) throws(TraceError) -> Bool {
    let start = checkpoints.last { $0.lastTime.map { $0 < time } ?? true }
    let upper = checkpoints.next(after: start.offset)?.offset ?? size
    restore(start)
    if upper - start.offset > TraceFile.worthHalving, try canJump() {
      try halve(from: start.offset, to: upper, time: time)
    }
    while let epoch = try peek() {
      if let timestamp = epoch.timestamp, timestamp >= time { return true }
      _ = try next()
    }
    return false
  }

  /// Goes to the epoch that is `count` epochs from the beginning.
  ///
  /// Reads on from the nearest checkpoint, so the first way far forward reads everything between.
  /// - Returns: False when there are not as many; then the end of the file is reached.
  @discardableResult
  public mutating func seek(toEpoch count: Int) throws(TraceError) -> Bool {
    let start = checkpoints.all.last { ($0.epochCount ?? .max) <= count } ?? checkpoints.all[0]
    if let epochCount, epochCount <= count, epochCount >= start.epochCount ?? 0 {
      // Reading on from here is nearer.
    } else {
      restore(start)
    }
    while let current = epochCount, current < count {
      guard try next() != nil else { return false }
    }
    return try peek() != nil
  }

  /// Goes to the first epoch that ends behind a part of the file: 0 is the beginning, 1 the end.
  ///
  /// In a part that was not read before this goes there at once, and `epochCount` becomes nil.
  /// - Returns: False when there is none; then the end of the file is reached.
  @discardableResult
  public mutating func seek(toFraction fraction: Double) throws(TraceError) -> Bool {
    try seek(toOffset: Int(Double(size) * min(max(fraction.isNaN ? 0 : fraction, 0), 1)))
  }

  /// Goes to the first epoch that ends behind an offset in bytes.
  /// - Returns: False when there is none; then the end of the file is reached.
  @discardableResult
  public mutating func seek(toOffset target: Int) throws(TraceError) -> Bool {
    let start = checkpoints.last { $0.lastEnd <= target && $0.offset <= target }
    restore(start)
    let before = target - TraceFile.chunkLength
    if before - start.offset > TraceFile.worthHalving, try mayJump(to: before) {
      if try !jump(to: before) { restore(start) }
    }
    while let epoch = try peek(), epoch.endOffset <= target { _ = try next() }
    return try peek() != nil
  }

  /// The epoch before the one that was given out last, which thereby becomes the one given out last;
  /// nil at the beginning.
  ///
  /// Costs reading on from a checkpoint. Who steps back often keeps the last epochs.
  public mutating func previous() throws(TraceError) -> TraceEpoch? {
    let current = position
    var bound = current
    var distance = TraceFile.chunkLength
    while true {
      let start = checkpoints.last { $0.lastEnd < bound && $0.offset < bound }
      restore(start)
      let target = current - distance
      var hasJumped = false
      if target - start.offset > TraceFile.worthHalving, try mayJump(to: target) {
        hasJumped = try jump(to: target)
      }
      // Twice the same way: to find the last epoch that ends before, and up to it.
      var last: Int?
      var scout = self
      while let epoch = try scout.next(), epoch.endOffset < current { last = epoch.endOffset }
      if let last {
        while let epoch = try next() {
          if epoch.endOffset >= last { return epoch }
        }
      }
      if hasJumped {
        distance *= 4
      } else if start.offset == 0 {
        rewind()
        return nil
      } else {
        bound = start.lastEnd
      }
    }
  }

  /// The first time that the trace tells; nil when none of its first 16 MiB has a date.
  public func firstTimestamp() throws(TraceError) -> Timestamp? {
    var copy = self
    copy.rewind()
    while let epoch = try copy.next(), epoch.endOffset < TraceFile.worthScanning {
      if let timestamp = epoch.timestamp { return timestamp }
    }
    return nil
  }

  /// The last time that the trace tells.
  ///
  /// Read from the file's last 64 KiB to 1 MiB. Where these have no date of their own, files up to 16 MiB
  /// are read whole, and the answer for larger ones is nil.
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

  /// Shorter ways are read.
  private static let worthHalving = 1 << 19
  private static let worthScanning = 1 << 24

  private mutating func lastOfRest() throws(TraceError) -> Timestamp? {
    var last: Timestamp?
    while let epoch = try next() { last = epoch.timestamp ?? last }
    return last
  }

  /// Goes to a place between two offsets from which it is not far to a time; stays where the source
  /// does not tell dates.
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
      if try there.jump(to: low), try there.next() != nil { self = there }
    }
  }

  /// Whether reading may go on behind a jump as it would without: not so where dates are carried from
  /// far away, be it from the user's word.
  private mutating func mayJump(to offset: Int) throws(TraceError) -> Bool {
    guard try canJump() else { return false }
    if try timestamp(near: offset) != nil { return true }
    var beginning = self
    beginning.rewind()
    return try beginning.peek()?.timestamp == nil
  }

  /// The time of the second epoch behind an offset, the first one that is whole.
  private func timestamp(near offset: Int) throws(TraceError) -> Timestamp? {
    var copy = self
    guard try copy.jump(to: offset) else { return nil }
    var isWhole = false
    while let epoch = try copy.next(), epoch.endOffset - offset < 4 * TraceFile.chunkLength {
      if isWhole, let timestamp = epoch.timestamp { return timestamp }
      isWhole = true
    }
    return nil
  }
}
