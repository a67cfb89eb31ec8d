import Testing

@testable import ViewModels

@Suite("A username policy")
struct UsernamePolicyTests {
  @Test("offers the next free name, cut short where there is no room")
  func alternative() throws {
    let policy = UsernamePolicy(minimumLength: 3, maximumLength: 6)
    let store = InMemoryAccountStore(taken: ["ann", "ANN2", "abcdef"])
    #expect(try policy.alternative(to: " ann ", isTaken: store.contains) == "ann3")
    #expect(try policy.alternative(to: "abcdef", isTaken: store.contains) == "abcde2")
  }

  @Test("offers none for a name that breaks a rule, or when all are taken")
  func noAlternative() {
    #expect(UsernamePolicy.standard.alternative(to: "7up", isTaken: { _ in false }) == nil)
    #expect(UsernamePolicy.standard.alternative(to: "ann", isTaken: { _ in true }) == nil)
  }

  @Test("takes the additional characters it is given, and no others")
  func additionalCharacters() {
    let policy = UsernamePolicy(additionalCharacters: ["@"])
    #expect(policy.rules.firstIssue("ann@home") == nil)
    #expect(policy.rules.firstIssue("ann_home")?.parameters["position"] == 4)
  }

  @Test(
    "for accounts of the system takes what adduser and systemd take",
    arguments: [
      ("annie", nil), ("_apt", nil), ("a", nil), ("Annie", .usernameForbiddenCharacter),
      ("a.b", .usernameForbiddenCharacter), ("7up", .usernameStartOther),
      ("-ann", .usernameStartOther), ("root", .usernameReserved),
      (String(repeating: "a", count: 31), nil),
      (String(repeating: "a", count: 32), .usernameTooLong),
    ] as [(String, ValidationIssue.Code?)])
  func posix(name: String, code: ValidationIssue.Code?) {
    #expect(UsernamePolicy.posix.rules.firstIssue(name)?.code == code)
  }

  @Test("for the web takes a digit first, and no name of the site's own in any case")
  func web() {
    let rules = UsernamePolicy.web.rules
    #expect(rules.firstIssue("7up") == nil)
    for name in ["admin", "Admin", "WWW", "root"] {
      #expect(rules.firstIssue(name)?.code == .usernameReserved)
    }
    #expect(UsernamePolicy.web.uniquenessKey(" Ann ") == UsernamePolicy.web.uniquenessKey("ANN"))
  }

  @Test("T1 says the number that it checks, whichever it is", arguments: 1...30)
  func minimum(minimum: Int) {
    for var policy in [UsernamePolicy.standard, .posix, .web] {
      policy.maximumLength = 40
      policy.minimumLength = minimum
      let rules = SignupRules(usernamePolicy: policy)
      let below = rules.verdict(SignupInput(username: String(repeating: "x", count: minimum - 1)))
      let at = rules.verdict(SignupInput(username: String(repeating: "x", count: minimum)))
      #expect(below.usernameMessage == "Username needs at least \(minimum) characters")
      #expect(at.usernameMessage == " ")
    }
  }

  @Test("says in one line what it takes")
  func requirement() {
    #expect(
      SignupRules(usernamePolicy: .posix).usernameRequirement
        == "1–31 small letters, digits, - _; a letter or _ first")
    #expect(
      SignupRules(usernamePolicy: .web).usernameRequirement
        == "3–30 letters, digits, - _; a letter or digit first")
  }
}
