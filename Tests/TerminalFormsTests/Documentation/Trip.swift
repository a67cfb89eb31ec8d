import Forms
import TerminalForms
import TerminalKit

struct Trip: Sendable {
  var place = ""
  var nights = 1

  static let fields: [FormField<Trip>] = [
    .text("place", \.place, .required, .maximumLength(40)),
    .text("nights", \.nights, as: .integer, .range(1...30)),
  ]
}
