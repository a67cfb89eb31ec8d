import ReactiveExtras
import TestSupport
import Testing
import ViewModels

@Suite("Documented examples: signing up") @MainActor
struct SignupExamples: @MainActor ExampleSuite {
  let page = PrintedPage()
  private let clock = VirtualTimeScheduler()
  private let folder = ScratchFolder()

  @Test("a form with a store")
  func form() throws {
    let store = InMemoryAccountStore(taken: ["annika"], hasher: .yescrypt)
    let model = SignupViewModel(store: store, scheduler: clock, background: clock)
    model.username = "annika"
    model.password = "Correct-horse-7"
    model.confirmPassword = "Correct-horse-7"
    clock.advance(by: .seconds(1))
    if case .taken(let other?) = model.availability { print("try", other) }  // try annika2
    model.username = "annika.b"
    model.submit()
    clock.run()
    print(try store.verify("annika.b", password: "Correct-horse-7"))  // true
    #expect(printed == ["try annika2", "true"])
  }

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
