/// A part of a trace that was read before what precedes it was: with a guess of what the reader
/// would be there.
///
/// The guess is made a few KiB before the part begins, and reads up to it, so that it has seen the
/// epochs that are under way there. Whether it was right shows when the reader itself has come to
/// that place: only if both are the same there, the part counts.
struct TracePart: Sendable {
  /// Where it begins.
  let offset: Int
  /// How many bytes were read.
  let length: Int
  /// The reader that was guessed, where the part begins, with nothing counted.
  let start: TraceReader
  /// The same reader as it is behind the part.
  let end: TraceReader
  /// The part's epochs, their lines counted from the guess.
  var epochs: [TraceEpoch]

  /// Reads a part, or its beginning; nil where nothing can be guessed, or where zeros are, which
  /// are passed over in another way.
  ///
  /// - Parameters:
  ///   - bytes: What stands before the part, and the part.
  ///   - lead: How many bytes stand before.
  ///   - offset: Where the part begins in the trace.
  ///   - known: A reader of the same trace, as it was somewhere before.
  ///   - room: An empty array, whose memory the epochs get.
  init?(
    _ bytes: UnsafeBufferPointer<UInt8>, lead: Int, at offset: Int, known: TraceReader,
    room: inout [TraceEpoch]
  ) {
    guard bytes.count > lead else { return nil }
    let head = UnsafeBufferPointer(rebasing: bytes[..<lead])
    let part = UnsafeBufferPointer(rebasing: bytes[lead...])
    guard !TracePart.hasHole(part),
      let lineFeed = head.firstIndex(of: .lineFeed),
      var reader = known.guess(at: offset - lead + lineFeed + 1)
    else { return nil }
    reader.read(UnsafeBufferPointer(rebasing: head[(lineFeed + 1)...])) { _ in }
    reader.resetCounts()
    self.init(reading: part, at: offset, with: reader, room: &room)
  }

  /// Reads a part with the reader that what comes before it has left; nil where zeros are, or
  /// nothing is.
  ///
  /// - Parameters:
  ///   - bytes: The part.
  ///   - offset: Where it begins in the trace.
  ///   - reader: The trace's reader as it is there.
  ///   - room: An empty array, whose memory the epochs get.
  init?(
    _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, following reader: TraceReader,
    room: inout [TraceEpoch]
  ) {
    guard !bytes.isEmpty, !TracePart.hasHole(bytes) else { return nil }
    self.init(reading: bytes, at: offset, with: reader, room: &room)
  }

  private init(
    reading part: UnsafeBufferPointer<UInt8>, at offset: Int, with start: TraceReader,
    room: inout [TraceEpoch]
  ) {
    self.start = start
    var reader = start
    var epochs: [TraceEpoch] = []
    swap(&epochs, &room)
    var count = 0
    while count < part.count, epochs.count < TracePart.mostEpochs {
      let next = min(count + TracePart.pieceLength, part.count)
      reader.read(UnsafeBufferPointer(rebasing: part[count..<next])) { epochs.append($0) }
      count = next
    }
    end = reader
    self.epochs = epochs
    self.offset = offset
    length = count
  }

  /// So many epochs end a part early, so that memory is bounded however short they are.
  private static let mostEpochs = 2048
  /// How many bytes are read until the epochs are counted.
  private static let pieceLength = 1 << 14

  /// Returns true if the trace's reader would find zeros alone in one of its pieces, and leap over
  /// them.
  private static func hasHole(_ part: UnsafeBufferPointer<UInt8>) -> Bool {
    stride(from: 0, to: part.count, by: TraceFile.chunkLength).contains { start in
      let chunk = part[start..<min(start + TraceFile.chunkLength, part.count)]
      return chunk.first == 0 && chunk.last == 0 && chunk.allSatisfy { $0 == 0 }
    }
  }
}
