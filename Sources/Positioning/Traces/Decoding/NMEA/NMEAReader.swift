/// Reads NMEA 0183 as it arrives, in pieces of any size, and emits one epoch after another.
///
///     var reader = TraceReader(format: .nmea)
///     while let bytes = try port.read() { reader.read(bytes) { epoch in show(epoch) } }
///     reader.finish { epoch in show(epoch) }
///
/// Accepts any talker. Reads the sentences whose types are in ``NMEA``, and counts the rest. Joins
/// the sentences with one time of day into an epoch, which is emitted when the next one begins. WPL
/// and PMGNWPL are waypoints, RTE is a route through them.
///
/// A corrupt sentence is skipped and counted, and has no other effect. Checksums are verified if
/// present; once the source has had one, every sentence must have one.
///
/// A reader is a value: a copy of it is a checkpoint from which reading can continue, and equal
/// readers continue identically. Memory is bounded whatever the source contains.
struct NMEAReader: TraceDecoder, Sendable {
  /// The statistics of the source so far.
  private(set) var statistics = TraceStatistics()
  /// The number of bytes read so far.
  private(set) var offset = 0

  var isWaiting: Bool { dates.isWaiting }

  private var line: [UInt8] = []
  /// The number of the current line, from 1.
  private var lineNumber = 1
  /// The number of line ends from the last CRs.
  private var openReturns = 0
  private var assembler = EpochAssembler()
  private var dates: DayCarrier
  private let weekRollovers: Int
  private var needsChecksum = false
  /// The time of the latest tag block, nanoseconds since 1970, until it has dated an epoch.
  private var tagTime: Int64?

  /// Makes a reader for the beginning of a source.
  init(options: TraceOptions = TraceOptions()) {
    dates = DayCarrier(options: options)
    weekRollovers = options.weekRollovers
  }

  /// Reads the next piece of the source.
  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ emit: (TraceEpoch) -> Void) {
    guard let start = bytes.baseAddress else { return }
    NMEARoom.with { room in
      var lines = LineFraming(bytes)
      var index = 0
      while index < bytes.count {
        if line.isEmpty, start[index] == UInt8(ascii: "$") {
          let length = min(bytes.count - index - 1, LineFraming.maxLength - 2)
          if let usual = NMEAFrame.usualLine(start + index + 1, length: length, room) {
            statistics.lines += 1
            take(usual.frame, endOffset: offset + 1 + usual.frame.length)
            if assembler.hasResults { deliver(emit) }
            index += usual.lineLength + 1
            offset += usual.lineLength + 1
            lineNumber += 1
            openReturns = 0
            continue
          }
        }
        let end = lines.end(from: index)
        let text = ByteText(start: start + index, count: (end ?? bytes.count) - index)
        index += text.count
        if end != nil, line.isEmpty, text.count < LineFraming.maxLength {
          readLine(text, at: offset, room, emit)
          offset += text.count
        } else {
          hold(text, room, emit)
          if end != nil, !line.isEmpty { readHeldLine(room, emit) }
        }
        if end != nil { countLine(text) } else { openReturns = 0 }
      }
    }
  }

  /// Reads the rest and emits every open epoch: the source has ended.
  mutating func finish(_ emit: (TraceEpoch) -> Void) {
    let skipped = statistics.skippedSentences
    if !line.isEmpty { NMEARoom.with { readHeldLine($0, emit) } }
    // The last line had no end, and its sentence is incomplete.
    if statistics.skippedSentences > skipped { statistics.isCutOff = true }
    flush(emit)
    assembler.waypoints.giveUp()
    deliver(emit)
  }

  /// Emits every open epoch, without waiting for the next one to begin.
  ///
  /// For live receivers that have been silent for part of their period. Later sentences with the
  /// same time of day are left out.
  mutating func flush(_ emit: (TraceEpoch) -> Void) {
    assembler.flush()
    deliver(emit)
    dates.giveUp(emit)
  }
}

extension TraceStatistics {
  /// The number of sentences that were left out.
  fileprivate var skippedSentences: Int {
    skipped(.truncated) + skipped(.missingChecksum) + skipped(.badChecksum)
      + skipped(.malformedField)
  }
}

extension NMEAReader {
  /// Advances the line number after a line end.
  ///
  /// CR CR LF is one end, and so is a CR LF split across two pieces.
  private mutating func countLine(_ text: ByteText) {
    lineNumber += 1
    let isBlank = text.count == 1 || (text.count == 2 && text[0] == .carriageReturn)
    if !isBlank { openReturns = 0 }
    if text.last == .lineFeed {
      lineNumber -= openReturns
      openReturns = 0
    } else {
      openReturns += 1
    }
  }

  private mutating func readHeldLine(_ room: NMEARoom, _ emit: (TraceEpoch) -> Void) {
    let held = line
    line.removeAll(keepingCapacity: true)
    held.withUnsafeBufferPointer { readLine(ByteText($0), at: offset - held.count, room, emit) }
  }

  /// Keeps the beginning of a line until its end arrives; cuts invalid lines to a bounded length.
  private mutating func hold(_ text: ByteText, _ room: NMEARoom, _ emit: (TraceEpoch) -> Void) {
    var text = text
    while text.count > 0 {
      let taken = min(LineFraming.maxLength - line.count, text.count)
      line.append(contentsOf: UnsafeBufferPointer(start: text.start, count: taken))
      offset += taken
      text.drop(taken)
      guard line.count == LineFraming.maxLength else { continue }
      // A sentence that begins in the last part of the piece is kept whole.
      let tail = line.lastIndex(of: UInt8(ascii: "$")) ?? 0
      let kept = tail > 0 ? Array(line[tail...]) : []
      // The end of a file that was not completely written consists of zeros.
      let isPadding = !line.contains { $0 > 0x20 }
      if tail > 0 { line.removeSubrange(tail...) } else if !isPadding { statistics.skip(.overlong) }
      let held = line
      line = kept
      held.withUnsafeBufferPointer {
        readLine(ByteText($0), at: offset - kept.count - held.count, room, emit)
      }
    }
  }

  /// Finds the sentences of a line: none, one, or several joined ones.
  private mutating func readLine(
    _ text: ByteText, at offset: Int, _ room: NMEARoom, _ emit: (TraceEpoch) -> Void
  ) {
    var index = 0
    var hasText = false
    var hasSentence = false
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: "$") || byte == UInt8(ascii: "!") {
        hasSentence = true
        index += readSentence(text.dropping(index + 1), at: offset + index + 1, room) + 1
        if assembler.hasResults { deliver(emit) }
      } else if byte == UInt8(ascii: "\\"), let block = NMEATagBlock(text.dropping(index)) {
        tagTime = block.time ?? tagTime
        index += block.length
      } else {
        if byte > 0x20 { hasText = true }
        index += 1
      }
    }
    if hasText || hasSentence { statistics.lines += 1 }
    // Recorders add notes: a comment is not an error.
    if hasText, !hasSentence, text.trimmed.first != UInt8(ascii: "#") { statistics.skip(.text) }
  }

  /// Reads the sentence at the beginning of `text` and returns its number of bytes.
  private mutating func readSentence(_ text: ByteText, at offset: Int, _ room: NMEARoom) -> Int {
    let frame = NMEAFrame(text, room)
    take(frame, endOffset: offset + frame.length)
    return frame.length
  }

  /// Adds the sentence of a frame, unless the frame is corrupt.
  @inline(__always) private mutating func take(_ frame: NMEAFrame, endOffset: Int) {
    switch frame.ending {
    case .truncated: return statistics.skip(.truncated)
    case .badChecksum: return statistics.skip(.badChecksum)
    case .unchecked where needsChecksum: return statistics.skip(.missingChecksum)
    case .unchecked: break
    case .checked: needsChecksum = true
    }
    let fields = frame.fields
    guard let address = fields.address else { return statistics.skip(.malformedField) }
    if let kind = NMEA.kind(of: address) {
      let source = SentenceSource(endOffset: endOffset, line: lineNumber)
      do throws(NMEA.Refusal) { try take(kind, fields, at: source) } catch {
        return statistics.skip(.malformedField)
      }
    }
    statistics.count(address: address.code)
  }

  @inline(__always) private mutating func take(
    _ kind: NMEA.Kind, _ fields: NMEAFields, at source: SentenceSource
  ) throws(NMEA.Refusal) {
    // Of PUBX, only message 0 contains a fix.
    if kind == .timed(.pubx00), fields.natural(1, in: 0...99) != 0 { return }
    try fields.require(kind.leastFields)
    switch kind {
    case .gsv: assembler.add(try NMEA.GSV(fields), at: source)
    case .gsa: assembler.add(try NMEA.GSA(fields), at: source)
    case .vtg:
      let vtg = NMEA.VTG(fields)
      if !vtg.isEmpty { assembler.add(vtg, at: source) }
    case .hdt: assembler.add(NMEA.HDT(fields), at: source)
    case .pgrme: assembler.add(NMEA.PGRME(fields), at: source)
    case .pgrmz: assembler.add(NMEA.PGRMZ(fields), at: source)
    case .wpl, .pmgnwpl:
      try assembler.waypoints.add(waypoint: fields, isMagellan: kind == .pmgnwpl, at: source)
    case .rte: try assembler.waypoints.add(route: fields, at: source)
    case .dtm: _ = (try fields.letter(4), try fields.letter(6))
    case .txt: break
    case .timed(let kind): try takeTimed(kind, fields, at: source)
    }
  }

  private mutating func takeTimed(
    _ kind: NMEA.TimedKind, _ fields: NMEAFields, at source: SentenceSource
  ) throws(NMEA.Refusal) { assembler.add(try TimedSentence(kind, fields), at: source) }

  /// Dates the complete epochs and emits them.
  private mutating func deliver(_ emit: (TraceEpoch) -> Void) {
    for index in 0..<assembler.finishedCount {
      let date = assembler.date(at: index)
      var day = date.day.flatMap { shifted($0) }
      if day == nil, let time = date.time, let instant = tagTime.take() {
        day = NMEATagBlock.day(of: time, near: instant)
      }
      let epoch = assembler.complete(at: index)
      statistics.count(epoch, day: day)
      let carries = epoch.hasFix || !date.isWarned
      dates.pass(epoch, time: date.time, ownDay: day, carries: carries, emit)
    }
    assembler.recycle()
    if assembler.waypoints.hasFound {
      for waypoint in assembler.waypoints.take() {
        statistics.count(waypoint)
        emit(waypoint)
      }
    }
    let leftOut = assembler.takeLeftOut()
    statistics.note(.duplicateSentence, count: leftOut.duplicates)
    statistics.note(.lateSentence, count: leftOut.late)
    statistics.note(.homelessSentence, count: leftOut.homeless)
    statistics.note(.surplusSatellite, count: leftOut.surplus)
  }

  /// A date shifted by the rollovers that the user requested; nil if it is out of range.
  private func shifted(_ day: Int) -> Int? {
    let (days, isTooMuch) = weekRollovers.multipliedReportingOverflow(by: 7168)
    let (sum, overflows) = day.addingReportingOverflow(days)
    return isTooMuch || overflows || sum.magnitude > 200_000 ? nil : sum
  }
}
