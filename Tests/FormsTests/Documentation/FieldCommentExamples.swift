import Dispatch
import Forms
import Reactive
import ReactiveExtras
import TestSupport
import Testing

private struct Trip: Sendable {
  var ticket: String?, city: String?, airport: String?, country = Country.germany
  var workshops: Set<Workshop> = [], names: [String] = []
  var remarks = "", arrival = CalendarDay(year: 2026, month: 11, day: 1)!, seats = 1, photo = ""
  var account = "", price = 0.0, town = "", word = "", postcode = "", age: Int?
  var lunch = TimeOfDay(hour: 12, minute: 0)!
  var departure = DayAndTime(CalendarDay("2026-11-30")!, TimeOfDay("14:30")!)
  var phones: [Phone] = [], agrees = false, name = "", stays = false, guests: [Guest] = []

  enum Country: String, FormChoice { case germany, sweden }
  enum Workshop: String, FormChoice { case baking, sewing }
}

private struct Phone: Sendable { var number = "" }
private struct Guest: Sendable { var name = "" }
private struct Job: Sendable { var folder = "" }

@Suite("Examples in comments: kinds of field") @MainActor
struct FieldCommentExamples: @MainActor ExampleSuite {
  let page = PrintedPage()
  private let clock = VirtualTimeScheduler()

  private func made(_ fields: FormField<Trip>...) -> FormViewModel<Trip> {
    FormViewModel(Trip(), fields: fields, scheduler: clock)
  }

  @Test("choices")
  func choices() {
    var ofData: FormField<Trip> {
      .choice("ticket", \.ticket, options: ["day", "week", "business"], .required)
    }
    struct Visit: Sendable { var workshops: [String] = [] }
    var several: FormField<Trip> {
      .choices("workshops", \.workshops, least: 1, most: 2)
    }
    let form = made(ofData, several)
    #expect(form.submit() == form.id(\.ticket))
    #expect(form.message(for: \.workshops) == "Workshops: at least 1 needed")
    var named: FormField<Visit> {
      .choices("workshops", \.workshops, options: ["a", "b", "c"], least: 1, most: 2)
    }
    #expect(FormState(Visit(), [named]).isValid == false)
  }

  @Test("options that are loaded")
  func loading() throws {
    @Sendable func cities(of country: Trip.Country) throws -> [String] {
      country == .germany ? ["Bonn"] : ["Lund"]
    }
    @Sendable func airports() async throws -> [FieldOption] { ["HAM"] }
    typealias Country = Trip.Country
    var onQueue: AsyncOptions<Country> {
      AsyncOptions<Country>(on: DispatchQueue.global()) { country in
        try cities(of: country).map { FieldOption(name: $0, label: $0) }
      }
    }
    #expect(onQueue.debounce == .zero)
    let cities = AsyncOptions<Country>(on: clock) { country in
      try cities(of: country).map { FieldOption(name: $0, label: $0) }
    }
    var city: FormField<Trip> {
      .choice("city", \.city, options: []).loading(cities, of: \.country)
    }
    var airport: FormField<Trip> {
      .choice("airport", \.airport, options: []).loading { try await airports() }
    }
    let form = made(.choice("country", \.country), city, airport)
    form[\.country] = .sweden
    clock.run()
    form.fill(text: "lund", at: "city")
    form.fill(text: "ham", at: "airport")
    #expect(form.state.value.city == "Lund" && form.state.value.airport == "HAM")
  }

  @Test("texts of other kinds")
  func texts() {
    let words = ["one", "two"]
    var note: FormField<Trip> {
      .note("why", "We send the ticket to this address.")
    }
    var remarks: FormField<Trip> {
      .lines("remarks", \.remarks, rows: 4, limit: 500)
    }
    var arrival: FormField<Trip> {
      .day("arrival", \.arrival, from: CalendarDay("2026-01-01"))
    }
    var seats: FormField<Trip> {
      .step("seats", \.seats, 1...8)
    }
    var photo: FormField<Trip> {
      .file("photo", \.photo, .required)
    }
    var account: FormField<Trip> {
      .text("account", \.account, .required).mask(.iban)
    }
    var price: FormField<Trip> {
      .text("price", \.price, as: .decimal(places: 2)).suffix("€")
    }
    var town: FormField<Trip> {
      .text("town", \.town).suggesting(["Berlin", "Bremen", "Dresden"])
    }
    var word: FormField<Trip> {
      .text("word", \.word).suggesting { typed in words.filter { $0.hasPrefix(typed) } }
    }
    var lunch: FormField<Trip> {
      .text("lunch", \.lunch, as: .time)
    }
    var departure: FormField<Trip> {
      .text("departure", \.departure, as: .dayAndTime)
    }
    var age: FormField<Trip> {
      .text("age", \.age, as: .integer)
        .aid(.step(by: 1, from: 0, through: 120))
    }
    let form = made(
      age, note, remarks, arrival, seats, photo, account, price, town, word, lunch, departure)
    #expect(form.submit() == form.id(\.photo))
    #expect(form.field(\.price)?.text == "0.00")
  }

  @Test("files")
  func files() {
    let shown = results {
      let lookup = FileLookup { path in path == "/tmp" ? .folder : nil }
      FormField<Job>.file("folder", \.folder, .file(.folder, in: lookup))
    }
    #expect(shown.count == 1)
  }

  @Test("masks")
  func masks() {
    let shown = results {
      TextMask.iban.arranged("de89370400440532013000")  // "DE89 3704 0044 0532 0130 00"
      TextMask.iban.value(of: "DE89 3704")  // "DE893704"
    }
    #expect(shown == [#""DE89 3704 0044 0532 0130 00""#, #""DE893704""#])
    let moved = results {
      TextMask.card.arranged("41112", cursor: 5).cursor  // 6, in “4111 2”
      TextMask.card.arranged("41 112", cursor: 1).cursor  // 1
    }
    #expect(moved == ["6", "1"])
  }

  @Test("times")
  func times() {
    let times = results {
      TimeOfDay("14:30")  // 14:30
      TimeOfDay("24:00")  // nil
    }
    #expect(times == ["14:30", "nil"])
    let moments = results {
      DayAndTime("2026-11-30T14:30")  // 2026-11-30T14:30
      DayAndTime("2026-11-30 9:05")  // 2026-11-30T09:05
    }
    #expect(moments == ["2026-11-30T14:30", "2026-11-30T09:05"])
  }

  @Test("numbers in the user's form")
  func decimalPoint() {
    let text = results {
      TextFormat<Double>.decimal(point: ",").write(1.5)  // "1,5"
    }
    #expect(text == [#""1,5""#])
  }

  // MARK: Rules

  @Test("patterns")
  func patterns() throws {
    let read = try results {
      let postcode = try TextPattern("[0-9]{5}")
      FormField<Trip>.text("postcode", \.postcode, .matching(postcode))
    }
    #expect(read.count == 1)
    let postcode = try TextPattern("[0-9]{5}")
    let form = made(.text("postcode", \.postcode, .matching(postcode).saying("Five digits")))
    form[\.postcode] = "123"
    form.leave(\.postcode)
    #expect(form.message(for: \.postcode) == "Five digits")
  }

  @Test("lengths, limits and sentences")
  func rules() {
    let lengths = results {
      let rule: ValidationRule<String> = .length(2...60)
      rule.evaluate("é").issue?.code  // tooShort: one character, however it was typed
    }
    #expect(lengths[0].contains("tooShort"))
    let given = results {
      let rule = ValidationRule<Int>.range(18...).ifGiven()
      rule.evaluate(nil)  // .met
    }
    #expect(given == [".met"])
    var age: FormField<Trip> {
      .text("age", \.age, as: .integer, .required, .range(18...))
    }
    #expect(made(age).submit() != nil)
    var accepted: ValidationRule<Bool> {
      ValidationRule<Bool>.accepted.saying("Accept the terms of the conference")
    }
    #expect(accepted.evaluate(true) == .met)
    let fields: [FormField<Phone>] = [.text("number", \.number)]
    var phones: FormField<Trip> {
      .list("phones", \.phones, of: Phone(), 1...4, fields, rules: .distinct(by: \.number))
    }
    #expect(made(phones).state.firstInvalid != nil)
  }

  @Test("German")
  func german() {
    let shown = results {
      ValidationMessages.forms(in: "de_AT.UTF-8").text(for: ValidationIssue(.required))
      // "{field} fehlt"
    }
    #expect(shown == [#""{field} fehlt""#])
  }

  // MARK: Filling in, steps

  @Test("data from outside")
  func filling() {
    let form = made(
      .text("name", \.name), .text("age", \.age, as: .integer), .toggle("stays", \.stays),
      .list("guests", \.guests, of: Guest(), 0...3, [.text("name", \.name)]))
    let problems = form.fill([.init("name", .text("Ada")), .init("age", .integer(36))])
    #expect(problems == [] && form.state.value.age == 36)
    form.fill(text: "yes", at: "stays")
    form.fill(text: "Ann", at: "guests[0].name")
    #expect(form.state.value.stays && form.state.value.guests.map(\.name) == ["Ann"])
    let kept = form.draft
    form.reset()
    form.restore(kept)
    #expect(form.state.value.guests.map(\.name) == ["Ann"])
    let problem = results {
      FillProblem(path: "guests[1].nmae", issue: ValidationIssue(.unknownField))
    }
    #expect(problem[0].contains("nmae"))
  }

  @Test("steps")
  func steps() {
    struct Visit: Sendable { var name = "", email = "", day = "", guests = "" }
    let fields: [FormField<Visit>] = [
      .text("name", \.name), .text("email", \.email), .text("day", \.day),
      .text("guests", \.guests),
    ]
    var form: FormViewModel<Visit> {
      FormViewModel(
        Visit(), fields: fields,
        steps: [
          FormStep("You", ["name", "email"]),
          FormStep("Your visit", ["day", "guests"]),
        ])
    }
    #expect(form.state.steps.map(\.title) == ["You", "Your visit"])
    let section = results {
      FormSection("For the invoice", ["company", "taxNumber"], isFoldable: true, isFolded: true)
    }
    #expect(section.count == 1)
  }
}
