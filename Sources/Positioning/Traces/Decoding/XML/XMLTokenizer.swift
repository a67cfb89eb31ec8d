/// Splits XML into tags and text as it arrives, in pieces of any size.
///
/// Supports what a trace needs: tags with their attributes, text, entities, CDATA. Comments,
/// declarations and document types are skipped. Input is never rejected: anything that is not
/// markup is text, and a tag longer than ``longestTag`` is skipped. There is no stack, so nesting
/// costs nothing.
struct XMLTokenizer: Sendable {
  /// The token at the beginning of the bytes.
  enum Token {
    /// A start tag; its attributes follow its name in `inside`.
    case start(name: ByteText, inside: ByteText, isEmpty: Bool)
    case end(name: ByteText)
    /// Part of an element's text, with entities unresolved.
    case text(ByteText)
    /// A token to ignore: a comment, a declaration, a tag that is too long.
    case nothing
    /// More bytes are needed.
    case incomplete
  }

  private enum State: Sendable {
    case content, comment, instruction, characters
    /// Inside a document type, with the number of open `[`.
    case documentType(depth: Int)
    /// Inside a tag that is too long.
    case longTag
  }

  private var state = State.content

  /// The beginnings of everything except tags and text, longer ones first.
  private static let marks: [(StaticString, State)] = [
    ("<!--", .comment), ("<![CDATA[", .characters), ("<?", .instruction),
    ("<!", .documentType(depth: 0)),
  ]

  /// The longest tag that is kept together.
  static let longestTag = 16_384

  /// Removes one token from the front of `text`; waits for nothing at the end of the source.
  mutating func next(_ text: inout ByteText, isLast: Bool) -> Token {
    guard let first = text.first else { return .incomplete }
    switch state {
    case .content:
      return first == UInt8(ascii: "<") ? markup(&text, isLast: isLast) : content(&text)
    case .comment: return skip(&text, to: "-->")
    case .instruction: return skip(&text, to: "?>")
    case .longTag: return skip(&text, to: ">")
    case .characters: return eat(&text, to: "]]>").map { .text($0) } ?? .incomplete
    case .documentType(let depth): return documentType(&text, depth)
    }
  }

  private func content(_ text: inout ByteText) -> Token {
    let length = text.firstIndex(of: UInt8(ascii: "<")) ?? text.count
    let found = text.prefix(length)
    text.drop(length)
    return .text(found)
  }

  private mutating func markup(_ text: inout ByteText, isLast: Bool) -> Token {
    guard text.count >= 9 || isLast || text.firstIndex(of: UInt8(ascii: ">")) != nil else {
      return .incomplete
    }
    for (mark, inside) in XMLTokenizer.marks where text.hasPrefix(mark) {
      text.drop(mark.utf8CodeUnitCount)
      state = inside
      return .nothing
    }
    guard let (end, isWhole) = tagEnd(text) else {
      guard text.count >= XMLTokenizer.longestTag else { return .incomplete }
      state = .longTag
      text.drop(1)
      return .nothing
    }
    guard isWhole else {
      text.drop(end)
      return .nothing
    }
    var inside = text.dropping(1).prefix(end - 1)
    text.drop(end + 1)
    if inside.eat(UInt8(ascii: "/")) { return .end(name: inside.eatName()) }
    let isEmpty = inside.last == UInt8(ascii: "/")
    if isEmpty { inside.count -= 1 }
    let name = inside.eatName()
    return .start(name: name, inside: inside, isEmpty: isEmpty)
  }

  /// The index of the `>` of the tag at the beginning of `text`, outside quotes, or of the `<` that
  /// shows that the tag is incomplete; nil if there is neither.
  private func tagEnd(_ text: ByteText) -> (index: Int, isWhole: Bool)? {
    var quote: UInt8?
    for index in 1..<min(max(text.count, 1), XMLTokenizer.longestTag) {
      let byte = text[index]
      if let open = quote {
        if byte == open { quote = nil }
        // No attribute of a trace contains one: the quotation mark was corrupt.
        if byte == UInt8(ascii: "<") { return (index, false) }
      } else if byte == .quote || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return (index, true)
      } else if byte == UInt8(ascii: "<") {
        return (index, false)
      }
    }
    return nil
  }

  private mutating func skip(_ text: inout ByteText, to mark: StaticString) -> Token {
    eat(&text, to: mark) == nil ? .incomplete : .nothing
  }

  /// Removes the text up to and including a mark; if there is none, all that cannot be part of it.
  private mutating func eat(_ text: inout ByteText, to mark: StaticString) -> ByteText? {
    let length = mark.utf8CodeUnitCount
    let last = mark.utf8Start[length - 1]
    var index = length - 1
    while index < text.count {
      if text[index] == last, text.dropping(index + 1 - length).hasPrefix(mark) {
        let found = text.prefix(index + 1 - length)
        text.drop(index + 1)
        state = .content
        return found
      }
      index += 1
    }
    guard text.count >= length else { return nil }
    let found = text.prefix(text.count + 1 - length)
    text.drop(found.count)
    return found
  }

  private mutating func documentType(_ text: inout ByteText, _ depth: Int) -> Token {
    var depth = depth
    while let byte = text.first {
      text.drop(1)
      if byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "]") { depth -= 1 }
      if byte == UInt8(ascii: ">"), depth <= 0 {
        state = .content
        return .nothing
      }
    }
    state = .documentType(depth: max(-1, min(depth, 1000)))
    return .nothing
  }
}

extension ByteText {
  /// Removes a tag's name from the front.
  fileprivate mutating func eatName() -> ByteText {
    var length = 0
    while length < count, self[length] > 0x20 { length += 1 }
    let name = prefix(length)
    drop(length)
    return name
  }

  /// A tag's name without the prefix of its namespace: `gpxtpx:speed` is `speed`.
  var localName: ByteText {
    guard let colon = firstIndex(of: UInt8(ascii: ":")) else { return self }
    return dropping(colon + 1)
  }

  /// The encoding in an XML declaration at the beginning of this text; nil if there is none.
  var declaredEncoding: String? {
    guard hasPrefix("<?xml"), let end = firstIndex(of: UInt8(ascii: ">")) else { return nil }
    return prefix(end).dropping(5).attribute("encoding")?.trimmed.prefix(64).string
  }

  /// The value of an attribute in a tag's inside, without its quotation marks.
  func attribute(_ name: StaticString) -> ByteText? {
    var rest = self
    while !rest.isEmpty {
      rest.eatBlanks()
      var length = 0
      while length < rest.count, rest[length] > 0x20, rest[length] != UInt8(ascii: "=") {
        length += 1
      }
      let found = rest.prefix(length)
      rest.drop(length)
      rest.eatBlanks()
      guard rest.eat(UInt8(ascii: "=")) else {
        if length == 0 { return nil }
        continue
      }
      rest.eatBlanks()
      guard let mark = rest.first, mark == .quote || mark == UInt8(ascii: "'") else { return nil }
      rest.drop(1)
      guard let end = rest.firstIndex(of: mark) else { return nil }
      if found.equals(name) { return rest.prefix(end) }
      rest.drop(end + 1)
    }
    return nil
  }
}
