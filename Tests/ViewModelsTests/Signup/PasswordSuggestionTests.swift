import Reactive
import TestSupport
import Testing
import ViewModels

@Suite("A password that the sign-up form suggests") @MainActor
struct PasswordSuggestionTests {
  private let form = PacedSignupForm()
  private var model: SignupViewModel { form.model }
  private var source = SplitMix(seed: 7)

  @Test("fills both fields with a password that the policy accepts, and says nothing is wrong")
  func fills() {
    var source = source
    #expect(model.suggestPassword(using: &source))
    #expect(model.isPasswordSuggested)
    #expect(model.password == model.confirmPassword && model.password.count >= 20)
    #expect(model.verdict.password.isValid && model.verdict.confirmation.isValid)
    form.wait(2000)
    #expect(model.passwordMessage == " ")
    #expect(model.strength.score == .strong)
  }

  @Test("comes, and is taken back, as one state")
  func oneState() {
    var source = source
    form.fillIn("annie", "mine")
    var states: [SignupState] = []
    let watching = model.$state.dropFirst().sink { states.append($0) }
    model.suggestPassword(using: &source)
    #expect(states.count == 1 && states.last == model.state && model.isPasswordSuggested)
    model.suggestPassword(using: &source)
    #expect(states.count == 2)
    model.withdrawSuggestion()
    #expect(states.count == 3 && states.last?.isPasswordSuggested == false)
    model.forgetSecrets()
    #expect(states.count == 4 && model.password.isEmpty && model.confirmPassword.isEmpty)
    watching.cancel()
  }

  @Test("is taken back together with what it has replaced, however often another is asked for")
  func withdrawn() {
    var source = source
    model.password = "mine"
    model.confirmPassword = "mi"
    model.suggestPassword(using: &source)
    let first = model.password
    model.suggestPassword(using: &source)
    #expect(model.password != first && model.isPasswordSuggested)
    model.withdrawSuggestion()
    #expect(model.password == "mine" && model.confirmPassword == "mi")
    #expect(!model.isPasswordSuggested)
    model.withdrawSuggestion()
    #expect(model.password == "mine", "There is nothing left to take back.")
  }

  @Test(
    "is accepted by going on: leaving a password's field, changing one, submitting",
    arguments: [0, 1, 2, 3])
  func accepted(way: Int) {
    var source = source
    model.password = "mine"
    model.suggestPassword(using: &source)
    let suggested = model.password
    switch way {
    case 0: model.blur(.password)
    case 1: model.blur(.confirmation)
    case 2: model.confirmPassword += "x"
    default: model.submit()
    }
    #expect(!model.isPasswordSuggested)
    model.withdrawSuggestion()
    #expect(model.password == suggested, "The replaced text is forgotten.")
  }

  @Test("stays a suggestion while the name is changed")
  func otherField() {
    var source = source
    model.suggestPassword(using: &source)
    model.username = "annie"
    model.blur(.username)
    #expect(model.isPasswordSuggested)
  }

  @Test(
    "keeps to the policy in force",
    arguments: [
      PasswordPolicy.classic, .nist, .nistWithSecondFactor,
      PasswordPolicy(minimumLength: 6, maximumLength: 12, required: [.digit]),
      PasswordPolicy(minimumLength: 40),
    ])
  func policies(policy: PasswordPolicy) {
    var source = source
    let model = SignupViewModel(rules: SignupRules(passwordPolicy: policy))
    #expect(model.suggestPassword(using: &source))
    #expect(model.verdict.password.isValid)
  }

  @Test("is none where no password can be made that keeps to the policy")
  func impossible() {
    var source = source
    let policy = PasswordPolicy(minimumLength: 1, maximumLength: 1)
    let model = SignupViewModel(rules: SignupRules(passwordPolicy: policy))
    #expect(!model.suggestPassword(using: &source))
    #expect(model.password.isEmpty && !model.isPasswordSuggested)
  }

  @Test("is none while the form is being submitted")
  func submitting() {
    var source = source
    form.fillIn()
    model.submit()
    guard model.submission.isUnderWay else { return }
    #expect(!model.suggestPassword(using: &source))
  }

  @Test("is another one each time, by the system's random numbers")
  func random() {
    model.suggestPassword()
    let first = model.password
    model.suggestPassword()
    #expect(model.password != first)
  }
}
