import TerminalForms
import TerminalKit
import TestSupport
import Testing
import ViewModels

@testable import SignupTUI

@Suite("A password that the sign-up screen suggests") @MainActor
struct SignupSuggestionTests {
  private let form = SignupForm()
  private var model: SignupViewModel { form.screen.model }

  private func shows(_ text: String, _ form: SignupForm? = nil) -> Bool {
    (form ?? self.form).frame().lines.contains { $0.contains(text) }
  }

  @Test("^O puts one into both fields and shows it, until it is accepted by going on")
  func suggested() {
    form.type("annie")
    form.press(KeyPress(.tab), .control("o"))
    let password = model.password
    #expect(password.count >= 20 && model.confirmPassword == password)
    #expect(shows("Password  suggested") && shows(password))
    #expect(shows("! Save it now; it is hidden later"))
    #expect(shows("^O another") && shows("Esc undo"))
    form.press(KeyPress(.tab))
    #expect(!shows(password) && shows("✓ match"))
    form.press(KeyPress(.enter))
    form.wait(1)
    #expect(form.screen.result == .submitted("annie"))
  }

  @Test("Esc and ^_ take it back, and Esc asks nothing then", arguments: [false, true])
  func takenBack(byUndo: Bool) {
    form.press(KeyPress(.tab))
    form.type("mine")
    form.press(.control("o"), .control("o"))
    let password = model.password
    form.press(byUndo ? .control("_") : KeyPress(.escape))
    #expect(model.password == "mine" && model.confirmPassword.isEmpty)
    #expect(form.screen.host.question == nil && form.screen.result == nil)
    #expect(!shows(password) && !shows("mine"))
    form.type("!")
    #expect(model.password == "mine!", "The cursor stands behind what is back.")
    form.press(KeyPress(.escape))
    #expect(form.screen.host.question != nil)
  }

  @Test("Typing accepts it, and hides it")
  func typed() {
    form.press(KeyPress(.tab), .control("o"))
    let password = model.password
    form.type("x")
    #expect(model.password == password + "x" && !model.isPasswordSuggested)
    #expect(!shows(password))
  }

  @Test("Moving the cursor accepts nothing; losing the focus hides it, and ^R shows it again")
  func hidden() {
    form.press(KeyPress(.tab), .control("o"))
    let password = model.password
    form.press(KeyPress(.home))
    #expect(shows(password) && model.isPasswordSuggested)
    form.screen.handle(.focus(false))
    #expect(!shows(password) && shows("A password is suggested; ^R shows it"))
    form.press(.control("r"))
    #expect(shows(password))
    form.screen.willSuspend()
    #expect(!shows(password) && model.isPasswordSuggested)
  }

  @Test("From the repetition it goes to the password, where it is shown")
  func fromRepetition() {
    form.press(KeyPress(.tab), KeyPress(.tab), .control("o"))
    #expect(form.screen.focus == .field(.password))
    #expect(shows(model.password))
  }

  @Test("In the name's field the key does nothing")
  func nowhereElse() {
    form.press(.control("o"))
    #expect(model.password.isEmpty && !model.isPasswordSuggested)
  }

  @Test("While the screen is recorded there is none, and no key for it")
  func recorded() {
    form.screen.isRecorded = true
    form.press(KeyPress(.tab))
    #expect(!shows("^O") && !shows("^R"))
    form.press(.control("o"))
    #expect(model.password.isEmpty)
    #expect(shows("Passwords stay hidden while the screen is recorded"))
    form.press(KeyPress(.function(1)))
    #expect(!form.frame(80, 60).lines.contains { $0.contains("^O") })
  }

  @Test("With the mask off nothing of it shows until ^R asks for it")
  func masked() {
    let form = SignupForm(store: InMemoryAccountStore(), mask: .nothing)
    form.press(KeyPress(.tab), .control("o"))
    let password = form.screen.model.password
    #expect(!password.isEmpty && !shows(password, form) && !shows("•", form))
    #expect(shows("A password is suggested; ^R shows it", form))
    form.press(.control("r"))
    #expect(shows(password, form))
  }

  @Test("It can be read whole where the field is shorter", arguments: [(20, 6), (30, 8), (40, 12)])
  func narrow(width: Int, height: Int) {
    form.press(KeyPress(.tab), .control("o"))
    var text = ""
    for _ in 0..<8 {
      text += form.frame(width, height).lines.dropLast().map(\.trimmed).joined() + " "
      form.press(KeyPress(.pageDown))
    }
    #expect(model.password.split(separator: "-").allSatisfy { text.contains($0) }, "\(text)")
  }
}

extension String {
  fileprivate var trimmed: String {
    var rest = Substring(self)
    while let first = rest.first, first == " " || first == "▸" { rest.removeFirst() }
    while let last = rest.last, " ↓↑".contains(last) { rest.removeLast() }
    return String(rest)
  }
}
