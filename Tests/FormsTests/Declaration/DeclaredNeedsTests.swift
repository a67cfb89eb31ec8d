import Forms
import Reactive
import ReactiveExtras
import Testing

@Suite("What people need to say in a form's file") @MainActor
struct DeclaredNeedsTests {
  nonisolated private static let now = DayAndTime("2026-11-28T14:30")!

  private let scheduler = VirtualTimeScheduler()

  private func form(
    _ json: String, in language: String? = nil,
    lines: FormDeclaration.LineReader? = nil, commands: FormDeclaration.CommandRunner? = nil
  ) throws -> FormViewModel<FormRecord> {
    let declaration = try FormDeclaration(json: json)
      .translated(to: language.map { [$0] } ?? [])
    return FormViewModel(
      declaration.record(at: Self.now),
      fields: declaration.formFields(
        commands: commands, lines: lines, on: ImmediateScheduler.shared, now: { Self.now }),
      steps: declaration.steps, texts: declaration.formTexts(now: { Self.now }),
      messages: declaration.validationMessages, scheduler: scheduler)
  }

  private func issues(_ form: FormViewModel<FormRecord>) -> [String] {
    form.submit()
    return form.state.fields.flatMap { field in
      field.issues.map { "\(field.path): \(form.messages.text(for: $0, of: field))" }
    }
  }

  private func fill(_ form: FormViewModel<FormRecord>, _ answers: [(String, String)]) {
    for (path, text) in answers { #expect(form.fill(text: text, at: path) == nil, "\(path)") }
  }

  private func label(_ form: FormViewModel<FormRecord>, _ path: String) -> String? {
    form.state.fields.first { $0.path == path }?.label
  }

  private func problems(_ json: String) -> [String] {
    do throws(FormDeclarationError) {
      _ = try FormDeclaration(json: json)
      return []
    } catch {
      return error.problems.map { "\($0.keyPath): \($0.reason)" }
    }
  }

  // MARK: Times relative to now

  @Test(
    "Limits are relative to now",
    arguments: [
      ("day", "2026-11-27", "Day must be between 2026-11-28 and 2027-02-26"),
      ("day", "2026-11-28", nil), ("day", "2027-02-26", nil),
      ("day", "2027-02-27", "Day must be between 2026-11-28 and 2027-02-26"),
      ("since", "2026-11-28 12:29", "Since must be at least 2026-11-28T12:30"),
      ("since", "2026-11-28 12:30", nil), ("at", "14:45", "At must be at most 14:40"),
      ("at", "14:40", nil), ("born", "2008-11-29", "Born must be at most 2008-11-28"),
      ("born", "2008-11-28", nil),
    ] as [(String, String, String?)])
  func relativeLimits(path: String, text: String, issue: String?) throws {
    let form = try form(
      #"""
      {"fields": [
        {"id": "day", "kind": "date", "minimum": "today", "maximum": "today + 90 days"},
        {"id": "since", "kind": "datetime", "minimum": "now - 2 hours"},
        {"id": "at", "kind": "time", "maximum": "now + 10 minutes"},
        {"id": "born", "kind": "date", "maximum": "today - 18 years"}]}
      """#)
    fill(form, [(path, text)])
    #expect(issues(form) == (issue.map { ["\(path): \($0)"] } ?? []))
  }

  @Test("First contents are relative to now")
  func relativeValues() throws {
    let form = try form(
      #"""
      {"fields": [
        {"id": "a", "kind": "date", "value": "today + 1 week"},
        {"id": "b", "kind": "datetime", "first": "now"}, {"id": "c", "kind": "time", "first": "now"},
        {"id": "d", "kind": "datetime", "value": "today - 1 month"},
        {"id": "e", "kind": "list", "least": 1, "fields": [
          {"id": "f", "kind": "date", "value": "today"}]}]}
      """#)
    form.addRow(to: try #require(form.state.id(at: "e")))
    #expect(
      form.state.data == [
        .init("a", .text("2026-12-05")), .init("b", .text("2026-11-28T14:30")),
        .init("c", .text("14:30")), .init("d", .text("2026-10-28T00:00")),
        .init("e", .list([[.init("f", .text("2026-11-28"))]])),
      ])
  }

  @Test(
    "Conditions know the present day and time",
    arguments: [
      ("days(today(), day) <= 14", "2026-12-12", true),
      ("days(today(), day) <= 14", "2026-12-13", false),
      ("day >= today()", "2026-11-27", false), ("day >= today()", "2026-11-28", true),
      ("now() == '2026-11-28T14:30' and day != null", "2026-01-01", true),
      ("days(day, today()) == 1", "2026-11-27", true),
    ])
  func clocks(rule: String, day: String, holds: Bool) throws {
    let form = try form(
      #"{"fields": [{"id": "day", "kind": "date"}], "rules": [{"rule": "\#(rule)", "message": "no"}]}"#
    )
    fill(form, [("day", day)])
    #expect(issues(form) == (holds ? [] : ["day: no"]))
  }

  @Test(
    "A limit that is no time is refused",
    arguments: [
      (#""minimum": "tomorrow""#, "minimum"), (#""minimum": "today+90 days""#, "minimum"),
      (#""minimum": "today + x days""#, "minimum"), (#""maximum": "now - 2 moons""#, "maximum"),
      (#""maximum": "today + 1000000 days""#, "maximum"),
      (#""value": "today", "first": "today""#, ""),
    ])
  func wrongLimits(keys: String, key: String) {
    let found = problems(#"{"fields": [{"id": "a", "kind": "date", \#(keys)}]}"#)
    #expect(found.count == 1)
    #expect(found.allSatisfy { $0.hasPrefix(key.isEmpty ? "fields[0]" : "fields[0].\(key)") })
  }

  // MARK: Required, and messages of rules

  @Test(
    "A condition requires a field, of any kind, and marks it",
    arguments: [
      ("text", "", "Company is missing"), ("text", "x", nil), ("integer", "", "Company is missing"),
      ("toggle", "no", "Accept “Company”"), ("toggle", "yes", nil),
      ("email", "", "Company is missing"),
    ] as [(String, String, String?)])
  func requiredIf(kind: String, text: String, issue: String?) throws {
    let form = try form(
      #"""
      {"fields": [{"id": "ticket", "kind": "choice", "options": ["day", "business"]},
        {"id": "company", "kind": "\#(kind)", "required": "ticket == 'business'"}]}
      """#)
    #expect(issues(form) == [])
    fill(form, [("ticket", "business"), ("company", text)])
    #expect(issues(form) == (issue.map { ["company: \($0)"] } ?? []))
    #expect(form.state.fields.map(\.isRequired) == [false, true])
    fill(form, [("ticket", "day")])
    #expect(issues(form) == [] && form.state.fields.map(\.isRequired) == [false, false])
  }

  @Test("A condition requires rows and several choices")
  func requiredLists() throws {
    let form = try form(
      #"""
      {"fields": [{"id": "all", "kind": "toggle"},
        {"id": "a", "kind": "choices", "options": ["x"], "required": "all"},
        {"id": "b", "kind": "list", "required": "all", "fields": [{"id": "c", "kind": "text"}]}]}
      """#)
    #expect(issues(form) == [])
    fill(form, [("all", "yes")])
    #expect(issues(form) == ["a: A: at least 1 needed", "b: B: at least 1 needed"])
  }

  @Test(
    "A message for a rule is said for that alone",
    arguments: [
      ("", "Who are you?"), ("a", "2 at least"),
      ("abcdef", "No: Name may have at most 5 characters"),
      ("a1", "all"),
    ])
  func messages(text: String, issue: String) throws {
    let form = try form(
      #"""
      {"fields": [{"id": "name", "kind": "text", "required": true, "minLength": 2, "maxLength": 5,
        "pattern": "[a-z]+", "message": "all", "messages": {"required": "Who are you?",
          "minLength": "{minimum} at least",
          "tooLong": "No: {field} may have at most {maximum} characters"}}]}
      """#)
    fill(form, [("name", text)])
    #expect(issues(form) == ["name: \(issue)"])
  }

  @Test("Each limit can have a message")
  func messagesOfLimits() throws {
    let form = try form(
      #"""
      {"fields": [{"id": "n", "kind": "integer", "minimum": 1, "maximum": 9,
        "messages": {"maximum": "Too many for one boat", "kind": "Digits, please"}}]}
      """#)
    for (text, issue) in [
      ("10", "Too many for one boat"), ("0", "N must be at least 1"), ("x", "Digits, please"),
    ] {
      fill(form, [("n", text)])
      #expect(issues(form) == ["n: \(issue)"])
    }
  }

  @Test("A message of a rule that there is not is refused")
  func unknownMessage() {
    #expect(
      problems(#"{"fields": [{"id": "a", "kind": "text", "messages": {"nope": "x"}}]}"#)
        == ["fields[0].messages.nope: there is no issue “nope”"])
  }

  // MARK: Options

  @Test("An option is offered while its condition holds, and taken back with a warning")
  func optionsThatDepend() throws {
    let form = try form(
      #"""
      {"fields": [{"id": "product", "kind": "choice", "options": ["shirt", "mug"]},
        {"id": "size", "kind": "choice", "options":
          ["one", {"value": "xl", "title": "Extra large", "when": "product == 'shirt'"}]},
        {"id": "print", "kind": "toggle", "when": "size == 'xl'"}]}
      """#)
    fill(form, [("product", "shirt"), ("size", "xl"), ("print", "yes")])
    #expect(issues(form) == [])
    form.enter(.choice(1), at: try #require(form.state.id(at: "product")))
    let size = try #require(form.state.fields.first { $0.path == "size" })
    #expect(size.input == .choice(nil) && size.issues == [])
    #expect(
      size.warnings.map { form.messages.text(for: $0, of: size) } == [
        "Size: “Extra large” is no longer offered, so it was deselected"
      ])
    #expect(form.state.data == [.init("product", .text("mug")), .init("size", .none)])
    fill(form, [("size", "one")])
    #expect(form.state.fields.first { $0.path == "size" }?.warnings == [])
  }

  @Test("An answer that was never offered is refused, and not dropped")
  func neverOffered() throws {
    let form = try form(
      #"""
      {"fields": [{"id": "a", "kind": "toggle"},
        {"id": "b", "kind": "choices", "options": ["x", {"value": "y", "when": "a"}]}]}
      """#)
    fill(form, [("b", "x, y")])
    #expect(issues(form) == ["b: B has no option “y” (x)"])
    fill(form, [("a", "yes")])
    #expect(issues(form) == [])
    form.enter(.flag(false), at: try #require(form.state.id(at: "a")))
    #expect(form.state.data.last == .init("b", .texts(["x"])))
  }

  @Test("A list of options serves several fields")
  func lists() throws {
    let form = try form(
      #"""
      {"lists": {"scale": ["low", {"value": "high", "title": "High!"}]},
       "fields": [{"id": "a", "kind": "choice", "options": "scale", "value": "high"},
        {"id": "b", "kind": "choices", "options": "scale"},
        {"id": "c", "kind": "list", "fields": [{"id": "d", "kind": "choice", "options": "scale"}]}]}
      """#)
    fill(form, [("b", "High!"), ("c[0].d", "low")])
    #expect(issues(form) == [])
    #expect(form.state.data.first == .init("a", .text("high")))
    #expect(
      problems(#"{"fields": [{"id": "a", "kind": "choice", "options": "scale"}]}"#)
        == ["fields[0].options: there is no list “scale”; the form has no lists"])
  }

  @Test("The lines of a file or a program are options, loaded again when an answer changes")
  func loaded() throws {
    let form = try form(
      #"""
      {"fields": [{"id": "folder", "kind": "text", "value": "a"},
        {"id": "name", "kind": "choice", "options": {"command": ["ls", "{folder}"]}},
        {"id": "town", "kind": "choices", "options": {"file": "names.txt"}}]}
      """#,
      lines: { source in
        switch source {
        case .file(let path): ["\(path)\tNames", "", "x", "x"]
        case .program(let words): ["\(words[1])1", "\(words[1])2"]
        }
      })
    scheduler.advance(by: .seconds(1))
    fill(form, [("name", "a2"), ("town", "Names, x")])
    #expect(issues(form) == [])
    form.enter(.text("b"), at: try #require(form.state.id(at: "folder")))
    scheduler.advance(by: .seconds(1))
    #expect(issues(form) == [])
    #expect(
      form.state.data == [
        .init("folder", .text("b")), .init("name", .none),
        .init("town", .texts(["names.txt", "x"])),
      ])
    fill(form, [("folder", "")])
    scheduler.advance(by: .seconds(1))
    let control = form.state.fields.first { $0.path == "name" }?.control
    #expect(control == .choice([], allowsNone: true))
  }

  @Test("A program of options counts as one of the form's")
  func programs() throws {
    let declaration = try FormDeclaration(
      json: #"""
        {"fields": [{"id": "a", "kind": "list", "fields": [
          {"id": "b", "kind": "choice", "options": {"command": ["git", "branch"]}}]}]}
        """#)
    #expect(declaration.hasCommands && declaration.programs == ["git"])
    for (options, reason) in [
      (#"{"command": ["ls", "{x}"]}"#, "there is no field “x”; write {{ and }} for braces"),
      (#"{"command": []}"#, "the name of a program was expected"),
      (#"{}"#, "options are either the lines of a “file” or those of a “command”"),
    ] {
      let found = problems(
        #"{"fields": [{"id": "a", "kind": "choice", "options": \#(options)}]}"#)
      #expect(found.count == 1 && found[0].hasSuffix(reason), "\(found)")
    }
  }

  // MARK: Texts

  @Test("Answers stand in texts, live")
  func texts() throws {
    let form = try form(
      #"""
      {"fields": [{"id": "name", "kind": "text"},
        {"id": "items", "kind": "list", "fields": [{"id": "amount", "kind": "decimal"},
          {"id": "note", "kind": "text", "title": "Why {amount}?"}]},
        {"id": "total", "kind": "note", "text": "Total: {sum(items.amount)} EUR, {{x}}"},
        {"id": "age", "kind": "integer", "title": "Age of {name}", "hint": "in {1 + 1} digits",
         "minimum": 18, "message": "{name} is too young"},
        {"id": "mail", "kind": "email", "messages": {"kind": "{name}, {field} is wrong"}}],
       "rules": [{"rule": "age < 100 or name != 'x'", "at": "age", "message": "{age} is old, {name}"}]}
      """#)
    #expect(label(form, "total") == "Total: 0 EUR, {x}" && label(form, "age") == "Age of ")
    fill(
      form,
      [
        ("name", "{field}"), ("items[0].amount", "22.79"), ("items[1].amount", "999.43"),
        ("age", "7"), ("mail", "x"),
      ])
    #expect(label(form, "total") == "Total: 1022.22 EUR, {x}")
    #expect(label(form, "items[0].note") == "Why 22.79?")
    #expect(label(form, "age") == "Age of {field}")
    #expect(form.state.fields.first { $0.path == "age" }?.hint == "in 2 digits")
    #expect(issues(form) == ["age: {field} is too young", "mail: {field}, Mail is wrong"])
    fill(form, [("name", "x"), ("age", "101"), ("mail", "")])
    #expect(issues(form) == ["age: 101 is old, x"])
  }

  @Test("Answers stand in the texts of a form as a whole, live")
  func formTexts() throws {
    let form = try form(
      #"""
      {"title": "Order {n} of {{x}}", "fields": [
        {"id": "n", "kind": "integer", "value": 1}, {"id": "a", "kind": "text", "required": true},
        {"id": "list", "kind": "list", "fields": [{"id": "b", "kind": "text", "required": true}]},
        {"id": "hidden", "kind": "text", "when": "n == 2", "value": "here"}],
       "pages": [{"title": "Page {n + 1}", "fields": ["n"], "sections": [
         {"title": "Section {n + 2}{hidden}", "fields": ["a"], "folded": false},
         {"title": "None", "fields": ["list"]}]}, {"title": "Last", "fields": ["hidden"]}],
       "messages": {"required": "{field} of {n} at {today()}", "Submit": "Send {n}",
         "at least {count}": "{count} and {n}"}}
      """#)
    func titles() -> [String?] {
      [form.state.texts.title]
        + form.state.steps.flatMap { step in [step.title] + step.sections.map(\.title) }
    }
    form.fill(text: "", at: "list[0].b")
    for (n, hidden) in [(1, []), (2, [""])] as [(Int, [String])] {
      form.enter(.text("\(n)"), at: try #require(form.state.id(at: "n")))
      let last = n == 2 ? "here" : ""
      #expect(
        titles() == [
          "Order \(n) of {x}", "Page \(n + 1)", "", "Section \(n + 2)\(last)", "None", "Last",
        ]
          + hidden)
      #expect(
        issues(form) == ["a: A of \(n) at 2026-11-28", "list[0].b: B of \(n) at 2026-11-28"])
      #expect(form.messages.words("Submit") == "Send \(n)")
      #expect(form.messages.words("at least {count}", ["count": 7]) == "7 and \(n)")
    }
  }

  @Test("So they do in the message of a rule with a command, in any language")
  func commandMessages() throws {
    for (language, issue) in [(nil, "a: No {x} for 1"), ("de", "a: Nichts für 1,5")] {
      let form = try form(
        #"""
        {"fields": [{"id": "a", "kind": "text"}, {"id": "n", "kind": "decimal", "value": 1.5}],
         "rules": [{"command": ["check", "{a}"], "message": "No {{x}} for {n > 1 ? 1 : 0}"}],
         "texts": {"de": {"rules": ["Nichts für {n}"], "title": "T {n}"}}}
        """#, in: language, commands: { _ in "said" })
      fill(form, [("a", "x")])
      form.leaveAll()
      scheduler.advance(by: .seconds(1))
      #expect(issues(form) == [issue])
      #expect(form.state.texts.title == (language == nil ? nil : "T 1,5"))
      fill(form, [("n", "0.5")])
      #expect(issues(form) == [language == nil ? "a: No {x} for 0" : "a: Nichts für 0,5"])
    }
  }

  @Test("A form that is made without these texts has them without values")
  func withoutFormTexts() throws {
    let declaration = try FormDeclaration(
      json: #"""
        {"fields": [{"id": "n", "kind": "integer", "required": true}],
         "messages": {"required": "{field}{n}?"}}
        """#)
    let form = FormViewModel(
      declaration.record, fields: declaration.formFields(),
      messages: declaration.validationMessages, scheduler: scheduler)
    #expect(issues(form) == ["n: N?"])
  }

  @Test(
    "Errors in the texts of a form as a whole are reported",
    arguments: [
      (#""title": "{x}""#, "title"),
      (#""messages": {"required": "{field} {x}"}"#, "messages.required"),
      (#""messages": {"at least {count}": "{count} {x}"}"#, "messages.at least {count}"),
      (#""messages": {"Submit": "{x}"}"#, "messages.Submit"),
      (#""pages": [{"title": "{x}", "fields": ["a"]}]"#, "pages[0].title"),
      (
        #""pages": [{"sections": [{"title": "{x}", "fields": ["a"]}]}]"#,
        "pages[0].sections[0].title"
      ),
      (#""rules": [{"command": ["c", "{a}"], "message": "{x}"}]"#, "rules[0].message"),
      (#""texts": {"de": {"title": "{x}"}}"#, "texts.de.title"),
      (#""texts": {"de": {"messages": {"required": "{x}"}}}"#, "texts.de.messages.required"),
      (
        #""pages": [{"title": "P", "fields": ["a"]}], "texts": {"de": {"pages": ["{x}"]}}"#,
        "texts.de.pages[0]"
      ),
      (
        #""rules": [{"command": ["c", "{a}"]}], "texts": {"de": {"rules": ["{x}"]}}"#,
        "texts.de.rules[0]"
      ),
    ])
  func wrongFormTexts(keys: String, path: String) {
    let found = problems(#"{"fields": [{"id": "a", "kind": "text"}], \#(keys)}"#)
    #expect(found == ["\(path): there is no value named “x” here; use a"])
  }

  @Test("Texts in another language compute, too")
  func translatedTexts() throws {
    let form = try form(
      #"""
      {"fields": [{"id": "n", "kind": "decimal", "places": 2, "value": 1.5},
        {"id": "t", "kind": "note", "text": "Sum {n}"}],
       "texts": {"de": {"fields": {"t": {"text": "Summe {n * 2}"}}}}}
      """#, in: "de")
    #expect(label(form, "t") == "Summe 3,0")
  }

  @Test(
    "An expression that is wrong is refused, with its column",
    arguments: [
      (#""title": "a {b}""#, "fields[0].title: there is no value named “b” here; use a"),
      (#""hint": "{""#, nil),
      (#""hint": "{1 +}""#, "fields[0].hint: a value was expected, not the end"),
      (
        #""messages": {"required": "{minimum} {x}"}"#,
        "fields[0].messages.required: there is no value named “x” here; use a"
      ),
    ] as [(String, String?)])
  func wrongTexts(keys: String, problem: String?) {
    let found = problems(#"{"fields": [{"id": "a", "kind": "text", \#(keys)}]}"#)
    #expect(found == (problem.map { [$0] } ?? []))
  }

  // MARK: Pages

  @Test("A page and a section with a condition are neither shown nor judged nor answered")
  func pages() throws {
    let form = try form(
      #"""
      {"fields": [{"id": "a", "kind": "toggle"}, {"id": "b", "kind": "text", "required": true},
        {"id": "c", "kind": "text", "required": true}, {"id": "d", "kind": "text"}],
       "pages": [{"title": "One", "when": "a", "fields": ["b"]}, {"title": "Two", "fields": ["a"],
        "sections": [{"title": "More", "when": "a and b != 'x'", "fields": ["c"]}]}]}
      """#)
    #expect(form.state.currentStep == 1)
    #expect(form.state.data.map(\.name) == ["a", "d"])
    fill(form, [("a", "yes")])
    #expect(issues(form) == ["b: B is missing"])
    fill(form, [("b", "y")])
    #expect(issues(form) == ["c: C is missing"])
    fill(form, [("b", "x")])
    #expect(issues(form) == [] && form.state.data.map(\.name) == ["a", "b", "d"])
  }

  @Test("A page that waits for itself is refused")
  func circularPages() {
    let found = problems(
      #"""
      {"fields": [{"id": "a", "kind": "toggle"}], "pages": [{"when": "a", "fields": ["a"]}]}
      """#)
    #expect(
      found == ["pages[0].when: the condition depends on a field that it shows or hides"])
  }

  // MARK: Kinds

  @Test(
    "Kinds of addresses have their rules",
    arguments: [
      ("email", "ann", "A must be an address such as ann@example.org"),
      ("email", "ann@example.org", nil),
      ("url", "x", "A must be a URL such as https://example.org"),
      ("url", "https://example.org", nil),
      ("host", "a b", "A must be a host such as example.org or 192.0.2.1"),
      ("host", "::1", nil),
    ] as [(String, String, String?)])
  func addresses(kind: String, text: String, issue: String?) throws {
    let form = try form(#"{"fields": [{"id": "a", "kind": "\#(kind)", "required": true}]}"#)
    fill(form, [("a", text)])
    #expect(issues(form) == (issue.map { ["a: \($0)"] } ?? []))
  }

  @Test("A mask judges its check digits")
  func masks() throws {
    let form = try form(
      #"""
      {"fields": [{"id": "a", "kind": "text", "mask": "iban"}, {"id": "b", "kind": "text",
        "mask": "card", "messages": {"mask": "Wrong card"}}]}
      """#)
    fill(form, [("a", "DE89 3704 0044 0532 0130 01"), ("b", "4111 1111 1111 1112")])
    #expect(
      issues(form) == ["a: A is not a valid IBAN: check its digits", "b: Wrong card"])
    fill(form, [("a", "de89 3704 0044 0532 0130 00"), ("b", "4111-1111-1111-1111")])
    #expect(issues(form) == [])
  }

  @Test("A rating is a whole number from 1 on")
  func ratings() throws {
    let form = try form(
      #"{"fields": [{"id": "a", "kind": "rating"}, {"id": "b", "kind": "rating", "most": 3, "value": 2}]}"#
    )
    #expect(form.state.data == [.init("a", .none), .init("b", .integer(2))])
    fill(form, [("a", "6"), ("b", "3")])
    #expect(issues(form) == ["a: A must be between 1 and 5"])
    #expect(
      problems(#"{"fields": [{"id": "a", "kind": "rating", "most": 10}]}"#)
        == ["fields[0].most: a number of at least 2 and at most 9 was expected"])
  }

  @Test("A ranking has all options in an order")
  func rankings() throws {
    let form = try form(
      #"{"fields": [{"id": "a", "kind": "ranking", "options": ["x", "y", "z"], "value": ["z"]}]}"#)
    #expect(form.state.data == [.init("a", .texts(["z", "x", "y"]))])
    fill(form, [("a", "y, z")])
    #expect(form.state.data == [.init("a", .texts(["y", "z", "x"]))])
    form.enter(.choices([1, 0, 2]), at: try #require(form.state.id(at: "a")))
    #expect(form.state.data == [.init("a", .texts(["y", "x", "z"]))])
    #expect(form.fill([.init("a", .texts(["z", "q"]))]) == [])
    #expect(issues(form) == ["a: A has no option “q” (x, y, z)"])
    form.enter(.choices([0, 0, 1]), at: try #require(form.state.id(at: "a")))
    #expect(issues(form) == ["a: A has no option “q” (x, y, z)"])
  }

  @Test(
    "A secret is typed again",
    arguments: [
      ("", "", nil), ("abc", "", "Again is missing"), ("abc", "abd", "The two do not match"),
      ("abc", "abc", nil), ("", "abc", "The two do not match"),
    ] as [(String, String, String?)])
  func confirmed(first: String, again: String, issue: String?) throws {
    for kind in ["confirm", "secret"] {
      let form = try form(
        #"""
        {"fields": [{"id": "password", "kind": "secret"},
          {"id": "again", "kind": "\#(kind)", "same": "password"}]}
        """#)
      fill(form, [("password", first), ("again", again)])
      #expect(issues(form) == (issue.map { ["again: \($0)"] } ?? []))
    }
    #expect(
      problems(#"{"fields": [{"id": "a", "kind": "secret", "same": "a"}]}"#)
        == ["fields[0].same: the id of another field of the kind secret was expected"])
  }
}
