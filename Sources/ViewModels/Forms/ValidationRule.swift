/// One thing that a value has to be, and how near it is to being so.
///
///     let rule = ValidationRule<String>.minimumLength(8)
///     rule.evaluate("secret")   // .notYet(tooShort, minimum 8)
///     rule.evaluate("secrets!") // .met
///
/// A rule distinguishes “not yet” from “failed”, because a form should keep quiet about what
/// further typing may still put right and speak up about what it cannot.
public struct ValidationRule<Value>: Sendable {
  /// What the rule asks for, for a checklist that is shown before anything is typed.
  ///
  /// Of the same kind as the issue, with those parameters that do not depend on the value.
  public let requirement: ValidationIssue
  /// How a value stands to the rule.
  public let evaluate: @Sendable (Value) -> RuleStanding
  /// The issue that the rule shares with the others of its group; nil when it has its own.
  public private(set) var group: ValidationIssue.Code?
  /// Whether a checklist has a line for the rule.
  public private(set) var isListed = true

  /// Makes a rule whose issues say more than its requirement: a position, what is missing.
  public init(
    _ requirement: ValidationIssue, evaluate: @escaping @Sendable (Value) -> RuleStanding
  ) {
    self.requirement = requirement
    self.evaluate = evaluate
  }

  /// Makes a rule of a condition that further typing can bring about.
  public init(_ requirement: ValidationIssue, isMet: @escaping @Sendable (Value) -> Bool) {
    self.init(requirement) { isMet($0) ? .met : .notYet(requirement) }
  }

  /// This rule as one of a group with a line each in a checklist, but one issue together.
  ///
  /// The group's issue has the codes of its rules that are not met as a list, `missing`. It is
  /// reported in the place of the first of them.
  public func grouped(as group: ValidationIssue.Code) -> ValidationRule {
    var rule = self
    rule.group = group
    return rule
  }

  /// This rule without a line in a checklist, for what hardly anybody gets wrong.
  public func unlisted() -> ValidationRule {
    var rule = self
    rule.isListed = false
    return rule
  }

  /// This rule for a part of a larger value, such as one field of a form.
  ///
  ///     ValidationRule.minimumLength(3).of(\SignupInput.username)
  public func of<Whole>(
    _ part: any KeyPath<Whole, Value> & Sendable
  ) -> ValidationRule<Whole> {
    self.of { $0[keyPath: part] }
  }

  /// This rule for something that is worked out from a larger value, such as a trimmed text.
  public func of<Whole>(
    _ part: @escaping @Sendable (Whole) -> Value
  ) -> ValidationRule<Whole> {
    var rule = ValidationRule<Whole>(requirement) { [evaluate] whole in evaluate(part(whole)) }
    rule.group = group
    rule.isListed = isListed
    return rule
  }
}

extension ValidationRule where Value == String {
  /// At least so many code points of the text's composed form (NFC).
  ///
  /// NIST SP 800-63B counts so: an emoji family of five code points counts five, `é` one however it
  /// was typed.
  public static func minimumLength(
    _ minimum: Int, code: ValidationIssue.Code = .tooShort
  ) -> ValidationRule {
    ValidationRule(ValidationIssue(code, ["minimum": .integer(minimum)])) { text in
      text.normalizedNFC.unicodeScalars.count >= minimum
    }
  }

  /// At most so many code points of the text's composed form (NFC).
  public static func maximumLength(
    _ maximum: Int, code: ValidationIssue.Code = .tooLong
  ) -> ValidationRule {
    let issue = ValidationIssue(code, ["maximum": .integer(maximum)])
    return ValidationRule(issue) { text in
      text.normalizedNFC.unicodeScalars.count <= maximum ? .met : .failed(issue)
    }
  }

  /// Nothing but characters that fulfil a condition; the issue names the first that does not.
  public static func allowedCharacters(
    code: ValidationIssue.Code = .forbiddenCharacter,
    _ isAllowed: @escaping @Sendable (Character) -> Bool
  ) -> ValidationRule {
    ValidationRule(ValidationIssue(code)) { text in
      for (index, character) in text.enumerated() where !isAllowed(character) {
        return .failed(
          ValidationIssue(
            code,
            ["character": .text(name(of: character)), "position": .integer(index + 1)]))
      }
      return .met
    }
  }

  /// A character as it can be shown: itself, or its number where there would be nothing to see.
  private static func name(of character: Character) -> String {
    let scalars = character.unicodeScalars
    let isInvisible = scalars.allSatisfy { scalar in
      let properties = scalar.properties
      return properties.isDefaultIgnorableCodePoint || properties.isWhitespace
        || properties.generalCategory == .control
    }
    guard isInvisible, character != " ", let first = scalars.first else {
      return String(character)
    }
    let digits = String(first.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
