import Formats

extension ValidationRule where Value == String {
  /// More than blanks.
  public static var required: ValidationRule {
    ValidationRule(ValidationIssue(.required)) { !$0.allSatisfy(\.isWhitespace) }
  }

  /// This rule for text that may also be left empty.
  public func ifFilled() -> ValidationRule { when { !$0.isEmpty } }

  /// At least `minimum` code points of the text's composed form (NFC).
  ///
  /// NIST SP 800-63B counts like this: an emoji family of five code points counts five, `é` counts
  /// one however it was typed.
  public static func minimumLength(
    _ minimum: Int, code: ValidationIssue.Code = .tooShort
  ) -> ValidationRule {
    ValidationRule(ValidationIssue(code, ["minimum": .integer(minimum)])) { text in
      text.utf8.count / String.bytesPerComposedScalar >= minimum
        || text.normalizedNFC.unicodeScalars.count >= minimum
    }
  }

  /// At most `maximum` code points of the text's composed form (NFC).
  public static func maximumLength(
    _ maximum: Int, code: ValidationIssue.Code = .tooLong
  ) -> ValidationRule {
    let issue = ValidationIssue(code, ["maximum": .integer(maximum)])
    return ValidationRule(issue) { text in
      // A text of millions is rejected as too long at once.
      text.utf8.count / String.bytesPerComposedScalar <= maximum
        && text.normalizedNFC.unicodeScalars.count <= maximum ? .met : .failed(issue)
    }
  }

  /// A number of user-perceived characters (grapheme clusters), from the least to the greatest.
  ///
  ///     let rule: ValidationRule<String> = .length(2...60)
  ///     rule.evaluate("é").issue?.code  // tooShort: one character, however it was typed
  public static func length(_ limits: ClosedRange<Int>) -> ValidationRule {
    length(limits.lowerBound, limits.upperBound)
  }

  /// At least a number of user-perceived characters.
  public static func length(_ limits: PartialRangeFrom<Int>) -> ValidationRule {
    length(limits.lowerBound, nil)
  }

  /// At most a number of user-perceived characters.
  public static func length(_ limits: PartialRangeThrough<Int>) -> ValidationRule {
    length(0, limits.upperBound)
  }

  private static func length(_ least: Int, _ most: Int?) -> ValidationRule {
    let short = ValidationIssue(.tooShort, ["minimum": .integer(least)])
    let long = ValidationIssue(.tooLong, ["maximum": .integer(most ?? .max)])
    return ValidationRule(least > 0 ? short : long) { text in
      let count = text.count
      if let most, count > most { return .failed(long) }
      return count < least ? .notYet(short) : .met
    }
  }

  /// Only characters that meet a condition; the issue names the first that does not.
  ///
  /// - Parameters:
  ///   - code: The issue's code. Its parameters are the `character`, or its code point if it would
  ///     be invisible; its `name` for a message, “а” (U+0430); its `position`.
  ///   - parameters: Further parameters of the issue and the requirement.
  ///   - isAllowed: The condition.
  public static func allowedCharacters(
    code: ValidationIssue.Code = .forbiddenCharacter,
    parameters: [String: ValidationIssue.Parameter] = [:],
    _ isAllowed: @escaping @Sendable (Character) -> Bool
  ) -> ValidationRule {
    ValidationRule(ValidationIssue(code, parameters)) { text in
      for (index, character) in text.enumerated() where !isAllowed(character) {
        return .failed(issue(code, parameters, for: character, at: index))
      }
      return .met
    }
  }

  /// Only code points that are allowed at their positions in the text; the issue names the first
  /// character with a code point that is not allowed.
  ///
  /// - Parameters:
  ///   - code: The issue's code; its parameters are those of
  ///     ``allowedCharacters(code:parameters:_:)``.
  ///   - parameters: Further parameters of the issue and the requirement.
  ///   - isAllowed: Returns true if the code point at an index is allowed.
  package static func allowedCodePoints(
    code: ValidationIssue.Code = .forbiddenCharacter,
    parameters: [String: ValidationIssue.Parameter] = [:],
    _ isAllowed: @escaping @Sendable (_ all: [Unicode.Scalar], _ index: Int) -> Bool
  ) -> ValidationRule {
    ValidationRule(ValidationIssue(code, parameters)) { text in
      let all = Array(text.unicodeScalars)
      guard let wrong = all.indices.first(where: { !isAllowed(all, $0) }) else { return .met }
      var end = 0
      for (index, character) in text.enumerated() {
        end += character.unicodeScalars.count
        if end > wrong { return .failed(issue(code, parameters, for: character, at: index)) }
      }
      return .met
    }
  }

  private static func issue(
    _ code: ValidationIssue.Code, _ parameters: [String: ValidationIssue.Parameter],
    for character: Character, at index: Int
  ) -> ValidationIssue {
    var issue = ValidationIssue(code, parameters)
    issue.parameters["character"] = .text(CharacterName.visible(character))
    issue.parameters["name"] = .text(CharacterName.text(of: character))
    issue.parameters["position"] = .integer(index + 1)
    return issue
  }
}

extension String {
  /// The most bytes of UTF-8 that can become one code point of the composed form: four code points
  /// of four bytes.
  package static var bytesPerComposedScalar: Int { 16 }
}
