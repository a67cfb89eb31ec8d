import Testing

@testable import ViewModels

@Suite("A password policy")
struct PasswordPolicyTests {
  private func code(
    _ policy: PasswordPolicy, _ password: String, username: String = ""
  ) -> ValidationIssue.Code? {
    policy.rules.firstIssue(SignupInput(username: username, password: password))?.code
  }

  @Test(
    "after NIST refuses what is short or expected, and asks for no kind of character",
    arguments: [
      ("kitchen tables", .passwordTooShort), ("kitchen tables!", nil),
      ("aaaaaaaaaaaaaaaaaaaa", .passwordExpected), ("passwordpassword", .passwordExpected),
      ("123451234512345", .passwordExpected), ("abcdefghijklmnopq", .passwordExpected),
      ("Anna-Maria.Smith", .passwordExpected), ("почему бы и нет", nil),
    ] as [(String, ValidationIssue.Code?)])
  func nist(password: String, expected: ValidationIssue.Code?) {
    #expect(code(.nist, password, username: "anna-maria.smith") == expected)
  }

  @Test("refuses what an account file cannot hold, whichever it is")
  func storage() {
    for policy in [PasswordPolicy.classic, .nist] {
      let long = "Aa1-" + String(repeating: "xyq", count: 169)
      #expect(code(policy, long) == nil)
      #expect(code(policy, long + "x") == .passwordTooLong)
      #expect(code(policy, "Aa1-blåbær sylte\u{0}") == .passwordControlCharacter)
      #expect(code(policy, "Aa1-blåbær\nsyltetøy") == .passwordControlCharacter)
    }
  }

  @Test("counts code points of the composed form")
  func lengthUnit() {
    let policy = PasswordPolicy(minimumLength: 3)
    #expect(code(policy, "e\u{301}e\u{301}") == .passwordTooShort)
    #expect(code(policy, "👨‍👩‍👧") == nil)
  }

  @Test("in a checklist names the expected password only once one is typed")
  func checklist() {
    let rules = PasswordPolicy.nist.rules
    let empty = rules.standings(of: SignupInput()).checklist
    #expect(empty.map(\.requirement.code) == [.passwordTooShort, .passwordExpected])
    #expect(empty.map(\.standing.issue) == empty.map(\.requirement))
    let good = SignupInput(password: "kitchen tables 7")
    #expect(rules.standings(of: good).checklist.map(\.standing) == [.met, .met])
  }
}
