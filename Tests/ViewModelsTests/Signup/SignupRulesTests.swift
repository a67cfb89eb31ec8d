import Credentials
import Testing
import ViewModels

@Suite("The rules of a sign-up")
struct SignupRulesTests {
  let rules = SignupRules.shortNames

  private func verdict(
    _ username: String, _ password: String, _ confirmation: String
  ) -> SignupVerdict {
    rules.verdict(
      SignupInput(username: username, password: password, confirmation: confirmation))
  }

  @Test("accept a good name with a strong password, and say nothing but a blank")
  func valid() {
    let verdict = verdict("ann", "Velvet-1x", "Velvet-1x")
    #expect(verdict.isValid)
    #expect(verdict.usernameMessage == " ")
    #expect(verdict.passwordMessage == " ")
  }

  @Test(
    "message and check come from one number, whatever the minimum of the name",
    arguments: 1...20)
  func usernameMinimum(minimum: Int) {
    let rules = SignupRules(usernamePolicy: UsernamePolicy(minimumLength: minimum))
    let below = rules.verdict(SignupInput(username: String(repeating: "x", count: minimum - 1)))
    let at = rules.verdict(SignupInput(username: String(repeating: "x", count: minimum)))
    #expect(below.usernameMessage == "Username needs at least \(minimum) characters")
    #expect(at.usernameMessage == " ")
  }

  @Test(
    "message and check come from one number, whatever the minimum of the password",
    arguments: 1...64)
  func passwordMinimum(minimum: Int) {
    let rules = SignupRules(
      passwordPolicy: PasswordPolicy(minimumLength: minimum, minimumScore: .veryWeak))
    func message(_ count: Int) -> String {
      let password = String(repeating: "x", count: count)
      return rules.verdict(SignupInput(password: password, confirmation: password)).passwordMessage
    }
    #expect(message(minimum - 1) == "Password needs at least \(minimum) characters")
    #expect(message(minimum) == " ")
  }

  @Test(
    "a strong password has lower case, upper case, a digit and a special character",
    arguments: [
      ("ABCDEF-1", "a lower-case letter"), ("abcdef-1", "an upper-case letter"),
      ("Abcdefg-", "a digit"), ("Abcdefg1", "a special character"),
      ("abcdefgh", "an upper-case letter, a digit and a special character"),
      ("ABCDEFG1", "a lower-case letter and a special character"),
    ])
  func strong(password: String, missing: String) {
    #expect(
      verdict("ann", password, password).passwordMessage == "Add \(missing) to the password")
  }

  @Test(
    "a space, a combining mark and an invisible character are not special",
    arguments: ["Abc defg1", "Abcdefgq\u{301}1", "Abcdefg\u{200D}1", "Abcdefg\u{A0}1", "Äbcdefg1"])
  func notSpecial(password: String) {
    #expect(
      verdict("ann", password, password).passwordMessage
        == "Add a special character to the password")
  }

  @Test(
    "letters, digits and symbols of any script count",
    arguments: ["ÄÖÜßtäöü-1", "Жизньжи-1", "Qzkvwlm€1", "Qzkvwlm1😀", "Qzkvwl-٣"])
  func anyScript(password: String) {
    #expect(verdict("ann", password, password).password.isValid)
  }

  @Test("two empty passwords do not match")
  func emptyPasswords() {
    let verdict = verdict("ann", "", "")
    #expect(!verdict.isValid)
    #expect(verdict.confirmationMatch == .empty)
    #expect(verdict.confirmation.issue?.code == .mismatch)
    #expect(verdict.passwordMessage == "Password needs at least 8 characters")
  }

  @Test(
    "have one password message: too short, else too weak, else unlike, else a blank",
    arguments: [
      ("short", "other", "Password needs at least 8 characters"),
      (
        "longenough", "other",
        "Add an upper-case letter, a digit and a special character to the password"
      ),
      ("Velvet-1x", "other", "Passwords don’t match"), ("Velvet-1x", "", "Passwords don’t match"),
      ("Velvet-1x", "Velvet-1x", " "),
    ])
  func priority(password: String, confirmation: String, message: String) {
    #expect(verdict("ann", password, confirmation).passwordMessage == message)
  }

  @Test("judge the repetition whatever else is wrong with the password")
  func independent() {
    #expect(verdict("", "abc", "abc").confirmation.isValid)
    #expect(verdict("", "abc", "abd").confirmationMatch == .differs(position: 3))
    #expect(verdict("", "abc", "ab").confirmation.failure == nil)
    #expect(verdict("", "abc", "abd").confirmation.failure?.parameters["position"] == 3)
  }

  @Test(
    "take letters, digits and three signs for a name, starting with a letter",
    arguments: [
      ("ann", " "), ("a.b-c_9", " "), ("  ann\t", " "),
      ("an", "Username needs at least 3 characters"), ("", "Username needs at least 3 characters"),
      ("   ", "Username needs at least 3 characters"),
      ("a:", "Username cannot contain “:”"), ("an n", "Username cannot contain a space"),
      ("аnna", "Username cannot contain “а” (U+0430)"),
      ("josé", "Username cannot contain “é” (U+00E9)"),
      ("7up", "Username must start with a letter"),
      ("-ann", "Username must start with a letter"),
      ("abcdefghijklmnopqrst", " "),
      ("abcdefghijklmnopqrstu", "Username may have at most 20 characters"),
    ])
  func usernames(username: String, message: String) {
    #expect(verdict(username, "", "").usernameMessage == message)
  }

  @Test("hand back the name that would be stored, and every such name is fit for an account file")
  func canonical() throws {
    #expect(verdict(" ann ", "", "").canonicalUsername == "ann")
    for code in UInt32(0)...0x2FF {
      guard let scalar = Unicode.Scalar(code) else { continue }
      for name in ["\(scalar)nna", "an\(scalar)na"] {
        let verdict = verdict(name, "", "")
        if verdict.username.isValid { _ = try AccountName(verdict.canonicalUsername) }
      }
    }
  }

  @Test("show a checklist before anything is typed, in which nothing has failed")
  func checklist() {
    let password = verdict("", "", "").password.checklist
    #expect(
      password.map(\.text) == [
        "at least 8 characters", "a lower-case letter", "an upper-case letter", "a digit",
        "a special character (not a space)", "hard to guess",
      ])
    for line in password {
      guard case .notYet = line.state else {
        Issue.record("\(line.text) is \(line.state)")
        continue
      }
    }
    let typed = verdict("", "Abc1", "").password.checklist
    #expect(typed.map { $0.state == .met } == [false, true, true, true, false, false])
  }

  @Test("count along towards what can be counted")
  func progress() {
    #expect(verdict("", "", "").usernameProgress == nil)
    #expect(verdict("an", "", "").usernameProgress == "2/3–20")
    #expect(verdict(" annie ", "", "").usernameProgress == "5/3–20", "As it would be stored.")
    func first(_ password: String) -> String? {
      verdict("", password, "").password.checklist.first?.progress
    }
    #expect(first("") == nil)
    #expect(first("Abc1") == "4 of 8 characters")
    #expect(first("e\u{301}") == "1 of 8 characters", "Counted as the rule counts.")
    #expect(first("12345678") == nil)
    #expect(
      verdict("", "Abc1", "").password.checklist.dropFirst().allSatisfy { $0.progress == nil })
    #expect(verdict("", "Abc1", "Ab").confirmation.length == 2)
  }

  @Test("say in one line what a name is made of")
  func usernameRequirement() {
    #expect(
      SignupRules.shortNames.usernameRequirement == "3–20 letters, digits, - . _; a letter first")
  }

  @Test("keep the password out of what a log would print")
  func secret() {
    let input = SignupInput(username: "ann", password: "Velvet-1x", confirmation: "Velvet-1x")
    var dumped = ""
    dump(input, to: &dumped)
    #expect(!"\(input) \(String(reflecting: input)) \(dumped)".contains("Secret"))
    #expect(!"\(rules.verdict(input))".contains("Secret"))
  }
}

@Suite("An account error in a sign-up form")
struct SignupIssueTests {
  @Test("belongs to the field that can put it right")
  func field() {
    #expect(AccountError.taken(username: "ann").signupIssue?.field == .username)
    let tooLong = AccountError.invalidPassword(.tooLong(bytes: 600, limit: 511)).signupIssue
    #expect(tooLong?.field == .password)
    #expect(
      tooLong.map { ValidationMessages.signup.text(for: $0.issue) }
        == "The password is 600 bytes long; use at most 511.")
    #expect(AccountError.cannotWrite(path: "/x", reason: "full").signupIssue == nil)
    #expect(AccountError.invalidPassword(.unavailable(reason: "no")).signupIssue == nil)
  }

  @Test(
    "Hundreds of thousands of characters are too long",
    arguments: ["a", "é", "e\u{301}"])
  func millions(piece: String) {
    let text = String(repeating: piece, count: 300_000)
    let verdict = SignupRules().verdict(SignupInput(username: "annika", password: text))
    #expect(verdict.password.message == "Password may have at most 511 bytes")
  }

  @Test("A user name of three hundred thousand letters is too long")
  func longName() {
    let name = String(repeating: "a", count: 300_000)
    let verdict = SignupRules().verdict(SignupInput(username: name))
    #expect(verdict.username.message == "Username may have at most 20 characters")
  }
}
