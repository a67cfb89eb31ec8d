/// The bytes of a source as they come in pieces, and those of them that wait for what follows.
struct PieceSource: Sendable {
  /// The number of bytes read so far.
  fileprivate(set) var offset = 0
  /// True if the bytes so far end with a line.
  fileprivate(set) var isAtLineStart = true
  /// True if the last part is not whole.
  var hasRest: Bool { !rest.isEmpty }

  fileprivate var rest: [UInt8] = []
  private(set) fileprivate var stage = Stage.open

  fileprivate enum Stage: Sendable {
    case open
    /// The source has ended, and the last of it is still to be read.
    case ending
    case closed
  }

  fileprivate mutating func end() { stage = .ending }
  fileprivate mutating func close() { (stage, rest) = (.closed, []) }
}

/// A decoder of a format whose parts may lie across the pieces in which they come, and which may
/// have to give out more points at once than are to be held twice.
///
/// It pauses after a part that leaves it with a backlog, and what was read after that part waits.
protocol PieceDecoder: TraceDecoder {
  var pieces: PieceSource { get set }
  /// True if points are to be given out before anything else is read.
  var hasBacklog: Bool { get }

  /// Reads the parts that `bytes` begins with, up to one that leaves a backlog.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that were not used yet, which end at the source's offset.
  ///   - isLast: Whether nothing comes after them.
  /// - Returns: The number of bytes used.
  mutating func readParts(_ bytes: ByteText, isLast: Bool, _ emit: (TraceEpoch) -> Void) -> Int
  /// Returns true if a part may end in `bytes`, which have come after what waits. If not, the part
  /// is not read again yet.
  ///
  /// - Parameter waiting: The number of bytes that wait, with these.
  func mayEndPart(in bytes: ByteText, waiting: Int) -> Bool
  /// Gives out some points of the backlog.
  mutating func giveOut(_ emit: (TraceEpoch) -> Void)
  /// Takes in that the source has ended, and all of its parts were read.
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
    // Taken out, so that the decoder can be changed meanwhile.
    let bytes = pieces.rest
    pieces.rest = []
    let isLast = pieces.stage == .ending
    let used = bytes.withUnsafeBufferPointer { readParts(ByteText($0), isLast: isLast, emit) }
    // Mostly little is left, and copies of the decoder are kept: not with room for a whole piece.
    pieces.rest = used > 0 ? Array(bytes[used...]) : bytes
    guard isLast, !hasBacklog else { return }
    close(emit)
    pieces.close()
  }
}
