/// The formats of traces that are read.
public enum TraceFormat: String, Hashable, Sendable, CaseIterable {
  /// Sentences of NMEA 0183, as receivers write them.
  case nmea = "NMEA 0183"
  /// A table with a character between its cells.
  case csv = "CSV"
}

/// Reads a trace as it comes, in pieces of any size, whatever its format.
///
///     var reader = TraceReader()
///     reader.read(bytes) { epoch in show(epoch) }
///     reader.finish { epoch in show(epoch) }
///
/// The format is found from the first bytes: NMEA 0183 by its first sentence, a table by its
/// columns. What comes before that (at most 64 KiB) is held. UTF-16 is read as well as 8-bit text.
///
/// A reader is a value: a copy of it is a checkpoint from which reading can go on. Memory is
/// bounded whatever the source holds.
public struct TraceReader: Sendable {
  /// The source's format; nil until it is known.
  public private(set) var format: TraceFormat?
  /// How the source's characters are encoded.
  private(set) var encoding = TextEncoding.eightBit

  /// Reads the source's format; nil until that is known.
  private var decoder: (any TraceDecoder)?
  private let options: TraceOptions
  /// The source's beginning, until its encoding and then its format are known.
  private var held: [UInt8] = []
  /// How many held bytes were searched for a sentence.
  private var searched = 0
  private var knowsEncoding = false
  private var markLength = 0
  private var carry: UInt8?

  static let headLength = 65_536

  /// Makes a reader for the beginning of a source.
  ///
  /// The format is the source's, where it is known beforehand.
  public init(format: TraceFormat? = nil, options: TraceOptions = TraceOptions()) {
    self.options = options
    self.format = format
    decoder = format.map { TraceReader.decoder(for: $0, options: options) }
  }

  private static func decoder(
    for format: TraceFormat, options: TraceOptions
  ) -> any TraceDecoder {
    switch format {
    case .nmea: NMEAReader(options: options)
    case .csv: CSVReader(options: options)
    }
  }

  /// Whether the source is of none of the formats.
  public var isRefused: Bool { decoder?.isRefused ?? false }

  /// How a table is written; nil for other formats, and until it is settled.
  public var dialect: CSVDialect? { (decoder as? CSVReader)?.dialect }

  /// What was read so far.
  public var statistics: TraceStatistics { decoder?.statistics ?? TraceStatistics() }

  /// Reads the next piece of the source.
  public mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ emit: (TraceEpoch) -> Void
  ) {
    guard knowsEncoding else {
      held.append(contentsOf: bytes)
      if held.count >= TextEncoding.headLength { settleEncoding(emit) }
      return
    }
    narrow(bytes, emit)
  }

  /// Reads the next piece of the source.
  public mutating func read(_ bytes: [UInt8], _ emit: (TraceEpoch) -> Void) {
    bytes.withUnsafeBufferPointer { read($0, emit) }
  }

  /// Reads what is left and gives out every epoch that is under way: the source has ended.
  public mutating func finish(_ emit: (TraceEpoch) -> Void) {
    if !knowsEncoding { settleEncoding(emit) }
    if decoder == nil { decide(isWhole: true, emit) }
    perform(.finish, emit)
  }

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
  /// Goes on reading at the beginning of another line of the same source.
  mutating func jump(to offset: Int) {
    held = []
    decoder?.jump(to: offset)
  }

  private mutating func settleEncoding(_ emit: (TraceEpoch) -> Void) {
    knowsEncoding = true
    (encoding, markLength) = TextEncoding.detect(held.prefix(TextEncoding.headLength))
    let bytes = held
    held = []
    bytes[markLength...].withUnsafeBufferPointer { narrow($0, emit) }
  }

  /// Makes one byte of each character, and reads these.
  private mutating func narrow(
    _ bytes: UnsafeBufferPointer<UInt8>, _ emit: (TraceEpoch) -> Void
  ) {
    guard encoding != .eightBit else { return decode(bytes, emit) }
    encoding.narrow(bytes, carry: &carry).withUnsafeBufferPointer { decode($0, emit) }
  }

  private mutating func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, _ emit: (TraceEpoch) -> Void
  ) {
    guard decoder == nil else { return perform(.read(bytes), emit) }
    held.append(contentsOf: bytes)
    decide(isWhole: false, emit)
  }

  /// Takes a step of the decoder, with an `emit` that counts offsets in the source's own bytes.
  private mutating func perform(_ step: DecodingStep, _ emit: (TraceEpoch) -> Void) {
    guard encoding != .eightBit else {
      decoder?.perform(step, emit)
      return
    }
    let markLength = markLength
    decoder?.perform(step) { epoch in
      var epoch = epoch
      epoch.endOffset = markLength + epoch.endOffset * 2
      emit(epoch)
    }
  }

  /// Finds the format as soon as enough of the source is there.
  private mutating func decide(isWhole: Bool, _ emit: (TraceEpoch) -> Void) {
    let isFull = held.count >= TraceReader.headLength
    // Small pieces: search again only when there is enough that is new.
    guard isWhole || isFull || held.count >= searched + max(64, searched / 4) else { return }
    searched = held.count
    let head = held.prefix(TraceReader.headLength)
    let hasSentence = head.withUnsafeBufferPointer { NMEA.isIn(ByteText($0)) }
    guard hasSentence || isWhole || isFull else { return }
    let found = hasSentence ? TraceFormat.nmea : .csv
    format = found
    decoder = TraceReader.decoder(for: found, options: options)
    let bytes = held
    held = []
    bytes.withUnsafeBufferPointer { decode($0, emit) }
  }
}

/// What a decoder is to do next.
private enum DecodingStep {
  case read(UnsafeBufferPointer<UInt8>)
  case flush
  case finish
}

extension TraceDecoder {
  fileprivate mutating func perform(_ step: DecodingStep, _ emit: (TraceEpoch) -> Void) {
    switch step {
    case .read(let bytes): read(bytes, emit)
    case .flush: flush(emit)
    case .finish: finish(emit)
    }
  }
}
