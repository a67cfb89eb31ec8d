/// Reads a trace as it comes, in pieces of any size, whatever its format.
///
///     var reader = TraceReader()
///     reader.read(bytes) { epoch in show(epoch) }
///     reader.finish { epoch in show(epoch) }
///
/// The format is found from the first bytes, never from a name: NMEA 0183 by its first sentence,
/// GPX by its root element, gpsd's reports by their classes, a table by its columns. What comes
/// before that (at most 64 KiB) is held. UTF-16 is read as well as 8-bit text, and the encoding
/// that an XML declaration names.
///
/// A reader is a value: a copy of it is a checkpoint from which reading can go on. Memory is
/// bounded whatever the source holds.
public struct TraceReader: Sendable {
  /// The source's format; nil until it is known.
  public private(set) var format: TraceFormat?
  /// The encoding of the source's characters.
  var encoding: TextEncoding { transcoder?.encoding ?? .eightBit }
  /// The encoding that the source says it has, where that is not read; then it is refused.
  private(set) var unreadEncoding: String?
  /// True if the source is XML that says it is UTF-8, or nothing, and is not: then it is taken as
  /// Windows-1252.
  private(set) var isEncodingGuessed = false

  /// Reads the source's format; nil until that is known.
  private var decoder: (any TraceDecoder)?
  private let options: TraceOptions
  /// The source's beginning, until its encoding and then its format are known.
  private var held: [UInt8] = []
  /// The number of held bytes that were searched for a format.
  private var searched = 0
  private var knowsEncoding = false
  /// What is corrected of the decoder's epochs: speeds, and times as the user has specified.
  private var speeds: SpeedCheck?
  private var clock: TraceClock?
  private var markLength = 0
  /// Makes UTF-8 of another encoding; nil for text of eight bits.
  private var transcoder: TextTranscoder?
  private var hasFinished = false
  /// The number of bytes that the decoder was given, by its own count.
  private var decodedLength = 0
  /// The parts of the source that the decoder was not given.
  private var skips: [Skip] = []

  /// Bytes of the source that were skipped.
  private struct Skip {
    /// The number of the decoder's bytes before them.
    var offset: Int
    var length: Int
  }

  static let headLength = 65_536

  /// Makes a reader for the beginning of a source.
  ///
  /// The format is the source's, if it is known beforehand.
  public init(format: TraceFormat? = nil, options: TraceOptions = TraceOptions()) {
    self.options = options
    self.format = format
    if let format { begin(format) }
  }

  private mutating func begin(_ format: TraceFormat) {
    self.format = format
    decoder = TraceReader.decoder(for: format, options: options)
    speeds = format.mayMistakeSpeeds ? SpeedCheck(options) : nil
    let mayCount = format == .csv || format == .subtitles
    clock = TraceClock(options, findsDates: format.findsDates, mayCount: mayCount)
  }

  private static func decoder(for format: TraceFormat, options: TraceOptions) -> any TraceDecoder {
    switch format {
    case .nmea: NMEAReader(options: options)
    case .csv: CSVReader(options: options)
    case .gpx: GPXReader(options: options)
    case .gpsd: GPSDReader(options: options)
    case .fit: FITReader(options: options)
    case .tcx: TCXReader(options: options)
    case .kml: KMLReader(options: options)
    case .geojson: GeoJSONReader(options: options)
    case .jsonLines: JSONLinesReader(options: options)
    case .igc: IGCReader(options: options)
    case .ubx: UBXReader()
    case .timeline: TimelineReader(options: options)
    case .subtitles: SubtitleReader(options: options)
    case .fitTable: FITTableReader(options: options)
    case .canboat: CanboatReader(options: options)
    case .signalK: SignalKReader(options: options)
    }
  }

  /// True if the source is of none of the formats.
  public var isRefused: Bool { unreadEncoding != nil || decoder?.isRefused ?? false }

  /// The form of the table; nil for other formats, and until it is settled.
  public var dialect: CSVDialect? { (decoder as? CSVReader)?.dialect }

  /// The guesses that may be wrong, a sentence each without its full stop.
  var warnings: [String] {
    let others = [speeds?.warning].compactMap(\.self)
    guard isEncodingGuessed else { return (dialect?.warnings ?? []) + others }
    return others + ["not UTF-8 and declares no encoding, so it was read as Windows-1252"]
  }

  /// The statistics of the source so far.
  public var statistics: TraceStatistics {
    var statistics = decoder?.statistics ?? TraceStatistics()
    if hasFinished, transcoder?.isInCharacter == true { statistics.isCutOff = true }
    if options.timeZone != nil { statistics.forget(.localTime) }
    return statistics
  }

  /// Reads the next piece of the source.
  public mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ emit: (TraceEpoch) -> Void) {
    begin(reading: bytes, emit)
    while isPaused { readOn(emit) }
  }

  /// Reads the next piece of the source, or begins to: there may be so much to give out that it
  /// pauses.
  mutating func begin(reading bytes: UnsafeBufferPointer<UInt8>, _ emit: (TraceEpoch) -> Void) {
    guard knowsEncoding else {
      held.append(contentsOf: bytes)
      if held.count >= TextEncoding.headLength { settleEncoding(emit) }
      return
    }
    guard let text = transcoder?.transcode(bytes) else { return perform(.read(bytes), emit) }
    text.withUnsafeBufferPointer { perform(.read($0), emit) }
  }

  /// Reads the next piece of the source.
  public mutating func read(_ bytes: [UInt8], _ emit: (TraceEpoch) -> Void) {
    bytes.withUnsafeBufferPointer { read($0, emit) }
  }

  /// Reads what is left and gives out every epoch that is under way: the source has ended.
  public mutating func finish(_ emit: (TraceEpoch) -> Void) {
    beginToFinish(emit)
    while isPaused { readOn(emit) }
  }

  /// Reads what is left, or begins to: there may be so much to give out that it pauses.
  mutating func beginToFinish(_ emit: (TraceEpoch) -> Void) {
    if !knowsEncoding { settleEncoding(emit) }
    if decoder == nil { decide(isWhole: true, emit) }
    perform(.finish, emit)
    hasFinished = true
  }

  /// True if more is to be given out of what was read, before anything else is read.
  var isPaused: Bool { decoder?.isPaused ?? false }

  /// Gives out some more of what was read.
  mutating func readOn(_ emit: (TraceEpoch) -> Void) { perform(.readOn, emit) }

  /// Gives out every epoch that is under way, without waiting for the next one to begin.
  ///
  /// For live receivers, when they have been silent for part of their period.
  public mutating func flush(_ emit: (TraceEpoch) -> Void) {
    // A short beginning is held for its encoding; live sources have none but ASCII.
    if !knowsEncoding, !held.isEmpty { settleEncoding(emit) }
    perform(.flush, emit)
  }
}

extension TraceReader {
  /// Returns a reader for the last lines of the same source, with what is known of its form.
  ///
  /// It does not know the date: those lines may be of another day than the user's.
  func forLastLines() -> TraceReader {
    var options = options
    options.date = nil
    var reader = TraceReader(format: format, options: options)
    if let dialect { reader.decoder = CSVReader(dialect, options: options) }
    reader.knowsEncoding = true
    reader.transcoder = transcoder.map { TextTranscoder($0.encoding) }
    return reader
  }

  /// True if epochs wait for a date in the reader.
  var isWaiting: Bool { decoder?.isWaiting ?? false || speeds?.isWaiting ?? false }

  /// True if a copy of the reader holds so much that few are to be kept.
  var isHeavy: Bool { (decoder?.heldCount ?? 0) > 1024 }

  /// True if a run of zeros in the source may be skipped: what is before it must be known, and
  /// of a source that is full of holes the others are read.
  var canSkipZeros: Bool {
    decoder != nil && format != .fit && format != .ubx && transcoder?.isInCharacter != true
      && skips.count < 64
  }

  /// Skips zeros of the source, an even number of them.
  ///
  /// Zeros that are read must come before and after them, so that lines end.
  mutating func skipZeros(_ count: Int) { skips.append(Skip(offset: decodedLength, length: count)) }

  private mutating func settleEncoding(_ emit: (TraceEpoch) -> Void) {
    knowsEncoding = true
    let found = TextEncoding.detect(held.prefix(TextEncoding.headLength))
    markLength = found.markLength
    if found.encoding != .eightBit { transcoder = TextTranscoder(found.encoding) }
    let bytes = held
    held = []
    bytes[markLength...].withUnsafeBufferPointer { read($0, emit) }
  }

  /// Takes a step of the decoder, and hands on its epochs corrected.
  private mutating func perform(_ step: DecodingStep, _ emit: (TraceEpoch) -> Void) {
    guard speeds != nil || clock != nil else { return decode(step, emit) }
    var (speeds, clock) = (speeds, clock)
    // Given up first, so that what it holds is not copied.
    self.speeds = nil
    func correct(_ epoch: TraceEpoch) {
      guard clock != nil else { return emit(epoch) }
      var epoch = epoch
      clock?.correct(&epoch)
      emit(epoch)
    }
    decode(step) { epoch in
      if speeds != nil { speeds?.add(epoch, correct) } else { correct(epoch) }
    }
    switch step {
    case .flush, .finish: if decoder?.isPaused != true { speeds?.settle(correct) }
    case .readOn: if hasFinished, decoder?.isPaused != true { speeds?.settle(correct) }
    case .read: break
    }
    (self.speeds, self.clock) = (speeds?.isOver == true ? nil : speeds, clock)
  }

  /// Takes a step of the decoder, as soon as the format is known, with an `emit` that counts
  /// offsets in the source's own bytes.
  private mutating func decode(_ step: DecodingStep, _ emit: (TraceEpoch) -> Void) {
    if case .read(let bytes) = step {
      guard decoder != nil else {
        held.append(contentsOf: bytes)
        return decide(isWhole: false, emit)
      }
      decodedLength += bytes.count
    }
    guard transcoder != nil || !skips.isEmpty else {
      decoder?.perform(step, emit)
      return
    }
    let (markLength, skips) = (markLength, skips)
    var transcoder = transcoder
    // Given up first, so that its list is not copied.
    self.transcoder = nil
    decoder?.perform(step) { epoch in
      var epoch = epoch
      var offset = transcoder?.sourceOffset(of: epoch.endOffset) ?? epoch.endOffset
      offset += markLength
      for skip in skips where skip.offset < epoch.endOffset { offset += skip.length }
      epoch.endOffset = offset
      emit(epoch)
    }
    self.transcoder = transcoder
  }

  /// Takes the encoding that an XML declaration names for what is held and what follows; its own
  /// mark counts for more.
  private mutating func settleDeclaredEncoding() {
    let (name, isOther) = held.withUnsafeBufferPointer { bytes in
      var text = ByteText(bytes)
      let isMarked = text.hasPrefix("\u{FEFF}")
      text.eatBlanks()
      let name = isMarked ? nil : text.declaredEncoding
      return (name?.isEmpty == true ? nil : name, text.isInOtherEncoding)
    }
    guard let found = TextEncoding(xmlName: name ?? "UTF-8") else { return unreadEncoding = name }
    guard found != .eightBit else {
      // Each text that is not UTF-8 is read as Windows-1252. Reading all in it from here on would
      // depend on how much has come by now.
      return isEncodingGuessed = isOther
    }
    var transcoder = TextTranscoder(found)
    held = held.withUnsafeBufferPointer { transcoder.transcode($0) }
    self.transcoder = transcoder
  }

  /// Finds the format as soon as enough of the source is there.
  private mutating func decide(isWhole: Bool, _ emit: (TraceEpoch) -> Void) {
    let isFull = held.count >= TraceReader.headLength
    // Small pieces: search again only when there is enough that is new.
    guard isWhole || isFull || held.count >= searched + max(64, searched / 4) else { return }
    searched = held.count
    let head = held.prefix(TraceReader.headLength)
    let seen = head.withUnsafeBufferPointer {
      TraceFormat(seenIn: ByteText($0), isWhole: isWhole, isAll: isWhole || isFull)
    }
    guard seen != nil || isWhole || isFull else { return }
    let found = seen ?? .csv
    begin(found)
    if found.isXML, transcoder == nil { settleDeclaredEncoding() }
    let bytes = held
    held = []
    bytes.withUnsafeBufferPointer { perform(.read($0), emit) }
  }
}

/// The next step of a decoder.
private enum DecodingStep {
  case read(UnsafeBufferPointer<UInt8>)
  case readOn, flush, finish
}

extension TraceDecoder {
  fileprivate mutating func perform(_ step: DecodingStep, _ emit: (TraceEpoch) -> Void) {
    switch step {
    case .read(let bytes): read(bytes, emit)
    case .readOn: readOn(emit)
    case .flush: flush(emit)
    case .finish: finish(emit)
    }
  }
}
