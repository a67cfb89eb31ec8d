/// An address: the state is asked for only in countries that have states, and there may be several
/// phone numbers.
struct Address: Sendable {
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

  static let fields: [FormField<Address>] = [
    .text("name", \.name, .required, .maximumLength(60)),
    .text("street", \.street, .required),
    .text("postalCode", \.postalCode, .required, .maximumLength(10)),
    .text("city", \.city, .required),
    .choice("country", \.country),
    .choice("state", \.state, .required).shown { $0.country == .unitedStates },
    .list(
      "phones", \.phones, of: Phone(), 1...4,
      [
        .choice("kind", \.kind),
        .text("number", \.number, .required, .allowedCharacters { "+0123456789 ".contains($0) }),
      ],
      rules: .distinct(by: \.number)),
  ]
}
