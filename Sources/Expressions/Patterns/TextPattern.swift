/// A regular expression that a whole string must match.
///
///     try TextPattern("[0-9]{5}").matches("12345")  // true
///
/// It is matched without backtracking: `(a+)+b`, which takes other engines years, is as fast as any
/// other. It may have groups, `|`, quantifiers, sets, `\d`, `\w`, `\s`, `\p{L}`, `^`, `$`, `\b`,
/// lookaheads and `(?i)`. Unbounded or unsupported constructs are errors: references to groups,
/// lookbehinds, atomic groups (`(?>…)`) and possessive quantifiers (`a++`).
public struct TextPattern: Sendable, CustomStringConvertible {
  /// The text of the pattern.
  public let description: String
  private let structure: PatternNode
  /// The number of groups whose text ``captures(in:)`` returns.
  private let groupCount: Int
  /// True if a group is inside a lookahead, where ``captures(in:)`` captures no text.
  let hidesGroups: Bool

  /// Reads a pattern, such as `[0-9]{5}`.
  public init(_ text: String) throws(TextPatternError) {
    (structure, groupCount, hidesGroups) = try PatternReader.read(text)
    description = text
  }

  /// Returns true if the whole string matches.
  public func matches(_ text: String) -> Bool {
    var run = PatternRun(text)
    return run.matches(structure)
  }

  /// Returns the text of the groups in the first match within a string, with nil for a group that
  /// took no part in it; nil if there is no match.
  package func captures(in text: String) -> [String?]? {
    PatternSearch(structure, groupCount: groupCount)?.captures(in: text)
  }

  /// True if it is small enough to search every value of a stream: at most 1,000 steps.
  package var isShort: Bool { PatternSearch(structure, groupCount: groupCount) != nil }

  /// The maximum number of steps for each character of a string.
  package var size: Int { structure.size }
}

/// The error for a string that is not a valid pattern.
public struct TextPatternError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The string.
  let pattern: String
  /// The reason, in English.
  package let reason: String
  /// True if it is a regular expression with an unsupported construct.
  private let isRegex: Bool

  /// Makes an error for a string that is not a regular expression.
  init(pattern: String, reason: String) {
    (self.pattern, self.reason, isRegex) = (pattern, reason, false)
  }

  /// Makes an error for a regular expression with an unsupported construct.
  init(pattern: String, refused: String) {
    (self.pattern, self.reason, isRegex) = (pattern, refused, true)
  }

  /// `“[0-9” is not a regular expression: expected ']'`, or `“(a)\1” uses an unsupported construct:
  /// a reference to a group, \1`.
  public var description: String {
    let verdict = isRegex ? "uses an unsupported construct" : "is not a regular expression"
    func shown(_ text: String) -> String { text.count > 100 ? "\(text.prefix(100))…" : text }
    return "“\(shown(pattern))” \(verdict): \(shown(reason))"
  }
}
