import Formats
import Platform

/// A pattern or a time zone of a constant argument, made when the expression is parsed.
enum PreparedConstant: Sendable {
  /// A pattern, of `matches` and `capture`.
  case pattern(TextPattern)
  /// The clocks of a place, of `format`.
  case zone(TimeZoneRules)

  /// Makes a pattern.
  ///
  /// - Parameter captures: True if the texts of its groups are wanted.
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

  /// Makes the clocks of a time zone by its name; nil for a text that is a form of times.
  static func zone(of text: String) throws(ExpressionFault) -> Self? {
    if text.utf8.contains(UInt8(ascii: "%")) { return nil }
    guard !text.isEmpty, let rules = TimeZoneRules(named: text) else {
      throw ExpressionFault("there is no time zone “\(text)”; use a name such as Europe/Zurich")
    }
    return .zone(rules)
  }
}
