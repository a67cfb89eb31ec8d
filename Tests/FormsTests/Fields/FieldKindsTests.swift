import Forms
import Reactive
import ReactiveExtras
import TestSupport
import Testing

private struct Booking: Sendable, Equatable {
  var ticket: String? = "day"
  var age = 30
  var workshops: [String] = []
  var days: Set<Day> = []
  var order: [Day] = []
  var remarks = ""
  var lunch = TimeOfDay("12:30")!
  var departure: DayAndTime?
  var arrival: CalendarDay?
  var price = 1.5
  var weight: Double?
  var seats = 2
  var account = ""
  var photo = ""
  var city = ""

  enum Day: String, FormChoice { case friday, saturday, sunday }
}

@Suite("A kind of field") @MainActor
struct FieldKindsTests {
  private func paced(_ fields: FormField<Booking>...) -> PacedForm<Booking> {
    PacedForm(Booking(), fields)
  }

  @Test("with options from data has their names, and bars a name that is none of them")
  func choiceOfData() {
    let paced = paced(.choice("ticket", \.ticket, options: ["day", "week"], .required))
    let form = paced.form
    #expect(form.field(\.ticket)?.input == .choice(0) && form.state.isValid)
    form.enter(.choice(1), at: form.id(\.ticket))
    #expect(form.state.value.ticket == "week")
    #expect(form.state.data == [.init("ticket", .text("week"))])
    form.enter(.choice(nil), at: form.id(\.ticket))
    #expect(paced.bars(\.ticket) == [.required] && form.state.data == [.init("ticket", .none)])
    form[\.ticket] = "month"
    #expect(paced.bars(\.ticket) == [.notOffered])
    form.enter(.choice(7), at: form.id(\.ticket))
    form.enter(.text("day"), at: form.id(\.ticket))
    #expect(form.state.value.ticket == "month", "Neither is an input of this field.")
  }

  @Test("with several of many has them in the options' order, at least and at most so many")
  func choices() {
    let paced = paced(
      .choices("workshops", \.workshops, options: ["a", "b", "c"], least: 1, most: 2),
      .choices("days", \.days, least: 1), .choices("order", \.order))
    let form = paced.form
    #expect(paced.bars(\.workshops) == [.tooFew] && paced.bars(\.days) == [.tooFew])
    form.enter(.choices([2, 0]), at: form.id(\.workshops))
    form.enter(.choices([2, 1]), at: form.id(\.days))
    form[\.order] = [.sunday, .friday]
    #expect(form.state.value.workshops == ["a", "c"] && form.state.isValid)
    #expect(form.field(\.order)?.input == .choices([0, 2]))
    #expect(
      form.state.data == [
        .init("workshops", .texts(["a", "c"])), .init("days", .texts(["saturday", "sunday"])),
        .init("order", .texts(["friday", "sunday"])),
      ])
    form.enter(.choices([0, 1, 2]), at: form.id(\.workshops))
    #expect(paced.issue(\.workshops) == .tooMany, "Choosing more does not put it right.")
    guard case .choices(let options, let limits)? = form.field(\.workshops)?.control else {
      return #expect(Bool(false))
    }
    #expect(options.map(\.name) == ["a", "b", "c"] && limits == 1...2)
    guard case .choices(_, 1...3)? = form.field(\.days)?.control else {
      return #expect(Bool(false), "Without a greatest number it is that of the options.")
    }
  }

  @Test("can refuse options for a reason")
  func refused() {
    let business = FieldOption(name: "business", label: "business", refusal: "from 21")
    let paced = paced(.choice("ticket", \.ticket, options: ["day", business]))
    let form = paced.form
    form.enter(.choice(1), at: form.id(\.ticket))
    guard case .choice(let options, _)? = form.field(\.ticket)?.control else {
      return #expect(Bool(false))
    }
    #expect(options.map(\.refusal) == [nil, "from 21"])
    #expect(paced.bars(\.ticket) == [.refused])
    #expect(form.message(for: \.ticket) == "business cannot be chosen: from 21")
    form.enter(.choice(0), at: form.id(\.ticket))
    #expect(form.state.isValid)
  }

  @Test("can be a note, which is shown and stands in no output")
  func note() {
    let paced = paced(.note("why", "We never call."), .text("city", \.city))
    #expect(paced.form.state.fields.first?.control == .note("We never call."))
    #expect(paced.form.state.fields.first?.input == .nothing && paced.form.state.isValid)
    #expect(paced.form.state.data.map(\.name) == ["city"])
  }

  @Test("of several lines keeps line breaks and counts what one sees")
  func lines() {
    let paced = paced(.lines("remarks", \.remarks, rows: 3, limit: 5))
    let form = paced.form
    form[\.remarks] = " a\r\nb\rc  "
    #expect(form.state.value.remarks == "a\nb\nc" && form.state.isValid)
    form[\.remarks] = "👨‍👩‍👧e\u{301}345"
    #expect(form.state.isValid)
    form[\.remarks] = "123456"
    #expect(paced.issue(\.remarks) == .tooLong)
    guard case .text(let control)? = form.field(\.remarks)?.control else { return }
    #expect(control.rows == 3 && control.limit == 5)
  }

  @Test("of time reads what people type, and is written as ISO 8601 has it")
  func times() {
    let paced = paced(
      .text("lunch", \.lunch, as: .time),
      .text("departure", \.departure, as: .dayAndTime),
      .day("arrival", \.arrival, from: CalendarDay("2026-01-01"), .required))
    let form = paced.form
    #expect(form.field(\.arrival)?.control == .text(arrivalControl))
    form.enter(.text("9:05"), at: form.id(\.lunch))
    form.enter(.text("2026-11-30 14:30"), at: form.id(\.departure))
    form.enter(.text("2025-12-31"), at: form.id(\.arrival))
    #expect(form.state.value.lunch == TimeOfDay(hour: 9, minute: 5))
    #expect(form.state.data[1].value == .text("2026-11-30T14:30"))
    #expect(paced.bars(\.arrival) == [.tooSmall])
    form.leave(\.arrival)
    #expect(form.message(for: \.arrival) == "Arrival must be at least 2026-01-01")
    form.enter(.text("25:00"), at: form.id(\.lunch))
    form.enter(.text("2026-11-30T24:00"), at: form.id(\.departure))
    #expect(paced.bars(\.lunch) == [.notATime] && paced.bars(\.departure) == [.notAMoment])
  }

  private var arrivalControl: TextControl {
    var control = TextControl()
    control.aid = .calendar(from: CalendarDay("2026-01-01"), through: nil)
    return control
  }

  @Test(
    "of decimals reads a comma and a full stop",
    arguments: [
      ("1,5", 1.5), ("1.5", 1.5), ("-2", -2), ("1.234,5", nil), ("1,2,3", nil), ("0x10", nil),
      ("nan", nil), ("inf", nil), (",5", 0.5), ("", nil),
    ] as [(String, Double?)])
  func decimals(text: String, number: Double?) {
    let format: TextFormat<Double> = .decimal
    #expect(format.read(text) == number)
  }

  @Test(
    "of money has a fixed number of places",
    arguments: [
      (1.5, "1.50"), (0.005, "0.01"), (-0.001, "0.00"), (-12.3, "-12.30"),
      (1_000_000, "1000000.00"),
    ])
  func money(number: Double, text: String) {
    let format: TextFormat<Double> = .decimal(places: 2)
    #expect(format.write(number) == text)
    #expect(format.read("1,234") == nil && format.read("1,23") == 1.23)
    #expect(TextFormat<Double>.decimal(places: 0).write(12.4) == "12")
  }

  @Test("of numbers can have a unit, and steps within limits")
  func numbers() {
    let paced = paced(
      .text("price", \.price, as: .decimal(places: 2)).suffix("€"),
      .text("weight", \.weight, as: .decimal(places: 1), .range(...20)),
      .step("seats", \.seats, 1...8))
    let form = paced.form
    #expect(form.field(\.price)?.text == "1.50")
    form.enter(.text("2,505"), at: form.id(\.price))
    form.leave(\.price)
    #expect(
      form.message(for: \.price) == "Price must be a number with at most 2 decimal places")
    form.enter(.text("20,5"), at: form.id(\.weight))
    form.enter(.text("9"), at: form.id(\.seats))
    #expect(paced.bars(\.weight) == [.tooLarge] && paced.bars(\.seats) == [.outOfRange])
    guard case .text(let seats)? = form.field(\.seats)?.control,
      case .text(let price)? = form.field(\.price)?.control
    else { return #expect(Bool(false)) }
    #expect(seats.aid == .step(by: 1, from: 1, through: 8) && price.suffix == "€")
  }

  @Test("with a mask fills in the value without separators")
  func mask() {
    let form = FormViewModel(
      Booking(account: "DE8937"), fields: [.text("account", \.account).mask(.iban)])
    #expect(form.field(\.account)?.text == "DE89 37")
    form[\.account] = "DE89 3704"
    #expect(form.field(\.account)?.text == "DE89 3704" && form.state.value.account == "DE893704")
    form.fill([.init("account", .text("AT611904300234573201"))])
    #expect(form.field(\.account)?.text == "AT61 1904 3002 3457 3201")
    #expect(form.state.data == [.init("account", .text("AT611904300234573201"))])
  }

  @Test("of files asks the program about them, and alters no name")
  func files() {
    let lookup = FileLookup { ["/tmp": .folder, "/etc/hosts": .file, "a ": .file][$0] }
    let paced = paced(.file("photo", \.photo, .file(.file, in: lookup)))
    let form = paced.form
    for (path, issues) in [
      ("", []), ("/etc/hosts", []), ("/tmp", [.noFile]), ("/nothing", [.noFile]), ("a ", []),
    ] as [(String, [ValidationIssue.Code])] {
      form[\.photo] = path
      #expect(paced.bars(\.photo) == issues, "\(path)")
    }
    let free: ValidationRule<String> = .isFree(in: lookup)
    #expect(free.evaluate("/new") == .met && free.evaluate("/tmp").issue?.code == .fileExists)
  }

  @Test("suggests texts from a list, a function or a publisher, also in a row")
  func suggestions() {
    let answers = PassthroughSubject<[String], Never>()
    let paced = paced(
      .text("city", \.city).suggesting(["Berlin", "Bremen", "Dresden"]),
      .text("photo", \.photo).suggesting { ["\($0).jpeg"] },
      .text("remarks", \.remarks).suggesting(from: { _, _ in answers.eraseToAnyPublisher() }),
      .text("account", \.account))
    let form = paced.form
    var seen: [[String]] = []
    func ask(_ path: PartialKeyPath<Booking>) -> AnyCancellable {
      form.suggestions(for: form.id(path)).sink { seen.append($0) }
    }
    form[\.city] = "bR"
    form[\.photo] = "me"
    let asked = [ask(\.city), ask(\.photo), ask(\.remarks), ask(\.account)]
    #expect(seen == [["Bremen"], ["me.jpeg"]])
    answers.send(["late"])
    paced.wait()
    #expect(seen.last == ["late"] && asked.count == 4)
  }
}

@Suite("Options that take a while") @MainActor
struct AsyncOptionsTests {
  private let paced: PacedForm<Booking>
  private let answers: Asked
  private var form: FormViewModel<Booking> { paced.form }

  private final class Asked: @unchecked Sendable {
    var cities: [String] = []
    var answers: [PassthroughSubject<[FieldOption], any Error>] = []
  }

  init() {
    let asked = Asked()
    answers = asked
    let question = AsyncOptions<String> { city in
      asked.cities.append(city)
      asked.answers.append(PassthroughSubject())
      return asked.answers.last!.eraseToAnyPublisher()
    }
    paced = PacedForm(
      Booking(city: "Bonn"),
      [
        .text("city", \.city),
        .choice("ticket", \.ticket, options: [], .required).loading(question, of: \.city),
      ])
  }

  private var ticket: FieldSnapshot? { form.field(\.ticket) }

  @Test("are loaded at first and when what they depend on changes")
  func loads() {
    #expect(answers.cities == ["Bonn"] && ticket?.options == .loading)
    #expect(form.state.isValidating && ticket?.input == .choice(nil))
    answers.answers[0].send(["day", "week"])
    paced.wait()
    #expect(ticket?.options == .loaded && ticket?.input == .choice(0) && form.state.isValid)
    form[\.city] = "Köln"
    #expect(answers.cities == ["Bonn", "Köln"] && ticket?.options == .loading)
    answers.answers[1].send(["week"])
    paced.wait()
    #expect(paced.bars(\.ticket) == [.notOffered])
    form.enter(.choice(0), at: form.id(\.ticket))
    #expect(form.state.isValid && form.state.value.ticket == "week")
  }

  @Test("that fail bar a choice made before, say why, and are loaded again when asked for")
  func fails() {
    answers.answers[0].send(completion: .failure(TestError.other))
    paced.wait()
    guard case .failed? = ticket?.options else { return #expect(Bool(false)) }
    #expect(paced.bars(\.ticket) == [.unchecked])
    form.retryOptions(of: form.id(\.ticket))
    #expect(ticket?.options == .loading && paced.bars(\.ticket) == [])
    answers.answers[1].send(["day"])
    paced.wait()
    #expect(form.state.isValid)
  }

  @Test("are waited for by a submission where a choice has been made")
  func submission() {
    #expect(form.submit() == nil)
    #expect(form.state.submission.isUnderWay)
    answers.answers[0].send(["week"])
    paced.wait()
    #expect(!form.state.submission.isUnderWay && paced.focused.values == [form.id(\.ticket)])
  }

  @Test("keep what is filled in until they are there")
  func filled() {
    form.fill(text: "week", at: "ticket")
    #expect(form.state.value.ticket == "week" && paced.bars(\.ticket) == [])
    answers.answers[0].send(["day", "week"])
    paced.wait()
    #expect(ticket?.input == .choice(1) && form.state.isValid)
  }

  @Test("are not loaded for a field that is hidden")
  func hidden() {
    let asked = Asked()
    let question = AsyncOptions<String> { city in
      asked.cities.append(city)
      return Empty(completeImmediately: false).eraseToAnyPublisher()
    }
    let paced = PacedForm(
      Booking(),
      [
        .text("city", \.city),
        .choice("ticket", \.ticket, options: []).loading(question, of: \.city)
          .shown { $0.city != "" },
      ])
    paced.form[\.city] = "Bonn"
    #expect(asked.cities == ["Bonn"])
  }
}
