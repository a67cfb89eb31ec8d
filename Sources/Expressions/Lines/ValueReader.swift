import Formats

/// Reads a JSON value from a line, without an intermediate ``JSONValue``.
///
/// It reads the usual forms, and leaves the others to ``JSONReader``, which is slower and reports
/// errors: numbers with very many digits, deep nesting, repeated keys.
struct ValueReader {
  /// The keys of the previous object, which mostly equal those of the next.
  private var keys: [String] = []
  /// The bytes of a string with escapes.
  private var unescaped: [UInt8] = []

  private static let depthLimit = 32

  /// Reads a value from all of the bytes.
  mutating func read(_ line: UnsafeRawBufferPointer) throws(DocumentError) -> StreamValue {
    if let value = plainValue(line) { return value }
    do throws(DocumentError) { return try StreamValue(json: JSONReader.read(Array(line))) } catch {
      var error = error
      // The caller adds the number of the line.
      (error.expressionColumn, error.position) = (error.position?.column, nil)
      throw error
    }
  }

  /// Returns the value if it has a usual form.
  mutating func plainValue(_ line: UnsafeRawBufferPointer) -> StreamValue? {
    guard let start = line.baseAddress else { return nil }
    var cursor = Cursor(
      next: start.assumingMemoryBound(to: UInt8.self),
      end: (start + line.count).assumingMemoryBound(to: UInt8.self))
    cursor.skipBlanks()
    guard let value = value(&cursor, depth: 0) else { return nil }
    cursor.skipBlanks()
    return cursor.next == cursor.end ? value : nil
  }

  private struct Cursor {
    var next: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>

    @inline(__always) mutating func skipBlanks() {
      while next < end,
        next.pointee == 0x20 || next.pointee == 0x09 || next.pointee == 0x0D || next.pointee == 0x0A
      { next += 1 }
    }

    @inline(__always) mutating func eat(_ byte: UInt8) -> Bool {
      guard next < end, next.pointee == byte else { return false }
      next += 1
      return true
    }

    mutating func eat(_ word: StaticString) -> Bool {
      let length = word.utf8CodeUnitCount
      guard end - next >= length else { return false }
      for index in 0..<length where next[index] != word.utf8Start[index] { return false }
      next += length
      return true
    }

    /// Takes a string without escapes, and returns the bytes between the quotation marks.
    @inline(__always) mutating func eatText() -> UnsafeBufferPointer<UInt8>? {
      guard eat(UInt8(ascii: "\"")) else { return nil }
      let start = next
      while next < end {
        let byte = next.pointee
        if byte == UInt8(ascii: "\"") {
          next += 1
          return UnsafeBufferPointer(start: start, count: next - start - 1)
        }
        if byte == UInt8(ascii: "\\") || byte < 0x20 { return nil }
        next += 1
      }
      return nil
    }

    /// Takes a string with escapes, and appends it with the escapes resolved; returns false if it
    /// needs the slower reader.
    mutating func eatText(into text: inout [UInt8]) -> Bool {
      guard eat(UInt8(ascii: "\"")) else { return false }
      var run = next
      while next < end, next.pointee >= 0x20 {
        let byte = next.pointee
        next += 1
        guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
        text.append(contentsOf: UnsafeBufferPointer(start: run, count: next - run - 1))
        if byte == UInt8(ascii: "\"") { return true }
        let rest = UnsafeBufferPointer(start: next - 1, count: end - next + 1)
        guard let (code, length) = jsonEscape(rest), let scalar = Unicode.Scalar(code) else {
          return false
        }
        text.append(contentsOf: UTF8.encode(scalar)!)
        next += length - 1
        run = next
      }
      return false
    }
  }

  private mutating func value(_ cursor: inout Cursor, depth: Int) -> StreamValue? {
    guard cursor.next < cursor.end, depth < ValueReader.depthLimit else { return nil }
    switch cursor.next.pointee {
    case UInt8(ascii: "\""):
      return text(&cursor).map { .text($0) }
    case UInt8(ascii: "{"): return object(&cursor, depth: depth)
    case UInt8(ascii: "["): return list(&cursor, depth: depth)
    case UInt8(ascii: "t"): return cursor.eat("true") ? .truth(true) : nil
    case UInt8(ascii: "f"): return cursor.eat("false") ? .truth(false) : nil
    case UInt8(ascii: "n"): return cursor.eat("null") ? .null : nil
    default:
      guard let (value, length) = StreamValue.plainNumber(cursor.next, cursor.end - cursor.next)
      else { return nil }
      cursor.next += length
      return value
    }
  }

  /// Takes a string.
  private mutating func text(_ cursor: inout Cursor) -> String? {
    let start = cursor
    if let bytes = cursor.eatText() { return String(validating: bytes, as: UTF8.self) }
    cursor = start
    unescaped.removeAll(keepingCapacity: true)
    return cursor.eatText(into: &unescaped) ? String(validating: unescaped, as: UTF8.self) : nil
  }

  private mutating func list(_ cursor: inout Cursor, depth: Int) -> StreamValue? {
    var elements: [StreamValue] = []
    cursor.next += 1
    cursor.skipBlanks()
    if cursor.eat(UInt8(ascii: "]")) { return .list(elements) }
    while true {
      cursor.skipBlanks()
      guard let element = value(&cursor, depth: depth + 1) else { return nil }
      elements.append(element)
      cursor.skipBlanks()
      if cursor.eat(UInt8(ascii: "]")) { return .list(elements) }
      guard cursor.eat(UInt8(ascii: ",")) else { return nil }
    }
  }

  private mutating func object(_ cursor: inout Cursor, depth: Int) -> StreamValue? {
    var members: [StreamObject.Member] = []
    if depth == 0 { members.reserveCapacity(keys.count) }
    cursor.next += 1
    cursor.skipBlanks()
    if cursor.eat(UInt8(ascii: "}")) { return .object(StreamObject(distinct: members)) }
    while true {
      cursor.skipBlanks()
      let start = cursor
      let known: String?
      if let bytes = cursor.eatText() {
        known = key(bytes, depth == 0 ? members.count : nil)
      } else {
        cursor = start
        known = text(&cursor)
      }
      guard let key = known else { return nil }
      cursor.skipBlanks()
      guard cursor.eat(UInt8(ascii: ":")) else { return nil }
      cursor.skipBlanks()
      guard let value = value(&cursor, depth: depth + 1) else { return nil }
      // The slower reader reports repeated keys, and also handles large numbers of keys.
      guard members.count < 64, !members.contains(where: { $0.key == key }) else { return nil }
      members.append(StreamObject.Member(key: key, value: value))
      cursor.skipBlanks()
      if cursor.eat(UInt8(ascii: "}")) { return .object(StreamObject(distinct: members)) }
      guard cursor.eat(UInt8(ascii: ",")) else { return nil }
    }
  }

  /// Returns a key, which is mostly the one at the same index in the previous object.
  @inline(__always)
  private mutating func key(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int?) -> String? {
    guard let index else { return String(validating: bytes, as: UTF8.self) }
    if index < keys.count, keys[index].utf8.count == bytes.count,
      keys[index].utf8.elementsEqual(bytes)
    {
      return keys[index]
    }
    guard let key = String(validating: bytes, as: UTF8.self) else { return nil }
    if index < keys.count { keys[index] = key } else if index < 64 { keys.append(key) }
    return key
  }
}
