import TerminalKit
import Testing
import ViewModels

@testable import SignupTUI

@Suite("The messages of the sign-up screen, and when they appear") @MainActor
struct SignupMessagesTests {
  @Test("The length of the name counts along, and gives way to nothing")
  func usernameCount() {
    let form = SignupForm(taken: ["annie"])
    func message() -> String { form.frame().lines[5] }
    #expect(message() == "")
    form.type("an")
    #expect(message() == "    · 2/3–20")
    form.type("n")
    #expect(message() == "    ⋯ checking  3/3–20")
    form.wait(300)
    #expect(message() == "    ✓ free  3/3–20")
    form.press(KeyPress(.backspace))
    #expect(message() == "    · 2/3–20")
  }

  @Test("The length of the password counts along until it is enough; with the mask off it does not")
  func passwordCount() {
    let form = SignupForm()
    let masked = SignupForm(store: InMemoryAccountStore(), mask: .nothing)
    for form in [form, masked] { form.press(KeyPress(.tab)) }
    func requirement(_ form: SignupForm) -> String {
      let line = form.frame().lines[10]
      return String(line.prefix(30)).trimmingSpaces
    }
    #expect(requirement(form) == "· at least 8 characters")
    for form in [form, masked] { form.type("Corr") }
    #expect(requirement(form) == "· 4 of 8 characters")
    #expect(requirement(masked) == "· at least 8 characters")
    form.type("ect-")
    #expect(requirement(form) == "✓ at least 8 characters")
  }

  @Test(
    "A field that was right is called wrong after a rest or when it is left, not between two keys")
  func lateError() {
    let form = SignupForm()
    form.type("ann")
    form.wait(300)
    form.press(KeyPress(.tab), KeyPress(.tab, .shift), KeyPress(.backspace))
    func shows(_ text: String) -> Bool { form.frame().lines.contains { $0.contains(text) } }
    #expect(!form.screen.model.isValid && !shows("✗"))
    form.wait(499)
    #expect(!shows("✗"))
    form.wait(1)
    #expect(shows("✗ Username needs at least 3 characters"))
    form.type("n")
    #expect(!shows("✗"), "A corrected error is not complained of.")
    form.press(KeyPress(.backspace), KeyPress(.tab))
    #expect(shows("✗ Username needs at least 3 characters"), "It has been left.")
  }

  @Test("Where the repetition differs is said to who can see it")
  func mismatch() {
    let form = SignupForm()
    form.fillIn()
    func shows(_ text: String) -> Bool { form.frame().lines.contains { $0.contains(text) } }
    #expect(shows("✓ match"))
    form.press(KeyPress(.backspace))
    form.type("8")
    #expect(!shows("✓ match") && !shows("✗"))
    form.wait(200)
    #expect(shows("✗ Differs from the password – ^R shows where"))
    form.press(.control("r"))
    #expect(shows("✗ Differs from the password at character 15"))
    form.press(KeyPress(.tab))
    #expect(shows("✗ Differs from the password") && !shows("^R shows where"))
  }

  @Test("A repetition that can no longer become the password is called unlike at once")
  func earlyMismatch() {
    let form = SignupForm()
    form.press(KeyPress(.tab))
    form.type("Correct-horse-7")
    form.press(KeyPress(.tab))
    form.type("Corr")
    func isWrong() -> Bool { form.frame().lines.contains { $0.contains("✗ Differs") } }
    #expect(!isWrong())
    form.type("x")
    #expect(isWrong())
  }

  @Test(
    "The footer says what Enter, Space and ^R do where the focus is",
    arguments: [
      (0, " ⇥ next · ⇧⇥ back · ^S register · Esc cancel · ^G help"),
      (1, " ⇥ next · ⇧⇥ back · ^R show · ^O suggest · ^S register · Esc cancel · ^G help"),
      (2, " ⇥ next · ^R show · ^O suggest · Enter register · Esc cancel · ^G help"),
      (3, " ⇥ next · ⇧⇥ back · Space register · Esc cancel · ^G help"),
      (4, " ⇥ next · ⇧⇥ back · Space cancel · ^S register · Esc cancel · ^G help"),
    ])
  func footer(tabs: Int, text: String) {
    let form = SignupForm()
    for _ in 0..<tabs { form.press(KeyPress(.tab)) }
    #expect(form.frame().lines.last == text)
  }

  @Test("A taken name is called so alike, whether the check or the submission finds it")
  func takenEitherWay() {
    func frame(waitsForCheck: Bool) -> [String] {
      let form = SignupForm(taken: ["annie"])
      form.fillIn()
      if waitsForCheck { form.wait(300) }
      form.press(.control("s"))
      form.wait(1)
      return form.frame().lines
    }
    let lines = frame(waitsForCheck: false)
    #expect(lines == frame(waitsForCheck: true))
    #expect(lines.contains { $0.contains("✗ Username is taken; choose another – try annie2") })
    #expect(lines.contains { $0.contains("✗ 1 thing to fix: Username") })
  }

  @Test("The list of keys says what Space does on a button")
  func spaceInHelp() {
    let form = SignupForm()
    form.press(KeyPress(.function(1)))
    #expect(
      form.frame(80, 50).lines.contains { $0.contains("Space") && $0.contains("on a button") })
  }

  @Test("On Register the form says why it is dim, before it is pressed")
  func registerHint() {
    let form = SignupForm()
    form.press(KeyPress(.tab), KeyPress(.tab), KeyPress(.tab))
    #expect(form.frame().lines.contains { $0.contains("· 3 things to fix: Username, Password,") })
    form.press(KeyPress(.character("?")))
    #expect(form.screen.host.help != nil, "Where no text can be typed ? lists the keys.")
  }

  @Test("A message that is too long for its row goes on in the next, and moves nothing")
  func longMessage() {
    let form = SignupForm()
    form.press(KeyPress(.tab))
    let before = form.frame().lines
    form.type("        ")
    form.press(KeyPress(.tab))
    let after = form.frame().lines
    #expect(after.joined().contains("✗ Add a lower-case letter, an upper-case letter,"))
    #expect(after.contains("      character to the password"))
    let labels = ["Password again", "[ Register ]"]
    for label in labels {
      #expect(
        before.firstIndex { $0.contains(label) } == after.firstIndex { $0.contains(label) })
    }
  }

  @Test("Nothing moves while the form is filled in", arguments: [Size(80, 24), Size(40, 40)])
  func nothingMoves(size: Size) {
    let form = SignupForm(taken: ["annie"])
    func places() -> [Int?] {
      let lines = form.frame(size.width, size.height).lines
      return ["Username", "Password", "Password again", "[ Register ]"].map { label in
        lines.firstIndex { $0.contains(label) }
      }
    }
    let first = places()
    #expect(!first.contains(nil))
    form.fillIn()
    #expect(places() == first)
    form.wait(300)
    #expect(places() == first)
    form.press(.control("s"))
    #expect(places() == first)
    form.press(KeyPress(.character("!")), KeyPress(.tab))
    #expect(places() == first)
  }

  @Test("A repetition left empty is asked for")
  func missingConfirmation() {
    let form = SignupForm()
    form.type("annie")
    form.press(KeyPress(.tab))
    form.type("Correct-horse-7")
    form.press(.control("s"))
    #expect(form.screen.focus == .field(.confirmation))
    #expect(form.frame().lines.contains { $0.contains("✗ Type the password again") })
    form.type("x")
    #expect(!form.frame().lines.contains { $0.contains("Type the password again") })
  }

  @Test("A paste that is taken takes the note on a refused one away")
  func refusalGoes() {
    let form = SignupForm()
    form.screen.handle(.paste(Paste(text: "a\nb")))
    #expect(form.frame().lines.contains { $0.contains("has 2 lines") })
    form.screen.handle(.paste(Paste(text: "annie\n")))
    #expect(!form.frame().lines.contains { $0.contains("has 2 lines") })
    #expect(form.screen.model.username == "annie")
  }

  @Test("A pasted password that starts with a space is kept, and said to")
  func outerBlanks() {
    let form = SignupForm()
    form.screen.handle(.paste(Paste(text: "  annie ")))
    #expect(form.screen.model.username == "annie")
    form.press(KeyPress(.tab))
    form.screen.handle(.paste(Paste(text: " Correct-horse-7")))
    #expect(form.screen.model.password == " Correct-horse-7")
    #expect(form.frame().lines.contains { $0.contains("starts with a space") })
  }

  @Test("A missing part is said on top of the meter's words; the two are one verdict")
  func oneVerdict() {
    let form = SignupForm()
    func text() -> String { form.frame().lines.joined(separator: "\n") }
    form.press(KeyPress(.tab))
    form.type("qzv-torrent-wax-8")
    #expect(text().contains("hard to guess\n") && !text().contains("strong"))
    form.press(KeyPress(.tab))
    #expect(text().contains("✗ Also add an upper-case letter"))
    form.press(KeyPress(.tab, .shift))
    form.type("Q")
    #expect(text().contains(" strong") && !text().contains("✗"))
  }

  @Test("A password that is only fair is called accepted, and advice is about a better one")
  func fair() throws {
    let form = SignupForm()
    form.press(KeyPress(.tab))
    let policy = PasswordPolicy.classic
    let fair = try #require(
      ["Qv7-kzpw", "Wq7-kzpv", "Zr8+hgtm", "Manchester7-k", "Torrent-7wax"].first {
        policy.rules.firstIssue(SignupInput(password: $0)) == nil
          && policy.strength(of: $0).score == .fair
      })
    form.type(fair)
    let text = form.frame().lines.joined(separator: "\n")
    #expect(text.contains("fair – accepted"))
    #expect(text.contains("Could be better: "))
    #expect(!text.contains("✗"))
  }

  @Test("Zero-width characters and foreign letters are named by their code points")
  func codePoints() {
    let form = SignupForm()
    func shows(_ text: String) -> Bool { form.frame().lines.contains { $0.contains(text) } }
    form.type("ann\u{200B}")
    #expect(shows("✗ Username cannot contain U+200B (invisible)"))
    form.press(.control("u"))
    form.type("\u{430}nnika")
    #expect(shows("✗ Username cannot contain “а” (U+0430)"))
    var canvas = Canvas(size: Size(80, 24), symbols: .ascii)
    form.screen.draw(on: &canvas)
    #expect(canvas.lines.contains { $0.contains("> <U+430>nnika") })
    #expect(canvas.lines.contains { $0.contains("x Username cannot contain \"?\" (U+0430)") })
  }

  @Test("Millions of characters are too long, however they come")
  func millions() {
    let form = SignupForm()
    func shows(_ text: String) -> Bool { form.frame().lines.contains { $0.contains(text) } }
    form.press(KeyPress(.tab))
    let text = String(repeating: "a", count: Paste.maximumBytes)
    form.screen.handle(.paste(Paste(text: text, isIncomplete: true)))
    #expect(shows("! The pasted text is too long: more than 64 KiB"))
    for _ in 0..<3000 { form.press(KeyPress(.character("a"))) }
    #expect(shows("! Too long: the field takes 511 bytes."))
    #expect(form.screen.model.password.utf8.count == PasswordPolicy.maximumBytes)
  }

  @Test("A paste has the limit of the rules, and is called too long by the same number")
  func longPaste() {
    let form = SignupForm()
    func shows(_ text: String) -> Bool { form.frame().lines.contains { $0.contains(text) } }
    form.press(KeyPress(.tab))
    form.screen.handle(.paste(Paste(text: String(repeating: "a", count: 600))))
    #expect(shows("it has 600 bytes, and there is room for") && shows("511."))
    form.screen.handle(.paste(Paste(text: String(repeating: "a", count: 511))))
    #expect(form.screen.model.password.utf8.count == 511)
  }

  @Test("For a name that is taken a free one is offered, and ^O takes it")
  func offeredName() {
    let form = SignupForm(taken: ["racer1", "racer2"])
    form.type("racer1")
    form.wait(300)
    #expect(form.frame().lines.contains { $0.contains("is taken; choose another – try racer3") })
    #expect(form.frame().lines.last?.contains("^O take racer3") == true)
    form.press(.control("o"))
    form.wait(300)
    #expect(form.screen.model.username == "racer3")
    #expect(form.frame().lines.contains { $0.contains("▸ racer3") })
    #expect(form.screen.model.availability == .free)
    #expect(form.frame().lines.last?.contains("^O") == false)
  }

  @Test("Where a passphrase is refused, it is said which policy takes it")
  func refusedPassphrase() {
    let form = SignupForm()
    func shows(_ text: String) -> Bool { form.frame().lines.contains { $0.contains(text) } }
    form.press(KeyPress(.tab))
    form.type("correct horse battery staple")
    form.press(KeyPress(.tab))
    #expect(shows("hard to guess --policy passphrase accepts it as it is"))
    #expect(shows("✗ Also add an upper-case letter, a digit and a special character"))
    form.press(KeyPress(.tab, .shift))
    form.type("1")
    #expect(shows("--policy passphrase"))
    form.type("A!")
    #expect(!shows("--policy passphrase"))
  }

  @Test("What ^D does is in the list of keys")
  func deletionInHelp() {
    let form = SignupForm()
    form.type("x")
    form.press(KeyPress(.function(1)))
    #expect(form.screen.keys.hints.contains { $0.key == "^D" })
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    var rest = Substring(self)
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
