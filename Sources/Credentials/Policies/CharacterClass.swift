import Forms

/// A kind of character that a password policy can require.
///
/// Decided by Unicode's general category, code point by code point of the composed form (NFC).
public enum CharacterClass: String, Hashable, Sendable, CaseIterable {
  /// A lower-case letter of any script (category Ll).
  case lowercase
  /// An upper-case letter of any script (category Lu).
  case uppercase
  /// A decimal digit of any script (category Nd).
  case digit
  /// A punctuation mark or a symbol (categories P and S), including emoji.
  ///
  /// Not a space, which is easily overlooked at the end of a password; not a combining mark, which
  /// is part of its letter; not a control or invisible character.
  case special

  /// Returns true if a code point is of this kind.
  package func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .lowercaseLetter: self == .lowercase
    case .uppercaseLetter: self == .uppercase
    case .decimalNumber: self == .digit
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
      .modifierSymbol, .otherSymbol:
      self == .special
    default: false
    }
  }

  /// The code of the issue that a character of this kind is missing.
  package var code: ValidationIssue.Code {
    switch self {
    case .lowercase: .missingLowercase
    case .uppercase: .missingUppercase
    case .digit: .missingDigit
    case .special: .missingSpecial
    }
  }
}

extension ValidationIssue.Code {
  /// No lower-case letter.
  public static let missingLowercase: Self = "missingLowercase"
  /// No upper-case letter.
  public static let missingUppercase: Self = "missingUppercase"
  /// No digit.
  public static let missingDigit: Self = "missingDigit"
  /// No punctuation mark or symbol.
  public static let missingSpecial: Self = "missingSpecial"
}
