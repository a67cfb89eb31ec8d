/// A pattern that a whole text has to match: a regular expression.
///
///     try TextPattern("[0-9]{5}").matches("12345")  // true
///
/// It is matched without backtracking: `(a+)+b`, which takes other engines years, is as good as
/// any. It may have groups, `|`, quantifiers, sets, `\d`, `\w`, `\s`, `\p{L}`, `^`, `$`, `\b`,
/// lookaheads and `(?i)`. Anything that has no bound or is not understood here is an error:
/// references to groups, lookbehinds, atomic groups (`(?>…)`) and possessive quantifiers (`a++`).
public struct TextPattern: Sendable, CustomStringConvertible {
  /// The text of the pattern.
  public let description: String
  private let structure: PatternNode
  /// The number of groups whose texts ``captures(in:)`` returns.
  private let groupCount: Int
  /// True if a group is in a lookahead, where ``captures(in:)`` finds no text for it.
  let hidesGroups: Bool

  /// Reads a pattern, such as `[0-9]{5}`.
  public init(_ text: String) throws(TextPatternError) {
    (structure, groupCount, hidesGroups) = try PatternReader.read(text)
    description = text
  }

  /// Returns true if the whole text matches.
  public func matches(_ text: String) -> Bool {
    var run = PatternRun(text)
    return run.matches(structure)
  }

  /// Returns the texts of the groups at the first position where a part of the text matches, nil
  /// for a group that has no part in it; nil if there is none.
  package func captures(in text: String) -> [String?]? {
    PatternSearch(structure, groupCount: groupCount)?.captures(in: text)
  }

  /// True if it is small enough to be looked for in every value of a stream: 1,000 steps at most.
  package var isShort: Bool { PatternSearch(structure, groupCount: groupCount) != nil }

  /// The steps that each character of a text takes at most.
  package var size: Int { structure.size }
}

/// The error for a text that is not a valid pattern.
public struct TextPatternError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text.
  let pattern: String
  /// The reason, in English.
  package let reason: String
  /// True if it is a regular expression, but has what no pattern can have.
  private let isRegex: Bool

  /// Makes an error for a text that is not a regular expression.
  init(pattern: String, reason: String) {
    (self.pattern, self.reason, isRegex) = (pattern, reason, false)
  }

  /// Makes an error for a regular expression with something in it that no pattern can have.
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
