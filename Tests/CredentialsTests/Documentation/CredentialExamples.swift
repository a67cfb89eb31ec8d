import Credentials
import TestSupport
import Testing

@Suite("Documented examples: names, passwords, accounts")
struct CredentialExamples: ExampleSuite {
  let page = PrintedPage()
  private let folder = ScratchFolder()

  @Test("names")
  func names() {
    let policy = UsernamePolicy()
    print(policy.rules.firstIssue("7sisters")!.code.rawValue)  // usernameStart
    let keys = ["Annika.B", "annika.b"].map(policy.uniquenessKey)
    print(keys[0] == keys[1])  // true
    #expect(printed == ["usernameStart", "true"])
  }

  @Test("passwords")
  func passwords() {
    let strength = PasswordStrength(of: "Manchester1!")
    print(strength.score.word)  // weak
    print(strength.advice!.warning!.rawValue)  // commonPassword
    let rules = PasswordPolicy.classic.rules
    let issue = rules.firstIssue(SignupInput(password: "secret"))
    print(issue!.code.rawValue)  // passwordTooShort
    #expect(printed == ["weak", "commonPassword", "passwordTooShort"])
  }

  @Test("a file of accounts")
  func accounts() throws {
    let path = folder.file("accounts")
    let store = HtpasswdAccountStore(path: path)
    try store.add("ann", password: "correct horse battery")
    print(try store.list().map { "\($0.name) \($0.scheme)" })  // ["ann yescrypt"]
    #expect(printed == ["[\"ann yescrypt\"]"])
  }
}
