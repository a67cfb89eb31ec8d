import Forms
import ReactiveExtras
import Testing

@Suite("Rows, amounts and texts of a form from a file") @MainActor
struct DeclaredRowsTests {
  private let scheduler = VirtualTimeScheduler()

  private func form(_ json: String) throws -> FormViewModel<FormRecord> {
    let declaration = try FormDeclaration(json: json)
    return FormViewModel(
      declaration.record, fields: declaration.formFields(),
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

  // MARK: Rows

  @Test(
    "A rule sees the rows of a list",
    arguments: [
      ([("disks[0].size", "1")], ["disks: too small"]), ([("disks[0].size", "20")], []), ([], []),
      ([("raid", "yes")], ["raid: two"]),
      ([("raid", "yes"), ("disks[0].size", "20"), ("disks[1].size", "")], []),
      ([("disks[0].name", "a")], []),
      ([("disks[0].size", "30"), ("disks[1].size", "80")], ["disks: too much"]),
    ] as [([(String, String)], [String])])
  func rowsInRules(answers: [(String, String)], expected: [String]) throws {
    let form = try form(
      #"""
      {"fields": [
        {"id": "disks", "kind": "list", "fields": [
          {"id": "name", "kind": "text"}, {"id": "size", "kind": "integer"}]},
        {"id": "raid", "kind": "toggle"}],
       "rules": [
        {"rule": "not raid or length(disks) >= 2", "at": "raid", "message": "two"},
        {"rule": "disks[0].size >= 20", "at": "disks", "message": "too small"},
        {"rule": "sum(disks.size) <= 100", "message": "too much"}]}
      """#)
    fill(form, answers)
    #expect(issues(form) == expected)
  }

  private static let claim = #"""
    {"fields": [
      {"id": "end", "kind": "date"},
      {"id": "trips", "kind": "list", "fields": [
        {"id": "from", "kind": "date"}, {"id": "to", "kind": "date"},
        {"id": "why", "kind": "text", "when": "to > '2026-06-01'"},
        {"id": "stops", "kind": "list", "fields": [{"id": "km", "kind": "decimal"}],
         "rules": [{"rule": "km > 0", "message": "forwards"}]}],
       "rules": [
        {"rule": "to >= from", "at": "to", "message": "before"},
        {"rule": "to <= end", "at": "to", "message": "after the end"},
        {"rule": "why != 'x'", "message": "no x"},
        {"rule": "sum(stops.km) <= 100", "at": "from", "message": "too far"}]}]}
    """#

  @Test("A list's rule is judged for each row, with the form's fields, and put at the row's field")
  func rulesOfRows() throws {
    let form = try form(Self.claim)
    fill(
      form,
      [
        ("trips[0].from", "2026-05-01"), ("trips[0].to", "2026-05-02"),
        ("trips[1].from", "2026-05-03"), ("trips[1].to", "2026-05-02"),
        ("trips[2].to", "2026-05-09"), ("trips[2].why", "x"), ("trips[2].stops[0].km", "-1"),
        ("trips[2].stops[1].km", "101.5"), ("trips[3].why", "x"),
      ])
    #expect(
      issues(form) == [
        "trips[1].to: before", "trips[2].from: too far", "trips[2].stops[0].km: forwards",
      ])
    // The form around the rows changes, and so does what is said of them.
    fill(form, [("end", "2026-05-04")])
    #expect(issues(form).contains("trips[2].to: after the end"))
    fill(
      form, [("end", "2026-07-04"), ("trips[2].to", "2026-07-01"), ("trips[1].to", "2026-05-03")])
    #expect(
      issues(form) == [
        "trips[2].from: too far", "trips[2].why: no x", "trips[2].stops[0].km: forwards",
      ])
    fill(
      form, [("trips[2].stops[1].km", "1"), ("trips[2].why", ""), ("trips[2].stops[0].km", "0.1")])
    #expect(issues(form) == [])
  }

  @Test("What is hidden in a row has no value for a rule")
  func hiddenInRows() throws {
    let form = try form(
      #"""
      {"fields": [{"id": "items", "kind": "list", "fields": [
         {"id": "paid", "kind": "toggle"}, {"id": "amount", "kind": "decimal", "when": "not paid"}]}],
       "rules": [{"rule": "sum(items.amount) <= 10 and all(items, paid or amount != '')"}]}
      """#)
    fill(form, [("items[0].amount", "9"), ("items[1].amount", "9")])
    #expect(issues(form).count == 1)
    fill(form, [("items[1].paid", "yes")])
    #expect(issues(form) == [])
  }

  @Test(
    "Mistakes in a list's rules are said with their places",
    arguments: [
      (#"{"rule": "size > 1"}"#, "column 1: there is no value named “size” here"),
      (#"{"rule": "end > '2026'"}"#, "the key “at” is missing"),
      (#"{"rule": "a > 'x'", "at": "end"}"#, "there is no field “end”"),
      (#"{"command": ["x"], "at": "a"}"#, "a rule for rows needs a condition, not a program"),
    ])
  func mistakes(rule: String, reason: String) {
    let json = #"""
      {"fields": [{"id": "end", "kind": "text"}, {"id": "l", "kind": "list",
        "fields": [{"id": "a", "kind": "text"}], "rules": [\#(rule)]}]}
      """#
    let error = #expect(throws: FormDeclarationError.self) { try FormDeclaration(json: json) }
    #expect(error?.description.contains("fields[1].rules[0]") == true)
    #expect(error?.description.contains(reason) == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test("The messages of a list's rules have translations")
  func translation() throws {
    let declaration = try FormDeclaration(
      json: #"""
        {"fields": [{"id": "l", "kind": "list", "fields": [{"id": "a", "kind": "integer"}],
          "rules": [{"rule": "a > 1", "message": "more"}]}],
         "texts": {"de": {"fields": {"l": {"rules": ["mehr"]}}}}}
        """#)
    #expect(declaration.translated(to: ["de"]).fields[0].rules.map(\.message) == ["mehr"])
  }

  // MARK: Notes

  @Test("Notes name each optional field without which a rule is not judged")
  func notes() throws {
    let declaration = try FormDeclaration(
      json: #"""
        {"fields": [
          {"id": "a", "kind": "text", "required": true}, {"id": "b", "kind": "text"},
          {"id": "c", "kind": "choices", "options": ["x"]}, {"id": "d", "kind": "toggle"},
          {"id": "l", "kind": "list", "fields": [{"id": "m", "kind": "integer"},
            {"id": "n", "kind": "integer", "required": true}],
           "rules": [{"rule": "m < n"}, {"rule": "b < a or n > 1", "at": "n"}]}],
         "rules": [
          {"rule": "a == b"}, {"rule": "length(a) + length(b) <= 72"}, {"rule": "b == '' or b == a"},
          {"rule": "contains(c, 'x') or d"}, {"rule": "l[0].m > 1"}, {"rule": "length(l) >= 1"}]}
        """#, named: "f.json")
    #expect(
      declaration.notes.map { "\($0.keyPath) \($0.reason)" } == [
        "fields[4].rules[0] is not checked while m is empty",
        "fields[4].rules[1] is not checked while b is empty",
        "rules[0] is not checked while b is empty", "rules[4] is not checked while l is empty",
      ])
    #expect(declaration.notes.allSatisfy { $0.position != nil && $0.file == "f.json" })
  }

  // MARK: Amounts

  @Test(
    "Amounts are exact from the key to the answer",
    arguments: [
      ("22.79", "999.43", "1022.22", true), ("0.10", "0.20", "0.3", true),
      ("0,1", "0,2", "0,30", true),
      ("-22.79", "22.79", "0", true), ("22.79", "999.43", "1022.23", false),
      ("123456789012345678", "0.01", "123456789012345678.01", true),
      ("99999999999999999999999999999999.99", "0.01", "100000000000000000000000000000000", true),
    ])
  func amounts(fee: String, net: String, total: String, isRight: Bool) throws {
    let form = try form(
      #"""
      {"fields": [{"id": "total", "kind": "decimal", "places": 2},
        {"id": "fee", "kind": "decimal", "places": 2}, {"id": "net", "kind": "decimal"}],
       "rules": [{"rule": "fee + net == total", "at": "total", "message": "sum"}]}
      """#)
    fill(form, [("fee", fee), ("net", net), ("total", total)])
    #expect(issues(form) == (isRight ? [] : ["total: sum"]))
    #expect(
      form.state.data.map(\.value)
        == [total, fee, net].map { text in
          .decimal(DecimalNumber(text.replacing(",", with: "."))!)
        })
  }

  @Test("An amount keeps its digits in answers, and is refused with too many of them")
  func digits() throws {
    let form = try form(
      #"""
      {"fields": [{"id": "a", "kind": "decimal", "value": 123456789012345678.90},
        {"id": "b", "kind": "decimal", "places": 2, "value": 1.5, "maximum": 0.3}]}
      """#)
    #expect(form.state.data.map { "\($0.value)" }.joined().contains("123456789012345678.90"))
    #expect(form.state.fields[1].input == .text("1.50"))
    #expect(issues(form) == ["b: B must be at most 0.3"])
    fill(form, [("b", "0.30000000000000001")])
    #expect(issues(form) == ["b: B must be a number with at most 2 decimal places"])
    fill(form, [("b", "0.3"), ("a", "1" + String(repeating: "0", count: 38))])
    #expect(issues(form) == ["a: A must be a number"])
    #expect(
      throws: FormDeclarationError.self,
      performing: {
        try FormDeclaration(
          json: #"{"fields": [{"id": "a", "kind": "decimal", "places": 1, "value": 0.25}]}"#)
      })
  }

  // MARK: Texts

  private nonisolated static let kinds = ["text", "lines", "secret", "file"]

  @Test("U+0000 and more than 16,384 bytes are refused, however they come", arguments: kinds)
  func refusedTexts(kind: String) throws {
    let form = try form(#"{"fields": [{"id": "a", "kind": "\#(kind)"}]}"#)
    let long = String(repeating: "ä", count: 8_192)
    for (text, issue) in [
      ("x\0y", "a: A cannot contain U+0000 (control)"),
      ("\0", "a: A cannot contain U+0000 (control)"),
      (long + "x", "a: A may have at most 16384 bytes"),
    ] {
      #expect(form.fill(text: text, at: "a") == nil)
      #expect(issues(form) == [issue])
      #expect(form.fill([.init("a", .text(text))]) == [])
      #expect(issues(form) == [issue])
      form.enter(.text(text), at: form.state.fields[0].id)
      #expect(issues(form) == [issue])
    }
    fill(form, [("a", long)])
    #expect(issues(form) == [])
    #expect(form.state.data == [.init("a", .text(long))])
  }

  @Test(
    "A declaration cannot ask for longer texts",
    arguments: [
      (#""maxLength": 50000"#, "too many; a text can have at most 16384 bytes"),
      (#""minLength": 16385"#, "at most 16384 bytes"),
      (#""value": "a\u0000""#, "U+0000"),
      (#""kind": "choice", "options": ["a\u0000"]"#, "U+0000"),
      (#""kind": "choices", "options": [{"value": "\u0000"}]"#, "U+0000"),
    ])
  func refusedLimits(key: String, reason: String) {
    let kind = key.contains("kind") ? "" : #""kind": "text", "#
    let error = #expect(throws: FormDeclarationError.self) {
      try FormDeclaration(json: #"{"fields": [{"id": "a", \#(kind)\#(key)}]}"#)
    }
    #expect(error?.description.contains(reason) == true)
  }

  @Test(
    "A field whose title ends a sentence gets no second stop",
    arguments: [
      ("{field}: at least {minimum} needed", "What for? at least 2 needed"),
      ("“{field}” is missing", "“What for?” is missing"), ("{field}", "What for?"),
    ])
  func stops(template: String, text: String) {
    let messages = ValidationMessages([.tooFew: template])
    #expect(
      messages.text(for: ValidationIssue(.tooFew, ["minimum": 2, "field": "What for?"])) == text)
  }
}
