import Forms
import TestSupport
import Testing

@Suite("A day typed into a form")
struct CalendarDayTests {
  @Test(
    "is read where the calendar has it",
    arguments: ["2026-11-30", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])
  func read(text: String) {
    #expect(CalendarDay(text)?.description == text)
  }

  @Test(
    "is not read where there is none, or in another form",
    arguments: [
      "2026-02-29", "1900-02-29", "2026-04-31", "2026-00-10", "2026-13-01", "2026-1-1",
      "26-01-01", "01.02.2026", "2026-01-+1", "2026-01-01T00:00", "", "0000-01-01", "٢٠٢٦-٠١-٠١",
    ])
  func notRead(text: String) {
    #expect(CalendarDay(text) == nil)
  }

  @Test("comes before another as the calendar has it")
  func order() throws {
    let days = try ["2025-12-31", "2026-01-01", "2026-01-02", "2026-02-01"]
      .map { try #require(CalendarDay($0)) }
    #expect(days.reversed().sorted() == days)
  }

  private struct Stay {
    var arrival = CalendarDay(year: 2026, month: 11, day: 30)!
    var departure: CalendarDay?
  }

  @Test("is a field of a form, may be left out, has limits, and says what a date looks like")
  @MainActor func field() throws {
    let first = try #require(CalendarDay("2026-11-01"))
    let last = try #require(CalendarDay("2026-12-31"))
    let paced = PacedForm(
      Stay(),
      [
        .text("arrival", \.arrival, as: .day, .range(first...last)),
        .text("departure", \.departure, as: .day),
      ])
    let form = paced.form
    #expect(form.field(\.arrival)?.text == "2026-11-30" && form.state.isValid)
    form.enter(.text("2026-11-31"), at: form.id(\.arrival))
    #expect(paced.bars(\.arrival) == [.notADate])
    #expect(paced.issue(\.arrival) == nil, "It is still being typed.")
    form.leave(\.arrival)
    #expect(paced.issue(\.arrival) == .notADate)
    let field = try #require(form.field(\.arrival))
    #expect(
      ValidationMessages.forms.text(for: ValidationIssue(.notADate), of: field)
        == "Arrival must be a date such as 2026-11-30")
    form.enter(.text("2027-01-01"), at: form.id(\.arrival))
    #expect(paced.bars(\.arrival) == [.outOfRange])
    form.enter(.text(" 2026-12-24 "), at: form.id(\.arrival))
    form.enter(.text("2026-12-27"), at: form.id(\.departure))
    #expect(form.state.isValid)
    #expect(
      form.state.data == [
        .init("arrival", .text("2026-12-24")), .init("departure", .text("2026-12-27")),
      ])
  }
}
