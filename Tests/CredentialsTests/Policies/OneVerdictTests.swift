import Credentials
import TestSupport
import Testing

@Suite("The meter and the rules of a password are one verdict")
struct OneVerdictTests {
  static let policies: [PasswordPolicy] = [
    .classic, .passphrase, .nist, .nistWithSecondFactor, PasswordPolicy(minimumLength: 1),
    PasswordPolicy(
      minimumLength: 4, maximumLength: 12, required: [.digit],
      allowed: PasswordCharacters(kinds: [.lowercase]), maximumConsecutive: 2),
  ]

  @Test("so neither contradicts the other in any policy, with 10,000 passwords")
  func neverContradict() {
    var generator = SplitMix(seed: 2026)
    let rules = Self.policies.map { SignupRules(passwordPolicy: $0) }
    for number in 0..<10_000 {
      let password = Self.password(using: &generator)
      let rules = rules[number % rules.count]
      let verdict = rules.verdict(
        SignupInput(username: "annie", password: password, confirmation: password))
      let strength = rules.passwordPolicy.strength(of: password, username: "annie")
      let least = rules.passwordPolicy.minimumScore(for: password)
      let contradictions = Self.contradictions(verdict, strength, least: least)
      #expect(contradictions == [], "\(password)")
      if strength.score == .strong { #expect(strength.advice == nil) }
      let isFull = password.unicodeScalars.count + 6 > rules.passwordPolicy.maximumLength ?? 1000
      #expect(!(isFull && strength.advice?.tip == .lengthen), "There is no room: \(password)")
    }
  }

  /// Where the rules and the meter say different things of one password.
  enum Contradiction { case calledWeak, acceptedThoughWeak, checklistDiffers }

  static func contradictions(
    _ verdict: SignupVerdict, _ strength: PasswordStrength,
    least: PasswordStrength.Score = .fair
  ) -> [Contradiction] {
    let saysWeak = verdict.password.message?.contains("weak") ?? false
    let isGuessable = strength.score < least
    let isOpen = verdict.password.checklist.contains {
      $0.text == "hard to guess" && $0.state != .met
    }
    var found: [Contradiction] = []
    if saysWeak, !isGuessable { found.append(.calledWeak) }
    if verdict.password.isValid, isGuessable { found.append(.acceptedThoughWeak) }
    if isOpen != isGuessable { found.append(.checklistDiffers) }
    return found
  }

  @Test("so a meter that looks at another password is found out, and the law can fail")
  func plantedFault() {
    func contradictions(_ judged: String, _ metered: String) -> [Contradiction] {
      Self.contradictions(
        SignupRules().verdict(
          SignupInput(username: "annie", password: judged, confirmation: judged)),
        PasswordPolicy.classic.strength(of: metered, username: "annie"))
    }
    let (weak, strong) = ("Password1!", "tR7#kQ2z-Lw9")
    #expect(contradictions(weak, weak) == [] && contradictions(strong, strong) == [])
    #expect(contradictions(weak, strong) == [.calledWeak, .checklistDiffers])
    #expect(contradictions(strong, weak) == [.acceptedThoughWeak, .checklistDiffers])
  }

  /// A password as people make them, of pieces that are easy or hard to guess.
  static func password(using generator: inout SplitMix) -> String {
    let pieces = [
      "password", "Annie", "annie", "qwerty", "1qaz", "dragon", "Summer", "2024", "123", "!", "-",
      " ", "horse", "staple", "aaaa", "xyz", "$", "7", "É", "ж", "p@ssw0rd", "24.12.", "A", "b",
    ]
    var password = ""
    for _ in 0..<Int.random(in: 0...6, using: &generator) {
      if Int.random(in: 0...3, using: &generator) > 0 {
        password += pieces.randomElement(using: &generator)!
      } else {
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
          password.unicodeScalars.append(
            Unicode.Scalar(UInt8.random(in: 33...126, using: &generator)))
        }
      }
    }
    return password
  }

  @Test("so what lacks kinds of character is told which, and not called weak")
  func saysWhatIsMissing() {
    let password = "correct horse battery staple"
    let verdict = SignupRules().verdict(
      SignupInput(username: "annie", password: password, confirmation: password))
    #expect(
      verdict.passwordMessage
        == "Add an upper-case letter, a digit and a special character to the password")
    #expect(PasswordPolicy.classic.strength(of: password).score == .strong)
  }

  @Test("so what is refused as weak is told why")
  func saysWhy() {
    func message(_ password: String) -> String {
      SignupRules().verdict(SignupInput(username: "annie", password: password)).passwordMessage
    }
    #expect(message("Password1!") == "Password is too weak: common passwords are tried first")
    #expect(message("Annie123!") == "Password is too weak: it is based on your username")
    #expect(message("Ttttttttt1!") == "Password is too weak: repeating adds next to nothing")
  }

  @Test("so NIST's policy takes what machines make at random, every time")
  func random() throws {
    var generator = SplitMix(seed: 24)
    let rules = PasswordPolicy.nist.rules
    let base64 = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    let hex = Array("0123456789abcdef")
    for _ in 0..<500 {
      let key = String((0..<32).map { _ in base64.randomElement(using: &generator)! })
      let digits = (0..<32).map { _ in String(hex.randomElement(using: &generator)!) }
      let uuid = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
        .map { digits[$0].joined() }.joined(separator: "-")
      let phrase = try PasswordGenerator(policy: .nist).make(.words(5), using: &generator)
      for password in [key, uuid, phrase.password] {
        #expect(rules.firstIssue(SignupInput(password: password)) == nil)
      }
    }
  }
}
