/// The question at which places of a text something holds, such as the end of a word.
///
/// Unchecked, because `Regex` is not declared as sendable; matching only reads it.
struct PlaceTest: @unchecked Sendable {
  private let kind: Kind

  private enum Kind {
    case start, end
    case regex(Regex<AnyRegexOutput>)
  }

  /// Tests with a regular expression that matches nothing but a place; nil if the text is none.
  init?(_ text: String) {
    switch text {
    case "^": kind = .start
    case "$": kind = .end
    default:
      guard let regex = try? Regex(text) else { return nil }
      kind = .regex(regex)
    }
  }

  /// Returns for each place of a text, also that behind it, if it meets the test.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - count: The number of its characters.
  func table(of text: String, count: Int) -> [Bool] {
    var table = [Bool](repeating: false, count: count + 1)
    switch kind {
    case .start: table[0] = true
    case .end: table[count] = true
    case .regex(let regex):
      var (index, place) = (text.startIndex, 0)
      for match in text.matches(of: regex) where match.range.isEmpty {
        while index < match.range.lowerBound {
          text.formIndex(after: &index)
          place += 1
        }
        table[place] = true
      }
    }
    return table
  }
}
