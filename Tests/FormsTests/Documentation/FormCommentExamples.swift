import Forms
import Credentials
import Dispatch
import Reactive
import ReactiveExtras
import TestSupport
import Testing

/// The values that the examples of forms fill in.
private struct Address: Sendable {
  var name = "", street = "", city = "", country = Country.germany, state: State?
  var phones: [Phone] = []
  var age = 0, from = 0, until = 0, username = ""
  var arrival = CalendarDay(year: 2026, month: 11, day: 1)!
}

private enum Country: String, FormChoice {
  case germany, sweden, unitedStates

  var states: [State] { self == .unitedStates ? State.allCases : [] }
}

private enum State: String, FormChoice { case oregon, texas }

private struct Phone: Sendable {
  var kind = Kind.mobile
  var number = ""
  enum Kind: String, FormChoice { case mobile, home }
}

@Suite("Examples in comments: forms and their fields") @MainActor
struct FormCommentExamples: @MainActor ExampleSuite {
  let page = PrintedPage()
  private let clock = VirtualTimeScheduler()

  @Test("a form for a struct of one's own")
  func form() {
    struct Login: Sendable { var name = "", code = 0, stays = false }

    let shown = results {
      let form = FormViewModel(
        Login(),
        fields: [
          .text("name", \.name, .required, .maximumLength(20)),
          .text("code", \.code, as: .integer, .range(1000...9999)),
          .toggle("stays", \.stays, label: "Stay signed in"),
        ])
      form[\.name] = "annie"
      form.submit()  // the first field to be put right: the code
      form.id(\.code)
    }
    #expect(shown[0] == shown[1] && shown[0] != "nil")
  }

  @Test("the texts of a form")
  func messages() {
    var messages = ValidationMessages.forms
    messages.templates["beforeStart"] = "{field} is before the start"
    let fields = [from, until.rule(order("beforeStart"), reading: \.from)]
    let form = FormViewModel(Address(), fields: fields, messages: messages)
    form[\.until] = -1
    form.submit()
    #expect(form.message(for: \.until) == "Until is before the start")
  }

  private func order(_ code: ValidationIssue.Code) -> ValidationRule<Address> {
    ValidationRule(ValidationIssue(code)) { $0.from <= $0.until }
  }

  @Test("days")
  func days() {
    let shown = results {
      CalendarDay("2024-02-29")  // 2024-02-29
      CalendarDay("2026-02-29")  // nil
    }
    #expect(shown == ["2024-02-29", "nil"])
    let later = results {
      CalendarDay("2026-01-31")?.adding(months: 1)  // 2026-02-28
    }
    #expect(later == ["2026-02-28"])
  }

  @Test("what a choice is made among")
  func choices() {
    enum Country: String, FormChoice { case germany, sweden, unitedStates }
    #expect(Country.unitedStates.label == "United States")
  }

  // MARK: Fields

  private var street: FormField<Address> {
    .text("street", \.street, .required, .maximumLength(80))
  }

  private var age: FormField<Address> {
    .text("age", \.age, as: .integer, .range(18...120))
  }

  private var arrival: FormField<Address> {
    let (first, last) = (CalendarDay("2026-11-01")!, CalendarDay("2026-11-30")!)
    return .text("arrival", \.arrival, as: .day, .range(first...last))
  }

  private var state: FormField<Address> {
    .choice("state", \.state, offering: { $0.country.states }, reading: \.country)
  }

  private var phones: FormField<Address> {
    .list(
      "phones", \.phones, of: Phone(), 1...4,
      [.choice("kind", \.kind), .text("number", \.number, .required)])
  }

  private var from: FormField<Address> { .text("from", \.from, as: .integer) }

  private var country: FormField<Address> { .choice("country", \.country) }

  private var until: FormField<Address> { .text("until", \.until, as: .integer) }

  private var orderedUntil: FormField<Address> {
    .text("until", \.until, as: .integer)
      .rule(ValidationRule(ValidationIssue("order")) { $0.from <= $0.until }, reading: \.from)
  }

  private var username: FormField<Address> {
    let isFree = AsyncValidationRule<String>(on: clock) { _ in [ValidationIssue("taken")] }
    return .text("username", \.username, .required).check(isFree, of: \.username)
  }

  @Test("each kind of field says what is wrong with it")
  func fields() {
    let form = FormViewModel(
      Address(),
      fields: [
        street, age, arrival, country, state, phones, from, orderedUntil, username,
      ],
      scheduler: clock)
    #expect(form.submit() == form.id(\.street))
    #expect(form.message(for: \.street) == "Street is missing")
    #expect(form.message(for: \.age) == "Age must be between 18 and 120")
    form[\.until] = -1
    form[\.username] = "ann"
    clock.run()
    #expect(form.field(\.until)?.issues == [ValidationIssue("order")])
    #expect(form.field(\.username)?.issues == [ValidationIssue("taken")])
    #expect(form.field(\.arrival)?.issues == [])
  }

  @Test("a field that is there for one country")
  func shown() {
    let shown = results {
      FormField<Address>.text("street", \.street, .required, .maximumLength(80))
      FormField<Address>.choice("state", \.state, .required).shown { $0.country == .unitedStates }
    }
    #expect(shown.count == 2)
  }

  @Test("a rule that asks a store")
  func asking() {
    let store = InMemoryAccountStore(taken: ["ann"])
    var rule: AsyncValidationRule<String> {
      AsyncValidationRule(on: DispatchQueue.global()) { name in
        try store.contains(name) ? [ValidationIssue("taken")] : []
      }
    }
    let form = FormViewModel(Address(), fields: [street.check(rule, of: \.street)])
    #expect(form.field(\.street) != nil)
  }

  // MARK: States

  @Test("a field that is left")
  func field() {
    let shown = results {
      var field = FieldState("")
      field.edit("an")  // typing for the first time: issues are not shown yet
      field.blur()  // leaving it: now they are
      field.revealsIssues  // true
    }
    #expect(shown == ["true"])
  }

  @Test("the state of a form")
  func formState() {
    let form = FormViewModel(Address(), fields: [street, .text("city", \.city)])
    let shown = results {
      form[\.city] = "Berlin"
      form.state.value.city  // "Berlin"
      form.state.isValid  // false
    }
    #expect(shown == [#""Berlin""#, "false"])
  }

  @Test("why a submission is refused")
  func rejection() {
    let shown = results {
      FormRejection(ValidationIssue("taken"), at: "username")
      FormRejection(ValidationIssue("tryLater"))  // about the whole form
    }
    #expect(shown[0].contains(#"["username"]"#) && shown[1].contains("fields: []"))
  }
}
