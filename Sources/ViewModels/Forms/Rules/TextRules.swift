extension ValidationRule where Value == String {
  /// More than blanks.
  public static var required: ValidationRule {
    ValidationRule(ValidationIssue(.required)) { !$0.allSatisfy(\.isWhitespace) }
  }

  /// This rule for a text that may also be left empty.
  public func ifFilled() -> ValidationRule { when { !$0.isEmpty } }

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
