/// A part of a trace that was read before what precedes it was: with a guess of what the reader
/// would be there.
///
/// The guess is made a few KiB before the part begins, and reads up to it, so that it has seen the
/// epochs that are under way there. Whether it was right shows when the reader itself has come to
/// that place: only if both are the same there, the part counts.
struct TraceStretch: Sendable {
  /// Where it begins.
  let offset: Int
  /// How many bytes were read.
  let length: Int
  /// The reader that was guessed, where the part begins, with nothing counted.
  let start: TraceReader
  /// What that reader is behind the part.
  let end: TraceReader
  /// The part's epochs, their lines counted from the guess.
  var epochs: [TraceEpoch]

  /// Reads a part; nil where nothing can be guessed, or where zeros are, which are passed over in
  /// another way.
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
    guard part.first != 0 || part.last != 0,
      let lineFeed = head.firstIndex(of: .lineFeed),
      var reader = known.guess(at: offset - lead + lineFeed + 1)
    else { return nil }
    reader.read(UnsafeBufferPointer(rebasing: head[(lineFeed + 1)...])) { _ in }
    reader.resetCounts()
    start = reader
    var epochs: [TraceEpoch] = []
    swap(&epochs, &room)
    reader.read(part) { epochs.append($0) }
    end = reader
    self.epochs = epochs
    self.offset = offset
    length = part.count
  }
}
