/// A pattern that a whole text has to match: a regular expression of Swift.
///
///     let postcode = try TextPattern("[0-9]{5}")
///     FormField<Trip>.text("postcode", \.postcode, .matching(postcode))
public struct TextPattern: Sendable, CustomStringConvertible {
  /// The text of the pattern; empty if it was not made of one.
  public let description: String
  private let regex: Expression

  /// An expression, which any thread may use. Unchecked, because `Regex` is not declared as
  /// sendable; matching only reads it.
  private struct Expression: @unchecked Sendable {
    let matches: (String) -> Bool
  }

  /// Reads a pattern, such as `[0-9]{5}`.
  public init(_ text: String) throws(TextPatternError) {
    do {
      let regex = try Regex(text)
      self.init(text, regex)
    } catch {
      throw TextPatternError(pattern: text, reason: "\(error)")
    }
  }

  /// Takes a regular expression as it stands in the source.
  public init<Output>(_ regex: Regex<Output>) { self.init("", regex) }

  private init<Output>(_ text: String, _ regex: Regex<Output>) {
    description = text
    self.regex = Expression { $0.wholeMatch(of: regex) != nil }
  }

  /// Returns true if the whole text matches.
  public func matches(_ text: String) -> Bool { regex.matches(text) }
}

/// A text that is no pattern.
public struct TextPatternError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text.
  public var pattern: String
  /// The reason, in English.
  public var reason: String

  /// `“[0-9” is no regular expression: expected ']'`.
  public var description: String { "“\(pattern)” is no regular expression: \(reason)" }
}

extension ValidationRule where Value == String {
  /// A text that matches a pattern as a whole; an empty one meets the rule, as `.required` is about
  /// that.
  ///
  /// The message says only that the form is wrong; `.saying("Five digits")` says which it is.
  public static func matching(_ pattern: TextPattern) -> ValidationRule {
    ValidationRule(ValidationIssue(.notMatching, ["pattern": .text(pattern.description)])) {
      $0.isEmpty || pattern.matches($0)
    }
  }

  /// A text that matches a regular expression as a whole; an empty one meets the rule.
  ///
  ///     .text("postcode", \.postcode, .matching(/[0-9]{5}/).saying("Five digits"))
  public static func matching<Output>(_ regex: Regex<Output>) -> ValidationRule {
    matching(TextPattern(regex))
  }

  /// An address of electronic mail; an empty text meets the rule.
  ///
  /// The name may be in any script, and the domain has to have a dot in it: a domain of this house
  /// alone is mistyped more often than it is meant. Only a message finds out whether the address
  /// exists.
  public static var email: ValidationRule {
    let issue = ValidationIssue(.notAnEmail)
    return ValidationRule(issue) { text in
      guard !text.isEmpty else { return .met }
      // A blank in it, or a second @, does not go away by typing on.
      if text.contains(where: { $0.isWhitespace || ",;<>".contains($0) }) { return .failed(issue) }
      let parts = text.split(separator: "@", omittingEmptySubsequences: false)
      if parts.count > 2 { return .failed(issue) }
      guard parts.count == 2 else { return .notYet(issue) }
      return EmailAddress.isName(parts[0]) && EmailAddress.isDomain(parts[1])
        ? .met : .notYet(issue)
    }
  }
}

/// The two parts of an address of electronic mail, with the limits of RFC 5321.
private enum EmailAddress {
  static func isName(_ name: Substring) -> Bool {
    let words = name.split(separator: ".", omittingEmptySubsequences: false)
    return name.utf8.count <= 64 && words.allSatisfy { !$0.isEmpty }
  }

  static func isDomain(_ domain: Substring) -> Bool {
    let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
    return labels.count > 1 && domain.utf8.count <= 255
      && labels.allSatisfy { label in
        !label.isEmpty && label.utf8.count <= 63 && label.first != "-" && label.last != "-"
          && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
      }
      && labels.last?.contains(where: \.isLetter) == true
  }
}
