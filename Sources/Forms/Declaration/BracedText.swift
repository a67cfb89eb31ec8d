/// A part of text with braces: the text inside a pair of them, or between two pairs.
///
/// `{{` and `}}` stand for braces. Quotation marks and braces inside a pair belong to it.
struct BracedPart: Hashable, Sendable {
  var text: String
  /// True if it is inside braces.
  var isInside: Bool
  /// Its offset in the text, in code points.
  var offset: Int

  /// Splits text into its parts. A brace without its counterpart is text.
  ///
  /// If a part contains unclosed braces or quotation marks, every later part ends at the first `}`,
  /// so that no text is searched to its end again and again.
  static func parts(of text: String) -> [BracedPart] {
    var parts: [BracedPart] = []
    var plain = String.UnicodeScalarView()
    var offset = 0
    var rest = text.unicodeScalars[...]
    var (isBalanced, hasEnds) = (true, true)
    func end() -> Substring.UnicodeScalarView.Index? {
      if isBalanced, hasEnds, let end = balancedEnd(in: rest) { return end }
      isBalanced = false
      let end = hasEnds ? rest.firstIndex(of: "}") : nil
      hasEnds = end != nil
      return end
    }
    func addPlain() {
      guard !plain.isEmpty else { return }
      parts.append(BracedPart(text: String(plain), isInside: false, offset: 0))
      plain = String.UnicodeScalarView()
    }
    while let scalar = rest.popFirst() {
      offset += 1
      if scalar == "{" || scalar == "}", rest.first == scalar {
        plain.append(scalar)
        rest.removeFirst()
        offset += 1
      } else if scalar == "{", let end = end() {
        addPlain()
        parts.append(BracedPart(text: String(rest[..<end]), isInside: true, offset: offset))
        offset += rest[...end].count
        rest = rest[end...].dropFirst()
      } else {
        plain.append(scalar)
      }
    }
    addPlain()
    return parts
  }

  /// The index of the brace that closes the part at the beginning of some text, after the ends of
  /// the braces and quotation marks in it; nil if there is none.
  private static func balancedEnd(
    in text: Substring.UnicodeScalarView
  ) -> Substring.UnicodeScalarView.Index? {
    var quote: Unicode.Scalar?
    var depth = 0
    var isEscaped = false
    for index in text.indices {
      let scalar = text[index]
      if let open = quote {
        if scalar == open, !isEscaped { quote = nil }
        isEscaped = scalar == "\\" && !isEscaped
        continue
      }
      switch scalar {
      case "'", "\"": quote = scalar
      case "{": depth += 1
      case "}":
        if depth == 0 { return index }
        depth -= 1
      default: break
      }
    }
    return nil
  }
}
