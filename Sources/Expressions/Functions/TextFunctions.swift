extension StreamValue {
  /// The number of user-perceived characters, of elements or of members.
  static func length(_ arguments: FunctionArguments) throws(ExpressionFault) -> Int {
    switch arguments[0] {
    case .text(let text): text.count
    case .list(let list): list.count
    case .object(let object): object.count
    case .integer, .decimal, .exact, .truth, .null:
      throw arguments.misfit(0, "text, a list or an object")
    }
  }

  /// Returns true if a string contains a part, or a list an element.
  static func contains(_ arguments: FunctionArguments) throws(ExpressionFault) -> Bool {
    if case .list(let list) = arguments[0] { return list.contains { $0.isSame(as: arguments[1]) } }
    guard case .text(let text) = arguments[0] else { throw arguments.misfit(0, "text or a list") }
    return TextSearch(try arguments.text(1)).offsets(in: Array(text.utf8), limit: 1).count > 0
  }

  /// Returns whether a whole string matches a pattern, or the text of the groups in the first
  /// match; null if there is none.
  static func match(_ arguments: FunctionArguments) throws(ExpressionFault) -> StreamValue {
    guard case .pattern(let pattern)? = arguments.prepared else {
      preconditionFailure("the parser prepares patterns")
    }
    let text = try arguments.text(0)
    if arguments.function == .matches { return .truth(pattern.matches(text)) }
    guard let groups = pattern.captures(in: text) else { return .null }
    return try StreamValue.list(groups.map { $0.map { .text($0) } ?? .null }).limited()
  }

  static func split(
    _ text: String, by separator: String
  ) throws(ExpressionFault) -> StreamValue {
    var parts: [StreamValue] = []
    if separator.isEmpty {
      parts = text.map { .text(String($0)) }
    } else {
      let bytes = Array(text.utf8)
      var start = 0
      for offset in TextSearch(separator).offsets(in: bytes) {
        parts.append(.text(String(decoding: bytes[start..<offset], as: UTF8.self)))
        start = offset + separator.utf8.count
      }
      parts.append(.text(String(decoding: bytes[start...], as: UTF8.self)))
    }
    return try StreamValue.list(parts).limited()
  }

  static func join(_ arguments: FunctionArguments) throws(ExpressionFault) -> String {
    let separator = try arguments.text(1)
    var text = ""
    for (index, element) in try arguments.list(0).enumerated() {
      if index > 0 { text += separator }
      text += try element.asText()
      if text.utf8.count > textLimit { throw .longText }
    }
    return text
  }

  static func replace(
    in text: String, _ old: String, by new: String
  ) throws(ExpressionFault) -> String {
    guard !old.isEmpty else { throw ExpressionFault("replace cannot search for empty text") }
    let bytes = Array(text.utf8)
    let offsets = TextSearch(old).offsets(in: bytes)
    let growth = offsets.count * (new.utf8.count - old.utf8.count)
    guard bytes.count + growth <= textLimit || offsets.isEmpty else { throw .longText }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + growth)
    var start = 0
    for offset in offsets {
      result += bytes[start..<offset]
      result += new.utf8
      start = offset + old.utf8.count
    }
    result += bytes[start...]
    return String(decoding: result, as: UTF8.self)
  }
}

extension String {
  /// Throws if the string is longer than an expression may make one.
  func limited() throws(ExpressionFault) -> String {
    guard utf8.count <= StreamValue.textLimit else { throw .longText }
    return self
  }
}

/// Finds a string in others, in O(bytes) for any contents: the Knuth–Morris–Pratt algorithm.
private struct TextSearch {
  private let wanted: [UInt8]
  /// For each number of matching bytes, the maximum number that still match if the next byte does
  /// not.
  private var fallbacks: [Int]

  init(_ text: String) {
    wanted = Array(text.utf8)
    fallbacks = Array(repeating: 0, count: wanted.count + 1)
    var length = 0
    for index in wanted.indices.dropFirst() {
      while length > 0, wanted[index] != wanted[length] { length = fallbacks[length] }
      if wanted[index] == wanted[length] { length += 1 }
      fallbacks[index + 1] = length
    }
  }

  /// Returns the offsets of the occurrences, which do not overlap.
  func offsets(in bytes: [UInt8], limit: Int = .max) -> [Int] {
    if wanted.isEmpty { return [0] }
    var offsets: [Int] = []
    var length = 0
    for (offset, byte) in bytes.enumerated() {
      while length > 0, byte != wanted[length] { length = fallbacks[length] }
      if byte == wanted[length] { length += 1 }
      if length == wanted.count {
        offsets.append(offset + 1 - length)
        if offsets.count == limit { break }
        length = 0
      }
    }
    return offsets
  }
}
