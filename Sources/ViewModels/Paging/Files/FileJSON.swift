/// Skips through the JSON of a file, byte by byte, without making values.
extension FileBytes {
  private static var longestKey: Int { 4 << 10 }

  mutating func skipBlanks() throws(RecordFileError) {
    while let byte = try peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      take()
    }
  }

  mutating func eat(_ byte: UInt8) throws(RecordFileError) -> Bool {
    guard try peek() == byte else { return false }
    take()
    return true
  }

  /// Moves past the bracket that opens the list of records.
  ///
  /// - Parameter path: The path to it; nil for the first list.
  mutating func enterList(at path: RecordPath?) throws(RecordFileError) {
    if try eat(0xEF) { guard try eat(0xBB), try eat(0xBF) else { throw try expected("a value") } }
    try skipBlanks()
    guard try peek() != nil else { throw RecordFileError("it is empty") }
    let isThere: Bool
    if let path {
      isThere = try enter(path.steps[...])
    } else {
      isThere = try enterFirstList(depth: 0)
    }
    guard isThere else {
      throw RecordFileError(
        path.map { "it has no list at “\($0)”" } ?? "it has no list of records")
    }
  }

  private mutating func enter(_ steps: ArraySlice<String>) throws(RecordFileError) -> Bool {
    try skipBlanks()
    guard let step = steps.first else { return try eat(UInt8(ascii: "[")) }
    if try eat(UInt8(ascii: "{")) {
      while let key = try takeKey() {
        if key == step { return try enter(steps.dropFirst()) }
        try skipValue()
      }
    } else if try eat(UInt8(ascii: "[")), let index = Int(step), index >= 0 {
      for _ in 0..<index {
        guard try hasElement() else { return false }
        try skipValue()
      }
      guard try hasElement() else { return false }
      return try enter(steps.dropFirst())
    }
    return false
  }

  private mutating func enterFirstList(depth: Int) throws(RecordFileError) -> Bool {
    try skipBlanks()
    if try eat(UInt8(ascii: "[")) { return true }
    guard try peek() == UInt8(ascii: "{"), depth < 4 else {
      try skipValue()
      return false
    }
    take()
    while try takeKey() != nil { if try enterFirstList(depth: depth + 1) { return true } }
    return false
  }

  /// Takes a comma, a key and its colon; nil after the last member.
  private mutating func takeKey() throws(RecordFileError) -> String? {
    try skipBlanks()
    if try eat(UInt8(ascii: ",")) { try skipBlanks() }
    if try eat(UInt8(ascii: "}")) { return nil }
    guard try peek() == UInt8(ascii: "\"") else { throw try expected("a key in quotation marks") }
    var key: [UInt8] = []
    try takeString(into: &key, limit: FileBytes.longestKey)
    try skipBlanks()
    guard try eat(UInt8(ascii: ":")) else { throw try expected("a colon") }
    return String(decoding: key.dropFirst().dropLast(), as: UTF8.self)
  }

  /// Moves past the comma to the next element of a list; false after the last one.
  mutating func hasElement() throws(RecordFileError) -> Bool {
    try skipBlanks()
    if try eat(UInt8(ascii: ",")) { try skipBlanks() }
    if try eat(UInt8(ascii: "]")) { return false }
    return true
  }

  private mutating func skipValue() throws(RecordFileError) {
    var nothing: [UInt8] = []
    try takeValue(into: &nothing, limit: 0)
  }

  /// Takes a value, by its brackets.
  ///
  /// - Parameters:
  ///   - value: Gets the bytes, up to `limit` of them.
  ///   - limit: The maximum number of bytes.
  mutating func takeValue(into value: inout [UInt8], limit: Int) throws(RecordFileError) {
    try skipBlanks()
    var depth = 0
    while let byte = try peek() {
      switch byte {
      case UInt8(ascii: "\""):
        try takeString(into: &value, limit: limit)
        if depth == 0 { return }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard depth > 0 else { throw try expected("a value") }
        depth -= 1
      case UInt8(ascii: ","), UInt8(ascii: ":"): if depth == 0 { throw try expected("a value") }
      default: if depth == 0 { return try takeWord(into: &value, limit: limit) }
      }
      if value.count < limit { value.append(byte) }
      take()
      if depth == 0 { return }
    }
    throw try expected("a value")
  }

  /// Takes a number, `true`, `false` or `null`.
  private mutating func takeWord(into value: inout [UInt8], limit: Int) throws(RecordFileError) {
    let start = offset
    while let byte = try peek(), FileBytes.isPartOfWord(byte) {
      if value.count < limit { value.append(byte) }
      take()
    }
    if offset == start { throw try expected("a value") }
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }

  private mutating func takeString(into value: inout [UInt8], limit: Int) throws(RecordFileError) {
    var isEscaped = false
    var isOpen = false
    while let byte = try peek() {
      if value.count < limit { value.append(byte) }
      take()
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        if isOpen { return }
        isOpen = true
      }
    }
    throw try expected("the quotation mark that ends the text")
  }

  mutating func expected(_ what: String) throws(RecordFileError) -> RecordFileError {
    let found = try peek().map { byte in
      byte > 0x20 && byte < 0x7F
        ? String(UnicodeScalar(byte)) : "the byte 0x" + String(byte, radix: 16)
    }
    return RecordFileError(
      "byte \(offset + 1): \(what) was expected, not \(found ?? "the end of the file")")
  }
}
