/// The bytes of an XML source as they come, and where in it they are.
struct XMLSource: Sendable {
  /// How many bytes were read so far.
  fileprivate(set) var offset = 0
  /// The number of the line that comes next; nil after a jump.
  fileprivate(set) var line: Int? = 1
  fileprivate var tokenizer = XMLTokenizer()
  fileprivate var held: [UInt8] = []
  /// The text of the element that is under way, as far as it is wanted.
  fileprivate var text: [UInt8] = []
  fileprivate var isTaking = false
  /// True if the bytes so far end with a line.
  fileprivate var isAtLineStart = true

  /// No number or time is longer, and no more of a name is kept.
  private static let longestText = 512

  /// Keeps the text that comes next, for `takeText(_:)`.
  mutating func wantText() {
    text.removeAll(keepingCapacity: true)
    isTaking = true
  }

  /// Hands out the text since it was wanted, with blanks at its ends taken off.
  mutating func takeText(_ body: (ByteText) -> Void) {
    isTaking = false
    text.withUnsafeBufferPointer { body(ByteText($0).trimmed) }
  }

  fileprivate mutating func keep(_ found: ByteText) {
    guard isTaking else { return }
    let bytes = found.prefix(XMLSource.longestText - text.count)
    text.append(contentsOf: UnsafeBufferPointer(start: bytes.start, count: bytes.count))
  }
}

/// A decoder of a format in XML: it is handed tags and texts one by one.
protocol XMLDecoder: TraceDecoder {
  var source: XMLSource { get set }
  var statistics: TraceStatistics { get set }

  /// Takes in a start tag.
  ///
  /// - Parameters:
  ///   - name: Its name without prefix.
  ///   - inside: Its attributes.
  ///   - line: The number of the line that it stands in.
  mutating func start(_ name: ByteText, inside: ByteText, line: Int?)
  /// Takes in an end tag, behind which the source is read up to `offset`.
  mutating func end(_ name: ByteText, offset: Int, _ emit: (TraceEpoch) -> Void)
  /// Takes in some text, which may go on, and ends at `offset`.
  mutating func take(_ text: ByteText, line: Int?, offset: Int, _ emit: (TraceEpoch) -> Void)
  /// The source has ended; whether the document has, too, is in the statistics already.
  mutating func close(_ emit: (TraceEpoch) -> Void)
  /// Forgets what is under way: the source goes on elsewhere.
  mutating func forget()
  /// True if the document's end tag was read last.
  var isClosed: Bool { get }
}

extension XMLDecoder {
  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ emit: (TraceEpoch) -> Void) {
    source.offset += bytes.count
    if let last = bytes.last { source.isAtLineStart = last == .lineFeed }
    guard !source.held.isEmpty else {
      let used = readTokens(ByteText(bytes), isLast: false, emit)
      source.held = Array(bytes[used...])
      return
    }
    source.held.append(contentsOf: bytes)
    readHeld(isLast: false, emit)
  }

  mutating func flush(_ emit: (TraceEpoch) -> Void) {}

  mutating func finish(_ emit: (TraceEpoch) -> Void) {
    readHeld(isLast: true, emit)
    source.held = []
    // A document may be one line without an end.
    if !source.isAtLineStart { statistics.lines += 1 }
    statistics.isCutOff = !isClosed
    close(emit)
  }

  mutating func jump(to offset: Int) {
    source = XMLSource()
    source.offset = offset
    source.line = nil
    statistics.jump()
    forget()
  }

  private mutating func readHeld(isLast: Bool, _ emit: (TraceEpoch) -> Void) {
    var bytes = source.held
    source.held = []
    let used = bytes.withUnsafeBufferPointer { readTokens(ByteText($0), isLast: isLast, emit) }
    if used > 0 { bytes.removeFirst(used) }
    source.held = bytes
  }

  /// Reads the tokens of `bytes`, which end at the offset, and returns how many bytes that were.
  private mutating func readTokens(
    _ bytes: ByteText, isLast: Bool, _ emit: (TraceEpoch) -> Void
  ) -> Int {
    var rest = bytes
    while true {
      let before = rest
      let token = source.tokenizer.next(&rest, isLast: isLast)
      if case .incomplete = token { return bytes.count - rest.count }
      let line = source.line
      let lineFeeds = before.prefix(before.count - rest.count).lineFeeds
      statistics.lines += lineFeeds
      source.line? += lineFeeds
      let offset = source.offset - rest.count
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
  }
}
