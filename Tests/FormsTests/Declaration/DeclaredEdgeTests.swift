import ReactiveExtras
import TestSupport
import Testing

@testable import Forms

@Suite("Edges of a form's file") @MainActor
struct DeclaredEdgeTests {
  private func form(
    _ json: String, at now: String = "2026-11-28T17:24"
  ) throws -> FormViewModel<FormRecord> {
    let now = try #require(DayAndTime(now))
    let declaration = try FormDeclaration(json: json)
    return FormViewModel(
      declaration.record(at: now), fields: declaration.formFields(now: { now }),
      messages: declaration.validationMessages, scheduler: VirtualTimeScheduler())
  }

  private func issues(_ form: FormViewModel<FormRecord>) -> [String] {
    form.submit()
    return form.state.fields.flatMap { field in
      field.issues.map { "\(field.path): \(form.messages.text(for: $0, of: field))" }
    }
  }

  private func warnings(_ form: FormViewModel<FormRecord>) -> [String] {
    form.state.fields.flatMap { field in
      field.warnings.map { "\(field.path): \(form.messages.text(for: $0, of: field))" }
    }
  }

  private func problems(_ json: String) -> [String] {
    do throws(FormDeclarationError) {
      _ = try FormDeclaration(json: json)
      return []
    } catch {
      return error.problems.map { "\($0.keyPath): \($0.reason)" }
    }
  }

  // MARK: Choices that are given from outside

  private static let shirt = #"""
    {"fields": [
      {"id": "product", "kind": "choice", "options": ["shirt", "mug"], "value": "shirt"},
      {"id": "size", "kind": "choice", "value": "xl",
       "options": ["m", {"value": "xl", "when": "product == 'shirt'"}]},
      {"id": "rows", "kind": "list", "fields": [{"id": "n", "kind": "integer", "value": 1},
        {"id": "s", "kind": "choice", "options": ["a", {"value": "b", "when": "n == 1"}]}]}]}
    """#

  @Test(
    "A given choice that is not offered is an issue, whatever came first",
    arguments: [
      (["size=xl", "product=mug"], ["size: Size has no option “xl” (m)"]),
      (["product=mug", "size=xl"], ["size: Size has no option “xl” (m)"]),
      (["product=mug", "size=m"], []), (["size=xl", "product=mug", "size=m"], []),
      (["size=xl", "product=mug", "product=shirt"], []),
      (["rows[0].s=b", "rows[0].n=2"], ["rows[0].s: S has no option “b” (a)"]),
      (["rows[0].n=2", "rows[0].s=b"], ["rows[0].s: S has no option “b” (a)"]),
      (["product=mug"], []),
    ] as [([String], [String])])
  func given(answers: [String], expected: [String]) throws {
    let form = try form(Self.shirt)
    for answer in answers {
      let parts = answer.split(separator: "=")
      #expect(form.fill(text: String(parts[1]), at: String(parts[0])) == nil)
    }
    #expect(issues(form) == expected)
    let isFirst = answers == ["product=mug"]
    #expect(
      warnings(form)
        == (isFirst ? ["size: Size: “xl” is no longer offered, so it was deselected"] : []))
  }

  @Test("So it is if all answers are given at once")
  func givenAtOnce() throws {
    let form = try form(Self.shirt)
    form.fill([
      .init("product", .text("mug")), .init("size", .text("xl")),
      .init("rows", .list([[.init("s", .text("b")), .init("n", .integer(2))]])),
    ])
    #expect(
      issues(form) == ["size: Size has no option “xl” (m)", "rows[0].s: S has no option “b” (a)"])
  }

  @Test("What the user changes takes a given choice back, and offers it again")
  func changedByUser() throws {
    let form = try form(Self.shirt)
    form.fill([.init("product", .text("shirt")), .init("size", .text("xl"))])
    let product = try #require(form.state.id(at: "product"))
    form.enter(.choice(1), at: product)
    #expect(form.state.data.prefix(2) == [.init("product", .text("mug")), .init("size", .none)])
    #expect(warnings(form).count == 1)
    form.enter(.choice(0), at: product)
    #expect(warnings(form) == [])
  }

  // MARK: Times

  @Test(
    "Limits of a time end with the day",
    arguments: [
      ("2026-11-28T17:24", "17:24", nil), ("2026-11-28T17:24", "23:59", nil),
      ("2026-11-28T17:24", "17:23", "A must be between 17:24 and 23:59"),
      ("2026-11-28T01:00", "00:00", "A must be between 01:00 and 11:00"),
    ] as [(String, String, String?)])
  func times(now: String, answer: String, issue: String?) throws {
    let form = try form(
      #"{"fields": [{"id": "a", "kind": "time", "minimum": "now", "maximum": "now + 10 hours"}]}"#,
      at: now)
    form.fill(text: answer, at: "a")
    #expect(issues(form) == (issue.map { ["a: \($0)"] } ?? []))
    let early = try self.form(
      #"{"fields": [{"id": "a", "kind": "time", "minimum": "now - 2 hours"}]}"#,
      at: "2026-11-28T01:00")
    early.fill(text: "00:00", at: "a")
    #expect(issues(early) == [])
  }

  @Test(
    "Limits between which nothing ever is are refused",
    arguments: [
      ("date", "today + 5 days", "today", true), ("date", "today", "today", false),
      ("date", "today + 30 days", "today + 1 month", false),
      ("date", "today + 32 days", "today + 1 month", true),
      ("datetime", "now", "today", false), ("datetime", "now", "now - 1 minute", true),
      ("time", "now - 1 hour", "today + 8 hours", false),
    ])
  func relativeLimits(kind: String, least: String, most: String, isRefused: Bool) {
    let found = problems(
      #"{"fields": [{"id": "a", "kind": "\#(kind)", "minimum": "\#(least)", "maximum": "\#(most)"}]}"#
    )
    #expect(
      found == (isRefused ? ["fields[0].minimum: \(least) is above the maximum, \(most)"] : []))
  }

  // MARK: Messages

  @Test(
    "A message that no issue of the kind can have is refused",
    arguments: [
      (#""kind": "toggle""#, "minLength", false), (#""kind": "toggle""#, "required", true),
      (#""kind": "toggle""#, "notAccepted", true), (#""kind": "text""#, "notAccepted", false),
      (#""kind": "text""#, "kind", false), (#""kind": "text""#, "tooShort", true),
      (#""kind": "rating""#, "most", true), (#""kind": "rating""#, "maximum", false),
      (#""kind": "integer""#, "outOfRange", true), (#""kind": "integer""#, "places", false),
      (#""kind": "decimal""#, "kind", true), (#""kind": "email""#, "kind", true),
      (#""kind": "choice", "options": ["x"]"#, "options", true),
      (#""kind": "choice", "options": ["x"]"#, "most", false),
      (#""kind": "choices", "options": ["x"]"#, "most", true),
      (#""kind": "list", "fields": [{"id": "b", "kind": "text"}]"#, "distinct", true),
      (#""kind": "text""#, "distinct", false), (#""kind": "text""#, "unknownField", false),
      (#""kind": "file""#, "exists", true), (#""kind": "secret""#, "same", true),
    ])
  func messageKeys(field: String, key: String, isKnown: Bool) {
    let found = problems(#"{"fields": [{"id": "a", \#(field), "messages": {"\#(key)": "x"}}]}"#)
    #expect(
      found == (isKnown ? [] : ["fields[0].messages.\(key): there is no issue “\(key)”"]))
  }

  @Test(
    "The message of a rule is that of its issue",
    arguments: [
      (#""kind": "rating", "messages": {"most": "M"}"#, "9", "a: M"),
      (#""kind": "decimal", "places": 2, "messages": {"kind": "K", "places": "P"}"#, "x", "a: K"),
      (
        #""kind": "decimal", "places": 2, "messages": {"kind": "K", "places": "P"}"#, "1.234",
        "a: P"
      ),
      (
        #""kind": "decimal", "places": 2, "messages": {"kind": "K"}"#, "1.234",
        "a: A must be a number with at most 2 decimal places"
      ),
      (#""kind": "decimal", "places": 2, "messages": {"places": "P"}"#, "x", "a: P"),
    ])
  func ruleMessages(field: String, answer: String, issue: String) throws {
    let form = try form(#"{"fields": [{"id": "a", \#(field)}]}"#)
    form.fill(text: answer, at: "a")
    #expect(issues(form) == [issue])
  }

  @Test("The message of a list for rows that repeat each other stands at the row")
  func distinct() throws {
    let form = try form(
      #"""
      {"fields": [{"id": "n", "kind": "integer", "value": 1},
        {"id": "a", "kind": "list", "distinct": ["b"], "fields": [{"id": "b", "kind": "text"}],
         "messages": {"distinct": "{first:ordinal} again, {n}"}}]}
      """#)
    for row in 0...1 { form.fill(text: "x", at: "a[\(row)].b") }
    #expect(issues(form) == ["a[1].b: 1st again, 1"])
    form.fill(text: "2", at: "n")
    #expect(issues(form) == ["a[1].b: 1st again, 2"])
  }

  @Test("The message of a row's rule follows the form's fields")
  func rowMessages() throws {
    let form = try form(
      #"""
      {"fields": [{"id": "n", "kind": "integer", "value": 1},
        {"id": "a", "kind": "list", "fields": [{"id": "z", "kind": "text"}],
         "rules": [{"rule": "z != 'bad'", "message": "bad {n} {z}"}]}]}
      """#)
    form.fill(text: "bad", at: "a[0].z")
    #expect(issues(form) == ["a[0].z: bad 1 bad"])
    form.fill(text: "5", at: "n")
    #expect(issues(form) == ["a[0].z: bad 5 bad"])
    // A number that cannot be read does not keep the rule from being judged.
    form.fill(text: "x", at: "n")
    #expect(issues(form).last == "a[0].z: bad 5 bad")
  }

  @Test("A list that a condition requires has one issue")
  func requiredList() throws {
    let form = try form(
      #"""
      {"fields": [{"id": "t", "kind": "toggle", "value": true},
        {"id": "a", "kind": "list", "least": 2, "required": "t", "fields": [
          {"id": "b", "kind": "text"}]},
        {"id": "c", "kind": "choices", "least": 2, "required": "t", "options": ["x", "y"]}]}
      """#)
    #expect(issues(form) == ["a: A: at least 2 needed", "c: C: at least 2 needed"])
  }

  // MARK: Options

  @Test(
    "A ranking has no options with conditions",
    arguments: [
      (
        #"{"fields": [{"id": "a", "kind": "ranking", "options": ["x", {"value": "y", "when": "1 == 1"}]}]}"#,
        "fields[0].options[1].when: a ranking includes all of its options; remove this key"
      ),
      (
        #"{"fields": [{"id": "a", "kind": "ranking", "options": [{"value": "y", "refused": "no"}]}]}"#,
        "fields[0].options[0].refused: a ranking includes all of its options; remove this key"
      ),
      (
        #"{"lists": {"l": [{"value": "y", "refused": "no"}]}, "fields": [{"id": "a", "kind": "ranking", "options": "l"}]}"#,
        "fields[0].options: in the list “l”, [0].refused: a ranking includes all of its options; remove this key"
      ),
      (
        #"{"lists": {"l": [{"value": "y", "when": "nope == 1"}]}, "fields": [{"id": "a", "kind": "text"}]}"#,
        "lists.l[0].when: there is no value named “nope” here; use a"
      ),
    ])
  func options(json: String, problem: String) { #expect(problems(json) == [problem]) }

  @Test("The schema allows no name for one of the form's lists, and no conditions in a ranking")
  func schema() throws {
    let schema = FormDeclaration.schema
    let list = try #require(schema.split(separator: #""optionList": {"#).dropFirst().first)
    #expect(list.split(separator: "},").first?.contains("anyOf") == false)
    let ranked = try #require(schema.split(separator: #""rankedOption": {"#).dropFirst().first)
    #expect(try #require(ranked.split(separator: "rankedOptions").first).contains("when") == false)
  }

  // MARK: Braces

  @Test(
    "Braces without an end are text, and cost no more than others", .untilStandstill,
    arguments: ["{a", "{a{b}", "{'", "{'}", "{a}", "{{", "}"])
  func braces(unit: String) {
    let text = String(repeating: unit, count: 40_000)
    let parts = BracedPart.parts(of: text)
    #expect(!parts.isEmpty)
    _ = ValidationMessages([.required: text]).text(for: ValidationIssue(.required))
  }

  @Test(
    "A part in braces ends behind the braces and quotation marks in it",
    arguments: [
      ("a {b} c", ["b"]), ("{ {x: 1} }", [" {x: 1} "]), ("{'}'}", ["'}'"]), ("{a", []),
      ("{a{b} {c}", ["a{b", "c"]), ("it's {a}, isn't {b}", ["a", "b"]),
    ] as [(String, [String])])
  func inside(text: String, parts: [String]) {
    #expect(BracedPart.parts(of: text).filter(\.isInside).map(\.text) == parts)
  }

  @Test("The scheme of a URL has either case", arguments: ["file:///x", "FILE:///x", "File:///"])
  func schemes(url: String) throws {
    let form = try form(#"{"fields": [{"id": "a", "kind": "url"}]}"#)
    form.fill(text: url, at: "a")
    #expect(issues(form) == [])
  }
}
