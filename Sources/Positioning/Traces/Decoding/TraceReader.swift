/// The formats of traces that are read.
public enum TraceFormat: String, Hashable, Sendable, CaseIterable {
  case nmea = "NMEA 0183"
  case csv = "CSV"
}

/// Reads a trace as it comes, in pieces of any size, whatever its format.
///
///     var reader = TraceReader()
///     reader.read(bytes) { epoch in show(epoch) }
///     reader.finish { epoch in show(epoch) }
///
/// The format is told by the first bytes: NMEA 0183 by its first sentence, a table by its columns. What
/// comes before that (at most 64 KiB) is held. UTF-16 is read as well as 8-bit text.
///
/// A reader is a value: a copy of it is a checkpoint from which reading can go on. Memory is bounded
/// whatever the source holds.
public struct TraceReader: Sendable {
  private enum State: Sendable {
    case undecided
    case nmea(NMEAReader)
    case csv(CSVReader)
    case refused
  }

  private var state = State.undecided
  private let options: TraceOptions
  private var held: [UInt8] = []
  /// How many held bytes were searched for a sentence.
  private var searched = 0

  /// How the source's characters are encoded.
  public private(set) var encoding = TextEncoding.eightBit
  private var knowsEncoding = false
  private var markLength = 0
  private var carry: UInt8?

  static let headLength = 65_536

  /// Makes a reader for the beginning of a source.
  ///
  /// The format is the source's, where it is known beforehand.
  public init(format: TraceFormat? = nil, options: TraceOptions = TraceOptions()) {
    self.options = options
    switch format {
    case .nmea?: state = .nmea(NMEAReader(options: options))
    case .csv?: state = .csv(CSVReader(options: options))
    case nil: break
    }
  }

  /// The source's format; nil until it is known.
  public var format: TraceFormat? {
    switch state {
    case .undecided, .refused: nil
    case .nmea: .nmea
    case .csv: .csv
    }
  }

  /// Whether the source is of none of the formats.
  public var isRefused: Bool {
    switch state {
    case .refused: true
    case .csv(let reader): reader.isRefused
    case .undecided, .nmea: false
    }
  }

  /// How a table is written; nil for other formats, and until it is settled.
  public var dialect: CSVDialect? {
    if case .csv(let reader) = state { reader.dialect } else { nil }
  }

  /// What was read so far.
  public var statistics: TraceStatistics {
    switch state {
    case .undecided, .refused: TraceStatistics()
    case .nmea(let reader): reader.statistics
    case .csv(let reader): reader.statistics
    }
  }

  /// Reads the next piece of the source.
  public mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ emit: (TraceEpoch) -> Void
  ) {
    guard knowsEncoding else {
      held.append(contentsOf: bytes)
      if held.count >= TextEncoding.headLength { settleEncoding(emit) }
      return
    }
    decode(bytes, emit)
  }

  /// Reads the next piece of the source.
  public mutating func read(_ bytes: [UInt8], _ emit: (TraceEpoch) -> Void) {
    bytes.withUnsafeBufferPointer { read($0, emit) }
  }

  /// Reads what is left and gives out every epoch that is under way: the source has ended.
  public mutating func finish(_ emit: (TraceEpoch) -> Void) {
    if !knowsEncoding { settleEncoding(emit) }
    if case .undecided = state { decide(isWhole: true, emit) }
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
    switch state {
    case .nmea(var reader):
      reader.jump(to: offset)
      state = .nmea(reader)
    case .csv(var reader):
      reader.jump(to: offset)
      state = .csv(reader)
    case .undecided, .refused: break
    }
  }

  private mutating func settleEncoding(_ emit: (TraceEpoch) -> Void) {
    knowsEncoding = true
    (encoding, markLength) = TextEncoding.detect(held.prefix(TextEncoding.headLength))
    let bytes = held
    held = []
    bytes[markLength...].withUnsafeBufferPointer { decode($0, emit) }
  }

  private mutating func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, _ emit: (TraceEpoch) -> Void
  ) {
    guard encoding != .eightBit else { return take(bytes, emit) }
    encoding.narrow(bytes, carry: &carry).withUnsafeBufferPointer { take($0, emit) }
  }

  private mutating func take(
    _ bytes: UnsafeBufferPointer<UInt8>, _ emit: (TraceEpoch) -> Void
  ) {
    switch state {
    case .undecided:
      held.append(contentsOf: bytes)
      decide(isWhole: false, emit)
    case .refused: break
    case .nmea, .csv: perform(.read(bytes), emit)
    }
  }

  private enum Step {
    case read(UnsafeBufferPointer<UInt8>)
    case flush
    case finish
  }

  /// Takes a step, with an `emit` that counts offsets in the source's own bytes.
  private mutating func perform(_ step: Step, _ emit: (TraceEpoch) -> Void) {
    guard encoding != .eightBit else { return performInBytes(step, emit) }
    let markLength = markLength
    performInBytes(step) { epoch in
      var epoch = epoch
      epoch.endOffset = markLength + epoch.endOffset * 2
      emit(epoch)
    }
  }

  private mutating func performInBytes(_ step: Step, _ emit: (TraceEpoch) -> Void) {
    // The reader is taken out of the enum meanwhile, so that it is changed and not copied.
    switch state {
    case .nmea(var reader):
      state = .refused
      switch step {
      case .read(let bytes): reader.read(bytes, emit)
      case .flush: reader.flush(emit)
      case .finish: reader.finish(emit)
      }
      state = .nmea(reader)
    case .csv(var reader):
      state = .refused
      switch step {
      case .read(let bytes): reader.read(bytes, emit)
      case .flush: reader.flush(emit)
      case .finish: reader.finish(emit)
      }
      state = .csv(reader)
    case .undecided, .refused: break
    }
  }

  private mutating func decide(isWhole: Bool, _ emit: (TraceEpoch) -> Void) {
    let isFull = held.count >= TraceReader.headLength
    // Small pieces: search again only when there is enough that is new.
    guard isWhole || isFull || held.count >= searched + max(64, searched / 4) else { return }
    searched = held.count
    let head = held.prefix(TraceReader.headLength)
    let hasSentence = head.withUnsafeBufferPointer { NMEA.isIn(ByteText($0)) }
    guard hasSentence || isWhole || isFull else { return }
    state =
      hasSentence ? .nmea(NMEAReader(options: options)) : .csv(CSVReader(options: options))
    let bytes = held
    held = []
    bytes.withUnsafeBufferPointer { perform(.read($0), emit) }
  }
}
