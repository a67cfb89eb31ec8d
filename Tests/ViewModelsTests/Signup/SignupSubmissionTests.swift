import Reactive
import Testing
import ViewModels

@Suite("The sign-up view model with an account store") @MainActor
struct SignupSubmissionTests {
  @Test("The name counts as unchecked from its first key to the store's answer")
  func checking() {
    let form = PacedSignupForm(store: InMemoryAccountStore(taken: ["ann"]))
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
    let form = PacedSignupForm(store: InMemoryAccountStore(taken: ["ann", "ann2"]))
    form.fillIn("ANN")
    form.wait(300)
    #expect(form.model.availability == .taken(suggestion: "ANN3"))
    #expect(form.model.usernameMessage == "Username is taken; choose another – try ANN3")
    #expect(form.model.message(for: .username) == form.model.usernameMessage)
    #expect(form.model.fieldsToFix == [.username])
    form.model.username = "ANN3"
    #expect(form.model.usernameMessage == " ")
    form.wait(300)
    #expect(form.model.isValid)
  }

  @Test("A taken name has the focus, though its answer comes after the refusal")
  func lateAnswer() {
    let form = PacedSignupForm(store: InMemoryAccountStore(taken: ["anniek"]))
    var focused: [SignupField] = []
    let requests = form.model.focusRequests.sink { focused.append($0) }
    form.model.username = "anniek"
    form.model.blur(.username)
    #expect(form.model.submit() == .password)
    form.wait(1)
    #expect(focused == [.password, .username])
    #expect(form.model.fieldsToFix.first == .username)
    #expect(form.model.usernameMessage.hasPrefix("Username is taken"))
    requests.cancel()
  }

  @Test("The answer about an older name is dropped")
  func staleAnswer() {
    let form = PacedSignupForm(store: InMemoryAccountStore(taken: ["ann"]))
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
    let form = PacedSignupForm(store: store)
    form.fillIn(" annie ")
    #expect(form.model.submit() == nil)
    #expect(form.model.submission.isUnderWay)
    form.wait(1)
    #expect(form.model.submission == .succeeded("annie"))
    #expect(try store.contains("annie"))
    #expect(store.count == 1)
  }

  @Test("Submitting judges the values as they are, not as they were when last checked")
  func submitsWhatIsThere() {
    let store = InMemoryAccountStore()
    let form = PacedSignupForm(store: store)
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
    let form = PacedSignupForm(store: InMemoryAccountStore())
    #expect(form.model.submit() == .username)
    #expect(form.model.fieldsToFix == SignupField.allCases)
    #expect(form.model.message(for: .username) == "Username needs at least 3 characters")
    #expect(form.model.message(for: .password) == "Password needs at least 8 characters")
    #expect(form.model.message(for: .confirmation) == "Type the password again")
  }

  @Test("A repetition that is missing is asked for, not called unlike")
  func missingConfirmation() {
    let form = PacedSignupForm()
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
    let form = PacedSignupForm(store: store)
    form.fillIn()
    form.model.submit()
    form.model.submit()
    form.wait(1)
    #expect(form.model.submission == .succeeded("annie"))
    #expect(store.count == 1)
  }

  @Test(
    "A name that is found taken only by the submission says so in the form, until it is changed")
  func takenAtSubmit() throws {
    let store = InMemoryAccountStore()
    let form = PacedSignupForm(store: store)
    form.fillIn("annie")
    form.wait(1000)
    try store.add("Annie", password: "somebody else's")
    form.model.submit()
    form.wait(1)
    #expect(form.model.submission == .failed(.taken(username: "annie")))
    #expect(form.model.usernameMessage.hasPrefix("Username is taken"))
    #expect(form.model.fieldsToFix == [.username])
    #expect(form.model.formMessage == nil)
    form.model.username = "annie7"
    #expect(form.model.submission == .idle)
    #expect(form.model.usernameMessage == " ")
  }

  @Test("A name found taken by the submission comes with a free one, as after the check")
  func takenBeforeCheck() {
    let checked = PacedSignupForm(store: InMemoryAccountStore(taken: ["annie"]))
    checked.fillIn("annie")
    checked.wait(300)
    #expect(checked.model.submit() == .username)
    let unchecked = PacedSignupForm(store: InMemoryAccountStore(taken: ["annie"]))
    unchecked.fillIn("annie")
    #expect(unchecked.model.submit() == nil)
    unchecked.wait(1)
    #expect(unchecked.model.availability == .taken(suggestion: "annie2"))
    for _ in 0..<2 {
      #expect(unchecked.model.availability == checked.model.availability)
      #expect(unchecked.model.message(for: .username) == checked.model.message(for: .username))
      #expect(unchecked.model.usernameMessage == checked.model.usernameMessage)
      unchecked.wait(1000)
    }
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
    let form = PacedSignupForm(store: Full())
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
    let form = PacedSignupForm(store: Unreadable())
    form.fillIn()
    form.wait(1000)
    #expect(form.model.usernameMessage == " ")
    #expect(form.model.fieldsToFix.isEmpty)
    #expect(form.model.formMessage?.contains("Permission denied") == true)
    form.model.submit()
    form.wait(1)
    #expect(form.model.submission == .succeeded("annie"))
  }

  @Test("After giving up, a late answer changes nothing")
  func cancelled() {
    let form = PacedSignupForm(store: InMemoryAccountStore())
    form.fillIn()
    form.model.submit()
    form.model.cancelSubmission()
    form.wait(10)
    #expect(form.model.submission == .idle)
  }

  @Test("On a scheduler that waits for nothing a verdict has the availability of its own name")
  func immediate() {
    let model = SignupViewModel(
      rules: .shortNames, store: InMemoryAccountStore(taken: ["bob"], hasher: .transparent),
      scheduler: ImmediateScheduler.shared, background: ImmediateScheduler.shared)
    var states: [String] = []
    let watching = model.$state.dropFirst().sink { state in
      states.append("\(state.verdict.canonicalUsername) \(state.availability)")
    }
    for name in ["ann", "bob", "b", "carl"] { model.username = name }
    #expect(
      states == ["ann free", "bob taken(suggestion: Optional(\"bob2\"))", "b unknown", "carl free"])
    watching.cancel()
    (model.password, model.confirmPassword) = ("Correct-horse-7", "Correct-horse-7")
    model.submit()
    #expect(model.submission == .succeeded("carl"))
  }
}
