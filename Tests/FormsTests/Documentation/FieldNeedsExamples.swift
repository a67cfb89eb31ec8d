import Forms
import ReactiveExtras
import TestSupport
import Testing

private struct Order: Sendable {
  var name = "", company = "", ticket = Ticket.day, total = 7
  var product = Product.shirt, size: Size?, satisfaction: Int?
  var wishes = ["price", "speed", "support"]
  var arrival = CalendarDay("2026-11-30")!

  enum Ticket: String, FormChoice { case day, business }
  enum Size: String, FormChoice { case small, large }
  enum Product: String, FormChoice {
    case shirt, mug
    var sizes: [Size] { self == .shirt ? [.small, .large] : [.small] }
  }
}

@Suite("Examples in comments: what fields can say") @MainActor
struct FieldNeedsExamples: @MainActor ExampleSuite {
  let page = PrintedPage()

  private func made(_ fields: FormField<Order>...) -> FormViewModel<Order> {
    FormViewModel(Order(), fields: fields, scheduler: VirtualTimeScheduler())
  }

  @Test("texts, and what is required")
  func texts() {
    var name: FormField<Order> {
      .text("name", \.name).texts { FieldTexts(label: "Name of the \($0.ticket) ticket") }
    }
    var note: FormField<Order> {
      .note("total", "").texts { FieldTexts(label: "Total: \($0.total) EUR") }
    }
    var asked: FormField<Order> {
      .text("name", \.name, .required).saying([.required: "Who are you?"])
    }
    var company: FormField<Order> {
      .text("company", \.company).required { $0.ticket == .business }
    }
    let form = made(name, note, .choice("ticket", \.ticket), company)
    #expect(form.state.fields.map(\.label)[..<2] == ["Name of the day ticket", "Total: 7 EUR"])
    form[\.ticket] = .business
    #expect(form.state.fields[0].label == "Name of the business ticket")
    #expect(form.submit() == form.id(\.company) && form.state.fields[3].isRequired)
    let other = made(asked)
    other.submit()
    #expect(other.message(for: \.name) == "Who are you?")
  }

  @Test("times, choices, ratings and rankings")
  func kinds() {
    var arrival: FormField<Order> {
      .day("arrival", \.arrival, .current { .range(DayAndTime.now.day...) })
    }
    var size: FormField<Order> {
      .choice("size", \.size, offering: { $0.product.sizes }, reading: \.product).takingBack()
    }
    var rating: FormField<Order> {
      .rating("satisfaction", \.satisfaction, through: 5)
    }
    var ranking: FormField<Order> {
      .ranking("wishes", \.wishes, options: ["price", "speed", "support"])
    }
    let form = made(arrival, .choice("product", \.product), size, rating, ranking)
    form[\.arrival] = CalendarDay("2001-01-01")!
    form[\.size] = .large
    form[\.product] = .mug
    form[\.satisfaction] = 6
    #expect(form.state.value.size == nil)
    form.submit()
    #expect(form.message(for: \.satisfaction) == "Satisfaction must be between 1 and 5")
    #expect(form.message(for: \.arrival)?.hasPrefix("Arrival must be at least 2") == true)
    form[\.wishes] = ["speed", "price", "support"]
    #expect(form.state.output.wishes == ["speed", "price", "support"])
  }
}
