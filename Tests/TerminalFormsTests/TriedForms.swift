import Dispatch
import Forms

/// An address: the state is asked for only where there are any, and there may be several phones.
struct Address: Equatable, Sendable {
  var name = "", street = "", postalCode = "", city = ""
  var country = Country.germany
  var state: State?
  var phones = [Phone()]

  enum Country: String, FormChoice { case germany, sweden, unitedStates }
  enum State: String, FormChoice { case california, newYork, oregon, texas, washington }

  struct Phone: Equatable, Sendable {
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
      rules: .distinct { $0.number }),
  ]
}

/// A booking: numbers, two days of which one has to be after the other, a code that somebody else
/// knows, a warning, and terms that have to be agreed to.
struct Booking: Equatable, Sendable {
  var guests = 2
  var arrival = 1, departure = 2
  var voucher = ""
  var agreesToTerms = false

  static let fields: [FormField<Booking>] = [
    .text("guests", \.guests, as: .integer, .range(1...12), .many.asWarning()),
    .text("arrival", \.arrival, as: .integer, .range(1...30)).hint("day of the month, 1–30"),
    .text("departure", \.departure, as: .integer, .range(1...31))
      .rule(ValidationRule(.notAfter) { $0.arrival < $0.departure }, reading: \.arrival),
    .text("voucher", \.voucher).hint("if you have one: SUN or RAIN")
      .check(.isKnown, of: \.voucher),
    .toggle("agreesToTerms", \.agreesToTerms, label: "I agree to the terms", .agreed),
  ]

  static let messages: ValidationMessages = {
    var messages = ValidationMessages.forms
    messages.templates["notAfter"] = "Departure must be after arrival"
    messages.templates["notAgreed"] = "Agree to the terms to continue"
    messages.templates["many"] = "More than eight guests need two tables"
    messages.templates["noSuchVoucher"] = "Unknown voucher"
    return messages
  }()
}

extension ValidationIssue {
  fileprivate static let notAfter = ValidationIssue("notAfter")
}

extension ValidationRule<Bool> {
  fileprivate static let agreed = ValidationRule(ValidationIssue("notAgreed")) { $0 }
}

extension ValidationRule<Int> {
  fileprivate static let many = ValidationRule(ValidationIssue("many")) { $0 <= 8 }
}

extension AsyncValidationRule<String> {
  fileprivate static let isKnown = AsyncValidationRule(on: DispatchQueue.global()) { code in
    ["", "SUN", "RAIN"].contains(code) ? [] : [ValidationIssue("noSuchVoucher")]
  }
}
