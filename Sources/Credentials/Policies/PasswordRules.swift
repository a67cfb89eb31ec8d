extension PasswordPolicy {
  /// Makes a policy from its name, or from a string of Apple's password rules.
  ///
  ///     try PasswordPolicy("classic")
  ///     try PasswordPolicy("required: lower; required: upper, digit; minlength: 12")
  ///
  /// The names are `classic`, `passphrase`, `nist`, and `nist2`, which is for a second factor.
  /// Rules are properties with a colon between name and value and a semicolon after each, as web
  /// pages give them to password managers:
  ///
  /// - `required:` and `allowed:` take kinds separated by commas: `lower`, `upper`, `digit`,
  ///   `special`, `ascii-printable`, `unicode`, and single characters as `[-_.!]`, with a hyphen
  ///   first and a bracket `]` last. Each `required:` needs one of its characters; with an
  ///   `allowed:`, every character must belong to one or the other. Without it any are accepted.
  /// - `minlength:`, `maxlength:` and `max-consecutive:` take a number. The default minimum length
  ///   is 8.
  ///
  /// `special` as a requirement excludes the space; as an allowance it includes it, as in Apple's
  /// rules. The policy refuses passwords that are easy to guess, as the others do.
  ///
  /// - Parameter text: A name, or the rules.
  /// - Throws: ``PasswordRulesError``, with the column of the error.
  public init(_ text: String) throws(PasswordRulesError) {
    if let named = PasswordPolicy.named[text] {
      self = named
    } else {
      var reader = PasswordRulesReader(text)
      self = try reader.policy()
    }
  }

  /// The names of policies, the usual one first.
  package static let names = ["classic", "passphrase", "nist", "nist2"]

  private static let named = Dictionary(
    uniqueKeysWithValues: zip(names, [classic, passphrase, nist, nistWithSecondFactor]))
}

/// The reason why a string is not a password policy.
public struct PasswordRulesError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The column of the error: the number of the character, counted from 1.
  public let column: Int
  /// The text found there and the text expected.
  public let problem: String

  /// One sentence with the column, the problem and the remedy.
  public var description: String { "column \(column): \(problem)." }
}

/// Reads password rules from left to right.
private struct PasswordRulesReader {
  private let text: [Unicode.Scalar]
  private var index = 0

  init(_ text: String) { self.text = Array(text.unicodeScalars) }

  mutating func policy() throws(PasswordRulesError) -> PasswordPolicy {
    var policy = PasswordPolicy(minimumLength: 8)
    var minimum: Int?
    var lengths = (minimum: 0, maximum: 0)
    skipBlanks()
    guard index < text.count else {
      throw error("a policy is classic, passphrase, nist, nist2 or rules such as “minlength: 12”")
    }
    while index < text.count {
      let start = index
      let name = word().lowercased()
      guard ["required", "allowed", "minlength", "maxlength", "max-consecutive"].contains(name)
      else {
        index = start
        throw error(
          "“\(found)” is not a policy or a rule; rules are required, allowed, minlength, maxlength "
            + "and max-consecutive")
      }
      skipBlanks()
      guard eat(":") else { throw error("“\(name)” needs a colon after it, not “\(found)”") }
      skipBlanks()
      let value = index
      switch name {
      case "required": policy.required.append(try characters(withSpace: false))
      case "allowed":
        let more = try characters(withSpace: true)
        policy.allowed = policy.allowed?.union(more) ?? more
      case "minlength":
        minimum = max(minimum ?? 1, try number())
        lengths.minimum = value
      case "maxlength":
        policy.maximumLength = min(policy.maximumLength ?? .max, try number())
        lengths.maximum = value
      default: policy.maximumConsecutive = min(policy.maximumConsecutive ?? .max, try number())
      }
      skipBlanks()
      guard eat(";") || index == text.count else {
        throw error("a semicolon ends a rule, not “\(found)”")
      }
      skipBlanks()
    }
    let maximum = policy.maximumLength ?? .max
    policy.minimumLength = minimum ?? min(8, maximum)
    guard policy.minimumLength <= maximum else {
      index = max(lengths.minimum, lengths.maximum)
      throw error("minlength \(policy.minimumLength) is above maxlength \(maximum)")
    }
    return policy
  }

  private mutating func characters(withSpace: Bool) throws(PasswordRulesError) -> PasswordCharacters
  {
    var all = PasswordCharacters()
    repeat {
      skipBlanks()
      all = all.union(try charactersOfOneKind(withSpace: withSpace))
      skipBlanks()
    } while eat(",")
    return all
  }

  private mutating func charactersOfOneKind(
    withSpace: Bool
  ) throws(PasswordRulesError) -> PasswordCharacters {
    if eat("[") { return try single() }
    let start = index
    switch word().lowercased() {
    case "lower": return .lowercase
    case "upper": return .uppercase
    case "digit": return .digit
    case "special": return PasswordCharacters(kinds: [.special], others: withSpace ? [" "] : [])
    case "ascii-printable": return PasswordCharacters(includesASCII: true)
    case "unicode": return PasswordCharacters(includesEverything: true)
    default:
      index = start
      throw error(
        "“\(found)” is not a kind of character; kinds are lower, upper, digit, special, "
          + "ascii-printable, unicode and sets such as [-_.]")
    }
  }

  /// Returns the characters up to the closing bracket.
  private mutating func single() throws(PasswordRulesError) -> PasswordCharacters {
    let start = index
    var others: Set<Unicode.Scalar> = []
    while index < text.count {
      let scalar = text[index]
      // A bracket followed by another is a character itself.
      if scalar == "]", !(index + 1 < text.count && text[index + 1] == "]") { break }
      if scalar == "-", index > start {
        throw error("a hyphen must come first in a set; ranges are not supported")
      }
      guard scalar.value >= 0x20, !scalar.properties.isGraphemeExtend else {
        throw error("each character of a set must be one code point")
      }
      others.insert(scalar)
      index += 1
    }
    guard eat("]") else { throw error("“]” is missing at the end of the set") }
    guard !others.isEmpty else {
      index = start
      throw error("the set has no characters between “[” and “]”")
    }
    return PasswordCharacters(others: others)
  }

  private mutating func number() throws(PasswordRulesError) -> Int {
    let start = index
    let digits = word()
    guard let number = Int(digits), (1...PasswordPolicy.maximumBytes).contains(number) else {
      index = start
      throw error("a number from 1 to \(PasswordPolicy.maximumBytes) was expected, not “\(found)”")
    }
    return number
  }

  // MARK: Pieces

  /// Letters, digits and hyphens.
  private mutating func word() -> String {
    let start = index
    while index < text.count, Self.isOfWord(text[index]) { index += 1 }
    return string(start..<index)
  }

  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-": true
    default: false
    }
  }

  private mutating func eat(_ sign: Unicode.Scalar) -> Bool {
    guard index < text.count, text[index] == sign else { return false }
    index += 1
    return true
  }

  private mutating func skipBlanks() {
    while index < text.count, text[index].properties.isWhitespace { index += 1 }
  }

  /// The text at the position, for a sentence.
  private var found: String {
    guard index < text.count else { return "nothing" }
    let end = text[index...].firstIndex(where: ":;, ".unicodeScalars.contains) ?? text.count
    return string(index..<min(max(end, index + 1), index + 24))
  }

  private func string(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(text[range]))
  }

  private func error(_ problem: String) -> PasswordRulesError {
    // Counts the character that contains the code point at the position.
    let column = index < text.count ? string(0..<index + 1).count : string(0..<index).count + 1
    return PasswordRulesError(column: column, problem: problem)
  }
}
