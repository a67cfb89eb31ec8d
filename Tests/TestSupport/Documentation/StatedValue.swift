extension DocumentedExample {
  /// The value that a comment begins with, behind a line of code or below it, as Swift writes it;
  /// nil where it says something in words.
  ///
  ///     field.revealsIssues  // true
  ///     rows.map(\.name)  // ["ann"], as in the file
  ///     // "34V 332632 6580529"
  package static func value(statedBy line: String) -> String? {
    let mark = line.hasPrefix("// ") ? line.startIndex : line.lastCommentMark
    guard let mark else { return nil }
    var rest = line[mark...].dropFirst(3)
    var value = ""
    // Several values are as many.
    while let next = takeValue(from: &rest) {
      value += next
      guard rest.hasPrefix(", ") else { break }
      var behind = rest.dropFirst(2)
      guard takeValue(from: &behind) != nil else { break }
      value += ", "
      rest = rest.dropFirst(2)
    }
    return value.isEmpty || value.contains("…") ? nil : value
  }

  /// Takes a literal, or a case with what it holds.
  private static func takeValue(from text: inout Substring) -> String? {
    let start = text
    switch text.first {
    case "\"":
      text = text.dropFirst()
      guard let end = text.firstIndex(of: "\"") else { return nil }
      text = text[text.index(after: end)...]
    case "[", "(": guard dropBrackets(from: &text) else { return nil }
    case ".":
      text = text.dropFirst().drop { $0.isLetter || $0.isNumber }
      if text.first == "(", !dropBrackets(from: &text) { return nil }
    case .some:
      text = text.drop { $0 != " " && $0 != "," && $0 != ";" }
      if start[..<text.startIndex].last == ":" {
        text = start[start.index(before: text.startIndex)...]
      }
      let word = start[..<text.startIndex]
      guard
        ["true", "false", "nil"].contains(word) || word.first?.isNumber == true
          || (word.first == "-" && word.dropFirst().first?.isNumber == true)
      else { return nil }
    case nil: return nil
    }
    guard text.isEmpty || " ,:;".contains(text.first!) else { return nil }
    let value = String(start[..<text.startIndex])
    return value == "." ? nil : value
  }

  /// Drops everything up to the bracket that closes the first one.
  private static func dropBrackets(from text: inout Substring) -> Bool {
    var depth = 0
    var isQuoted = false
    while let character = text.popFirst() {
      if character == "\"" { isQuoted.toggle() }
      guard !isQuoted else { continue }
      if "[(".contains(character) { depth += 1 }
      if "])".contains(character) { depth -= 1 }
      if depth == 0 { return true }
    }
    return false
  }
}

extension String {
  /// Where the comment behind a line of code begins; nil where there is none.
  fileprivate var lastCommentMark: Index? {
    ranges(of: "  // ").last.map { index($0.lowerBound, offsetBy: 2) }
  }
}
