/// A pattern that a whole text has to match: a regular expression of Swift.
///
///     let postcode = try TextPattern("[0-9]{5}")
///     FormField<Trip>.text("postcode", \.postcode, .matching(postcode))
///
/// A pattern that is read from a text is matched without going back: the time grows with the text's
/// length times the pattern's, also where the pattern looks ahead (there times the depth of its
/// repetitions in one another). So `(a+)+b`, which takes other engines years, is as good as any.
/// Anything that has no such bound or is not understood here is an error: references to groups,
/// looks behind, and groups and repetitions that give nothing back (`(?>…)`, `a++`).
public struct TextPattern: Sendable, CustomStringConvertible {
  /// The text of the pattern; empty if it was not made of one.
  public let description: String
  private let matcher: Matcher

  private enum Matcher: Sendable {
    case program(PatternProgram)
    case regex(Expression)
  }

  /// An expression, which any thread may use. Unchecked, because `Regex` is not declared as
  /// sendable; matching only reads it.
  private struct Expression: @unchecked Sendable {
    let matches: (String) -> Bool
  }

  /// Reads a pattern, such as `[0-9]{5}`.
  public init(_ text: String) throws(TextPatternError) {
    matcher = .program(try PatternProgram(PatternReader.read(text), of: text))
    description = text
  }

  /// Takes a regular expression as it stands in the source. Swift's engine matches it, which goes
  /// back and tries again, so that the expression's author answers for its time.
  public init<Output>(_ regex: Regex<Output>) {
    description = ""
    matcher = .regex(Expression { $0.wholeMatch(of: regex) != nil })
  }

  /// Returns true if the whole text matches.
  public func matches(_ text: String) -> Bool {
    switch matcher {
    case .program(let program):
      var run = PatternRun(program, text)
      return run.matches()
    case .regex(let expression): return expression.matches(text)
    }
  }
}

/// A text that is no pattern.
public struct TextPatternError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text.
  public var pattern: String
  /// The reason, in English.
  public var reason: String
  /// True if it is a regular expression of Swift, but has what no pattern can have.
  private let isRegex: Bool

  /// A text that is no regular expression.
  init(pattern: String, reason: String) {
    (self.pattern, self.reason, isRegex) = (pattern, reason, false)
  }

  /// A regular expression with something in it that no pattern can have.
  init(pattern: String, refused: String) {
    (self.pattern, self.reason, isRegex) = (pattern, refused, true)
  }

  /// `“[0-9” is no regular expression: expected ']'`, or `“(a)\1” has what a pattern cannot have:
  /// a reference to a group, \1`.
  public var description: String {
    let verdict = isRegex ? "has what a pattern cannot have" : "is no regular expression"
    func shown(_ text: String) -> String {
      text.count > 100 ? "\(text.prefix(100))…" : text
    }
    return "“\(shown(pattern))” \(verdict): \(shown(reason))"
  }
}
