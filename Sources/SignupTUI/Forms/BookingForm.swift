/// A booking: numbers, two days in order, a code that a server checks, a warning, and terms to
/// agree to.
struct Booking: Sendable {
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

extension ValidationIssue { fileprivate static let notAfter = ValidationIssue("notAfter") }

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
