/// A program and its arguments, written in one string.
enum CommandWords {
  /// Returns the words of a string; nil if a quotation mark is not closed.
  ///
  /// Blanks separate words; `'` and `"` keep blanks together, and `\` keeps the next character as
  /// it is. Nothing else is special: no shell reads the string.
  static func words(of text: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var mark: Unicode.Scalar?
    var rest = text.unicodeScalars[...]
    func append(_ scalar: Unicode.Scalar) {
      word = word ?? ""
      word?.unicodeScalars.append(scalar)
    }
    while let scalar = rest.popFirst() {
      switch scalar {
      case mark: mark = nil
      case "\\" where mark != "'":
        guard let next = rest.popFirst() else { return nil }
        append(next)
      case "'" where mark == nil, "\"" where mark == nil:
        mark = scalar
        word = word ?? ""
      case " " where mark == nil, "\t" where mark == nil, "\n" where mark == nil:
        if let whole = word { words.append(whole) }
        word = nil
      default: append(scalar)
      }
    }
    if let whole = word { words.append(whole) }
    return mark == nil ? words : nil
  }
}
