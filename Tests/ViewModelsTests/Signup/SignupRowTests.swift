import Dispatch
import Reactive
import Testing
import ViewModels

/// What a sign-up form was asked to do, one row a test.
@Suite("A sign-up, row by row") @MainActor
struct SignupRowTests {
  let form = PacedSignupForm()
  var model: SignupViewModel { form.model }
  private let good = "Correct-horse-7"

  @Test("Three texts go in; validity and two lines come out")
  func fields() {
    var outputs: [String] = []
    let watching = Publishers.CombineLatest3(
      model.$isValid, model.$usernameMessage, model.$passwordMessage
    ).sink { outputs.append("\($0) \($1)|\($2)") }
    (model.username, model.password, model.confirmPassword) = ("annie", good, good)
    #expect(outputs == ["false  | ", "true  | "])
    watching.cancel()
  }

  @Test("A name needs the policy's number of characters, by default six")
  func usernameMinimum() {
    #expect(UsernamePolicy.standard.minimumLength == 6)
    let usual = PacedSignupForm(rules: SignupRules())
    usual.fillIn("annik", good)
    #expect(!usual.model.isValid)
    usual.wait(500)
    #expect(usual.model.usernameMessage == "Username needs at least 6 characters")
    usual.model.username = "annika"
    #expect(usual.model.isValid && usual.model.usernameMessage == " ")
  }

  @Test(
    "A password needs eight characters, one of each kind",
    arguments: [
      ("qV7-xkw", false), ("qV7-xkwp", true), ("qv7-xkwp", false), ("QV7-XKWP", false),
      ("qVz-xkwp", false), ("qV7zxkwp", false),
    ])
  func password(password: String, isValid: Bool) {
    let verdict = SignupRules.shortNames.verdict(
      SignupInput(username: "annika", password: password, confirmation: password))
    #expect(verdict.isValid == isValid)
  }

  @Test("The password and its repetition have to be equal")
  func equal() {
    form.fillIn("annie", good)
    model.confirmPassword = good + "!"
    #expect(!model.isValid)
    model.confirmPassword = good
    #expect(model.isValid)
  }

  @Test(
    "Names and lengths wait half a second, strength and match a fifth",
    arguments: [
      ("an", "Correct-horse-7", "Correct-horse-7", 500), ("annie", "short", "short", 500),
      ("annie", "alllowercaseletters", "alllowercaseletters", 200),
      ("annie", "Correct-horse-7", "Correct-horse-8", 200),
    ])
  func waits(name: String, password: String, confirmation: String, wait: Int) {
    (model.username, model.password, model.confirmPassword) = (name, password, confirmation)
    form.wait(wait - 1)
    #expect(model.usernameMessage + model.passwordMessage == "  ")
    form.wait(1)
    #expect(model.usernameMessage + model.passwordMessage != "  ")
  }

  @Test("The password line says too short, else too weak, else not the same, else is blank")
  func priority() {
    let steps = [
      ("short", "too", "at least 8"), ("alllowercase", "two", "upper-case"),
      (good, "two", "match"), (good, good, " "),
    ]
    for (password, confirmation, word) in steps {
      (model.password, model.confirmPassword) = (password, confirmation)
      form.wait(1000)
      #expect(model.passwordMessage.contains(word), "\(password) \(confirmation)")
    }
  }

  @Test("Each line is a text, or a single blank, which keeps its height")
  func lines() {
    #expect(model.usernameMessage == " " && model.passwordMessage == " ")
    model.username = "an"
    model.password = "short"
    form.wait(1000)
    #expect(model.usernameMessage == "Username needs at least 3 characters")
    #expect(model.passwordMessage == "Password needs at least 8 characters")
    form.fillIn("annie", good)
    #expect(model.usernameMessage == " " && model.passwordMessage == " ")
  }

  @Test("The form is valid if the name and the password are")
  func valid() {
    for (name, password) in [("an", good), ("annie", "short"), ("an", "short")] {
      form.fillIn(name, password)
      #expect(!model.isValid)
    }
    form.fillIn("annie", good)
    #expect(model.isValid)
  }

  @Test("Everything is delivered on the main thread, on whichever thread the store answers")
  func delivery() async {
    var timing = SignupTiming()
    timing.availability = .zero
    let model = SignupViewModel(
      rules: .shortNames, store: InMemoryAccountStore(), timing: timing,
      scheduler: DispatchQueue.main,
      background: DispatchQueue.global())
    var free: CheckedContinuation<Void, Never>?
    let watching = model.$availability.sink { availability in
      MainActor.preconditionIsolated()
      if availability == .free {
        free?.resume()
        free = nil
      }
    }
    model.username = "annie"
    await withCheckedContinuation { free = $0 }
    watching.cancel()
  }

  @Test("The number in the message is the number that is checked", arguments: 1...20)
  func sameNumber(minimum: Int) {
    let form = PacedSignupForm(
      rules: SignupRules(usernamePolicy: UsernamePolicy(minimumLength: minimum)))
    form.model.username = "b"
    form.model.username = String(repeating: "a", count: minimum - 1)
    form.model.blur(.username)
    #expect(form.model.usernameMessage == "Username needs at least \(minimum) characters")
    form.model.username = String(repeating: "a", count: minimum)
    #expect(form.model.usernameMessage == " ")
  }

  @Test(
    "Every required kind is named, and a space or a combining mark is not special",
    arguments: [" ", "\u{301}", "\u{200D}", "\u{A0}"])
  func kinds(filler: String) {
    let password = SignupRules().verdict(SignupInput(password: "Abcdefg1" + filler)).password
    let special = password.checklist.first { $0.text.contains("special") }
    #expect(special != nil && special?.state != .met)
    let texts = SignupRules().verdict(SignupInput()).password.checklist.map(\.text)
    for kind in ["lower-case", "upper-case", "digit", "special"] {
      #expect(texts.contains { $0.contains(kind) })
    }
  }

  @Test("No line ever mixes a new text's strength with an old one's length")
  func oneSnapshot() {
    model.password = "Ab1-"
    form.wait(1000)
    model.password = "abcdefghijkl"
    for _ in 0..<600 {
      form.wait(1)
      #expect(!model.passwordMessage.contains("at least 8"))
    }
  }

  @Test("A submission is judged at once, by its present texts")
  func atOnce() {
    form.fillIn("annie", good)
    form.wait(1000)
    model.password = "short"
    #expect(!model.isValid && model.submit() == .password)
  }

  @Test("An untouched form says nothing")
  func untouched() {
    form.wait(10_000)
    #expect(model.usernameMessage == " " && model.passwordMessage == " ")
    #expect(SignupField.allCases.allSatisfy { model.message(for: $0) == nil })
  }

  @Test("The view model is freed with its last reference, even while a question is outstanding")
  func leak() {
    weak var gone: SignupViewModel?
    do {
      let form = PacedSignupForm(store: InMemoryAccountStore())
      gone = form.model
      form.fillIn()
      form.clock.advance(by: .milliseconds(300))
      form.model.submit()
    }
    #expect(gone == nil)
  }

  @Test("Two empty passwords do not match, and a match is not decided by an older text")
  func emptyMatch() {
    #expect(model.verdict.confirmationMatch == .empty && !model.verdict.confirmation.isValid)
    (model.password, model.confirmPassword) = ("a", "a")
    #expect(model.verdict.confirmation.isValid)
    (model.password, model.confirmPassword) = ("", "")
    #expect(!model.verdict.confirmation.isValid)
  }
}
