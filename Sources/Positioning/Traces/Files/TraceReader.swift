/// Reads a trace of any format as it arrives, in pieces of any size.
///
///     var reader = TraceReader()
///     reader.read(bytes) { epoch in show(epoch) }
///     reader.finish { epoch in show(epoch) }
///
/// The format is found from the first bytes, never from a name: NMEA 0183 by its first sentence,
/// GPX by its root element, gpsd's reports by their classes, a table by its columns. The bytes
/// before that (at most 64 KiB) are kept until then. Besides 8-bit text, UTF-16 and the encoding in
/// an XML declaration are supported.
///
/// A reader is a value: a copy of it is a checkpoint from which reading can continue. Memory is
/// bounded whatever the source contains.
public struct TraceReader: Sendable {
  /// The source's format; nil until it is known.
  public private(set) var format: TraceFormat?
  /// The encoding of the source's characters.
  var encoding: TextEncoding { transcoder?.encoding ?? .eightBit }
  /// The encoding that the source declares, if it is not supported; the source is then refused.
  private(set) var unreadEncoding: String?
  /// True if the source is XML that is not in UTF-8 although it declares UTF-8 or no encoding: it
  /// is then read as Windows-1252.
  private(set) var isEncodingGuessed = false

  /// Reads the source's format; nil until the format is known.
  private var decoder: (any TraceDecoder)?
  private let options: TraceOptions
  /// The source's beginning, until its encoding and then its format are known.
  private var held: [UInt8] = []
  /// The number of kept bytes that were searched for a format.
  private var searched = 0
  private var knowsEncoding = false
  /// Corrects the decoder's epochs: their speeds, and their times as the user has specified.
  private var speeds: SpeedCheck?
  private var clock: TraceClock?
  private var markLength = 0
  /// Converts another encoding to UTF-8; nil for 8-bit text.
  private var transcoder: TextTranscoder?
  private var hasFinished = false
  /// The number of bytes that the decoder has received, by its own count.
  private var decodedLength = 0
  /// The parts of the source that the decoder has not received.
  private var skips: [Skip] = []

  /// A part of the source that was skipped.
  private struct Skip {
    /// The number of the decoder's bytes before it.
    var offset: Int
    var length: Int
  }

  static let headLength = 65_536

  /// Makes a reader for the beginning of a source.
  ///
  /// The format can be given if it is known beforehand.
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

  /// True if the source has none of the formats.
  public var isRefused: Bool { unreadEncoding != nil || decoder?.isRefused ?? false }

  /// The form of the table; nil for other formats, and until it is found.
  public var dialect: CSVDialect? { (decoder as? CSVReader)?.dialect }

  /// The guesses that may be wrong, each as a sentence without its full stop.
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

  /// Starts to read the next piece of the source; pauses if there are many epochs to emit.
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

  /// Reads the rest and emits every unfinished epoch: the source has ended.
  public mutating func finish(_ emit: (TraceEpoch) -> Void) {
    beginToFinish(emit)
    while isPaused { readOn(emit) }
  }

  /// Starts to read the rest; pauses if there are many epochs to emit.
  mutating func beginToFinish(_ emit: (TraceEpoch) -> Void) {
    if !knowsEncoding { settleEncoding(emit) }
    if decoder == nil { decide(isWhole: true, emit) }
    perform(.finish, emit)
    hasFinished = true
  }

  /// True if there are more epochs to emit before anything else is read.
  var isPaused: Bool { decoder?.isPaused ?? false }

  /// Emits some more of the epochs that were read.
  mutating func readOn(_ emit: (TraceEpoch) -> Void) { perform(.readOn, emit) }

  /// Emits every unfinished epoch, without waiting for the next one to begin.
  ///
  /// For live receivers that have been silent for part of their period.
  public mutating func flush(_ emit: (TraceEpoch) -> Void) {
    // A short beginning is kept to find its encoding; live sources are ASCII.
    if !knowsEncoding, !held.isEmpty { settleEncoding(emit) }
    perform(.flush, emit)
  }
}

extension TraceReader {
  /// Returns a reader for the last lines of the same source, with its known form.
  ///
  /// It does not know the date: those lines may be from another day than the user's.
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

  /// True if a copy of the reader takes so much memory that only a few should be kept.
  var isHeavy: Bool { (decoder?.heldCount ?? 0) > 1024 }

  /// True if a run of zeros in the source may be skipped: the format must be known, and the number
  /// of skips is limited.
  var canSkipZeros: Bool {
    decoder != nil && format != .fit && format != .ubx && transcoder?.isInCharacter != true
      && skips.count < 64
  }

  /// Skips zeros of the source; their number must be even.
  ///
  /// Some zeros must be read before and after them, to end the lines.
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

  /// Performs a step of the decoder, and emits the corrected epochs.
  private mutating func perform(_ step: DecodingStep, _ emit: (TraceEpoch) -> Void) {
    guard speeds != nil || clock != nil else { return decode(step, emit) }
    var (speeds, clock) = (speeds, clock)
    // Cleared first, to avoid copying the epochs that it keeps.
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

  /// Performs a step of the decoder once the format is known, and emits epochs with offsets in the
  /// source's own bytes.
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
    // Cleared first, to avoid copying its list.
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

  /// Applies the encoding in an XML declaration to the kept bytes and those that follow, unless the
  /// source has a byte order mark.
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
      // Text that is not UTF-8 is read as Windows-1252, piece by piece. Reading everything as such
      // from here on would depend on how much has arrived by now.
      return isEncodingGuessed = isOther
    }
    var transcoder = TextTranscoder(found)
    held = held.withUnsafeBufferPointer { transcoder.transcode($0) }
    self.transcoder = transcoder
  }

  /// Finds the format once enough of the source has arrived.
  private mutating func decide(isWhole: Bool, _ emit: (TraceEpoch) -> Void) {
    let isFull = held.count >= TraceReader.headLength
    // With small pieces, search again only when there is enough new data.
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
