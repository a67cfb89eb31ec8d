import Forms

/// The requirements of a sign-up form for user names.
///
///     UsernamePolicy.standard.rules.firstIssue("7sisters")?.code.rawValue  // "usernameStart"
///
/// Letters A–Z and a–z, digits, and the additional characters; the first one is a letter. In lower
/// case such a name suits a POSIX account, systemd's strict mode (except for the full stop and a
/// length over 31) and every reader of an account file. ``precis`` accepts letters of all
/// alphabets, but only one alphabet in a name.
public struct UsernamePolicy: Hashable, Sendable {
  /// The minimum number of characters.
  public var minimumLength: Int
  /// The maximum number of characters.
  public var maximumLength: Int
  /// The characters allowed besides letters and digits.
  public var additionalCharacters: Set<Character>

  /// The letters and digits that are allowed.
  public var characterSet = CharacterSet.ascii
  /// True if upper-case letters are refused.
  public var isLowercaseOnly = false
  /// The character that a name may begin with.
  public var start = Start.letter
  /// Reserved names, in lower case; case makes no difference.
  public var reserved: Set<String> = []
  /// Names reserved also with a number after them, in lower case: `admin` also reserves `Admin1`
  /// and `admin_01`.
  public var reservedWithNumbers: Set<String> = []

  /// The letters and digits that a name may have.
  public enum CharacterSet: Hashable, Sendable, CaseIterable {
    /// A–Z, a–z and 0–9.
    case ascii
    /// Those of RFC 8265, profile UsernameCaseMapped, of one alphabet in a name: the name is put
    /// into lower case, and characters of full or half width get their usual one.
    case precis

    /// The code of its words in a requirement.
    var code: ValidationIssue.Code {
      switch self {
      case .ascii: .anyLetters
      case .precis: .lettersOfOneAlphabet
      }
    }
  }

  /// The character that a user name may begin with.
  public enum Start: Hashable, Sendable, CaseIterable {
    /// A letter.
    case letter
    /// A letter or an underscore.
    case letterOrUnderscore
    /// A letter or a digit.
    case letterOrDigit

    /// The code of its words in a requirement.
    var code: ValidationIssue.Code {
      switch self {
      case .letter: .startsWithLetter
      case .letterOrUnderscore: .startsWithLetterOrUnderscore
      case .letterOrDigit: .startsWithLetterOrDigit
      }
    }
  }

  /// Makes a policy; `maximumLength` is at most 255, the limit of an account file.
  public init(
    minimumLength: Int = 6, maximumLength: Int = 20,
    additionalCharacters: Set<Character> = ["_", "-", "."]
  ) {
    precondition(
      minimumLength >= 1 && minimumLength <= maximumLength
        && maximumLength <= AccountName.maximumBytes,
      "a user name has 1…255 characters, and its minimum is not above its maximum")
    (self.minimumLength, self.maximumLength) = (minimumLength, maximumLength)
    self.additionalCharacters = additionalCharacters
  }

  /// Returns the key that makes a name unique: two names with the same key are one account, in any
  /// case.
  ///
  /// The key of ``AccountName``, of the name that would be stored.
  public func uniquenessKey(_ username: String) -> String {
    AccountName.key(of: canonical(username))
  }

  /// Returns the name that would be stored: without blanks at its ends, in composed form (NFC);
  /// with ``CharacterSet/precis`` in lower case and at its usual width, too.
  public func canonical(_ username: String) -> String {
    var name = Substring(username)
    while name.first?.isWhitespace == true { name.removeFirst() }
    while name.last?.isWhitespace == true { name.removeLast() }
    guard characterSet == .precis else { return String(name).normalizedNFC }
    var mapped = String.UnicodeScalarView()
    for scalar in name.unicodeScalars { mapped.append(scalar.usualWidth) }
    return String(mapped).lowercased().normalizedNFC
  }

  /// The rules for a canonical name, the most important first.
  ///
  /// A forbidden character comes before a missing one: further typing does not correct it.
  public var rules: ValidationRules<String> {
    let (start, firstIssue) = (start, startIssue)
    let isLetter = isLetter
    var rules: [ValidationRule<String>] = [
      characters, .minimumLength(minimumLength, code: .usernameTooShort),
      .maximumLength(maximumLength, code: .usernameTooLong),
      ValidationRule(firstIssue) { name in
        guard let first = name.first else { return .notYet(firstIssue) }
        let isFine =
          switch start {
          case .letter: isLetter(first)
          case .letterOrUnderscore: isLetter(first) || first == "_"
          case .letterOrDigit: isLetter(first) || first.isWholeNumber
          }
        return isFine ? .met : .failed(firstIssue)
      },
    ]
    if characterSet == .precis { rules += UsernamePolicy.oneWayToRead }
    return ValidationRules(rules + [isFree])
  }

  /// The rule for the characters of a name.
  private var characters: ValidationRule<String> {
    let (additional, isLowercaseOnly) = (additionalCharacters, isLowercaseOnly)
    switch characterSet {
    case .ascii:
      return .allowedCharacters(code: .usernameForbiddenCharacter, parameters: characterParameters)
      { character in
        // By bytes: a look into Unicode's tables for each letter takes most of a rule's time.
        switch character.asciiValue {
        case .some(UInt8(ascii: "a")...UInt8(ascii: "z")),
          .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
          return true
        case .some(UInt8(ascii: "A")...UInt8(ascii: "Z")) where !isLowercaseOnly: return true
        default: return additional.contains(character)
        }
      }
    case .precis:
      return .allowedCodePoints(code: .usernameForbiddenCharacter, parameters: characterParameters)
      { name, index in
        let scalar = name[index]
        guard scalar.isASCII else { return IdentifierClass.allows(name, at: index) }
        let character = Character(scalar)
        return character.isLetter || character.isNumber || additional.contains(character)
      }
    }
  }

  /// Returns true if a character is a letter of the character set, with its marks.
  private var isLetter: @Sendable (Character) -> Bool {
    switch characterSet {
    case .ascii: { $0.isASCII && $0.isLetter }
    case .precis: { $0.isLetter && $0.unicodeScalars.first.map(IdentifierClass.isMark) == false }
    }
  }

  /// The rules that keep names of many alphabets from being mistaken for others.
  private static let oneWayToRead: [ValidationRule<String>] = [
    ValidationRule(ValidationIssue(.usernameMixedScripts)) { name in
      guard let (first, second) = Script.mixture(in: name) else { return .met }
      return .failed(
        ValidationIssue(
          .usernameMixedScripts, ["first": .text(first.name), "second": .text(second.name)]))
    }.unlisted(),
    ValidationRule(ValidationIssue(.usernameMixedDigits)) { name in
      let zeros = name.unicodeScalars.lazy.compactMap { scalar -> UInt32? in
        guard scalar.properties.generalCategory == .decimalNumber else { return nil }
        return scalar.value - UInt32(scalar.properties.numericValue ?? 0)
      }
      let isOne = zeros.first.map { zero in zeros.allSatisfy { $0 == zero } } ?? true
      return isOne ? .met : .failed(ValidationIssue(.usernameMixedDigits))
    }.unlisted(),
    ValidationRule(ValidationIssue(.usernameDirection)) { WritingDirection.isPlain($0) }
      .unlisted(),
  ]

  /// The rule that a name is not reserved.
  private var isFree: ValidationRule<String> {
    let (reserved, withNumbers) = (reserved, reservedWithNumbers)
    return ValidationRule(ValidationIssue(.usernameReserved)) { name in
      if reserved.isEmpty && withNumbers.isEmpty { return true }
      let key = AccountName.key(of: name)
      if reserved.contains(key) || withNumbers.contains(key) { return false }
      var stem = Substring(key)
      while let last = stem.last, last.isWholeNumber || "._-".contains(last) { stem.removeLast() }
      return !withNumbers.contains(String(stem))
    }
  }

  private var startIssue: ValidationIssue {
    start == .letter
      ? ValidationIssue(.usernameStart)
      : ValidationIssue(.usernameStartOther, ["start": .list([start.code])])
  }

  /// All rules in one requirement: the least and greatest number of characters, the letters, the
  /// additional characters, and the first one.
  package var requirement: ValidationIssue {
    let numbers: [String: ValidationIssue.Parameter] = [
      "minimum": .integer(minimumLength), "maximum": .integer(maximumLength),
      "start": .list([start.code]),
    ]
    return ValidationIssue(
      .usernameForm, numbers.merging(characterParameters) { number, _ in number })
  }

  /// The allowed characters, for texts: which `letters`, and the `additional` ones.
  private var characterParameters: [String: ValidationIssue.Parameter] {
    let additional = additionalCharacters.sorted().map(String.init).joined(separator: " ")
    return [
      "additional": .text(additional),
      "letters": .list([isLowercaseOnly ? .lowercaseLetters : characterSet.code]),
    ]
  }

  /// Returns a free name that resembles a taken one: `ann2`, `ann3` and so on; for a name that ends
  /// in a number, the numbers after it.
  ///
  ///     try policy.alternative(to: "annika", isTaken: store.contains)  // "annika2"
  ///     try policy.alternative(to: "racer1", isTaken: store.contains)  // "racer2"
  ///
  /// Shortens a long name to make room. Returns nil if the name itself breaks a rule, or if eight
  /// tries find no free name; throws the error of `isTaken`.
  package func alternative<Failure: Error>(
    to username: String, isTaken: (String) throws(Failure) -> Bool
  ) throws(Failure) -> String? {
    let name = canonical(username)
    guard rules.firstIssue(name) == nil else { return nil }
    let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }.count
    // Longer numbers, such as telephone numbers and dates, are not counted up.
    let counts = (1...4).contains(digits) && digits < name.count
    let stem = counts ? name.dropLast(digits) : name[...]
    let first = counts ? (Int(name.suffix(digits)) ?? 1) + 1 : 2
    for number in first..<(first + 8) {
      var suffix = String(number)
      if counts { suffix = String(repeating: "0", count: max(0, digits - suffix.count)) + suffix }
      let candidate = stem.prefix(maximumLength - suffix.count) + suffix
      if rules.firstIssue(String(candidate)) == nil, try !isTaken(String(candidate)) {
        return String(candidate)
      }
    }
    return nil
  }
}
