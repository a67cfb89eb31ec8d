/// Reads NMEA 0183 as it comes, in pieces of any size, and gives out one epoch after the other.
///
///     var reader = NMEAReader()
///     while let bytes = try port.read() { reader.read(bytes) { epoch in show(epoch) } }
///     reader.finish { epoch in show(epoch) }
///
/// Takes any talker. Understands RMC, GGA, GNS, GLL, ZDA, GST, VTG, GSA and GSV (see ``NMEA``);
/// counts the rest. Joins the sentences of one time of day into one epoch. An epoch is given out
/// when the next one begins.
///
/// A damaged sentence is skipped and counted, and changes nothing else. Checksums are verified
/// where they are; once the source has shown one, every sentence must have one.
///
/// A reader is a value: a copy of it is a checkpoint from which reading can go on. Memory is
/// bounded whatever the source holds.
public struct NMEAReader: TraceDecoder, Sendable {
  /// What was read so far.
  public private(set) var statistics = TraceStatistics()
  /// How many bytes were read so far.
  public private(set) var offset = 0

  private var line: [UInt8] = []
  private var assembler = EpochAssembler()
  private var dates: DayCarrier
  private let weekRollovers: Int
  private var needsChecksum = false

  /// Makes a reader for the beginning of a source.
  public init(options: TraceOptions = TraceOptions()) {
    dates = DayCarrier(options: options)
    weekRollovers = options.weekRollovers
  }

  /// Reads the next piece of the source.
  public mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ emit: (TraceEpoch) -> Void
  ) {
    guard let start = bytes.baseAddress else { return }
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: NMEAFields.limit) { ends in
      let ends = ends.baseAddress!
      var lines = LineFraming(bytes)
      var index = 0
      while index < bytes.count {
        let end = lines.end(from: index)
        let text = ByteText(start: start + index, count: (end ?? bytes.count) - index)
        index += text.count
        if end != nil, line.isEmpty, text.count < LineFraming.maxLength {
          readLine(text, at: offset, ends, emit)
          offset += text.count
        } else {
          hold(text, ends, emit)
          if end != nil, !line.isEmpty { readHeldLine(ends, emit) }
        }
      }
    }
  }

  /// Reads the next piece of the source.
  public mutating func read(_ bytes: [UInt8], _ emit: (TraceEpoch) -> Void) {
    bytes.withUnsafeBufferPointer { read($0, emit) }
  }

  /// Reads what is left and gives out every epoch that is under way: the source has ended.
  public mutating func finish(_ emit: (TraceEpoch) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: NMEAFields.limit) { ends in
      if !line.isEmpty { readHeldLine(ends.baseAddress!, emit) }
    }
    flush(emit)
  }

  /// Gives out every epoch that is under way, without waiting for the next one to begin.
  ///
  /// For live receivers, when they have been silent for part of their period. What still comes of
  /// the same time of day is left out.
  public mutating func flush(_ emit: (TraceEpoch) -> Void) {
    assembler.flush()
    deliver(emit)
    dates.giveUp(emit)
  }

  /// Goes on reading at another place of the same source.
  ///
  /// Keeps what is known of the source (its order of sentences, its checksums, its date) and
  /// forgets what is under way. The first epoch after a jump may be incomplete.
  mutating func jump(to offset: Int) {
    self.offset = offset
    line = []
    assembler.jump()
    dates.jump()
  }
}

extension NMEAReader {
  private mutating func readHeldLine(
    _ ends: UnsafeMutablePointer<UInt16>, _ emit: (TraceEpoch) -> Void
  ) {
    let held = line
    line.removeAll(keepingCapacity: true)
    held.withUnsafeBufferPointer {
      readLine(ByteText($0), at: offset - held.count, ends, emit)
    }
  }

  /// Keeps the beginning of a line until its end comes; cuts lines of junk to a bounded length.
  private mutating func hold(
    _ text: ByteText, _ ends: UnsafeMutablePointer<UInt16>, _ emit: (TraceEpoch) -> Void
  ) {
    var text = text
    while text.count > 0 {
      let room = LineFraming.maxLength - line.count
      let taken = min(room, text.count)
      line.append(contentsOf: UnsafeBufferPointer(start: text.start, count: taken))
      offset += taken
      text.drop(taken)
      guard line.count == LineFraming.maxLength else { continue }
      // A sentence that begins in the last part of the piece is kept whole.
      let tail = line.lastIndex(of: UInt8(ascii: "$")) ?? 0
      let kept = tail > 0 ? Array(line[tail...]) : []
      if tail > 0 { line.removeSubrange(tail...) } else { statistics.skip(.overlong) }
      let held = line
      line = kept
      held.withUnsafeBufferPointer {
        readLine(ByteText($0), at: offset - kept.count - held.count, ends, emit)
      }
    }
  }

  /// Finds the sentences of a line: none, one, or several that were joined.
  private mutating func readLine(
    _ text: ByteText, at offset: Int, _ ends: UnsafeMutablePointer<UInt16>,
    _ emit: (TraceEpoch) -> Void
  ) {
    var index = 0
    var hasText = false
    var hasSentence = false
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: "$") || byte == UInt8(ascii: "!") {
        hasSentence = true
        index += readSentence(text.dropping(index + 1), at: offset + index + 1, ends) + 1
        if !assembler.finished.isEmpty { deliver(emit) }
      } else {
        if byte > 0x20 { hasText = true }
        index += 1
      }
    }
    if hasText || hasSentence { statistics.lines += 1 }
    if hasText, !hasSentence { statistics.skip(.text) }
  }

  /// Reads the sentence that `text` begins with and returns how many bytes it takes.
  private mutating func readSentence(
    _ text: ByteText, at offset: Int, _ ends: UnsafeMutablePointer<UInt16>
  ) -> Int {
    let frame = NMEAFrame(text, ends: ends)
    switch frame.ending {
    case .truncated: statistics.skip(.truncated)
    case .badChecksum: statistics.skip(.badChecksum)
    case .unchecked where needsChecksum: statistics.skip(.missingChecksum)
    case .unchecked: add(frame.fields, endOffset: offset + frame.length)
    case .checked:
      needsChecksum = true
      add(frame.fields, endOffset: offset + frame.length)
    }
    return frame.length
  }

  private mutating func add(_ fields: NMEAFields, endOffset: Int) {
    guard let address = fields.address else { return statistics.skip(.malformedField) }
    if let known = NMEA.type(of: address) {
      do throws(NMEA.Refusal) {
        try known.type.read(
          fields, into: &assembler, place: known.place, endOffset: endOffset)
      } catch {
        return statistics.skip(.malformedField)
      }
    }
    statistics.count(address: address.code)
  }

  /// Dates the epochs that are complete and gives them out.
  private mutating func deliver(_ emit: (TraceEpoch) -> Void) {
    for draft in assembler.finished {
      let epoch = TraceEpoch(
        location: draft.location, timeOfDay: draft.time.map { .nanoseconds($0) },
        satellites: draft.untimed.markedSatellites, endOffset: draft.endOffset)
      statistics.count(epoch)
      dates.pass(
        epoch, time: draft.time, ownDay: draft.day.map { $0 + weekRollovers * 7168 },
        carries: epoch.location != nil || !(draft.isVoid || draft.hasInvalidGGA), emit)
    }
    assembler.finished.removeAll(keepingCapacity: true)
  }
}
