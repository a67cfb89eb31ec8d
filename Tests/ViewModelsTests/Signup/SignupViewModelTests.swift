import Reactive
import Testing

@testable import ViewModels

/// A sign-up form on virtual time, with what its messages have been.
@MainActor
private struct Form {
  let clock = VirtualTimeScheduler()
  let background = VirtualTimeScheduler()
  let model: SignupViewModel

  init(store: (any AccountStore)? = nil, rules: SignupRules = SignupRules()) {
    model = SignupViewModel(rules: rules, store: store, scheduler: clock, background: background)
  }

  /// Lets a length of time pass, and the account store answer in no time at all.
  func wait(_ milliseconds: Int) {
    for _ in 0..<milliseconds {
      clock.advance(by: .milliseconds(1))
      background.advance()
      clock.advance()
    }
  }

  func fillIn(_ username: String = "annie", _ password: String = "Correct-horse-7") {
    model.username = username
    model.password = password
    model.confirmPassword = password
  }
}

@Suite("The sign-up view model") @MainActor
struct SignupViewModelTests {
  @Test("A form in which nothing has been typed says nothing, ever (T5)")
  func pristine() {
    let form = Form()
    form.wait(2000)
    #expect(form.model.usernameMessage == " ")
    #expect(form.model.passwordMessage == " ")
    #expect(!form.model.isValid)
    form.model.blur(.username)
    form.wait(2000)
    #expect(form.model.usernameMessage == " ", "Passing through a field is no reason to complain.")
  }

  @Test("A message waits for its debounce; the truth of the form does not (T4)")
  func truthBeforeMessages() {
    let form = Form()
    form.fillIn()
    #expect(form.model.isValid)
    form.model.username = "an"
    #expect(!form.model.isValid, "Not for a moment may a form that became invalid be submitted.")
    #expect(form.model.usernameMessage == " ")
    form.wait(499)
    #expect(form.model.usernameMessage == " ")
    form.wait(1)
    #expect(form.model.usernameMessage == "Username needs at least 3 characters")
    form.model.username = "ann"
    #expect(form.model.usernameMessage == " ", "What has been mended is not complained of.")
    #expect(form.model.isValid)
  }

  @Test("Each further key starts the wait anew")
  func debounce() {
    let form = Form()
    for text in ["a", "an", "a"] {
      form.model.username = text
      form.wait(400)
    }
    #expect(form.model.usernameMessage == " ")
    form.wait(100)
    #expect(form.model.usernameMessage == "Username needs at least 3 characters")
  }

  @Test(
    "The password line says too short, else too weak, else unlike, each after its own wait",
    arguments: [
      ("short", "short", 500, "Password needs at least 8 characters"),
      (
        "alllowercase", "alllowercase", 200,
        "Password is too weak: add an upper-case letter, a digit and a special character"
      ),
      ("Correct-horse-7", "Correct-horse-8", 200, "Passwords don’t match"),
    ])
  func priorities(password: String, confirmation: String, wait: Int, message: String) {
    let form = Form()
    form.model.password = password
    form.model.confirmPassword = confirmation
    form.wait(wait - 1)
    #expect(form.model.passwordMessage == " ")
    form.wait(1)
    #expect(form.model.passwordMessage == message)
  }

  @Test("No message ever mixes a new password's strength with an old one's length (T3)")
  func oneSnapshot() {
    let form = Form()
    var shown: [String] = []
    let watching = form.model.$passwordMessage.sink { shown.append($0) }
    form.model.password = "Ab1-"
    form.wait(1000)
    // Long enough now, but weak: between 0.2 s and 0.5 s the well-known form calls it too short.
    form.model.password = "abcdefghijkl"
    for _ in 0..<600 {
      form.wait(1)
      #expect(form.model.passwordMessage != "Password needs at least 8 characters")
    }
    #expect(
      shown == [
        " ", "Password needs at least 8 characters", " ",
        "Password is too weak: add an upper-case letter, a digit and a special character",
      ])
    watching.cancel()
  }

  @Test("Two empty passwords do not match (T7)")
  func emptyPasswords() {
    let form = Form()
    form.model.username = "annie"
    #expect(!form.model.isValid)
    #expect(form.model.verdict.confirmationMatch == .empty)
  }

  @Test("An unlike repetition is mended from either side")
  func mismatchFromEitherSide() {
    let form = Form()
    form.fillIn()
    form.model.confirmPassword = "Correct-horse-8"
    form.wait(200)
    #expect(form.model.passwordMessage == "Passwords don’t match")
    form.model.password = "Correct-horse-8"
    #expect(form.model.passwordMessage == " ")
    #expect(form.model.isValid)
  }

  @Test("The message's number is the check's number (T1)", arguments: 1...20)
  func minimumInMessage(minimum: Int) {
    let form = Form(rules: SignupRules(usernamePolicy: UsernamePolicy(minimumLength: minimum)))
    form.model.username = "b"
    form.model.username = String(repeating: "a", count: minimum - 1)
    form.wait(500)
    #expect(form.model.usernameMessage.contains("\(minimum)"))
    form.model.username = String(repeating: "a", count: minimum)
    form.wait(500)
    #expect(form.model.usernameMessage == " ")
  }

  @Test("The view model goes away with its last reference (T6)")
  func noCycle() {
    weak var gone: SignupViewModel?
    do {
      let form = Form(store: InMemoryAccountStore())
      gone = form.model
      form.fillIn()
      form.wait(1000)
      form.model.submit()
      form.wait(1)
    }
    #expect(gone == nil)
  }

  @Test("A sink that sets a field while it is changing gets a verdict on both values")
  func reentrantSet() {
    let form = Form()
    let watching = form.model.$username.sink { name in
      if name == "annie" { form.model.password = "Correct-horse-7" }
    }
    form.model.confirmPassword = "Correct-horse-7"
    form.model.username = "annie"
    #expect(form.model.isValid)
    watching.cancel()
  }
}

@Suite("What is said of characters that cannot be seen")
struct InvisibleCharacterTests {
  @Test(
    "They are named by their number",
    arguments: [("ann\u{200B}", "U+200B"), ("ann\u{7}", "U+0007"), ("ann b", " ")])
  func named(username: String, name: String) {
    let verdict = SignupRules().verdict(SignupInput(username: username))
    #expect(verdict.usernameMessage == "Username cannot contain “\(name)”")
  }
}

@Suite("The sign-up view model with an account store") @MainActor
struct SignupSubmissionTests {
  @Test("The name counts as unchecked from its first key to the store's answer")
  func checking() {
    let form = Form(store: InMemoryAccountStore(taken: ["ann"]))
    form.fillIn("annie")
    #expect(form.model.availability == .checking)
    #expect(!form.model.isValid)
    form.wait(300)
    #expect(form.model.availability == .free)
    #expect(form.model.isValid)
    form.model.username = "anni"
    #expect(form.model.availability == .checking)
    #expect(!form.model.isValid)
  }

  @Test("A taken name says so, with a free one much like it")
  func taken() {
    let form = Form(store: InMemoryAccountStore(taken: ["ann", "ann2"]))
    form.fillIn("ANN")
    form.wait(300)
    #expect(form.model.availability == .taken(suggestion: "ANN3"))
    #expect(form.model.usernameMessage == "Username is taken; choose another – try ANN3")
    #expect(form.model.message(for: .username) == form.model.usernameMessage)
    #expect(form.model.fieldsToMend == [.username])
    form.model.username = "ANN3"
    #expect(form.model.usernameMessage == " ")
    form.wait(300)
    #expect(form.model.isValid)
  }

  @Test("The answer about an older name is dropped")
  func staleAnswer() {
    let form = Form(store: InMemoryAccountStore(taken: ["ann"]))
    form.model.username = "ann"
    form.clock.advance(by: .milliseconds(300))  // asked, not answered yet
    form.model.username = "anna"
    form.background.advance()
    form.clock.advance()
    #expect(form.model.availability == .checking)
    form.wait(300)
    #expect(form.model.availability == .free)
  }

  @Test("Submitting makes the account, under the trimmed name")
  func success() throws {
    let store = InMemoryAccountStore()
    let form = Form(store: store)
    form.fillIn(" annie ")
    #expect(form.model.submit() == nil)
    #expect(form.model.submission.isUnderWay)
    form.wait(1)
    #expect(form.model.submission == .succeeded("annie"))
    #expect(try store.contains("annie"))
    #expect(store.count == 1)
  }

  @Test("Submitting judges the values as they are, not as they were when last checked (T4)")
  func submitsWhatIsThere() {
    let store = InMemoryAccountStore()
    let form = Form(store: store)
    form.fillIn()
    form.wait(1000)
    form.model.confirmPassword = "something else"
    #expect(form.model.submit() == .confirmation)
    #expect(form.model.submission == .idle)
    #expect(form.model.message(for: .confirmation) == "Passwords don’t match")
    #expect(store.count == 0)
  }

  @Test("Submitting an empty form reveals every fault and names the first field")
  func submitEmpty() {
    let form = Form(store: InMemoryAccountStore())
    #expect(form.model.submit() == .username)
    #expect(form.model.fieldsToMend == SignupField.allCases)
    #expect(form.model.message(for: .username) == "Username needs at least 3 characters")
    #expect(form.model.message(for: .password) == "Password needs at least 8 characters")
    #expect(form.model.message(for: .confirmation) == "Type the password again")
  }

  @Test("A repetition that is missing is asked for, not called unlike")
  func missingConfirmation() {
    let form = Form()
    form.fillIn()
    form.model.confirmPassword = ""
    form.model.submit()
    #expect(form.model.message(for: .confirmation) == "Type the password again")
    form.model.confirmPassword = "x"
    #expect(form.model.message(for: .confirmation) == "Passwords don’t match")
  }

  @Test("A second press while the first is under way does nothing")
  func pressedTwice() {
    let store = InMemoryAccountStore()
    let form = Form(store: store)
    form.fillIn()
    form.model.submit()
    form.model.submit()
    form.wait(1)
    #expect(form.model.submission == .succeeded("annie"))
    #expect(store.count == 1)
  }

  @Test("A name that is taken only at the last moment says so in the form, until it is changed")
  func takenAtSubmit() throws {
    let store = InMemoryAccountStore()
    let form = Form(store: store)
    form.fillIn("annie")
    form.wait(1000)
    try store.add("Annie", password: "somebody else's")
    form.model.submit()
    form.wait(1)
    #expect(form.model.submission == .failed(.taken(username: "annie")))
    #expect(form.model.usernameMessage.hasPrefix("Username is taken"))
    #expect(form.model.fieldsToMend == [.username])
    #expect(form.model.formMessage == nil)
    form.model.username = "annie7"
    #expect(form.model.submission == .idle)
    #expect(form.model.usernameMessage == " ")
  }

  @Test(
    "A store that cannot write is a matter of the form, keeps it filled in, and can be tried again")
  func storeFails() {
    struct Full: AccountStore {
      func contains(_ username: String) throws(AccountError) -> Bool { false }
      func add(_ username: String, password: String) throws(AccountError) {
        throw .cannotWrite(path: "/accounts", reason: "No space left on device")
      }
    }
    let form = Form(store: Full())
    form.fillIn()
    form.wait(1000)
    form.model.submit()
    form.wait(1)
    #expect(form.model.formMessage?.contains("No space left on device") == true)
    #expect(form.model.username == "annie")
    #expect(form.model.isValid)
    #expect(form.model.submit() == nil)
  }

  @Test("A store that cannot be asked is no fault of the name, and does not bar submitting")
  func unanswered() {
    struct Unreadable: AccountStore {
      func contains(_ username: String) throws(AccountError) -> Bool {
        throw .unreadable(path: "/accounts", reason: "Permission denied")
      }
      func add(_ username: String, password: String) throws(AccountError) {}
    }
    let form = Form(store: Unreadable())
    form.fillIn()
    form.wait(1000)
    #expect(form.model.usernameMessage == " ")
    #expect(form.model.fieldsToMend.isEmpty)
    #expect(form.model.formMessage?.contains("Permission denied") == true)
    form.model.submit()
    form.wait(1)
    #expect(form.model.submission == .succeeded("annie"))
  }

  @Test("After giving up, a late answer changes nothing")
  func cancelled() {
    let form = Form(store: InMemoryAccountStore())
    form.fillIn()
    form.model.submit()
    form.model.cancelSubmission()
    form.wait(10)
    #expect(form.model.submission == .idle)
  }
}
