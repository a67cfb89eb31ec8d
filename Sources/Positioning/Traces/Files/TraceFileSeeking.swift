import Platform

extension TraceFile {
  /// Moves to the first epoch at or after a time, which `next` then returns.
  ///
  /// Reads the trace up to that epoch. Expects times in ascending order; in a file whose clock
  /// steps back, it stops at the first epoch that is late enough.
  /// - Returns: Whether there is one, or the end of the file if every epoch is earlier.
  @discardableResult public mutating func seek(to time: Timestamp) throws(TraceError) -> Arrival {
    rewind()
    while case .epoch(let epoch) = try peek(readingAtMost: .max) {
      if let timestamp = epoch.timestamp, timestamp >= time { return .there }
      _ = try next()
    }
    return .end
  }

  /// The time of the first fix, or of the first epoch if that is at most a day earlier; nil if the
  /// first MiB has no date.
  ///
  /// Before its first fix, a receiver's clock may show any time.
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

  /// The last time in the trace.
  ///
  /// It is read from the last 64 KiB to 1 MiB of the file. If these contain no date, files up to 16
  /// MiB are read whole; for larger ones the result is nil.
  public func lastTimestamp() throws(TraceError) -> Timestamp? {
    var copy = self
    copy.rewind()
    if try copy.canReadLastLines() {
      for length in [TraceFile.chunkLength, 1 << 20] where length < size {
        if let last = try copy.lastTimestamp(inLast: length) { return last }
      }
    }
    guard size <= TraceFile.worthScanning else { return nil }
    copy.rewind()
    var last: Timestamp?
    while let epoch = try copy.next() { last = epoch.timestamp ?? last }
    return last
  }

  /// True if an NMEA file may have a sentence with a waypoint, by its name, `WPL`. The search takes
  /// a tenth of the time of reading the file.
  package func mayHoldWaypointSentences() throws(TraceError) -> Bool {
    guard !isPipe, size <= 1 << 32, reader.encoding.width == 1 else { return true }
    var (offset, length, isFound) = (0, 0, false)
    repeat {
      try file.read(at: offset, count: TraceFile.chunkLength) { bytes in
        length = bytes.count
        isFound = bytes.hasWaypointName
      }
      // A name may be split across two pieces.
      offset += length - 3
    } while !isFound && length > 3
    return isFound
  }

  /// The maximum size of a file that is read whole for its last time.
  private static let worthScanning = 1 << 24

  /// The next epoch if it is within a step; nil also if more has to be read.
  private mutating func nextOfStep() throws(TraceError) -> TraceEpoch? {
    guard case .epoch(let epoch) = try next(readingAtMost: TraceFile.stepLength) else { return nil }
    return epoch
  }

  /// The last time in the last bytes of the file, from the first line that begins in them.
  private func lastTimestamp(inLast length: Int) throws(TraceError) -> Timestamp? {
    var reader = reader.forLastLines()
    var selection = selection
    var last: Timestamp?
    func note(_ epoch: TraceEpoch) {
      if selection?.includes(epoch) ?? true { last = epoch.timestamp ?? last }
    }
    var (offset, hasBegun, isAtEnd) = (size - length, false, false)
    while !isAtEnd {
      try file.read(at: offset, count: TraceFile.chunkLength) { bytes in
        offset += bytes.count
        isAtEnd = bytes.isEmpty
        if hasBegun { return reader.read(bytes, note) }
        guard let end = bytes.firstIndex(of: .lineFeed) ?? bytes.firstIndex(of: .carriageReturn)
        else { return isAtEnd = true }
        hasBegun = true
        reader.read(UnsafeBufferPointer(rebasing: bytes[(end + 1)...]), note)
      }
    }
    reader.finish(note)
    return last
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate var hasWaypointName: Bool {
    guard count > 3, var start = UnsafeRawPointer(baseAddress) else { return false }
    let end = start + count - 3
    while start < end, let found = memchr(start, Int32(UInt8(ascii: "W")), end - start) {
      start = UnsafeRawPointer(found) + 1
      if memcmp(start, "PL,", 3) == 0 { return true }
    }
    return false
  }
}
