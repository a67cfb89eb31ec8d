import Platform

/// A line that has a name before a colon and is not a comment, by offsets among the bytes of some
/// lines. A byte order mark before it is not part of it.
struct AccountLine {
  /// The start of the whole line.
  var lineStart: Int
  /// The start of the name.
  var start: Int
  var colon: Int
  /// The start of its line end, which has one byte, two or none.
  var end: Int
  var next: Int
  var number: Int

  func entry(in buffer: UnsafeRawBufferPointer) -> HtpasswdDocument.Entry {
    let hashEnd = buffer.firstIndex(of: colonSign, in: (colon + 1)..<end) ?? end
    return HtpasswdDocument.Entry(
      name: start..<colon, hash: (colon + 1)..<hashEnd, line: lineStart..<next, number: number)
  }

  /// Calls a closure with every line of some bytes that is an account.
  @inline(__always)
  static func forEach(in buffer: UnsafeRawBufferPointer, _ body: (AccountLine) -> Void) {
    guard let base = buffer.baseAddress else { return }
    let count = buffer.count
    var start = 0
    var number = 0
    while start < count {
      number += 1
      let feed = memchr(base + start, CInt(newline), count - start)
      var end = feed.map { UnsafeRawPointer($0) - base } ?? count
      let next = feed == nil ? count : end + 1
      let lineStart = start
      start = next
      let line = lineStart + buffer.byteOrderMarkLength(at: lineStart)
      if end > line, buffer[end - 1] == carriageReturn { end -= 1 }
      if line < end, buffer[line] != numberSign,
        let colon = buffer.firstIndex(of: colonSign, in: line..<end), colon > line
      {
        body(
          AccountLine(
            lineStart: lineStart, start: line, colon: colon, end: end, next: next, number: number))
      }
    }
  }
}

extension AccountLine {
  /// Returns the reason why some bytes are not an account file; nil if they may be one.
  ///
  /// The lines are read up to the first account, which as a rule is near the start.
  static func foreignness(of buffer: UnsafeRawBufferPointer) -> String? {
    if buffer.firstIndex(of: 0, in: 0..<buffer.count) != nil {
      return "it holds binary data, not accounts"
    }
    var hasText = false
    var start = 0
    while start < buffer.count {
      let feed = buffer.firstIndex(of: newline, in: start..<buffer.count) ?? buffer.count
      let line = buffer[(start + buffer.byteOrderMarkLength(at: start))..<feed]
      start = feed + 1
      guard line.first != numberSign else { continue }
      let text = line.last == carriageReturn ? line.dropLast() : line
      guard text.contains(where: { $0 != blank && $0 != tab }) else { continue }
      hasText = true
      guard let colon = text.firstIndex(of: colonSign), colon > text.startIndex else { continue }
      let hash = text[(colon + 1)...].prefix { $0 != colonSign }
      if !hash.contains(where: { $0 == blank || $0 == tab }) { return nil }
    }
    return hasText ? "none of its lines is an account of the form name:hash" : nil
  }
}

private let newline = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
private let colonSign = UInt8(ascii: ":")
private let numberSign = UInt8(ascii: "#")
private let blank = UInt8(ascii: " ")
private let tab = UInt8(ascii: "\t")

extension UnsafeRawBufferPointer {
  /// Returns 3 if a byte order mark begins here, which editors of other systems write, and else 0.
  @inline(__always) fileprivate func byteOrderMarkLength(at start: Int) -> Int {
    guard start + 3 <= count, self[start] == 0xEF, self[start + 1] == 0xBB, self[start + 2] == 0xBF
    else { return 0 }
    return 3
  }

  /// Returns the offset of the first such byte in a range, by the C library's fast search.
  fileprivate func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    guard let base = baseAddress, !range.isEmpty,
      let found = memchr(base + range.lowerBound, CInt(byte), range.count)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }
}
