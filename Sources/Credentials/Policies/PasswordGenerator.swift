import Forms
import Platform

/// Makes random passwords that a policy accepts.
///
///     let generator = PasswordGenerator(policy: .classic)
///     try generator.make(.words(5)).password  // such as "Cotton-saddle-marble-dinner-uncle-3"
///     try generator.make(.characters(20)).password  // such as "w8Xq_…"
///
/// The randomness is the system's unless another source is passed, as in tests. Only random choices
/// count as bits: capitals and hyphens that a policy requires between words are known to every
/// reader of this code and count nothing; the last digit is random and counts.
public struct PasswordGenerator: Sendable {
  /// The form of a password.
  public enum Form: Hashable, Sendable {
    /// A number of words, each as likely as any other.
    case words(Int)
    /// A number of characters.
    case characters(Int)
  }

  /// A password with a measure of how hard it is to guess.
  public struct Generated: Sendable, CustomStringConvertible {
    /// The password.
    public let password: String
    /// The binary logarithm of the number of passwords that were equally likely.
    public let bits: Double

    /// The bits without the password, which must not be logged.
    public var description: String { "<secret of \(Int(bits)) bits>" }
  }

  /// The policy that the password has to meet.
  public var policy: PasswordPolicy

  /// Makes a generator.
  public init(policy: PasswordPolicy = .classic) { self.policy = policy }

  /// The number of words to choose from, each as likely as any other: ordinary English ones of four
  /// to eight letters, chosen by hand for this package, without names.
  package static let wordCount = PassphraseWordTable.count

  /// The binary logarithm of that number: 12.
  package static let bitsPerWord = log2(Double(wordCount))

  /// Makes a password with the system's random source.
  ///
  /// - Parameter form: The number of words or characters.
  /// - Throws: ``PasswordGeneratorError`` if no password of this form can meet the policy.
  public func make(_ form: Form) throws(PasswordGeneratorError) -> Generated {
    var source = SystemRandomNumberGenerator()
    return try make(form, using: &source)
  }

  /// Makes a password.
  ///
  /// - Parameters:
  ///   - form: The number of words or characters.
  ///   - source: The source of randomness.
  /// - Throws: ``PasswordGeneratorError`` if no password of this form can meet the policy.
  public func make(
    _ form: Form, using source: inout some RandomNumberGenerator
  ) throws(PasswordGeneratorError) -> Generated {
    let rules = policy.rules
    var issue: ValidationIssue?
    // A random password may by chance lack a digit, or be too weak if it is short.
    for _ in 0..<200 {
      let made =
        switch form {
        case .words(let count): try words(count, using: &source)
        case .characters(let count): try characters(count, using: &source)
        }
      issue = rules.firstIssue(SignupInput(password: made.password))
      if issue == nil { return made }
    }
    throw .refused(issue ?? ValidationIssue(.passwordTooWeak))
  }

  // MARK: Words

  private func words(
    _ count: Int, using source: inout some RandomNumberGenerator
  ) throws(PasswordGeneratorError) -> Generated {
    guard policy.takes("a") else { throw .noWords }
    let required = PasswordCharacters.self
    let wantsCapital = policy.wants(required.uppercase)
    let wantsDigit = policy.wants(required.digit)
    // Any separator between the words counts as a special character.
    let separators: [Unicode.Scalar] = ["-", ".", "_", " "]
    let separator = separators.first(where: policy.takes).map(String.init) ?? ""
    var words: [String] = []
    for _ in 0..<max(1, count) {
      words.append(PassphraseWordTable.word(at: Int.random(in: 0..<Self.wordCount, using: &source)))
    }
    if wantsCapital { words[0] = words[0].prefix(1).uppercased() + words[0].dropFirst() }
    var bits = Double(words.count) * Self.bitsPerWord
    if wantsDigit {
      words.append(String(Int.random(in: 0...9, using: &source)))
      bits += log2(10)
    }
    return Generated(password: words.joined(separator: separator), bits: bits)
  }

  // MARK: Characters

  private func characters(
    _ count: Int, using source: inout some RandomNumberGenerator
  ) throws(PasswordGeneratorError) -> Generated {
    // The characters of every keyboard; without a space, which gets lost at an end.
    let usual = (0x21...0x7E).compactMap { Unicode.Scalar($0 as UInt32) }
    let alphabet = usual.filter(policy.takes) + extraCharacters(beyond: usual)
    guard alphabet.count > 1 else { throw .noCharacters }
    var password = String.UnicodeScalarView()
    for _ in 0..<max(1, count) {
      password.append(alphabet[Int.random(in: 0..<alphabet.count, using: &source)])
    }
    return Generated(
      password: String(password), bits: Double(max(1, count)) * log2(Double(alphabet.count)))
  }

  /// The characters, beyond the usual ones, that the policy requires or allows by name.
  private func extraCharacters(beyond usual: [Unicode.Scalar]) -> [Unicode.Scalar] {
    let named = policy.required.reduce(policy.allowed?.others ?? []) { $0.union($1.others) }
    return named.filter { $0 != " " && !usual.contains($0) }.sorted()
  }
}

extension PasswordPolicy {
  /// Returns true if a password needs one of these characters, or of some of these.
  fileprivate func wants(_ characters: PasswordCharacters) -> Bool {
    // Words that are long enough are a passphrase.
    passphrase == nil
      && required.contains { !$0.kinds.isEmpty && $0.kinds.isSubset(of: characters.kinds) }
  }
}

/// The reason why no password could be made.
public enum PasswordGeneratorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The policy allows no lower-case letters, which words consist of.
  case noWords
  /// The policy allows fewer than two of the characters that a keyboard has.
  case noCharacters
  /// The policy refuses all passwords that were tried, for this reason.
  case refused(ValidationIssue)

  /// One sentence with the problem and the remedy.
  public var description: String {
    switch self {
    case .noWords: "The policy forbids lower-case letters, so no words; ask for characters instead."
    case .noCharacters: "The policy allows fewer than two characters that a keyboard can type."
    case .refused(let issue):
      "The policy refuses every password of this length: "
        + "\(ValidationMessages.signup.text(for: issue)). Ask for more, or for fewer."
    }
  }
}
