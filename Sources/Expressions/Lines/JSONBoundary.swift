/// Finds the ends of consecutive JSON values, which may span any number of lines.
///
/// Checks only the order of brackets, commas and colons. That is enough to notice a truncated value
/// immediately, before it takes others with it.
struct JSONBoundary {
  private enum Expected { case value, valueOrEnd, key, keyOrEnd, colon, commaOrEnd }

  /// The outcome of reading a line.
  enum Outcome {
    /// A value ends before an index.
    case end(Int)
    /// The value continues in the next line, or none has begun.
    case open
    /// A byte is invalid at its position.
    case broken
  }

  /// For each enclosing list or object, true if it is an object.
  private var isObject: [Bool] = []
  private var expected = Expected.value
  private static let depthLimit = 1_000

  /// True if a value has begun and not ended.
  var isOpen: Bool { !isObject.isEmpty }

  /// Reads a line from an index up to the end of a value.
  mutating func read(_ line: UnsafeRawBufferPointer, from start: Int) -> Outcome {
    var index = start
    while index < line.count {
      let byte = line[index]
      if byte == 0x20 || byte == 0x09 || byte == 0x0D {
        index += 1
        continue
      }
      var isWhole = false
      switch (expected, byte) {
      case (.value, UInt8(ascii: "{")), (.valueOrEnd, UInt8(ascii: "{")):
        isObject.append(true)
        (expected, index) = (.keyOrEnd, index + 1)
      case (.value, UInt8(ascii: "[")), (.valueOrEnd, UInt8(ascii: "[")):
        isObject.append(false)
        (expected, index) = (.valueOrEnd, index + 1)
      case (.keyOrEnd, UInt8(ascii: "}")), (.valueOrEnd, UInt8(ascii: "]")),
        (.commaOrEnd, UInt8(ascii: "}")) where isObject.last == true,
        (.commaOrEnd, UInt8(ascii: "]")) where isObject.last == false:
        isObject.removeLast()
        (isWhole, index) = (true, index + 1)
      case (.commaOrEnd, UInt8(ascii: ",")):
        (expected, index) = (isObject.last == true ? .key : .value, index + 1)
      case (.colon, UInt8(ascii: ":")): (expected, index) = (.value, index + 1)
      case (.key, UInt8(ascii: "\"")), (.keyOrEnd, UInt8(ascii: "\"")):
        guard let end = Self.endOfText(line, index) else { return .broken }
        (expected, index) = (.colon, end)
      case (.value, _), (.valueOrEnd, _):
        let end =
          byte == UInt8(ascii: "\"") ? Self.endOfText(line, index) : Self.endOfWord(line, index)
        guard let end else { return .broken }
        (isWhole, index) = (true, end)
      default: return .broken
      }
      if isObject.count > Self.depthLimit { return .broken }
      guard isWhole else { continue }
      expected = isObject.isEmpty ? .value : .commaOrEnd
      if isObject.isEmpty { return .end(index) }
    }
    return .open
  }

  /// Returns the index after a string, which must end in the same line.
  private static func endOfText(_ line: UnsafeRawBufferPointer, _ start: Int) -> Int? {
    var index = start + 1
    while index < line.count {
      if line[index] == UInt8(ascii: "\"") { return index + 1 }
      index += line[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  /// Returns the index after a number or a word.
  private static func endOfWord(_ line: UnsafeRawBufferPointer, _ start: Int) -> Int? {
    let rest = line[start...]
    let isEnd = { (byte: UInt8) in byte <= 0x20 || "{}[],:\"".utf8.contains(byte) }
    let end: Int = rest.firstIndex(where: isEnd) ?? rest.endIndex
    return end > start ? end : nil
  }
}

/// Assembles consecutive JSON values, which may span several lines or share one.
struct JSONLines {
  /// A value's bytes or the problem with it, and the number of its first line.
  typealias Part = (bytes: [UInt8], line: Int, problem: String?)

  private var boundary = JSONBoundary()
  /// The bytes of an unfinished value.
  private var open: [UInt8] = []
  /// True if the value has too many bytes, which are dropped until its end.
  private var isTooLong = false
  /// The number of the value's first line.
  private var first = 0
  /// Finished values that have not been taken.
  private var parts: ArraySlice<Part> = []

  /// True if a value has begun and not ended.
  var isOpen: Bool { boundary.isOpen }
  /// True if a value can be taken.
  var hasParts: Bool { !parts.isEmpty }

  mutating func next() -> Part? { parts.popFirst() }

  mutating func take(_ line: UnsafeRawBufferPointer, _ number: Int) {
    var start = 0
    while start < line.count {
      if !isOpen { first = number }
      switch boundary.read(line, from: start) {
      case .end(let end) where isTooLong:
        start = end
        self.end("")
      case .end(let end):
        let bytes = open.isEmpty ? Self.bytes(line[start..<end]) : open + line[start..<end]
        parts.append((bytes, first, nil))
        (open, start) = ([], end)
      case .open:
        guard isOpen else { return }
        open += line[start...] + [0x0A]
        if open.count > LineSplitter.longestLine { (isTooLong, open) = (true, []) }
        return
      case .broken:
        let isContinued = isTooLong || !open.isEmpty
        guard isContinued else {
          boundary = JSONBoundary()
          parts.append((Self.bytes(line[start...]), number, nil))
          return
        }
        end("the value that begins here stops being valid JSON in line \(number)")
      }
    }
  }

  /// Returns the bytes of a value that begins in a line. If a column is useful, blanks preserve the
  /// column of a value that follows another.
  private static func bytes(_ part: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
    let value = part.drop { $0 <= 0x20 }
    let hasColumn = value.first.map { "{[\"".utf8.contains($0) } ?? false
    return [UInt8](repeating: 0x20, count: hasColumn ? value.startIndex : 0) + value
  }

  /// Ends an unfinished value, with the problem that makes it invalid.
  mutating func end(_ problem: String) {
    let length = "the value that begins here is larger than \(LineSplitter.longestLine >> 20) MiB"
    if isTooLong || !open.isEmpty { parts.append(([], first, isTooLong ? length : problem)) }
    (boundary, open, isTooLong) = (JSONBoundary(), [], false)
  }
}
