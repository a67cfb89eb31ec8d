/// The tokens of an XML source as they arrive, and their positions in it.
struct XMLSource: Sendable {
  /// The number of the next line.
  fileprivate(set) var line = 1
  fileprivate var tokenizer = XMLTokenizer()
  /// The text of the current element, as far as it is needed.
  fileprivate var text: [UInt8] = []
  /// The maximum number of bytes of text to keep.
  fileprivate var longestText = 0

  /// Keeps the following text for ``XMLDecoder/takeText(_:)``; no number or time is longer.
  mutating func wantText(upTo longest: Int = 512) {
    if !text.isEmpty { text.removeAll(keepingCapacity: true) }
    longestText = longest
  }

  fileprivate mutating func keep(_ found: ByteText) {
    guard text.count < longestText else { return }
    let bytes = found.prefix(longestText - text.count)
    text.append(contentsOf: UnsafeBufferPointer(start: bytes.start, count: bytes.count))
  }
}

/// A decoder of an XML format: it receives tags and text one by one.
protocol XMLDecoder: PieceDecoder {
  var source: XMLSource { get set }
  var statistics: TraceStatistics { get set }

  /// Reads a start tag.
  ///
  /// - Parameters:
  ///   - name: Its name without a prefix.
  ///   - inside: Its attributes.
  ///   - line: The number of its line.
  mutating func start(_ name: ByteText, inside: ByteText, line: Int)
  /// Reads an end tag, after which the source has been read up to `offset`.
  mutating func end(_ name: ByteText, offset: Int, _ emit: (TraceEpoch) -> Void)
  /// Reads some text that ends at `offset` and may continue.
  mutating func take(_ text: ByteText, line: Int, offset: Int, _ emit: (TraceEpoch) -> Void)
  /// Emits unfinished points: the source has ended.
  mutating func finishDocument(_ emit: (TraceEpoch) -> Void)
  /// True if the document's end tag was the last one read.
  var isClosed: Bool { get }
}

extension XMLDecoder {
  mutating func take(_ text: ByteText, line: Int, offset: Int, _ emit: (TraceEpoch) -> Void) {}

  /// Passes the kept text to `body`, without blanks at its ends.
  mutating func takeText(_ body: (inout Self, ByteText) -> Void) {
    source.longestText = 0
    var text: [UInt8] = []
    swap(&text, &source.text)
    text.withUnsafeBufferPointer { body(&self, ByteText($0).trimmed) }
    swap(&text, &source.text)
  }

  mutating func close(_ emit: (TraceEpoch) -> Void) {
    // A document may be one line without an end.
    if !pieces.isAtLineStart { statistics.lines += 1 }
    statistics.isCutOff = !isClosed
    finishDocument(emit)
  }

  mutating func readParts(_ bytes: ByteText, isLast: Bool, _ emit: (TraceEpoch) -> Void) -> Int {
    var rest = bytes
    // Moved out temporarily: each access through the decoder is a call, and copies its arrays.
    var tokenizer = source.tokenizer
    defer { source.tokenizer = tokenizer }
    var nextLine = source.line
    let sourceEnd = pieces.offset
    while !hasBacklog {
      let before = rest
      let token = tokenizer.next(&rest, isLast: isLast)
      if case .incomplete = token { break }
      let line = nextLine
      let lineFeeds = before.prefix(before.count - rest.count).lineFeeds
      if lineFeeds > 0 {
        statistics.lines += lineFeeds
        nextLine += lineFeeds
        source.line = nextLine
      }
      let offset = sourceEnd - rest.count
      switch token {
      case .start(let name, let inside, let isEmpty):
        start(name.localName, inside: inside, line: line)
        if isEmpty { end(name.localName, offset: offset, emit) }
      case .end(let name): end(name.localName, offset: offset, emit)
      case .text(let found):
        source.keep(found)
        take(found, line: line, offset: offset, emit)
      case .nothing, .incomplete: break
      }
    }
    return bytes.count - rest.count
  }
}
