import Forms
import TestSupport
import Testing

@Suite("The output of a form") @MainActor
struct FormOutputTests {
  let paced = PacedForm(Profile(), .profile)
  var form: FormViewModel<Profile> { paced.form }

  @Test("Texts are trimmed and composed before rules see them; what was typed stays")
  func transforms() {
    form[\.name] = "  Zoe\u{308} "
    #expect(form.state.value.name.unicodeScalars.count == 3)
    #expect(form.field(\.name)?.text == "  Zoe\u{308} " && form[\.name] == "  Zoe\u{308} ")
    #expect(form.field(\.name)?.issues == [], "Three characters.")
    form[\.name] = "   "
    #expect(paced.bars(\.name) == [.required, .tooShort])
  }

  @Test("A secret is never altered")
  func secret() {
    form[\.password] = " a "
    #expect(form.state.value.password == " a ")
    #expect(form.field(\.password)?.control == .secret)
  }

  @Test("A secret is in no description, and is forgotten once it was submitted")
  func forgotten() throws {
    form[\.name] = "anna"
    form[\.password] = "hush-hush"
    form[\.confirmation] = "hush-hush"
    var dumped = ""
    dump(form.state, to: &dumped)
    dump(form.state.fields, to: &dumped)
    #expect(!"\(form.state) \(form.state.fields) \(dumped)".contains("hush"))
    form.submit()
    #expect(form.state.submission == .succeeded(Profile(name: "anna")))
  }

  @Test("A state is a value, which stays as it was when the form goes on, and can stand alone")
  func value() throws {
    let before = form.state
    form[\.name] = "anna"
    #expect(before.value.name == "" && before.fields[0].text == "" && !before.isValid)
    var alone = before
    alone.enter(.text("bob"), at: try #require(alone.id(at: "name")))
    #expect(alone.value.name == "bob" && alone.isValid && form.state.value.name == "anna")
    #expect(alone.id(at: "tags[0].word") == nil)
    let list = try #require(alone.id(at: "tags"))
    let row = alone.addRow(to: list)
    #expect(row != nil && alone.id(at: "tags[0].word")?.parent == row)
  }

  @Test("A number is a number, and what cannot be read stays as it was typed")
  func numbers() {
    form[\.age] = 30
    #expect(form.field(\.age)?.text == "30")
    form.enter(.text("12 km"), at: form.id(\.age))
    #expect(form.field(\.age)?.text == "12 km" && form.state.value.age == 30)
    #expect(paced.bars(\.age) == [.notANumber] && !form.state.isValid)
    form.enter(.text(" 17 "), at: form.id(\.age))
    #expect(form.state.value.age == 17 && paced.bars(\.age) == ["young"])
    form.enter(.text(""), at: form.id(\.age))
    #expect(form.state.value.age == nil && paced.bars(\.age) == [])
    form.enter(.text(""), at: form.id(\.start))
    #expect(paced.bars(\.start) == [.required])
  }

  @Test("A choice and a switch write their properties")
  func choices() {
    form.enter(.choice(1), at: form.id(\.plan))
    #expect(form.state.value.plan == .extraLarge && form[\.plan] == .extraLarge)
    form[\.plan] = nil
    #expect(form.field(\.plan)?.input == .choice(nil))
    form.enter(.flag(true), at: form.id(\.isCompany))
    #expect(form.state.value.isCompany)
    form.enter(.choice(9), at: form.id(\.plan))
    #expect(form.state.value.plan == nil, "There is no such option.")
  }

  @Test("A hidden field is neither validated nor submitted, and is as it was when it comes back")
  func hidden() {
    form[\.name] = "anna"
    #expect(form.state.isValid && form.field(\.company) == nil)
    form[\.isCompany] = true
    #expect(!form.state.isValid && paced.bars(\.company) == [.required])
    form[\.company] = "Ada Ltd"
    #expect(form.state.isValid && form.state.output.company == "Ada Ltd")
    form[\.isCompany] = false
    #expect(form.state.isValid && form.state.output.company == "")
    #expect(!form.state.data.contains { $0.name == "company" })
    form[\.isCompany] = true
    #expect(form[\.company] == "Ada Ltd" && form.state.output.company == "Ada Ltd")
  }

  @Test("The output is submitted, not what is hidden")
  func submitted() {
    form[\.name] = "anna"
    form[\.isCompany] = true
    form[\.company] = "Ada Ltd"
    form[\.isCompany] = false
    form.submit()
    #expect(form.state.submission == .succeeded(Profile(name: "anna")))
  }

  @Test("The output is there by name, with numbers as numbers")
  func data() {
    form[\.age] = 30
    form[\.plan] = .small
    form[\.tags] = [.init(word: "a")]
    let data = Dictionary(uniqueKeysWithValues: form.state.data.map { ($0.name, $0.value) })
    #expect(data["age"] == .integer(30) && data["isCompany"] == .flag(false))
    #expect(data["plan"] == .text("small") && data["name"] == .text(""))
    #expect(
      data["tags"] == .list([[.init("word", .text("a")), .init("isLoud", .flag(false))]]))
    form[\.age] = nil
    #expect(form.state.data.first { $0.name == "age" }?.value == FormDatum.none)
  }

  @Test("Resetting goes back to the baseline and forgets what was done, but for what is kept")
  func reset() {
    form[\.name] = "anna"
    form[\.email] = "a b"
    form.enter(.text("x"), at: form.id(\.age))
    form.addRow(to: form.id(\.tags))
    form.submit()
    form.reset(keeping: \.email)
    #expect(form[\.name] == "" && form[\.email] == "a b" && form.state.value.email == "a b")
    #expect(form.field(\.age)?.text == "" && form.state.value.tags.isEmpty)
    #expect(form.state.rows(of: form.id(\.tags)).isEmpty)
    #expect(paced.issue(\.name) == nil && paced.issue(\.email) == .forbiddenCharacter)
    #expect(!form.state.isSubmitted)
    form.reset()
    #expect(!form.state.isDirty && !form.state.isEdited && !form.state.isTouched)
  }

  @Test("After saving, what is in the fields is the baseline")
  func rebaseline() {
    form[\.name] = "anna"
    form.addRow(to: form.id(\.tags))
    form.rebaseline()
    #expect(!form.state.isDirty && !form.state.isEdited)
    form[\.name] = "bob"
    form.removeRow(form.state.rows(of: form.id(\.tags))[0])
    #expect(form.state.isDirty)
    form.reset()
    #expect(form[\.name] == "anna" && form.state.value.tags.count == 1)
  }

  @Test("Dirty does not flip back and forth: it is compared with the baseline, not the last value")
  func dirty() {
    for (text, isDirty) in [("a", true), ("ab", true), ("a", true), ("", false), ("b", true)] {
      form[\.name] = text
      #expect(form.state.isDirty == isDirty)
    }
  }
}
