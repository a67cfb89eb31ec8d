import Forms
import Reactive
import ReactiveExtras
import TerminalKit
import TestSupport
import Testing

@testable import TerminalForms

@Suite("The screen of any form") @MainActor
struct FormScreenTests {
  private let address = TypedForm(Address(), Address.fields, title: "An address")
  private let booking = TypedForm(
    Booking(), Booking.fields, messages: Booking.messages, title: "A booking")

  @Test("Its frames, from empty to filled in")
  func frames() {
    var golden = GoldenFrames("FormScreen")
    golden.add("untouched", address.frame())
    address.press(.control("s"))
    golden.add("refused", address.frame())
    address.type("Ada Byron")
    address.tab(4)
    address.press(KeyPress(.right), KeyPress(.right))
    address.tab()
    golden.add("a state is asked for", address.frame(60, 30))
    golden.add("40 columns by 12 rows", address.frame(40, 12))
    golden.add("20 columns by 6 rows", address.frame(20, 6))
    golden.add("too small", address.frame(19, 6))
    address.tab(3)
    golden.add("the rows' buttons", address.frame(80, 50))
    address.press(KeyPress(.escape))
    golden.add("leaving", address.frame(60, 16))
    golden.expectUnchanged()
  }

  @Test("Another form's frames: numbers, a warning, a check, a switch")
  func otherFrames() {
    var golden = GoldenFrames("FormScreenBooking")
    booking.press(KeyPress(.backspace))
    booking.type("9")
    booking.tab()
    booking.press(KeyPress(.backspace))
    booking.type("7")
    booking.tab()
    booking.type("x")
    booking.tab()
    booking.type("SNOW")
    booking.tab()
    booking.press(KeyPress(.character(" ")))
    golden.add("filled in", booking.frame())
    golden.expectUnchanged()
  }

  @Test("Tab and Shift-Tab go round everything, whatever is wrong; what is hidden is passed over")
  func round() {
    var seen: [String] = []
    repeat {
      seen.append(address.focused)
      address.tab()
    } while address.focused != "name" && seen.count < 30
    #expect(
      seen == [
        "name", "street", "postalCode", "city", "country", "phones[0].kind", "phones[0].number",
        "Add", "Submit", "Cancel",
      ])
    address.press(KeyPress(.tab, .shift))
    #expect(address.focused == "Cancel")
  }

  @Test("Rows are added, moved and removed, and the focus stays with them")
  func rows() {
    address.tab(6)
    address.type("1")
    address.tab()
    address.press(KeyPress(.enter))
    #expect(address.focused == "phones[1].kind", "The new row's first field has the focus.")
    address.tab()
    address.type("2")
    address.press(KeyPress(.up, .alt))
    #expect(address.focused == "phones[0].number")
    #expect(address.form.state.value.phones.map(\.number) == ["2", "1"])
    address.tab()
    #expect(address.focused == "Down 0")
    address.press(KeyPress(.enter))
    #expect(address.focused == "Up 1" || address.focused == "Remove 1")
    address.press(KeyPress(.enter))
    #expect(address.form.state.value.phones.count <= 2)
  }

  @Test("A row that is removed leaves the focus near to where it was")
  func removed() {
    address.tab(7)
    address.press(KeyPress(.enter))
    while address.focused != "Remove 1" { address.tab() }
    address.press(KeyPress(.character(" ")))
    #expect(address.form.state.value.phones.count == 1)
    #expect(address.focused == "Add")
    address.press(KeyPress(.enter), KeyPress(.enter))
    #expect(address.form.state.value.phones.count == 2)
  }

  @Test("Refusing goes to the first field to be put right; what is right is submitted")
  func submit() {
    address.press(.control("s"))
    #expect(address.focused == "name" && address.screen.result == nil)
    for text in ["Ada", "1 Main St", "97201", "Portland"] {
      address.type(text)
      address.press(KeyPress(.enter))
    }
    address.press(.control("s"))
    #expect(address.focused == "phones[0].number")
    address.type("12a")
    #expect(address.frame(80, 40).lines.contains { $0.contains("✗ Number cannot contain “a”") })
    address.press(KeyPress(.backspace))
    address.press(.control("s"))
    #expect(
      address.screen.result
        == .submitted(
          Address(
            name: "Ada", street: "1 Main St", postalCode: "97201", city: "Portland",
            phones: [Address.Phone(number: "12")])))
  }

  @Test("Leaving asks about what was typed; ^C twice is an interruption")
  func leaving() {
    address.press(KeyPress(.escape))
    #expect(address.screen.result == .cancelled)
    booking.type("1")
    booking.press(.control("c"))
    #expect(booking.screen.result == nil)
    booking.press(KeyPress(.escape))
    booking.type("2")
    #expect(booking.form.field(\.guests)?.text == "212")
    booking.press(.control("c"), .control("c"))
    #expect(booking.screen.result == .interrupted)
  }

  @Test("A paste that cannot be taken is said, and nothing is lost")
  func paste() {
    address.type("Ada")
    address.screen.handle(.paste(Paste(text: "a\nb")))
    #expect(address.form.state.value.name == "Ada")
    #expect(address.frame().lines.contains { $0.contains("! The pasted text has 2 lines") })
    address.screen.handle(.paste(Paste(text: " Byron \n")))
    #expect(address.form.state.value.name == "AdaByron")
  }

  @Test("While it is submitted fields take no keys, and Esc gives up waiting")
  func submitting() {
    let answers = PassthroughSubject<Void, FormRejection>()
    let typed = TypedForm(
      Booking(agreesToTerms: true), Booking.fields, title: "A booking",
      submission: { _ in answers.eraseToAnyPublisher() })
    typed.press(.control("s"))
    typed.type("9")
    #expect(typed.form.field(\.guests)?.text == "2")
    #expect(typed.frame(60, 30).lines.contains { $0.contains("⋯ Submitting") })
    typed.press(KeyPress(.escape))
    #expect(!typed.form.state.submission.isUnderWay)
    typed.press(.control("s"))
    answers.send(completion: .failure(FormRejection(ValidationIssue("odd"), at: "voucher")))
    typed.clock.advance()
    #expect(typed.focused == "voucher")
    #expect(typed.frame(60, 30).lines.contains { $0.contains("✗ odd") })
  }

  @Test(
    "The focused part is always seen, at every size", arguments: [(20, 6), (40, 12), (80, 24)])
  func seen(width: Int, height: Int) {
    for _ in 0..<10 {
      let frame = address.frame(width, height)
      #expect(frame.visibleCursor != nil, "\(address.focused) at \(width)×\(height)")
      address.tab()
    }
  }

  @Test("A field of a row is named with its row in the summary")
  func rowNames() {
    address.tab(7)
    address.press(KeyPress(.enter))
    address.press(.control("s"))
    let text = address.frame(80, 60).lines.joined(separator: " ").split(separator: " ")
      .joined(separator: " ")
    let fields = "Name, Street, Postal code, City, Number (Phones 1), Number (Phones 2)"
    #expect(text.contains("6 things to fix: \(fields)"))
  }

  @Test("← and → stay among the buttons of a row")
  func arrows() {
    address.press(KeyPress(.tab, .shift))
    #expect(address.focused == "Cancel")
    address.press(KeyPress(.right))
    #expect(address.focused == "Submit")
    address.press(KeyPress(.left))
    #expect(address.focused == "Cancel")
    address.press(KeyPress(.tab, .shift), KeyPress(.tab, .shift), KeyPress(.enter))
    while address.focused != "Up 1" { address.tab() }
    address.press(KeyPress(.right))
    #expect(address.focused == "Remove 1")
    address.press(KeyPress(.right))
    #expect(address.focused == "Up 1")
  }

  @Test("At every small size the reason and the way out can be read whole")
  func smallSizes() {
    for size in (6...12).flatMap({ height in (20...40).map { Size($0, height) } }) {
      let address = TypedForm(Address(), Address.fields, title: "An address")
      address.tab(6)
      address.type("12 a")
      let frame = address.frame(size.width, size.height)
      let text = frame.lines.dropLast().joined(separator: " ").split(separator: " ")
        .filter { !["↓", "↑"].contains($0) }.joined(separator: " ")
      #expect(text.contains("✗ Number cannot contain “a”"), "\(size)")
      #expect(frame.visibleCursor != nil, "\(size)")
      let footer = frame.lines.last ?? ""
      #expect(footer.contains("Esc cancel") && footer.contains("^G help"), "\(size)")
      #expect(frame.lines.dropLast().contains { $0.hasSuffix("↑") }, "\(size)")
    }
  }

  @Test("Page Down looks further down without moving the focus, and any other key comes back")
  func pages() {
    #expect(address.frame(40, 12).lines[10].hasSuffix("more below ↓"))
    for _ in 0..<9 { address.press(KeyPress(.pageDown)) }
    #expect(address.frame(40, 12).lines.contains { $0.contains("[ Submit ]") })
    #expect(address.focused == "name" && address.frame(40, 12).visibleCursor == nil)
    address.type("A")
    #expect(address.frame(40, 12).lines[3].contains("A"))
  }

  @Test("A failure that is no field's is seen, wherever the focus was")
  func formIssue() {
    let typed = TypedForm(
      Booking(agreesToTerms: true), Booking.fields, title: "A booking",
      submission: { _ in
        Fail<Void, FormRejection>(error: FormRejection(ValidationIssue("the hotel burnt down")))
          .eraseToAnyPublisher()
      })
    typed.press(.control("s"))
    typed.clock.advance()
    #expect(typed.focused == "Submit")
    let text = typed.frame(20, 6).lines.joined(separator: " ").split(separator: " ")
    #expect(text.joined(separator: " ").contains("✗ the hotel burnt down"))
    typed.press(KeyPress(.function(1)))
    #expect(typed.frame(60, 30).lines.contains { $0.contains("✗ the hotel burnt down") })
  }

  @Test("By the mouse a switch is changed, a choice goes on, a row is added")
  func mouse() throws {
    let (form, screen) = (booking.form, booking.screen)
    let before = booking.frame(80, 60)
    for spot in before.spots {
      guard case .field(let id)? = spot.target as? FormFocus, let field = form.state[id] else {
        continue
      }
      screen.handle(booking.frame(80, 60).resolved(.mouse(Mouse(.press, at: spot.rect.origin))))
      #expect(screen.shown.focus == .field(id))
      switch field.control {
      case .toggle, .choice: #expect(form.state[id]?.input != field.input)
      case .text, .choices, .ranking, .note, .list: #expect(form.state[id]?.input == field.input)
      }
    }
    screen.mouse(on: "[ Cancel ]", in: booking.frame(80, 60))
    screen.mouse(on: "[ Discard ]", in: booking.frame(80, 60))
    #expect(screen.result == .cancelled)
  }

  @Test("A window that gets too small closes the list of keys, and says how to leave")
  func tooSmall() {
    address.press(KeyPress(.function(1)))
    #expect(address.frame().lines.contains { $0.contains("this list") })
    #expect(address.frame(19, 6).lines.contains { $0.contains("Esc cancels") })
    address.type("x")
    #expect(address.form.field(\.name)?.text.isEmpty == true, "Nothing can be seen of it.")
    #expect(!address.frame().lines.contains { $0.contains("this list") })
    _ = address.frame(19, 6)
    address.press(KeyPress(.escape))
    #expect(address.screen.result == .cancelled)
  }

  @Test("The list of keys has every key of the form, also while something else acts on them")
  func keys() {
    let all = address.screen.shown.keys.hints.map(\.key)
    for key in [
      "Tab ↓", "⇧Tab ↑", "Enter", "^S ^Enter", "Space ←→", "PgUp PgDn", "M-↑ M-↓", "Esc ^C ^D",
    ] {
      #expect(all.contains(key))
    }
    #expect(!address.screen.shown.keys.perform(KeyPress(.character(" "))), "It is text here.")
    #expect(address.screen.shown.keys.perform(KeyPress(.tab)))
  }
}
