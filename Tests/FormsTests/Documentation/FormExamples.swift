import Credentials
import Forms
import Dispatch
import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("Documented examples: forms") @MainActor
struct FormExamples: @MainActor ExampleSuite {
  let page = PrintedPage()

  struct Address: Sendable {
    var name = "", street = "", postalCode = "", city = ""
    var country = Country.germany
    var state: State?
    var phones = [Phone()]

    enum Country: String, FormChoice { case germany, sweden, unitedStates }
    enum State: String, FormChoice {
      case california, newYork, oregon, texas, washington
    }

    struct Phone: Sendable {
      var kind = Kind.mobile
      var number = ""
      enum Kind: String, FormChoice { case mobile, home, work }
    }
  }

  @Test("an address")
  func address() throws {
    var saved: [Address] = []
    let save: FormViewModel<Address>.Submission = { address in
      saved.append(address)
      return Empty().eraseToAnyPublisher()
    }
    let form = FormViewModel(
      Address(),
      fields: [
        .text("name", \.name, .required, .maximumLength(60)),
        .text("street", \.street, .required),
        .text("postalCode", \.postalCode, .required, .maximumLength(10)),
        .text("city", \.city, .required),
        .choice("country", \.country),
        .choice("state", \.state, .required).shown { $0.country == .unitedStates },
        .list(
          "phones", \.phones, of: Address.Phone(), 1...4,
          [.choice("kind", \.kind), .text("number", \.number, .required)],
          rules: .distinct(by: \.number)),
      ],
      submission: save)
    form[\.name] = "Ada Byron"
    form[\.street] = "1 Main St"
    form[\.postalCode] = "97201"
    #expect(form.submit() == form.id(\.city))
    form[\.city] = "Portland "
    let number = try #require(form.id(\.phones, 0, \.number))
    form.enter(.text("+1 503 555 0100"), at: number)
    #expect(form.submit() == nil)
    #expect(saved.map(\.city) == ["Portland"])
    #expect(saved.map { $0.state == nil } == [true])
  }

  private struct Passwords: Sendable { var password = "", confirmation = "" }

  @Test("a rule that reads another field")
  func repetition() {
    let confirmation: FormField<Passwords> =
      .secret("confirmation", \.confirmation)
      .rule(.matches(\.confirmation, \.password), reading: \.password)
    let form = FormViewModel(
      Passwords(), fields: [.secret("password", \.password, .required), confirmation])
    form[\.password] = "one"
    form[\.confirmation] = "two"
    form.submit()
    #expect(form.message(for: \.confirmation) == "The two do not match")
    form[\.password] = "two"
    #expect(form.state.isValid)
  }

  private struct Login: Sendable { var username = "" }

  @Test("a rule whose answer takes a while")
  func check() {
    let store = InMemoryAccountStore(taken: ["annika"])
    let clock = VirtualTimeScheduler()
    let queue = clock
    let fields: [FormField<Login>] = [
      .text("username", \.username, .required)
        .check(
          AsyncValidationRule(on: queue) { name in
            try store.contains(name) ? [ValidationIssue("taken")] : []
          }, of: \.username)
    ]
    let form = FormViewModel(Login(), fields: fields, scheduler: clock)
    form[\.username] = "annika"
    #expect(form.state.isValidating)
    clock.run()
    #expect(form.field(\.username)?.issues == [ValidationIssue("taken")])
  }
}
