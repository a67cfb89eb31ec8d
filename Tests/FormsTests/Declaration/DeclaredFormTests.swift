import Forms
import ReactiveExtras
import Testing

@Suite("A form from a file") @MainActor
struct DeclaredFormTests {
  private static let conference = #"""
    {"title": "Conference", "fields": [
      {"id": "name", "title": "Name", "kind": "text", "required": true, "minLength": 2,
       "maxLength": 60, "pattern": "[^0-9]+"},
      {"id": "age", "kind": "integer", "minimum": 18, "maximum": 120},
      {"id": "ticket", "kind": "choice", "options": ["day", {"value": "business",
       "title": "Business"}], "value": "day"},
      {"id": "company", "kind": "text", "when": "ticket == 'business'", "required": true},
      {"id": "workshops", "kind": "choices", "options": ["a", "b", "c"], "least": 1, "most": 2},
      {"id": "arrival", "kind": "date", "minimum": "2026-01-01"},
      {"id": "guests", "kind": "list", "most": 5, "distinct": ["name"], "fields": [
        {"id": "name", "kind": "text", "required": true}]},
      {"id": "terms", "kind": "toggle", "required": true, "message": "Accept the terms"}],
     "rules": [{"rule": "age >= 21 or ticket != 'business'", "at": "age",
                "message": "Business tickets from 21"}],
     "pages": [{"title": "You", "fields": ["name", "age"]}]}
    """#

  private let scheduler = VirtualTimeScheduler()

  private func form(_ json: String = conference) throws -> FormViewModel<FormRecord> {
    let declaration = try FormDeclaration(json: json)
    return FormViewModel(
      declaration.record, fields: declaration.formFields(),
      messages: declaration.validationMessages, scheduler: scheduler)
  }

  private func form(ofFields fields: String) throws -> FormViewModel<FormRecord> {
    try form(#"{"fields": [\#(fields)]}"#)
  }

  private func issues(_ form: FormViewModel<FormRecord>) -> [String] {
    form.submit()
    return form.state.fields.flatMap { field in
      field.issues.map { "\(field.path): \(form.messages.text(for: $0, of: field))" }
    }
  }

  private func fill(_ form: FormViewModel<FormRecord>, _ answers: KeyValuePairs<String, String>) {
    for (path, text) in answers { #expect(form.fill(text: text, at: path) == nil, "\(path)") }
  }

  @Test("gives its answers by id and in the order of the fields, without hidden ones")
  func answers() throws {
    let form = try form()
    fill(
      form,
      [
        "name": "Ada", "workshops": "c, a", "arrival": "2026-05-04", "guests[0].name": "Bea",
        "terms": "yes", "company": "Hidden Ltd",
      ])
    #expect(issues(form) == [])
    #expect(
      form.state.data == [
        .init("name", .text("Ada")), .init("age", .none), .init("ticket", .text("day")),
        .init("workshops", .texts(["a", "c"])), .init("arrival", .text("2026-05-04")),
        .init("guests", .list([[.init("name", .text("Bea"))]])), .init("terms", .flag(true)),
      ])
  }

  @Test("says of each field what is wrong with it")
  func wrong() throws {
    let form = try form()
    fill(
      form,
      [
        "name": "A1", "age": "20", "ticket": "business", "arrival": "2025-12-31",
        "guests[0].name": "Bea", "guests[1].name": "Bea", "guests[2].name": "",
      ])
    #expect(
      issues(form) == [
        "name: Name does not have the required format", "age: Business tickets from 21",
        "company: Company is missing", "workshops: Workshops: at least 1 needed",
        "arrival: Arrival must be at least 2026-01-01",
        "guests[1].name: The 2nd guest repeats the 1st", "guests[2].name: Name is missing",
        "terms: Accept the terms",
      ])
  }

  @Test("names the options where they are few, and shows a text in groups")
  func optionsAndMasks() throws {
    let form = try form(
      ofFields: #"""
        {"id": "few", "kind": "choice", "options": ["a", {"value": "b", "title": "The b"}]},
        {"id": "many", "kind": "choices", "options": ["1", "2", "3", "4", "5", "6", "7", "8", "9"]},
        {"id": "iban", "kind": "text", "mask": "iban", "maxLength": 8},
        {"id": "from", "kind": "datetime", "minimum": "2026-01-01T00:00"},
        {"id": "at", "kind": "time"}
        """#)
    fill(
      form,
      [
        "few": "c", "many": "0", "iban": "de89 370-4",
        "from": "2026-01-01 9:05",
      ])
    #expect(
      issues(form) == [
        "few: Few has no option “c” (a, b: The b)", "many: Many has no option “0”",
        "iban: Iban is not a valid IBAN: check its digits",
      ])
    let texts = form.state.fields.map(\.text)
    #expect(texts[2] == "DE89 3704" && form.state.value[text: "iban"] == "DE893704")
    #expect(form.state.value[dayAndTime: "from"] == DayAndTime("2026-01-01T09:05"))
    let aids = form.state.fields.compactMap { field -> TextAid? in
      if case .text(let text) = field.control { text.aid } else { nil }
    }
    #expect(
      aids == [
        .dayAndTime(from: DayAndTime("2026-01-01T00:00"), through: nil),
        .timeOfDay(from: nil, through: nil),
      ])
  }

  @Test("has words of its own in place of the form's")
  func words() throws {
    let form = try form(
      #"""
      {"fields": [{"id": "name", "kind": "text", "required": true}],
       "messages": {"required": "Name?", "Submit": "Order"}}
      """#)
    #expect(issues(form) == ["name: Name?"])
    #expect(form.messages.translations == ["Submit": "Order"])
  }

  @Test("does not judge an optional field that is empty, nor a rule that needs it")
  func optional() throws {
    let form = try form(
      #"""
      {"fields": [
        {"id": "a", "kind": "text", "minLength": 2, "pattern": "x+"},
        {"id": "b", "kind": "integer", "minimum": 3}, {"id": "c", "kind": "date",
         "maximum": "2026-01-01"}, {"id": "d", "kind": "choice", "options": ["x"]},
        {"id": "e", "kind": "lines"}, {"id": "f", "kind": "secret", "minLength": 9},
        {"id": "g", "kind": "decimal", "places": 2}, {"id": "h", "kind": "time"},
        {"id": "i", "kind": "datetime"}, {"id": "j", "kind": "file"},
        {"id": "k", "kind": "choices", "options": ["x"]},
        {"id": "l", "kind": "list", "fields": [{"id": "m", "kind": "text", "required": true}]},
        {"id": "n", "kind": "toggle"}, {"id": "o", "kind": "note", "text": "Read this."}],
       "rules": [{"rule": "b > 100"}, {"rule": "a == 'xx' and c > '2030-01-01'"}]}
      """#)
    #expect(issues(form) == [])
    let empty = form.state.data.filter { $0.value == .none }.map(\.name)
    #expect(empty == ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"])
    #expect(
      form.state.data.suffix(3) == [
        .init("k", .texts([])), .init("l", .list([])), .init("n", .flag(false)),
      ])
  }

  @Test("counts characters as one sees them")
  func characters() throws {
    let form = try form(ofFields: #"{"id": "a", "kind": "text", "minLength": 2, "maxLength": 3}"#)
    for (text, isFine) in [
      ("👨‍👩‍👧‍👦", false), ("👨‍👩‍👧‍👦e\u{301}", true), ("🇩🇪🇸🇪🇫🇷", true), ("🇩🇪🇸🇪🇫🇷x", false),
    ] {
      fill(form, ["a": text])
      #expect(form.state.isValid == isFine, "\(text)")
    }
  }

  @Test(
    "requires a field of each kind",
    arguments: [
      #""kind": "text""#, #""kind": "lines""#, #""kind": "secret""#, #""kind": "integer""#,
      #""kind": "decimal""#, #""kind": "date""#, #""kind": "time""#, #""kind": "datetime""#,
      #""kind": "choice", "options": ["x"]"#, #""kind": "choices", "options": ["x"]"#,
      #""kind": "toggle""#, #""kind": "file""#,
      #""kind": "list", "fields": [{"id": "b", "kind": "text"}]"#,
    ])
  func required(kind: String) throws {
    let form = try form(ofFields: #"{"id": "a", \#(kind), "required": true}"#)
    #expect(issues(form).count == 1 && issues(form)[0].hasPrefix("a: "))
  }

  @Test("begins with the first contents of the file, in rows, too")
  func firstContents() throws {
    let form = try form(
      ofFields: #"""
        {"id": "a", "kind": "text", "value": "x"}, {"id": "b", "kind": "integer", "value": 3},
        {"id": "c", "kind": "decimal", "value": 2}, {"id": "d", "kind": "date",
         "value": "2026-02-28"}, {"id": "e", "kind": "time", "value": "9:05"},
        {"id": "f", "kind": "datetime", "value": "2026-02-28 14:30"},
        {"id": "g", "kind": "choice", "options": ["x", "y"], "value": "y"},
        {"id": "h", "kind": "choices", "options": ["x", "y"], "value": ["y", "x"]},
        {"id": "i", "kind": "toggle", "value": true},
        {"id": "j", "kind": "list", "fields": [
          {"id": "k", "kind": "integer", "value": 1}, {"id": "l", "kind": "text"}],
         "value": [{"l": "x"}, {"k": 2}]}
        """#)
    #expect(
      form.state.data == [
        .init("a", .text("x")), .init("b", .integer(3)), .init("c", .decimal(2)),
        .init("d", .text("2026-02-28")), .init("e", .text("09:05")),
        .init("f", .text("2026-02-28T14:30")), .init("g", .text("y")),
        .init("h", .texts(["x", "y"])), .init("i", .flag(true)),
        .init(
          "j",
          .list([
            [.init("k", .integer(1)), .init("l", .text("x"))],
            [.init("k", .integer(2)), .init("l", .none)],
          ])),
      ])
    #expect(!form.state.isDirty)
  }

  @Test("hides what depends on something hidden")
  func hidden() throws {
    let form = try form(
      ofFields: #"""
        {"id": "a", "kind": "toggle"}, {"id": "b", "kind": "toggle", "when": "a"},
        {"id": "c", "kind": "text", "when": "b", "required": true},
        {"id": "d", "kind": "text", "when": "c == '' and not a"}
        """#)
    fill(form, ["a": "yes", "b": "yes", "c": "x"])
    #expect(form.state.data.map(\.name) == ["a", "b", "c"])
    fill(form, ["a": "no"])
    #expect(form.state.data.map(\.name) == ["a", "d"])
    #expect(issues(form) == [])
    fill(form, ["a": "yes"])
    #expect(form.state.data.map(\.name) == ["a", "b", "c"], "What was filled in is there again.")
  }

  @Test("has sections on its pages, some folded away, with titles in other languages")
  func sections() throws {
    let json = #"""
      {"fields": [{"id": "a", "kind": "text"}, {"id": "b", "kind": "text"},
                  {"id": "c", "kind": "text"}, {"id": "d", "kind": "text"}],
       "pages": [{"fields": ["b"], "sections": [
         {"title": "More", "fields": ["a"], "folded": true},
         {"title": "Open", "fields": ["c"], "folded": false}, {"title": "Fixed", "fields": ["d"]}]}],
       "texts": {"de": {"sections": ["Mehr"]}}}
      """#
    let declaration = try FormDeclaration(json: json)
    #expect(
      declaration.steps == [
        FormStep(
          "",
          sections: [
            FormSection("", ["b"]), FormSection("More", ["a"], isFolded: true),
            FormSection("Open", ["c"], isFoldable: true), FormSection("Fixed", ["d"]),
          ])
      ])
    let german = declaration.translated(to: ["de"]).steps[0].sections.map(\.title)
    #expect(german == ["", "Mehr", "Open", "Fixed"])
  }

  @Test("writes a number's fraction as its language does, in fields and messages")
  func decimalComma() throws {
    let json = #"""
      {"fields": [{"id": "a", "kind": "decimal", "value": 1.5},
                  {"id": "b", "kind": "decimal", "places": 2, "value": 1.5, "minimum": 2.25}],
       "texts": {"de": {}, "fr": {}}}
      """#
    let declaration = try FormDeclaration(json: json)
    func texts(_ languages: String...) -> [String] {
      let form = declaration.translated(to: languages)
      let model = FormViewModel(
        form.record, fields: form.formFields(), messages: form.validationMessages)
      model.submit()
      let field = model.state.fields[1]
      let message = field.issues.first.map { model.messages.text(for: $0, of: field) } ?? ""
      return model.state.fields.map(\.text) + [message]
    }
    #expect(texts() == ["1.5", "1.50", "B must be at least 2.25"])
    #expect(texts("de_DE.UTF-8") == ["1,5", "1,50", "B muss mindestens 2,25 sein"])
    #expect(texts("de_CH.UTF-8") == ["1.5", "1.50", "B muss mindestens 2.25 sein"])
    #expect(texts("fr_FR.UTF-8") == ["1,5", "1,50", "B must be at least 2,25"])
  }

  @Test("has its pages as steps, and the other fields on a last one")
  func pages() throws {
    let declaration = try FormDeclaration(json: Self.conference)
    #expect(declaration.steps == [FormStep("You", ["name", "age"])])
    let form = FormViewModel(
      declaration.record, fields: declaration.formFields(), steps: declaration.steps,
      scheduler: scheduler)
    #expect(form.state.data.map(\.name).prefix(3) == ["name", "age", "ticket"])
  }

  @Test(
    "shows the title of a note, its text, or both",
    arguments: [
      (#""title": "Read this""#, "Read this"), (#""text": "Read that""#, "Read that"),
      (#""title": "Read this", "text": "and that""#, "Read this: and that"),
    ])
  func notes(keys: String, shown: String) throws {
    let declaration = try FormDeclaration(
      json: #"{"fields": [{"id": "why", "kind": "note", \#(keys)}, {"id": "a", "kind": "text"}]}"#)
    let form = FormViewModel(
      declaration.record, fields: declaration.formFields(), scheduler: scheduler)
    #expect(form.state.fields.first?.control == .note(shown))
  }

  @Test("asks programs about answers that are there, word for word")
  func commands() async throws {
    let declaration = try FormDeclaration(
      json: #"""
        {"fields": [{"id": "name", "kind": "text"}, {"id": "age", "kind": "integer"}],
         "rules": [{"command": ["./check", "--name={name}", "{age}", "{{}}"], "at": "name"},
                   {"command": ["other", "{age}"], "message": "Not this age"}]}
        """#)
    #expect(declaration.hasCommands && declaration.programs == ["./check", "other"])
    let fields = declaration.formFields(commands: { words in
      words[0] == "other" ? "unused" : words.joined(separator: "|")
    })
    let form = FormViewModel(declaration.record, fields: fields, scheduler: scheduler)
    #expect(!form.state.isValidating && form.state.isValid)
    form.fill(text: "A da; $(x)", at: "name")
    form.fill(text: "7", at: "age")
    form.submit()
    while form.state.isValidating {
      scheduler.advance()
      try await Task.sleep(for: .milliseconds(1))
    }
    let said = form.state.fields.flatMap { $0.issues.map { form.messages.text(for: $0) } }
    #expect(said == ["./check|--name=A da; $(x)|7|{}", "Not this age"])
  }

  @Test("speaks another language where it has texts in that")
  func languages() throws {
    let json = #"""
      {"title": "Visit", "fields": [{"id": "day", "kind": "choice", "required": true,
        "options": ["mon", "tue", {"value": "sun", "refused": "closed"}]}, {"id": "why", "kind": "note", "text": "So."},
        {"id": "guests", "kind": "list", "fields": [{"id": "name", "kind": "text"}]}],
       "rules": [{"rule": "day == 'mon'", "message": "Mondays"}], "pages": [{"title": "One",
        "fields": ["day"]}], "messages": {"tooMany": "Too many"},
       "texts": {"de": {"title": "Besuch", "fields": {"day": {"title": "Tag",
        "options": {"mon": "Montag", "sun": {"title": "Sonntag", "refused": "zu"}}}, "why": {"text": "Darum."},
        "guests": {"title": "Gäste", "fields": {"name": {"title": "Name des Gasts"}}}},
        "rules": ["Nur montags"], "pages": ["Eins"], "messages": {"required": "{field} fehlt"}}}}
      """#
    let english = try FormDeclaration(json: json)
    #expect(english.languages == ["de"])
    #expect(english.translated(to: ["fr_FR.UTF-8", "C"]).title == "Visit")
    let german = english.translated(to: ["fr", "de_CH.UTF-8@euro"])
    #expect(german.title == "Besuch" && german.pages[0].title == "Eins")
    let form = FormViewModel(
      german.record, fields: german.formFields(), messages: german.validationMessages,
      scheduler: scheduler)
    #expect(issues(form) == ["day: Tag fehlt"])
    form.fill(text: "tue", at: "day")
    form.fill(text: "Ada", at: "guests[0].name")
    #expect(issues(form) == ["day: Nur montags"])
    form.fill(text: "Sonntag", at: "day")
    #expect(issues(form).first == "day: Sonntag ist nicht möglich: zu")
    #expect(form.state.fields.map(\.label) == ["Tag", "Darum.", "Gäste", "Name des Gasts"])
  }

  @Test("of fields that each wait for the one before shows them one by one")
  func large() throws {
    let fields = (0..<40).map { number in
      let condition = number == 0 ? "true" : "f\(number - 1)"
      return #"{"id": "f\#(number)", "kind": "toggle", "when": "\#(condition)"}"#
    }
    let form = try form(ofFields: fields.joined(separator: ","))
    for number in 0..<40 { form.fill(text: "yes", at: "f\(number)") }
    #expect(form.state.data.count == 40)
  }
}
