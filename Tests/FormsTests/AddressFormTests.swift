import Forms
import TestSupport
import Testing

// The declaration, as it stands in the documentation.

private struct Address: Sendable {
  var name = "", street = "", postalCode = "", city = ""
  var country = Country.germany
  var state: State?
  var phones = [Phone()]

  enum Country: String, FormChoice { case germany, sweden, unitedStates }
  enum State: String, FormChoice { case california, newYork, oregon, texas, washington }

  struct Phone: Sendable {
    var kind = Kind.mobile
    var number = ""
    enum Kind: String, FormChoice { case mobile, home, work }
  }
}

@MainActor private func addressForm(
  save: @escaping FormViewModel<Address>.Submission
) -> FormViewModel<Address> {
  FormViewModel(
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
}

@Suite("An address form") @MainActor
struct AddressFormTests {
  private let server = Server<Address>()
  private var form: FormViewModel<Address> { addressForm(save: server.submission) }

  @Test("Is filled in, asks for the state where there are any, and is submitted as an address")
  func filledIn() throws {
    let form = form
    #expect(form.submit() == form.id(\.name))
    form[\.name] = "Ada Byron"
    form[\.street] = "1 Main St"
    form[\.postalCode] = "97201"
    form[\.city] = "Portland "
    let number = try #require(form.id(\.phones, 0, \.number))
    form.enter(.text("+1 503 555 0100"), at: number)
    #expect(form.state.isValid)
    form[\.country] = .unitedStates
    #expect(form.submit() == form.id(\.state))
    #expect(form.message(for: \.state) == "State is missing")
    form[\.state] = .oregon
    form.submit()
    let address = try #require(server.received.first)
    #expect(address.city == "Portland" && address.state == .oregon)
    #expect(address.phones.map(\.number) == ["+1 503 555 0100"])
  }

  @Test("Does not submit a state of another country")
  func otherCountry() {
    let form = form
    form[\.country] = .unitedStates
    form[\.state] = .texas
    form[\.country] = .sweden
    #expect(form.state.output.state == nil)
    form[\.country] = .unitedStates
    #expect(form.state.output.state == .texas)
  }

  @Test("Has no number twice")
  func distinct() throws {
    let form = form
    form[\.phones] = [.init(number: "1"), .init(number: "1")]
    let number = try #require(form.id(\.phones, 1, \.number))
    form.submit()
    let field = try #require(form.state[number])
    #expect(form.message(for: field) == "The 2nd phone repeats the 1st")
  }
}
