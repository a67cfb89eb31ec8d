import Expressions

/// A regular expression that a whole text has to match.
public typealias TextPattern = Expressions.TextPattern
/// The error for a string that is not a valid pattern.
public typealias TextPatternError = Expressions.TextPatternError

extension ValidationRule where Value == String {
  /// A text that matches a pattern as a whole; an empty one meets the rule, as `.required` is about
  /// that.
  ///
  /// The message reports only that the format is wrong; `.saying("Five digits")` describes it.
  public static func matching(_ pattern: TextPattern) -> ValidationRule {
    ValidationRule(ValidationIssue(.notMatching, ["pattern": .text(pattern.description)])) {
      $0.isEmpty || pattern.matches($0)
    }
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
      let scalars = text.unicodeScalars
      if scalars.contains(where: {
        $0.properties.isWhitespace || $0.properties.generalCategory == .control
          || ",;<>".unicodeScalars.contains($0)
      }) {
        return .failed(issue)
      }
      let parts = scalars.split(separator: "@", omittingEmptySubsequences: false)
        .map { Substring($0) }
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
    let words = name.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false)
    return name.utf8.count <= 64 && words.allSatisfy { !$0.isEmpty }
  }

  static func isDomain(_ domain: Substring) -> Bool {
    let labels = domain.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false)
      .map { Substring($0) }
    return labels.count > 1 && domain.utf8.count <= 255
      && labels.allSatisfy { label in
        !label.isEmpty && label.utf8.count <= 63 && label.first != "-" && label.last != "-"
          && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
      } && labels.last?.contains(where: \.isLetter) == true
  }
}
