/// The tokens of an XML source as they come, and where in it they are.
struct XMLSource: Sendable {
  /// The number of the line that comes next.
  fileprivate(set) var line = 1
  fileprivate var tokenizer = XMLTokenizer()
  /// The text of the element that is under way, as far as it is wanted.
  fileprivate var text: [UInt8] = []
  /// The greatest number of bytes of text that are kept.
  fileprivate var longestText = 0

  /// Keeps the text that comes next, for ``XMLDecoder/takeText(_:)``; no number or time is longer.
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

/// A decoder of a format in XML: it is handed tags and texts one by one.
protocol XMLDecoder: PieceDecoder {
  var source: XMLSource { get set }
  var statistics: TraceStatistics { get set }

  /// Takes in a start tag.
  ///
  /// - Parameters:
  ///   - name: Its name without prefix.
  ///   - inside: Its attributes.
  ///   - line: The number of the line that it is in.
  mutating func start(_ name: ByteText, inside: ByteText, line: Int)
  /// Takes in an end tag, after which the source has been read up to `offset`.
  mutating func end(_ name: ByteText, offset: Int, _ emit: (TraceEpoch) -> Void)
  /// Takes in some text, which may go on, and ends at `offset`.
  mutating func take(_ text: ByteText, line: Int, offset: Int, _ emit: (TraceEpoch) -> Void)
  /// Gives out what is under way: the source has ended.
  mutating func finishDocument(_ emit: (TraceEpoch) -> Void)
  /// True if the document's end tag was read last.
  var isClosed: Bool { get }
}

extension XMLDecoder {
  mutating func take(_ text: ByteText, line: Int, offset: Int, _ emit: (TraceEpoch) -> Void) {}

  /// Hands out the text since it was wanted, without the blanks at its ends.
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
    // Taken out for a while: each access through the decoder is a call, and copies its arrays.
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
