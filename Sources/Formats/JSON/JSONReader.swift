/// Reads JSON text, and reports the position of errors.
///
///     try JSONReader.read(Array(#"{"a": 1,}"#.utf8))
///     // line 1, column 9: a key in quotation marks was expected, not }
///
/// For any bytes, the time is O(bytes) and the recursion depth is bounded: text nested deeper than
/// ``depthLimit`` is refused.
package struct JSONReader {
  /// The maximum depth of nested lists and objects.
  package static let depthLimit = 128

  private let bytes: [UInt8]
  private var index = 0
  private let valueLimit: Int
  private var valueCount = 0
  /// The paths of values whose offsets are noted; for a member, that of its key.
  private let wanted: Set<String>
  private var offsets: [String: Int] = [:]
  /// The path of the value that is being read, if paths are wanted.
  private var path = ""

  /// Reads a value from all of the bytes.
  ///
  /// - Parameters:
  ///   - bytes: JSON text.
  ///   - valueLimit: The maximum number of values: strings, numbers, lists, objects.
  package static func read(
    _ bytes: [UInt8], valueLimit: Int = .max
  ) throws(DocumentError) -> JSONValue {
    var reader = JSONReader(bytes: bytes, valueLimit: valueLimit, wanted: [])
    return try reader.document()
  }

  /// Returns the offsets of the values at some paths, if they exist: of the key for a member, of
  /// the element itself in a list.
  package static func offsets(of paths: Set<String>, in bytes: [UInt8]) -> [String: Int] {
    var reader = JSONReader(bytes: bytes, valueLimit: .max, wanted: paths)
    _ = try? reader.document()
    return reader.offsets
  }

  private init(bytes: [UInt8], valueLimit: Int, wanted: Set<String>) {
    (self.bytes, self.valueLimit, self.wanted) = (bytes, valueLimit, wanted)
  }

  private mutating func document() throws(DocumentError) -> JSONValue {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    skipBlanks()
    guard peek != nil else { throw DocumentError("it is empty") }
    if wanted.contains("") { offsets[""] = index }
    let value = try value(depth: 0)
    skipBlanks()
    guard peek == nil else { throw expected("the end of the document") }
    return value
  }

  /// Begins a member or, without a key, an element; returns the path of its parent.
  private mutating func begin(_ key: String?, _ number: Int = 0, at start: Int) -> String {
    let outer = path
    if wanted.isEmpty { return outer }
    path += key.map { outer.isEmpty ? $0 : "." + $0 } ?? "[\(number)]"
    if wanted.contains(path), offsets[path] == nil { offsets[path] = start }
    return outer
  }

  private mutating func value(depth: Int) throws(DocumentError) -> JSONValue {
    skipBlanks()
    guard depth <= JSONReader.depthLimit else {
      throw failure("lists and objects are nested more than \(JSONReader.depthLimit) deep")
    }
    valueCount += 1
    guard valueCount <= valueLimit else {
      throw failure("there are more than \(valueLimit) values")
    }
    switch peek {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
      return .number(try number())
    default:
      if eat("true") { return .bool(true) }
      if eat("false") { return .bool(false) }
      if eat("null") { return .null }
      throw expected("a value")
    }
  }

  private mutating func object(depth: Int) throws(DocumentError) -> JSONValue {
    var members: [JSONMember] = []
    index += 1
    skipBlanks()
    if eat("}") { return .object(members) }
    while true {
      skipBlanks()
      guard peek == UInt8(ascii: "\"") else { throw expected("a key in quotation marks") }
      let start = index
      let key = try string()
      let outer = begin(key, at: start)
      skipBlanks()
      let value = try within(key) { () throws(DocumentError) in
        guard eat(":") else { throw expected("a colon") }
        let value = try self.value(depth: depth + 1)
        skipBlanks()
        guard peek == UInt8(ascii: ",") || peek == UInt8(ascii: "}") else {
          throw expected("a comma or }")
        }
        return value
      }
      path = outer
      members.append(JSONMember(key, value))
      if eat("}") { return .object(members) }
      index += 1
    }
  }

  private mutating func array(depth: Int) throws(DocumentError) -> JSONValue {
    var elements: [JSONValue] = []
    index += 1
    skipBlanks()
    if eat("]") { return .array(elements) }
    while true {
      skipBlanks()
      let outer = begin(nil, elements.count, at: index)
      let element = try within("[\(elements.count)]") { () throws(DocumentError) in
        let element = try value(depth: depth + 1)
        skipBlanks()
        guard peek == UInt8(ascii: ",") || peek == UInt8(ascii: "]") else {
          throw expected("a comma or ]")
        }
        return element
      }
      path = outer
      elements.append(element)
      if eat("]") { return .array(elements) }
      index += 1
    }
  }

  private mutating func number() throws(DocumentError) -> String {
    let start = index
    _ = eat("-")
    if !eat("0") { try digits() }
    if eat(".") { try digits() }
    if eat("e") || eat("E") {
      _ = eat("+") || eat("-")
      try digits()
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func digits() throws(DocumentError) {
    let start = index
    while let byte = peek, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { index += 1 }
    guard index > start else { throw expected("a digit") }
  }

  // MARK: Text

  private mutating func string() throws(DocumentError) -> String {
    let start = index
    index += 1
    var text: [UInt8] = []
    var run = index
    while true {
      switch peek {
      case UInt8(ascii: "\""):
        text += bytes[run..<index]
        guard let string = String(validating: text, as: UTF8.self) else {
          index = start
          throw failure("this text is not UTF-8")
        }
        index += 1
        return string
      case UInt8(ascii: "\\"):
        text += bytes[run..<index]
        text += String(try escaped()).utf8
        run = index
      case .some(0x20...): index += 1
      default: throw expected("the quotation mark that ends the text")
      }
    }
  }

  private mutating func escaped() throws(DocumentError) -> Unicode.Scalar {
    let found = bytes.withUnsafeBufferPointer {
      jsonEscape(UnsafeBufferPointer(rebasing: $0[index...]))
    }
    guard let found, let scalar = Unicode.Scalar(found.code) else {
      throw failure(
        "after \\, one of \" \\ / b f n r t was expected, or u and four hex digits")
    }
    index += found.length
    return scalar
  }

  // MARK: Bytes

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
    }
  }

  /// Takes a token if it is next.
  private mutating func eat(_ token: StaticString) -> Bool {
    let count = token.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    for offset in 0..<count where bytes[index + offset] != token.utf8Start[offset] { return false }
    index += count
    return true
  }

  private func expected(_ what: String) -> DocumentError {
    failure("\(what) was expected, not \(found)")
  }

  private func failure(_ reason: String) -> DocumentError {
    let before = bytes[..<index]
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    var error = DocumentError(reason)
    error.position = DocumentError.Position(
      line: 1 + before.count { $0 == 0x0A },
      column: 1 + before[lineStart...].count { $0 & 0xC0 != 0x80 })
    return error
  }

  private var found: String {
    guard let byte = peek else { return "the end of the document" }
    let scalar = String(decoding: bytes[index...].prefix(4), as: UTF8.self).unicodeScalars.first!
    let isShown = scalar.value > 0x20 && scalar.value != 0x7F && scalar != "\u{FFFD}"
    let isControl = scalar.properties.generalCategory == .control
    return isShown && !isControl ? String(scalar) : "the byte 0x" + String(byte, radix: 16)
  }
}
