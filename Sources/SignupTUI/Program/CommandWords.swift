/// A program with its arguments, written in one text.
enum CommandWords {
  /// Returns the words of a text; nil if a quotation mark has no end.
  ///
  /// Blanks separate words; `'` and `"` keep blanks together, `\` takes the next character as it
  /// is. Nothing else has a meaning: no shell reads the text.
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
