import Credentials
import Forms
import Testing

@Suite("A username policy")
struct UsernamePolicyTests {
  @Test("offers the next free name, cut short where there is no room")
  func alternative() throws {
    let policy = UsernamePolicy(minimumLength: 3, maximumLength: 6)
    let store = InMemoryAccountStore(taken: ["ann", "ANN2", "abcdef"])
    #expect(try policy.alternative(to: " ann ", isTaken: store.contains) == "ann3")
    #expect(try policy.alternative(to: "abcdef", isTaken: store.contains) == "abcde2")
  }

  @Test(
    "counts on from the number that a name ends with",
    arguments: [
      ("racer1", "racer2"), ("racer9", "racer10"), ("racer007", "racer008"), ("ann99", "ann100"),
      ("racer20261124", "racer202611242"), ("ann-2", "ann-3"),
    ])
  func nextNumber(name: String, other: String) throws {
    let policy = UsernamePolicy(minimumLength: 3, maximumLength: 20)
    let store = InMemoryAccountStore(taken: [name])
    #expect(try policy.alternative(to: name, isTaken: store.contains) == other)
  }

  @Test("offers only names that are free")
  func freeNumber() throws {
    let store = InMemoryAccountStore(taken: ["racer1", "Racer2", "racer3"])
    let policy = UsernamePolicy.standard
    #expect(try policy.alternative(to: "racer1", isTaken: store.contains) == "racer4")
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

  @Test("says the number that it checks", arguments: 1...30)
  func length(number: Int) {
    for var policy in UsernamePolicyTests.policies {
      policy.reserved = []
      policy.maximumLength = 40
      policy.minimumLength = number
      #expect(message(policy, number - 1) == "Username needs at least \(number) characters")
      #expect(message(policy, number) == " ")
      policy.minimumLength = 1
      policy.maximumLength = number
      #expect(message(policy, number) == " ")
      #expect(message(policy, number + 1) == "Username may have at most \(number) characters")
    }
  }

  @Test("has its own numbers in its messages and in its requirement", arguments: policies)
  func ownNumbers(policy: UsernamePolicy) {
    let (minimum, maximum) = (policy.minimumLength, policy.maximumLength)
    #expect(
      message(policy, minimum - 1) == "Username needs at least \(minimum) characters")
    #expect(message(policy, minimum) == " ")
    #expect(message(policy, maximum) == " ")
    #expect(
      message(policy, maximum + 1) == "Username may have at most \(maximum) characters")
    #expect(
      SignupRules(usernamePolicy: policy).usernameRequirement.hasPrefix("\(minimum)–\(maximum) "))
  }

  static let policies: [UsernamePolicy] = [.standard, .posix, .web, .precis]

  /// The verdict on a name of so many letters.
  private func message(_ policy: UsernamePolicy, _ length: Int) -> String {
    SignupRules(usernamePolicy: policy)
      .verdict(SignupInput(username: String(repeating: "x", count: length))).usernameMessage
  }

  @Test(
    "by default has no name that stands for whoever runs the site or the system",
    arguments: [
      "postmaster", "webmaster", "Hostmaster", "security", "support", "marketing", "usenet",
      "daemon", "nobody", "administrator", "admin1", "Admin-01", "ADMIN_2", "postmaster.",
      "root123",
      "support2024",
    ])
  func reserved(name: String) {
    for policy in [UsernamePolicy.standard, .web, .precis] {
      let code = policy.rules.firstIssue(policy.canonical(name))?.code
      #expect(code == .usernameReserved || name.hasSuffix(".") && code != nil)
    }
  }

  @Test(
    "by default takes names that only begin or end like reserved ones, and numbers behind others",
    arguments: ["adminis", "badmin", "rooter", "annika1", "games2024", "supporter", "webmasters"])
  func notReserved(name: String) {
    #expect(UsernamePolicy.standard.rules.firstIssue(name) == nil)
  }

  @Test("says in one line what it takes")
  func requirement() {
    #expect(
      SignupRules(usernamePolicy: .posix).usernameRequirement
        == "1–31 lower-case letters, digits, - _; a letter or _ first")
    #expect(
      SignupRules(usernamePolicy: .web).usernameRequirement
        == "3–30 letters, digits, - _; a letter or digit first")
    #expect(
      SignupRules(usernamePolicy: .precis).usernameRequirement
        == "2–32 lower-case letters of one alphabet, digits, + - . @ _; a letter or digit first")
  }
}
