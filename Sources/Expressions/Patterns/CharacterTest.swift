import Formats

/// Tests whether a character is one of those that a pattern allows at a position.
struct CharacterTest: Sendable {
  let matches: @Sendable (Character) -> Bool

  init(_ matches: @escaping @Sendable (Character) -> Bool) { self.matches = matches }

  /// Tests for a character, in lower or upper case if it is not cased.
  init(_ character: Character, isCased: Bool) {
    let folded = character.lowercased()
    self.init { $0 == character || !isCased && $0.lowercased() == folded }
  }

  /// Tests for a range of characters; nil if its ends are not two single code points in order.
  init?(_ low: Character, _ high: Character, isCased: Bool) {
    guard let low = Self.scalar(of: low), let high = Self.scalar(of: high), low <= high else {
      return nil
    }
    @Sendable func isBetween(_ text: String) -> Bool {
      text.count == 1 && Self.scalar(of: Character(text)).map((low...high).contains) == true
    }
    self.init {
      isBetween(String($0))
        || !isCased && (isBetween($0.lowercased()) || isBetween($0.uppercased()))
    }
  }

  /// The code point of a character whose composed form has only one.
  private static func scalar(of character: Character) -> Unicode.Scalar? {
    let scalars = String(character).normalizedNFC.unicodeScalars
    return scalars.count == 1 ? scalars.first : nil
  }

  /// The test for all other characters.
  var inverted: CharacterTest { CharacterTest { [matches] in !matches($0) } }

  /// Tests for the characters of any of some tests.
  static func any(of tests: [CharacterTest]) -> CharacterTest {
    CharacterTest { character in tests.contains { $0.matches(character) } }
  }

  /// Tests for the characters of both (`&&`), of this one alone (`--`), or of only one (`~~`).
  func combined(with other: CharacterTest, by sign: String) -> CharacterTest {
    CharacterTest { [matches] character in
      let (isHere, isThere) = (matches(character), other.matches(character))
      return sign == "~~" ? isHere != isThere : isHere && isThere == (sign == "&&")
    }
  }
}

// MARK: - Classes

extension CharacterTest {
  static let any = CharacterTest { _ in true }
  static let newline = CharacterTest(\.isNewline)
  static let word = CharacterTest { $0.isLetter || $0.isNumber || $0 == "_" }
  private static let space = CharacterTest(\.isWhitespace)
  private static let blank = CharacterTest { $0.isWhitespace && !$0.isNewline }

  /// The classes of a backslash and a letter. The upper-case letter is the class of all characters
  /// that are not in the lower-case class.
  static let classes: [Character: CharacterTest] = [
    "d": CharacterTest(\.isNumber), "w": word, "s": space, "h": blank, "v": newline,
    "R": newline, "X": any, "N": newline.inverted,
  ]

  /// Tests for a Unicode general category such as `L` or `Lu`, or a property or class such as
  /// `alpha`; nil if the name is unknown.
  init?(property name: String) {
    if let test = Self.named[name.lowercased()] {
      self = test
    } else if !name.isEmpty, Self.categories.values.contains(where: { $0.begins(with: name) }) {
      self = Self.of { Self.categories[$0.generalCategory]?.begins(with: name) == true }
    } else {
      return nil
    }
  }

  private static func of(
    _ property: @escaping @Sendable (Unicode.Scalar.Properties) -> Bool
  ) -> CharacterTest {
    CharacterTest { $0.unicodeScalars.first.map { property($0.properties) } == true }
  }

  private static let named: [String: CharacterTest] = [
    "alpha": of(\.isAlphabetic), "alphabetic": of(\.isAlphabetic),
    "letter": CharacterTest(\.isLetter), "digit": of { $0.numericType == .decimal },
    "alnum": of { $0.isAlphabetic || $0.numericType == .decimal }, "upper": of(\.isUppercase),
    "uppercase": of(\.isUppercase), "lower": of(\.isLowercase), "lowercase": of(\.isLowercase),
    "space": space, "whitespace": space, "blank": blank, "word": word, "any": any,
    "punct": CharacterTest(\.isPunctuation), "xdigit": CharacterTest(\.isHexDigit),
    "cntrl": of { $0.generalCategory == .control }, "emoji": of(\.isEmoji),
    "ascii": CharacterTest(\.isASCII),
  ]

  private static let categories: [Unicode.GeneralCategory: String] = [
    .uppercaseLetter: "Lu", .lowercaseLetter: "Ll", .titlecaseLetter: "Lt", .modifierLetter: "Lm",
    .otherLetter: "Lo", .nonspacingMark: "Mn", .spacingMark: "Mc", .enclosingMark: "Me",
    .decimalNumber: "Nd", .letterNumber: "Nl", .otherNumber: "No", .connectorPunctuation: "Pc",
    .dashPunctuation: "Pd", .openPunctuation: "Ps", .closePunctuation: "Pe",
    .initialPunctuation: "Pi", .finalPunctuation: "Pf", .otherPunctuation: "Po",
    .mathSymbol: "Sm", .currencySymbol: "Sc", .modifierSymbol: "Sk", .otherSymbol: "So",
    .spaceSeparator: "Zs", .lineSeparator: "Zl", .paragraphSeparator: "Zp", .control: "Cc",
    .format: "Cf", .surrogate: "Cs", .privateUse: "Co", .unassigned: "Cn",
  ]
}
