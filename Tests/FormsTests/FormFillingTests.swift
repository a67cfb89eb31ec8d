import Forms
import ReactiveExtras
import TestSupport
import Testing

private struct Visit: Sendable, Equatable {
  var name = "", password = ""
  var age: Int?
  var weight = 0.0
  var day: CalendarDay?
  var isNew = false
  var plan = Plan.small
  var ticket: String?
  var workshops: [String] = []
  var guests: [Guest] = []

  struct Guest: Sendable, Equatable { var name = "", age = 0, pin = "" }
  enum Plan: String, FormChoice { case small, veryLarge }
}

@Suite("A form filled in from outside") @MainActor
struct FormFillingTests {
  private let form = FormViewModel(
    Visit(),
    fields: [
      .text("name", \.name, .required), .secret("password", \.password),
      .text("age", \.age, as: .integer), .text("weight", \.weight, as: .decimal),
      .text("day", \.day, as: .day), .toggle("isNew", \.isNew), .choice("plan", \.plan),
      .choice(
        "ticket", \.ticket, options: ["day", FieldOption(name: "biz", label: "Business, all days")]),
      .choices("workshops", \.workshops, options: ["a", "b", "c"], most: 2),
      .list(
        "guests", \.guests, of: Visit.Guest(), 0...3,
        [
          .text("name", \.name, .required), .text("age", \.age, as: .integer),
          .secret("pin", \.pin),
        ]),
      .note("why", "So."),
    ], scheduler: VirtualTimeScheduler())

  @Test("takes data of every kind, and rows")
  func data() {
    let problems = form.fill([
      .init("name", .text("Ada")), .init("age", .integer(36)), .init("weight", .integer(60)),
      .init("day", .text("2026-11-30")), .init("isNew", .flag(true)),
      .init("plan", .text("veryLarge")), .init("ticket", .text("biz")),
      .init("workshops", .texts(["c", "a", "c"])),
      .init("guests", .list([[.init("name", .text("Bea")), .init("age", .integer(7))], []])),
    ])
    #expect(problems == [])
    #expect(
      form.state.value
        == Visit(
          name: "Ada", age: 36, weight: 60, day: CalendarDay("2026-11-30"), isNew: true,
          plan: .veryLarge, ticket: "biz", workshops: ["a", "c"],
          guests: [.init(name: "Bea", age: 7), .init()]))
    #expect(form.state.isEdited && !form.state.isValid)
    form.fill([.init("age", .none), .init("ticket", .none), .init("guests", .list([]))])
    #expect(form.state.value.age == nil && form.state.value.ticket == nil && form.state.isValid)
  }

  @Test("reports what it cannot take with its place, and takes the rest")
  func problems() {
    let problems = form.fill([
      .init("nmae", .text("Ada")), .init("name", .integer(3)), .init("age", .flag(true)),
      .init("isNew", .text("yes")), .init("plan", .none), .init("ticket", .integer(1)),
      .init("workshops", .text("a")), .init("why", .text("x")), .init("weight", .texts([])),
      .init(
        "guests",
        .list([[.init("name", .text("Bea"))], [.init("nme", .none), .init("age", .flag(true))]])),
      .init("guests", .text("Bea")), .init("age", .integer(5)),
    ])
    let said = problems.map { "\($0.path): \(form.messages.text(for: $0.issue))" }
    #expect(
      said == [
        "nmae: There is no such field", "name: a text is expected",
        "age: a whole number is expected",
        "isNew: true or false is expected", "plan: the name of an option is expected",
        "ticket: the name of an option is expected", "workshops: a list of options is expected",
        "why: There is no such field", "weight: a number is expected",
        "guests[1].nme: There is no such field", "guests[1].age: a whole number is expected",
        "guests: a list of rows is expected",
      ])
    #expect(form.state.value.guests.map(\.name) == ["Bea", ""] && form.state.value.age == 5)
  }

  @Test("is judged by its rules, also for options that there are not and too many rows")
  func judged() {
    form.fill([
      .init("name", .text("Ada")), .init("age", .text("12 km")), .init("plan", .text("huge")),
      .init("ticket", .text("none")), .init("workshops", .texts(["a", "b", "x"])),
      .init("guests", .list(Array(repeating: [.init("name", .text("B"))], count: 4))),
    ])
    let barred = form.state.fields.filter { !$0.issues.isEmpty }
    #expect(
      barred.map { "\($0.path) \($0.issues[0].code.rawValue)" } == [
        "age notANumber", "plan notOffered", "ticket notOffered", "workshops tooMany",
        "guests tooMany",
      ])
    #expect(form.field(\.age)?.text == "12 km" && form.submit() == form.id(\.age))
  }

  @Test("reads texts as a user types them")
  func texts() {
    for (path, text) in [
      ("name", "Ada"), ("age", "36"), ("isNew", "Yes"), ("plan", "very large"),
      ("ticket", "business, all days"), ("workshops", "C, a"), ("guests[1].name", "Bea"),
      ("guests.0.name", "Cleo"),
    ] {
      #expect(form.fill(text: text, at: path) == nil, "\(path)")
    }
    #expect(
      form.state.value
        == Visit(
          name: "Ada", age: 36, isNew: true, plan: .veryLarge, ticket: "biz",
          workshops: ["a", "c"], guests: [.init(name: "Cleo"), .init(name: "Bea")]))
    #expect(form.state.isValid)
    form.fill(text: "", at: "workshops")
    form.fill(text: "", at: "ticket")
    #expect(form.state.value.workshops == [] && form.state.value.ticket == nil)
  }

  @Test(
    "reports a text that has no meaning there",
    arguments: [
      ("isNew", "maybe", "yes or no is expected"),
      ("plan", "", "the name of an option is expected"),
      ("nmae", "x", "There is no such field"), ("name.x", "x", "There is no such field"),
      ("guests", "x", "a list of rows is expected"), ("", "x", "There is no such field"),
      ("guests[0].nme", "x", "There is no such field"), ("why", "x", "There is no such field"),
      ("guests[0]", "x", "There is no such field"),
      ("guests[99999999999].name", "x", "Guests: at most 3 allowed"),
      ("guests[-1].name", "x", "There is no such field"),
    ])
  func textProblems(path: String, text: String, message: String) {
    let problem = form.fill(text: text, at: path)
    #expect(problem?.path == path && problem.map(form.text(for:)) == message)
  }

  @Test("knows options by the labels of the form's language")
  func labels() {
    form.messages.labels["plan.veryLarge"] = "sehr groß"
    form.fill(text: "Sehr groß", at: "plan")
    #expect(form.state.value.plan == .veryLarge)
  }

  @Test("gives a draft of what differs, as typed and without secrets, and takes it again")
  func draft() {
    #expect(form.draft == [])
    form[\.name] = " Ada "
    form[\.password] = "secret"
    form.enter(.text("12 km"), at: form.id(\.age))
    form.fill(text: "Bea", at: "guests[0].name")
    form.fill(text: "1234", at: "guests[0].pin")
    let draft = form.draft
    #expect(
      draft == [
        .init("name", .text(" Ada ")), .init("age", .text("12 km")),
        .init("guests", .list([[.init("name", .text("Bea")), .init("age", .text("0"))]])),
      ])
    form.reset()
    #expect(form.restore(draft + [.init("gone", .flag(true))]).map(\.path) == ["gone"])
    #expect(form.draft == draft && form.field(\.password)?.text == "")
  }
}
