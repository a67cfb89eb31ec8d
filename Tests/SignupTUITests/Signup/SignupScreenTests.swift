import TerminalForms
import TerminalKit
import TestSupport
import Testing
import ViewModels

@testable import SignupTUI

@Suite("The sign-up screen") @MainActor
struct SignupScreenTests {
  @Test("Its frames, from empty to refused")
  func frames() {
    var golden = GoldenFrames("SignupScreen")
    let form = SignupForm(taken: ["annie"])
    golden.add("untouched", form.frame())
    form.type("annie")
    golden.add("checking", form.frame())
    form.wait(300)
    golden.add("taken", form.frame())
    form.type("7")
    form.press(KeyPress(.tab))
    form.type("Summer2024")
    form.wait(500)
    golden.add("password under way", form.frame())
    form.press(KeyPress(.tab))
    form.type("Summer3")
    form.press(.control("s"))
    golden.add("refused", form.frame())
    golden.add("40 columns by 12 rows", form.frame(40, 12))
    golden.add("too small", form.frame(20, 5))
    form.press(KeyPress(.escape))
    golden.add("leaving", form.frame())
    form.press(KeyPress(.escape))
    golden.add("20 columns by 6 rows", form.frame(20, 6))
    golden.expectUnchanged()
  }

  @Test(
    "Its frames where there is little room: advice below its meter, sentences with their end cut")
  func narrowFrames() {
    var golden = GoldenFrames("SignupScreenNarrow", styles: false)
    let form = SignupForm(taken: ["annie"])
    form.type("annie")
    form.wait(300)
    golden.add("a name that is taken, 20 by 6", form.frame(20, 6))
    form.press(KeyPress(.escape))
    golden.add("a question, 20 by 6", form.frame(20, 6))
    form.press(KeyPress(.escape), KeyPress(.tab))
    form.type("password")
    golden.add("advice, 40 by 12", form.frame(40, 12))
    golden.add("advice, 60 by 24", form.frame(60, 24))
    form.press(KeyPress(.tab))
    golden.add("advice and a message, 40 by 30", form.frame(40, 30))
    form.press(KeyPress(.tab, .shift))
    golden.add("advice and a message, 20 by 6", form.frame(20, 6))
    golden.expectUnchanged()
  }

  @Test("Tab and Shift-Tab go round all five places, whatever is wrong")
  func neverTrapped() {
    let form = SignupForm()
    form.type("!")
    var seen: [TextFocus] = []
    for _ in 0..<5 {
      seen.append(form.screen.focus)
      form.press(KeyPress(.tab))
    }
    #expect(seen == form.screen.stops)
    #expect(form.screen.focus == .field(.username))
    form.press(KeyPress(.tab, .shift))
    #expect(form.screen.focus == .cancel)
  }

  @Test("A form filled in right is registered with Enter in its last field")
  func registers() {
    let form = SignupForm()
    form.fillIn()
    form.press(KeyPress(.enter))
    #expect(form.screen.model.submission.isUnderWay)
    #expect(form.frame().lines.contains { $0.contains("Creating account") })
    form.wait(1)
    #expect(form.screen.result == .submitted("annie"))
  }

  @Test("Register explains and goes to the first field to be fixed")
  func registerExplains() {
    let form = SignupForm()
    form.press(KeyPress(.tab), KeyPress(.tab), KeyPress(.tab), KeyPress(.enter))
    #expect(form.screen.focus == .field(.username))
    #expect(form.frame().lines.contains { $0.contains("3 things to fix") })
    #expect(form.screen.result == nil)
  }

  @Test("A password is bullets until ^R shows it, and again on leaving the field")
  func reveal() {
    let form = SignupForm()
    form.press(KeyPress(.tab))
    form.type("secret")
    func isShown() -> Bool { form.frame().lines.contains { $0.contains("secret") } }
    #expect(!isShown())
    form.press(.control("r"))
    #expect(isShown())
    form.press(KeyPress(.tab), KeyPress(.tab, .shift))
    #expect(!isShown())
    form.press(.control("r"))
    form.screen.handle(.focus(false))
    #expect(!isShown(), "Another person may look at the screen now.")
    form.press(.control("r"))
    form.screen.willSuspend()
    #expect(!isShown())
    form.press(.control("r"))
    form.screen.resized(to: Size(10, 3))
    form.screen.resized(to: Size(80, 24))
    #expect(!isShown())
    form.press(.control("r"), .control("s"))
    #expect(!isShown())
  }

  @Test("With the mask off a password shows nothing of itself, not even its length, until ^R")
  func maskNone() {
    let form = SignupForm(store: InMemoryAccountStore(), mask: .nothing)
    form.press(KeyPress(.tab))
    let cursor = form.frame().cursor
    form.type("Correct-horse-7")
    #expect(!form.frame().lines.contains { $0.contains("•") || $0.contains("Correct") })
    #expect(form.frame().cursor == cursor)
    form.press(.control("r"))
    #expect(form.frame().lines.contains { $0.contains("Correct-horse-7") })
  }

  @Test("Esc leaves an empty form at once, and asks before typed text is lost")
  func leaving() {
    let empty = SignupForm()
    empty.press(KeyPress(.escape))
    #expect(empty.screen.result == .cancelled)

    let filled = SignupForm()
    filled.type("ann")
    filled.press(KeyPress(.escape))
    #expect(filled.screen.result == nil)
    filled.press(KeyPress(.escape))
    #expect(filled.screen.host.question == nil, "Esc again keeps editing.")
    filled.press(KeyPress(.escape), KeyPress(.enter))
    #expect(filled.screen.host.question == nil, "Keep editing has the focus.")
    filled.press(KeyPress(.escape), KeyPress(.left), KeyPress(.enter))
    #expect(filled.screen.result == .cancelled)
  }

  @Test("^C asks once; the second one ends")
  func interrupt() {
    let form = SignupForm()
    form.type("ann")
    form.press(.control("c"))
    #expect(form.screen.result == nil)
    form.press(.control("c"))
    #expect(form.screen.result == .interrupted)
  }

  @Test("A pasted password loses the line break at its end, and one with lines is refused")
  func paste() {
    let form = SignupForm()
    form.press(KeyPress(.tab))
    form.screen.handle(.paste(Paste(text: "Correct-horse-7\n")))
    #expect(form.screen.model.password == "Correct-horse-7")
    form.screen.handle(.paste(Paste(text: "a\nb\nc")))
    #expect(form.screen.model.password == "Correct-horse-7")
    #expect(form.frame().lines.contains { $0.contains("has 3 lines") })
  }

  @Test("While the account is made keys change nothing; ^C leaves")
  func locked() {
    let form = SignupForm()
    form.fillIn()
    form.press(KeyPress(.enter))
    form.type("x")
    form.press(KeyPress(.escape))
    #expect(form.screen.model.confirmPassword == "Correct-horse-7")
    #expect(form.screen.model.submission.isUnderWay)
    form.press(.control("c"))
    #expect(form.screen.result == .interrupted)
  }

  @Test("Esc while the account is made asks before it leaves, and waits by default")
  func leavingWhileLocked() {
    let form = SignupForm()
    form.fillIn()
    form.press(KeyPress(.enter), KeyPress(.escape))
    #expect(form.frame().lines.contains { $0.contains("Quit without waiting?") })
    form.press(KeyPress(.enter))
    #expect(form.screen.host.question == nil && form.screen.model.submission.isUnderWay)
    form.press(KeyPress(.escape), KeyPress(.tab), KeyPress(.enter))
    #expect(form.screen.result == .interrupted)

    let answered = SignupForm(taken: [])
    answered.fillIn()
    answered.press(KeyPress(.enter), KeyPress(.escape))
    answered.wait(1)
    #expect(answered.screen.result == .submitted("annie"), "The answer is final.")
  }

  @Test("Every letter is text while a field has the focus", arguments: ["q", "y", "n", "?", " "])
  func noLetterShortcuts(letter: Character) {
    let form = SignupForm()
    form.press(KeyPress(.tab), KeyPress(.character(letter)))
    #expect(form.screen.model.password == String(letter))
    #expect(form.screen.result == nil && form.screen.host.help == nil)
  }

  @Test("Where the form cannot be seen keys change nothing but to leave, and Esc and ^C ask first")
  func unseen() {
    let form = SignupForm()
    form.fillIn()
    form.screen.resized(to: Size(20, 5))
    form.type("x")
    form.press(KeyPress(.enter))
    #expect(form.screen.model.confirmPassword == "Correct-horse-7")
    #expect(!form.screen.model.submission.isUnderWay)
    func shows(_ text: String) -> Bool { form.frame(19, 5).lines.contains { $0.contains(text) } }
    #expect(shows("Esc cancels"))
    for key in [KeyPress(.escape), .control("c")] {
      form.press(key)
      #expect(form.screen.result == nil && form.screen.host.question != nil)
      #expect(shows("Discard your text?") && shows("^C discards") && shows("Esc keeps editing"))
      form.press(KeyPress(.left), KeyPress(.enter))
      #expect(form.screen.result == nil, "The answer that Enter would give is not to be seen.")
      form.press(KeyPress(.escape))
      #expect(form.screen.result == nil && form.screen.host.question == nil)
    }
    form.press(.control("c"), .control("c"))
    #expect(form.screen.result == .interrupted)

    let empty = SignupForm()
    empty.screen.resized(to: Size(20, 5))
    empty.press(KeyPress(.escape))
    #expect(empty.screen.result == .cancelled, "Nothing is lost.")
  }

  @Test("A question means the same when the window becomes too small for it")
  func unseenQuestion() {
    let form = SignupForm()
    form.type("ann")
    form.press(KeyPress(.escape), KeyPress(.left))
    form.screen.resized(to: Size(19, 5))
    form.press(KeyPress(.escape))
    #expect(form.screen.result == nil && form.screen.host.question == nil, "Esc keeps editing.")
    #expect(form.screen.model.username == "ann")

    let waiting = SignupForm()
    waiting.fillIn()
    waiting.press(KeyPress(.enter))
    waiting.screen.resized(to: Size(19, 5))
    func text() -> String { waiting.frame(19, 5).lines.joined(separator: "\n") }
    #expect(text().contains("Esc quits"))
    waiting.press(KeyPress(.escape))
    #expect(text().contains("^C quits") && text().contains("Esc waits"))
    waiting.press(KeyPress(.escape))
    #expect(waiting.screen.result == nil && waiting.screen.model.submission.isUnderWay)
    waiting.press(KeyPress(.escape), .control("c"))
    #expect(waiting.screen.result == .interrupted)
  }

  @Test("An account store that cannot be asked is a matter of the form, said in full")
  func unanswered() {
    struct Broken: AccountStore {
      func contains(_ username: String) throws(AccountError) -> Bool {
        throw .unreadable(path: "/srv/accounts", reason: "Permission denied")
      }
      func add(_ username: String, password: String) throws(AccountError) {
        throw .unreadable(path: "/srv/accounts", reason: "Permission denied")
      }
    }
    let form = SignupForm(store: Broken())
    form.fillIn()
    form.wait(400)
    #expect(form.screen.model.message(for: .username) == nil)
    let text = form.frame(60, 24).lines.joined(separator: " ")
    #expect(text.contains("✗ Cannot read the account file /srv/accounts"))
    #expect(text.contains("permissions."), "Nothing of a sentence is cut off.")
  }

  @Test("Without Unicode every cell is ASCII")
  func ascii() {
    let form = SignupForm(taken: ["annie"])
    form.fillIn()
    form.wait(400)
    form.press(.control("s"))
    var canvas = Canvas(size: Size(80, 24), symbols: .ascii)
    form.screen.draw(on: &canvas)
    #expect(canvas.lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
    #expect(canvas.lines.contains { $0.contains("Tab next | ^O take annie2") })
  }

  @Test("On any size something is drawn, and nothing traps")
  func anySize() {
    let form = SignupForm()
    form.fillIn()
    for width in stride(from: 0, through: 120, by: 7) {
      for height in 0...30 {
        for focus in form.screen.stops {
          form.screen.focus = focus
          _ = form.frame(width, height)
        }
      }
    }
  }

  @Test("The focused part is in view on every size that shows a form")
  func focusInView() {
    let form = SignupForm()
    for height in 6...30 {
      for focus in form.screen.stops {
        form.screen.focus = focus
        #expect(form.frame(80, height).visibleCursor != nil, "\(focus) at \(height) rows")
      }
    }
  }

  @Test("← and → go from button to button, and nowhere else")
  func arrows() {
    let form = SignupForm()
    form.press(KeyPress(.tab, .shift))
    form.press(KeyPress(.left))
    #expect(form.screen.focus == .submit)
    form.press(KeyPress(.right))
    #expect(form.screen.focus == .cancel)
    form.press(KeyPress(.right))
    #expect(form.screen.focus == .submit)
  }

  @Test("F1 or ^G lists what is wrong, the rules with how they stand, and the keys")
  func help() {
    let form = SignupForm()
    form.type("an!")
    form.press(KeyPress(.tab))
    form.type("secret")
    form.press(KeyPress(.function(1)))
    let text = form.frame(80, 60).lines.joined(separator: "\n")
    for line in [
      "✗ Username cannot contain “!”", "✓ at least 3 characters", "✓ at most 20 characters",
      "✗ only letters, digits, - . _", "· at least 8 characters: 6 of 8 characters",
      "✓ a lower-case letter", "· an upper-case letter", "^O ", "PgUp PgDn",
    ] {
      #expect(text.contains(line), "\(line)")
    }
    #expect(!text.contains("secret"))
  }

  @Test("With the mask off the list of rules does not say how long the password is")
  func maskedHelp() {
    let form = SignupForm(store: InMemoryAccountStore(), mask: .nothing)
    form.press(KeyPress(.tab))
    form.type("secret")
    form.press(KeyPress(.function(1)))
    #expect(!form.frame(80, 60).lines.contains { $0.contains("6 of 8") })
  }
}
