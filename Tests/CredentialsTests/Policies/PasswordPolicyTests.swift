import Credentials
import Forms
import Testing

@Suite("A password policy")
struct PasswordPolicyTests {
  private func code(
    _ policy: PasswordPolicy, _ password: String, username: String = ""
  ) -> ValidationIssue.Code? {
    policy.rules.firstIssue(SignupInput(username: username, password: password))?.code
  }

  @Test(
    "classic asks for 8 characters, each kind, and nothing that is easy to guess",
    arguments: [
      ("Ab1-", .passwordTooShort), ("correct horse battery staple", .passwordKindMissing),
      ("P@ssw0rd", .passwordTooWeak), ("Password1!", .passwordTooWeak),
      ("Annie123!", .passwordTooWeak), ("Aaaaaaaa1!", .passwordTooWeak),
      ("Manchester1!", .passwordTooWeak), ("Secret-1x", .passwordTooWeak),
      ("Correct-horse-7", nil), ("kT7#pQ2z", nil),
    ] as [(String, ValidationIssue.Code?)])
  func classic(password: String, expected: ValidationIssue.Code?) {
    #expect(code(.classic, password, username: "annie") == expected)
  }

  @Test(
    "a special character is no letter, digit, space or mark",
    arguments: [
      ("Qzkvw lm1", false), ("Qzkvwlm\u{301}1", false), ("Qzkvwlm\u{200D}1", false),
      ("Qzkvwlm\u{A0}1", false), ("Qzkvwlm_1", true), ("Qzkvwlm€1", true), ("Qzkvwlm😀1", true),
    ])
  func special(password: String, isSpecial: Bool) {
    #expect(code(.classic, password) == (isSpecial ? nil : .passwordKindMissing))
  }

  @Test("a lower-case letter is required, too")
  func lowercase() {
    let issue = PasswordPolicy.classic.rules.firstIssue(SignupInput(password: "QZKVWLM_1"))
    #expect(issue?.parameters["missing"] == .list([.missingLowercase]))
  }

  @Test(
    "after NIST refuses what is short or expected, and asks for no kind of character",
    arguments: [
      ("kitchen tables", .passwordTooShort), ("kitchen tables!", nil),
      ("aaaaaaaaaaaaaaaaaaaa", .passwordTooWeak), ("passwordpassword", .passwordTooWeak),
      ("123451234512345", .passwordTooWeak), ("abcdefghijklmnopq", .passwordTooWeak),
      ("Anna-Maria.Smith", .passwordTooWeak), ("почему бы и нет", nil),
      ("550e8400-e29b-41d4-a716-446655440000", nil), ("k8Jd/2mPq+Zx7Lw0Rt5Yv9Bn3Ch6Fg1S", nil),
    ] as [(String, ValidationIssue.Code?)])
  func nist(password: String, expected: ValidationIssue.Code?) {
    #expect(code(.nist, password, username: "anna-maria.smith") == expected)
  }

  @Test(
    "passphrase takes what classic takes, and 15 characters of any kind that are good",
    arguments: [
      ("correct horse battery staple", nil), ("Correct-horse-7", nil), ("kT7#pQ2z", nil),
      ("Ab1-", .passwordTooShort), ("kitchen lamps", .passphraseOrKindMissing),
      ("blackbirdsinger", .passphraseTooWeak), ("passwordpassword", .passwordTooWeak),
      ("Password1!", .passwordTooWeak), ("Winter2026!", .passwordTooWeak),
    ] as [(String, ValidationIssue.Code?)])
  func passphrase(password: String, expected: ValidationIssue.Code?) throws {
    let policy = try PasswordPolicy("passphrase")
    #expect(policy == .passphrase)
    let strength = policy.strength(of: password)
    #expect(code(policy, password) == expected, "\(strength.log10Guesses)")
  }

  @Test("passphrase is one sentence and one checklist")
  func passphraseTexts() {
    let rules = SignupRules(passwordPolicy: .passphrase)
    let verdict = rules.verdict(SignupInput(password: "kitchen lamps"))
    #expect(
      verdict.passwordMessage == "Add an upper-case letter, a digit and a special character to the "
        + "password, or make it a passphrase of at least 15 characters")
    #expect(
      verdict.password.checklist.map(\.text) == [
        "at least 8 characters",
        "a lower-case letter, an upper-case letter, a digit and a special character (not a space); "
          + "or 15 characters rated good or better", "hard to guess",
      ])
    #expect(
      rules.verdict(SignupInput(password: "blackbirdsinger")).passwordMessage
        == "Passphrase must be rated good or better: common words are tried first")
    let met = rules.verdict(SignupInput(password: "correct horse battery staple"))
    #expect(met.password.checklist.map(\.state) == [.met, .met, .met])
  }

  @Test("after NIST takes 8 characters beside a second factor")
  func secondFactor() {
    #expect(code(.nistWithSecondFactor, "kT7#pQ2") == .passwordTooShort)
    #expect(code(.nistWithSecondFactor, "kT7#pQ2z") == nil)
  }

  @Test("refuses what an account file cannot hold, whichever it is")
  func storage() {
    for policy in [PasswordPolicy.classic, .nist] {
      let long = "Aa1-" + String(repeating: "xyq", count: 168) + "Qr8"
      #expect(code(policy, long) == nil)
      #expect(code(policy, long + "x") == .passwordTooLong)
      #expect(code(policy, "Aa1-blåbær sylte\u{0}") == .passwordControlCharacter)
      #expect(code(policy, "Aa1-blåbær\nsyltetøy") == .passwordControlCharacter)
    }
  }

  @Test("counts code points of the composed form")
  func lengthUnit() {
    let policy = PasswordPolicy(minimumLength: 3, minimumScore: .veryWeak)
    #expect(code(policy, "e\u{301}e\u{301}") == .passwordTooShort)
    #expect(code(policy, "👨‍👩‍👧") == nil)
  }

  @Test("in a checklist names strength only once something is typed")
  func checklist() {
    let rules = PasswordPolicy.nist.rules
    let empty = rules.states(of: SignupInput()).checklist
    #expect(empty.map(\.requirement.code) == [.passwordTooShort, .passwordTooWeak])
    #expect(empty.map(\.state.issue) == empty.map(\.requirement))
    let good = SignupInput(password: "kitchen tables 7")
    #expect(rules.states(of: good).checklist.map(\.state) == [.met, .met])
  }

  // MARK: Rules as text

  @Test("is made of password rules")
  func rules() throws {
    let policy = try PasswordPolicy(
      "required: lower; required: upper, [-!]; allowed: digit, special; "
        + "minlength: 10; maxlength: 20; max-consecutive: 2;")
    #expect(code(policy, "mqkxwzrjtv") == .passwordCharacterMissing)
    #expect(code(policy, "mqkx-zrjtv") == nil)
    #expect(code(policy, "mqkx zrJtv") == nil, "Apple's special characters have the space.")
    #expect(code(policy, "mqkx-zrjt中") == .passwordForbiddenCharacter)
    #expect(code(policy, "mqkx---rjt") == .passwordTooConsecutive)
    #expect(code(policy, "mqkx-zrjtvmqkx-zrjtv1") == .passwordOverMaximum)
    #expect(code(policy, "Password-1") == .passwordTooWeak)
    #expect(try PasswordPolicy("nist") == .nist)
    #expect(try PasswordPolicy("maxlength: 6").minimumLength == 6)
    #expect(try PasswordPolicy("required: special").required == [.special])
  }

  @Test(
    "names the column of what it cannot understand in password rules",
    arguments: [
      ("", 1, "a policy is"), ("strong", 1, "“strong” is not a policy"),
      ("minlength 8", 11, "needs a colon"), ("minlength: x", 12, "a number from 1 to 511"),
      ("minlength: 0", 12, "a number from 1"), ("required: lower upper", 17, "a semicolon"),
      ("required: lower,, upper", 17, "is not a kind"), ("required: [a-z]", 13, "a hyphen"),
      ("required: []", 12, "no character"), ("required: [ab", 14, "is missing"),
      ("minlength: 9; maxlength: 8", 26, "is above"), ("required:", 10, "“nothing” is not a kind"),
      ("minlength: 9;\u{338}", 13, "not a policy"), ("required: [e\u{301}]", 12, "one code point"),
      ("e\u{301}", 1, "not a policy"),
      ("minlength: 9;\u{301} maxlength:\u{338} 8", 13, "or a rule"),
    ])
  func broken(text: String, column: Int, words: String) {
    #expect { try PasswordPolicy(text) } throws: { error in
      guard let error = error as? PasswordRulesError else { return false }
      return error.column == column && "\(error)".contains(words)
    }
  }
}
