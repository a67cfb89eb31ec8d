import Formats
import Platform

/// A pattern or a time zone from a constant argument, made when the expression is parsed.
enum PreparedConstant: Sendable {
  /// A pattern for `matches` and `capture`.
  case pattern(TextPattern)
  /// The rules of a time zone for `format`.
  case zone(TimeZoneRules)

  /// Makes a pattern.
  ///
  /// - Parameter captures: True to capture the text of its groups.
  static func pattern(of text: String, captures: Bool) throws(ExpressionFault) -> Self {
    let pattern: TextPattern
    do throws(TextPatternError) { pattern = try TextPattern(text) } catch {
      throw ExpressionFault(error.description)
    }
    if captures, pattern.hidesGroups {
      throw ExpressionFault("a group in a lookahead captures nothing; write (?:…) there")
    }
    guard pattern.isShort else {
      throw ExpressionFault("this pattern is too long: more than 1000 steps, counting repeats")
    }
    return .pattern(pattern)
  }

  /// Makes the rules of a time zone by its name; nil for a string that is a time format.
  static func zone(of text: String) throws(ExpressionFault) -> Self? {
    if text.utf8.contains(UInt8(ascii: "%")) { return nil }
    guard !text.isEmpty, let rules = TimeZoneRules(named: text) else {
      throw ExpressionFault("there is no time zone “\(text)”; use a name such as Europe/Zurich")
    }
    return .zone(rules)
  }
}
