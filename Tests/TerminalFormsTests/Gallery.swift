import Forms

/// A form with a field of every kind.
struct Gallery: Equatable, Sendable {
  var name = "", secret = ""
  var ticket = Ticket.day
  var country: String?
  var days: Set<Day> = []
  var workshops: [String] = []
  var remarks = ""
  var arrival: CalendarDay?
  var lunch: TimeOfDay?
  var seats = 2
  var price: Double?
  var account = ""
  var photo = ""
  var city = ""
  var agrees = false

  enum Ticket: String, FormChoice { case day, week, business }
  enum Day: String, FormChoice { case monday, tuesday, wednesday, thursday, friday }

  static let countries = [
    "Austria", "Belgium", "Bulgaria", "Croatia", "Cyprus", "Czechia", "Denmark", "Estonia",
    "Finland", "France", "Germany", "Greece", "Hungary", "Ireland", "Italy", "Latvia", "Lithuania",
    "Luxembourg", "Malta", "Netherlands", "Poland", "Portugal", "Romania", "Slovakia", "Slovenia",
    "Spain", "Sweden",
  ].map { name in
    FieldOption(
      name: name.lowercased(), label: name, refusal: name == "Cyprus" ? "sold out" : nil)
  }

  static let talks = [
    "Actors", "Buffers", "Clocks", "Decoders", "Editors", "Frames", "Graphemes", "Hosts",
  ].map { FieldOption(name: $0.lowercased(), label: $0) }

  static let fields: [FormField<Gallery>] = [
    .note("about", "One field of every kind, so that they can be tried. Nothing is sent."),
    .text("name", \.name, .required, .maximumLength(40)),
    .secret("secret", \.secret),
    .choice("ticket", \.ticket),
    .choice("country", \.country, options: countries),
    .choices("days", \.days, least: 1, most: 3),
    .choices("workshops", \.workshops, options: talks, most: 4),
    .lines("remarks", \.remarks, rows: 3, limit: 120),
    .day("arrival", \.arrival, from: CalendarDay("2026-11-20"), through: CalendarDay("2027-03-31")),
    .text("lunch", \.lunch, as: .time).hint("such as 12:30"),
    .step("seats", \.seats, 1...8),
    .text("price", \.price, as: .decimal(places: 2)).suffix("€"),
    .text("account", \.account).mask(.iban),
    .file("photo", \.photo),
    .text("city", \.city).suggesting(["Berlin", "Bremen", "Dresden", "Düsseldorf"]),
    .toggle("agrees", \.agrees, label: "I agree to the terms"),
  ]
}
