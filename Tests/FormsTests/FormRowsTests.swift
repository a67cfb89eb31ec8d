import ReactiveExtras
import TestSupport
import Testing

@testable import Forms

@Suite("A list in a form") @MainActor
struct FormRowsTests {
  let paced = PacedForm(
    Profile(name: "anna", tags: [.init(word: "a"), .init(word: "b")]), .profile)
  var form: FormViewModel<Profile> { paced.form }
  var list: FieldID { form.id(\.tags) }
  var rows: [FieldID] { form.state.rows(of: list) }
  var words: [String] { form.state.value.tags.map(\.word) }

  @Test("Rows keep their identity, and what was done to them, when others come and go")
  func identity() throws {
    let second = try #require(form.id(\.tags, 1, \.word))
    form.enter(.text(""), at: second)
    form.leave(second)
    #expect(form.state[second]?.shownIssue?.code == .required)
    form.addRow(to: list, at: 0)
    #expect(form.state[second]?.path == "tags[2].word")
    #expect(form.state[second]?.shownIssue?.code == .required)
    #expect(form.state.fields.filter { $0.shownIssue != nil }.map(\.id) == [second])
    form.moveRow(try #require(second.parent), to: 0)
    #expect(form.state[second]?.path == "tags[0].word" && words == ["", "", "a"])
    form.removeRow(rows[1])
    form.enter(.text("z"), at: second)
    #expect(words == ["z", "a"])
    #expect(form.id(\.tags, 0, \.word) == second)
  }

  @Test("It can be no shorter and no longer than its limits")
  func limits() {
    #expect(form.addRow(to: list) != nil)
    #expect(form.addRow(to: list) == nil && words.count == 3)
    let short = PacedForm(
      Profile(), [.list("tags", \.tags, of: .init(), 1...2, [.text("word", \.word)])])
    #expect(short.bars(\.tags) == [.tooFew])
    #expect(!short.form.state.isValid && short.form.submit() == short.form.id(\.tags))
    #expect(short.form.message(for: \.tags) == "Tags: at least 1 needed")
    short.form.addRow(to: short.form.id(\.tags))
    short.form.removeRow(short.form.state.rows(of: short.form.id(\.tags))[0])
    #expect(short.form.state.value.tags.count == 1 && short.form.state.isValid)
  }

  @Test("Its rows can have to do with each other")
  func together() {
    form[\.tags] = [.init(word: "a"), .init(word: "b"), .init(word: "a")]
    let third = ValidationIssue(.repeated, ["position": 3, "first": 1])
    #expect(form.field(\.tags)?.issues == [third])
    form.moveRow(rows[2], to: 1)
    #expect(
      form.field(\.tags)?.issues == [ValidationIssue(.repeated, ["position": 2, "first": 1])])
    form.removeRow(rows[1])
    #expect(form.state.isValid)
  }

  @Test("A row's fields can be hidden, are left out of the output, and bar nothing then")
  func conditional() throws {
    form[\.tags] = [.init(word: "a", isLoud: true)]
    #expect(!form.state.isValid)
    let reason = try #require(form.id(\.tags, 0, \.reason))
    let isLoud = try #require(form.id(\.tags, 0, \.isLoud))
    form.enter(.text("because"), at: reason)
    #expect(form.state.isValid)
    form.enter(.flag(false), at: isLoud)
    #expect(form.state.output.tags == [.init(word: "a")] && form.state[reason] == nil)
    form.enter(.flag(true), at: isLoud)
    #expect(form.state.output.tags == [.init(word: "a", isLoud: true, reason: "because")])
  }

  @Test("Fields come in display order, a list before its rows")
  func order() {
    let paths = form.state.fields.map(\.path)
    #expect(
      paths.suffix(6) == [
        "plan", "tags", "tags[0].word", "tags[0].isLoud", "tags[1].word", "tags[1].isLoud",
      ])
    let places = form.state.fields.compactMap(\.row).map(\.index)
    #expect(places == [0, 0, 1, 1])
  }

  @Test("Adding, removing and moving rows is an edit; back as it was is not dirty")
  func dirty() {
    form.moveRow(rows[0], to: 1)
    #expect(form.state.isDirty && form.state.isEdited && words == ["b", "a"])
    form.moveRow(rows[0], to: 1)
    #expect(!form.state.isDirty && form.state.isEdited)
    form.moveRow(rows[0], to: 0)
    form.moveRow(rows[0], to: 9)
    #expect(words == ["a", "b"], "There is no such place.")
    form.reset()
    #expect(!form.state.isEdited)
  }

  @Test("A question about a row that is gone is cancelled and changes nothing")
  func questions() throws {
    let oracle = Oracle()
    let paced = PacedForm(
      Profile(),
      [
        .list(
          "tags", \.tags, of: .init(), 0...3,
          [.text("word", \.word, .required).check(oracle.rule(), of: \.word)])
      ])
    let form = paced.form
    let list = form.id(\.tags)
    for word in ["a", "b"] {
      form.addRow(to: list)
      let field = try #require(form.id(\.tags, word == "a" ? 0 : 1, \.word))
      form.enter(.text(word), at: field)
    }
    paced.wait(300)
    #expect(oracle.asked == ["a", "b"])
    form.removeRow(form.state.rows(of: list)[0])
    #expect(oracle.cancelled == ["a"])
    oracle.answer(0, "taken")
    oracle.answer(1, "taken")
    paced.wait()
    let left = try #require(form.id(\.tags, 0, \.word))
    #expect(form.state[left]?.issues.map(\.code) == ["taken"] && !form.state.isValidating)
  }

  @Test("Lists can have lists, to any depth")
  func nested() throws {
    struct Group: Sendable, Equatable { var names: [Name] = [] }
    struct Name: Sendable, Equatable { var text = "" }
    struct Whole: Sendable, Equatable { var groups: [Group] = [Group()] }
    let paced = PacedForm(
      Whole(),
      [
        .list(
          "groups", \.groups, of: Group(), 0...2,
          [
            .list("names", \.names, of: Name(), 0...2, [.text("text", \.text, .required)])
          ])
      ])
    let form = paced.form
    let names = try #require(form.id(\.groups, 0, \.names))
    form.addRow(to: names)
    let row = try #require(form.state.rows(of: names).first)
    let field = try #require(form.state.fields.last)
    #expect(field.path == "groups[0].names[0].text" && field.row?.row == row)
    #expect(!form.state.isValid)
    form.enter(.text("x"), at: field.id)
    #expect(form.state.output == Whole(groups: [Group(names: [Name(text: "x")])]))
    #expect(form.state.isValid && form.state.isDirty)
    form.removeRow(row)
    #expect(form.state.output == Whole() && !form.state.isDirty)
  }
}

@Suite("The path of a field")
struct PathStepTests {
  @Test(
    "has names and places",
    arguments: [
      ("a", [.name("a")]), ("a[1].b", [.name("a"), .index(1), .name("b")]),
      ("a.1.b", [.name("a"), .index(1), .name("b")]), ("", nil), ("a..b", nil), ("a[", nil),
    ] as [(String, [PathStep]?)])
  func steps(path: String, steps: [PathStep]?) {
    #expect(PathStep.steps(of: path) == steps)
  }
}
