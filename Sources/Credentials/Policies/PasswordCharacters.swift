import Forms

/// Characters that a password policy requires or allows: kinds of them, and single ones.
public struct PasswordCharacters: Hashable, Sendable {
  /// The kinds of character, of any script.
  package var kinds: Set<CharacterClass>
  /// Single characters in addition.
  package var others: Set<Unicode.Scalar>
  /// True if every printable ASCII character and the space belong to them.
  package var includesASCII: Bool
  /// True if every character belongs to them.
  package var includesEverything: Bool

  /// Makes a set of characters.
  public init(
    kinds: Set<CharacterClass> = [], others: Set<Unicode.Scalar> = [],
    includesASCII: Bool = false, includesEverything: Bool = false
  ) {
    (self.kinds, self.others, self.includesASCII) = (kinds, others, includesASCII)
    self.includesEverything = includesEverything
  }

  /// Lower-case letters.
  public static let lowercase = PasswordCharacters(kinds: [.lowercase])
  /// Upper-case letters.
  public static let uppercase = PasswordCharacters(kinds: [.uppercase])
  /// Digits.
  public static let digit = PasswordCharacters(kinds: [.digit])
  /// Punctuation marks and symbols; not the space.
  public static let special = PasswordCharacters(kinds: [.special])

  /// Returns true if a code point is one of them.
  package func contains(_ scalar: Unicode.Scalar) -> Bool {
    includesEverything || includesASCII && (0x20...0x7E).contains(scalar.value)
      || others.contains(scalar) || kinds.contains { $0.contains(scalar) }
  }

  /// Returns true if text in its composed form contains one of them.
  package func isFound(in text: String) -> Bool {
    text.normalizedNFC.unicodeScalars.contains(where: contains)
  }

  /// Returns the union with other characters.
  package func union(_ more: PasswordCharacters) -> PasswordCharacters {
    PasswordCharacters(
      kinds: kinds.union(more.kinds), others: others.union(more.others),
      includesASCII: includesASCII || more.includesASCII,
      includesEverything: includesEverything || more.includesEverything)
  }

  /// The one kind that they are; nil if they are more or less than one kind.
  var kind: CharacterClass? {
    kinds.count == 1 && others.isEmpty && !includesASCII && !includesEverything ? kinds.first : nil
  }

  /// The requirement that one of them is present.
  var requirement: ValidationIssue {
    if let kind { return ValidationIssue(kind.code) }
    return ValidationIssue(.passwordCharacterMissing, ["characters": .text(list)])
  }

  /// Their list in a message: `a–z 0–9 - _`.
  private var list: String {
    if includesEverything { return "any" }
    let kinds = CharacterClass.allCases.filter(kinds.contains).map { kind in
      switch kind {
      case .lowercase: "a–z"
      case .uppercase: "A–Z"
      case .digit: "0–9"
      case .special: "!–~"
      }
    }
    return (kinds + (includesASCII ? ["ASCII"] : []) + others.sorted().map { String($0) })
      .joined(separator: " ")
  }
}
