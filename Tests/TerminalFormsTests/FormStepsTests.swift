import Forms
import Platform
import ReactiveExtras
import TerminalKit
import TestSupport
import Testing

@testable import TerminalForms

/// A visit that is filled in step by step.
struct Visit: Equatable, Sendable {
  var name = "", company = "", tax = "", password = ""
  var nights = 1
  var guests = [Guest()]

  struct Guest: Equatable, Sendable { var name = "" }

  static let fields: [FormField<Visit>] = [
    .text("name", \.name, .required),
    .text("company", \.company), .text("tax", \.tax, .maximumLength(3)),
    .text("nights", \.nights, as: .integer, .range(1...30)),
    .list("guests", \.guests, of: Guest(), 0...3, [.text("name", \.name)]),
    .secret("password", \.password, .minimumLength(4)),
  ]

  static let steps = [
    FormStep(
      "You",
      sections: [
        FormSection("", ["name"]), FormSection("Invoice", ["company", "tax"], isFolded: true),
      ]),
    FormStep("Your visit", ["nights", "guests"]), FormStep("Account", ["password"]),
  ]
}

@Suite("A form in steps, and what is taken back") @MainActor
struct FormStepsTests {
  private let visit = TypedForm(Visit(), Visit.fields, steps: Visit.steps, title: "A visit")
  private let atOnce = TypedForm(Visit(), Visit.fields, title: "A visit")

  private func text(_ form: TypedForm<Visit>, _ width: Int = 80, _ height: Int = 24) -> String {
    form.frame(width, height).lines.joined(separator: "\n")
  }

  @Test("Its frames, from the first step to all answers")
  func frames() {
    var golden = GoldenFrames("FormSteps")
    golden.add("the first step, with a section folded", visit.frame(80, 16))
    visit.press(.control("s"))
    golden.add("refused", visit.frame(80, 16))
    visit.type("Ada")
    visit.tab()
    visit.press(KeyPress(.enter))
    golden.add("unfolded", visit.frame(80, 16))
    visit.press(.control("s"))
    golden.add("the second step", visit.frame(80, 16))
    golden.add("40 columns by 12 rows", visit.frame(40, 12))
    golden.add("20 columns by 6 rows", visit.frame(20, 6))
    visit.press(.control("s"))
    visit.type("abcd")
    visit.press(.control("s"))
    golden.add("all answers", visit.frame(80, 16))
    golden.expectUnchanged()
  }

  @Test("A step with an error is not finished, and can always be gone back from")
  func neverTraps() {
    visit.press(.control("s"))
    #expect(visit.focused == "name" && text(visit).contains("Step 1 of 3: You"))
    visit.type("Ada")
    visit.press(KeyPress(.right, .alt))
    #expect(visit.focused == "nights" && text(visit).contains("Step 2 of 3: Your visit"))
    visit.type("99")
    visit.press(KeyPress(.right, .alt))
    #expect(text(visit).contains("Step 2 of 3"))
    visit.press(KeyPress(.left, .alt))
    #expect(visit.focused == "name" && text(visit).contains("Step 1 of 3"))
  }

  @Test("From all answers Enter goes to one, and finishing its step comes back")
  func review() {
    visit.type("Ada")
    visit.press(.control("s"), .control("s"))
    visit.type("abcd")
    visit.press(.control("s"))
    #expect(text(visit).contains("Name: Ada") && text(visit).contains("Password: not shown"))
    #expect(visit.focused == "the answer name")
    visit.press(KeyPress(.enter))
    #expect(visit.focused == "name")
    visit.type(" B")
    visit.press(.control("s"))
    #expect(text(visit).contains("Name: Ada B") && visit.focused == "the answer name")
    visit.press(KeyPress(.down), KeyPress(.down), KeyPress(.down), KeyPress(.enter))
    #expect(visit.focused == "nights")
    visit.press(.control("s"))
    #expect(visit.focused == "the answer nights")
    visit.press(.control("s"))
    guard case .submitted(let value)? = visit.screen.result else {
      Issue.record("not submitted")
      return
    }
    #expect(value.name == "Ada B" && value.nights == 1)
  }

  @Test("A single step is filled in all at once, with its sections")
  func single() {
    let steps = [
      FormStep(
        "All of it",
        sections: [
          FormSection("", ["name"]), FormSection("Invoice", ["company", "tax"], isFolded: true),
          FormSection("", ["nights", "guests", "password"]),
        ])
    ]
    let form = TypedForm(Visit(), Visit.fields, steps: steps, title: "A visit")
    #expect(text(form).contains("All of it") && !text(form).contains("Step 1"))
    #expect(!text(form).contains("Company"))
    form.type("Ada")
    form.form.fill([.init("tax", .text("12345"))])
    form.press(.control("s"))
    #expect(form.focused == "tax" && text(form).contains("Company"))
    form.form.fill([.init("tax", .text("1")), .init("password", .text("abcd"))])
    form.press(.control("s"))
    guard case .submitted(let value)? = form.screen.result else {
      Issue.record("not submitted")
      return
    }
    #expect(value.name == "Ada" && value.tax == "1")
  }

  @Test("Titles follow the answers, and what is unfolded stays so")
  func currentTitles() {
    let form = TypedForm(
      Visit(), Visit.fields, steps: Visit.steps,
      texts: { visit in
        var steps = Visit.steps
        steps[0].title = "You, \(visit.company)"
        steps[0].sections[1].title = "Invoice of \(visit.company)"
        return FormTexts(title: "A visit by \(visit.company)", steps: steps)
      }, title: "A visit")
    form.tab()
    form.press(KeyPress(.enter))
    form.go(to: "company")
    form.type("Babbage")
    let frame = text(form)
    for title in ["A visit by Babbage", "You, Babbage", "Invoice of Babbage"] {
      #expect(frame.contains(title), "\(frame)")
    }
    #expect(form.focused == "company" && frame.contains("Tax"))
  }

  @Test("A section that is folded opens when a refused step has its error there")
  func unfolds() {
    visit.type("Ada")
    #expect(!text(visit).contains("Company"))
    visit.form.fill([.init("tax", .text("12345"))])
    visit.press(.control("s"))
    #expect(visit.focused == "tax" && text(visit).contains("Company"))
  }

  @Test("A removed row is put back with what was in it, and a field goes back to what it was")
  func undo() {
    visit.type("Ada")
    visit.press(KeyPress(.character("r"), .alt))
    #expect(visit.form.state.value.name == "")
    visit.type("Ada")
    visit.press(.control("s"))
    visit.tab()
    visit.type("Bea")
    visit.tab()
    #expect(visit.focused == "Remove 0")
    visit.press(KeyPress(.enter))
    #expect(visit.form.state.value.guests.isEmpty && text(visit).contains("M-u undo remove"))
    visit.press(KeyPress(.character("u"), .alt))
    #expect(visit.form.state.value.guests == [Visit.Guest(name: "Bea")])
    #expect(visit.focused == "guests[0].name" && !text(visit).contains("undo remove"))
  }

  @Test("A secret is shown by ^R until it is left, but not on a screen that is recorded")
  func secret() {
    atOnce.press(KeyPress(.tab, .shift), KeyPress(.tab, .shift), KeyPress(.tab, .shift))
    #expect(atOnce.focused == "password")
    atOnce.type("abc")
    #expect(!text(atOnce).contains("abc") && text(atOnce).contains("^R show"))
    atOnce.press(.control("r"))
    #expect(text(atOnce).contains("abc") && text(atOnce).contains("^R hide"))
    atOnce.tab()
    #expect(!text(atOnce).contains("abc"))
    atOnce.press(KeyPress(.tab, .shift))
    atOnce.screen.mayShowSecrets = false
    atOnce.press(.control("r"))
    #expect(!text(atOnce).contains("abc") && text(atOnce).contains("Secrets stay hidden"))
  }

  @Test("From 100 columns on short fields stand two and two, and are gone through as one reads")
  func columns() {
    let lines = atOnce.frame(100, 30).lines
    #expect(lines.contains { $0.contains("Name") && $0.contains("Company") })
    #expect(!atOnce.frame(99, 30).lines.contains { $0.contains("Name") && $0.contains("Company") })
    var seen: [String] = []
    for _ in 0..<4 {
      seen.append(atOnce.focused)
      atOnce.tab()
    }
    #expect(seen == ["name", "company", "tax", "nights"])
  }

  @Test("The message about a refused form is in sight wherever the focus is", arguments: [8, 12])
  func summary(height: Int) {
    atOnce.press(.control("s"))
    for _ in 0..<6 {
      #expect(text(atOnce, 80, height).contains("2 things to fix: Name, Password"))
      atOnce.tab()
    }
  }

  @Test("Decorations stand below their field, and a suggestion fills it in")
  func decorations() {
    let strength = FormDecoration(below: "password") { field in
      [
        .meter(Meter(level: field.text.count, steps: 4, word: "strength")),
        .note("\(field.text.count) typed"),
      ]
    }
    let screen = FormScreen(
      atOnce.form, title: "A visit",
      decorations: [
        strength, .rules(below: "password"), .suggestion(for: "password") { "made up" },
      ])
    func text() -> String {
      var canvas = Canvas(size: Size(80, 30))
      screen.draw(on: &canvas)
      return canvas.lines.joined(separator: "\n")
    }
    for _ in 0..<3 { screen.handle(.key(KeyPress(.tab, .shift))) }
    #expect(text().contains("strength") && text().contains("0 typed"))
    screen.handle(.key(.control("o")))
    #expect(atOnce.form.state.value.password == "made up")
    #expect(text().contains("7 typed") && text().contains("made up"))
  }
}
