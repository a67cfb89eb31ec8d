/// The bytes of a source as they arrive in pieces, including those that wait for more.
struct PieceSource: Sendable {
  /// The number of bytes read so far.
  fileprivate(set) var offset = 0
  /// True if the bytes so far end with a line.
  fileprivate(set) var isAtLineStart = true
  /// True if the last part is incomplete.
  var hasRest: Bool { !rest.isEmpty }

  fileprivate var rest: [UInt8] = []
  private(set) fileprivate var stage = Stage.open

  fileprivate enum Stage: Sendable {
    case open
    /// The source has ended, and its last part has yet to be read.
    case ending
    case closed
  }

  fileprivate mutating func end() { stage = .ending }
  fileprivate mutating func close() { (stage, rest) = (.closed, []) }
}

/// A decoder of a format whose parts may be split across pieces, and which may have more points to
/// emit at once than should be kept twice.
///
/// It pauses after a part that leaves a backlog; the bytes read after that part wait.
protocol PieceDecoder: TraceDecoder {
  var pieces: PieceSource { get set }
  /// True if points must be emitted before anything else is read.
  var hasBacklog: Bool { get }

  /// Reads the parts at the beginning of `bytes`, up to one that leaves a backlog.
  ///
  /// - Parameters:
  ///   - bytes: The unused bytes, which end at the source's offset.
  ///   - isLast: Whether the source ends with them.
  /// - Returns: The number of bytes used.
  mutating func readParts(_ bytes: ByteText, isLast: Bool, _ emit: (TraceEpoch) -> Void) -> Int
  /// Returns true if a part may end in `bytes`, which follow the waiting ones. If not, the part is
  /// not read again yet.
  ///
  /// - Parameter waiting: The number of waiting bytes, including these.
  func mayEndPart(in bytes: ByteText, waiting: Int) -> Bool
  /// Emits some points of the backlog.
  mutating func giveOut(_ emit: (TraceEpoch) -> Void)
  /// Ends the source, of which all parts have been read.
  mutating func close(_ emit: (TraceEpoch) -> Void)
}

extension PieceDecoder {
  var hasBacklog: Bool { false }
  var isPaused: Bool { hasBacklog }

  func mayEndPart(in bytes: ByteText, waiting: Int) -> Bool { true }
  mutating func giveOut(_ emit: (TraceEpoch) -> Void) {}
  mutating func flush(_ emit: (TraceEpoch) -> Void) {}
  mutating func close(_ emit: (TraceEpoch) -> Void) {}

  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ emit: (TraceEpoch) -> Void) {
    pieces.offset += bytes.count
    if let last = bytes.last { pieces.isAtLineStart = last == .lineFeed }
    guard pieces.rest.isEmpty else {
      pieces.rest.append(contentsOf: bytes)
      if mayEndPart(in: ByteText(bytes), waiting: pieces.rest.count) { readRest(emit) }
      return
    }
    let used = readParts(ByteText(bytes), isLast: false, emit)
    pieces.rest = Array(bytes[used...])
  }

  mutating func readOn(_ emit: (TraceEpoch) -> Void) {
    giveOut(emit)
    if !hasBacklog { readRest(emit) }
  }

  mutating func finish(_ emit: (TraceEpoch) -> Void) {
    pieces.end()
    readRest(emit)
  }

  private mutating func readRest(_ emit: (TraceEpoch) -> Void) {
    // Moved out, to change the decoder meanwhile.
    let bytes = pieces.rest
    pieces.rest = []
    let isLast = pieces.stage == .ending
    let used = bytes.withUnsafeBufferPointer { readParts(ByteText($0), isLast: isLast, emit) }
    // Usually little is left, and copies of the decoder are kept: do not keep its capacity.
    pieces.rest = used > 0 ? Array(bytes[used...]) : bytes
    guard isLast, !hasBacklog else { return }
    close(emit)
    pieces.close()
  }
}
