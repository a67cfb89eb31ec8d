import Forms
import TestSupport
import Testing

private struct Contact: Sendable, Equatable {
  var phones = [Phone()]
  struct Phone: Sendable, Equatable { var kind = "", number = "" }
}

@Suite("A row that repeats another") @MainActor
struct RepeatedRowsTests {
  private let paced = PacedForm(
    Contact(),
    [
      .list(
        "phones", \.phones, of: Contact.Phone(), 1...4,
        [.text("kind", \.kind), .text("number", \.number, .required)],
        rules: .distinct(by: \.number))
    ])
  private var form: FormViewModel<Contact> { paced.form }

  private func number(_ row: Int) throws -> FieldID {
    try #require(form.id(\.phones, row, \.number))
  }

  @Test("has the issue at the field that repeats, which gets the focus")
  func place() throws {
    for (row, text) in ["1", "2", "1"].enumerated() {
      if row > 0 { form.addRow(to: form.id(\.phones)) }
      form.enter(.text(text), at: try number(row))
    }
    let third = try number(2)
    #expect(form.state[third]?.shownIssue == nil, "Typing on may make it another number.")
    form.leave(third)
    let field = try #require(form.state[third])
    #expect(form.message(for: field) == "The 3rd phone repeats the 1st")
    #expect(form.field(\.phones)?.issues == [] && form.submit() == third)
    #expect(paced.focused.values == [third])
  }

  @Test("is judged anew when another row changes, moves or goes")
  func anew() throws {
    form[\.phones] = [.init(number: "1"), .init(number: "1"), .init(number: "")]
    #expect(form.state.firstInvalid == (try number(1)))
    form.enter(.text("2"), at: try number(0))
    #expect(form.state.firstInvalid == (try number(2)), "Only the empty one is left.")
    form.enter(.text("1"), at: try number(2))
    #expect(form.state[try number(2)]?.issues.first?.parameters["first"] == 2)
    form.moveRow(form.state.rows(of: form.id(\.phones))[2], to: 0)
    #expect(form.state[try number(2)]?.issues.first?.parameters["first"] == 1)
    form.removeRow(form.state.rows(of: form.id(\.phones))[0])
    #expect(form.state.isValid)
  }

  @Test("is named by the list's label, by a word of its own, or in the form's language")
  func words() {
    func message(_ label: String, item: String? = nil, german: Bool = false) -> String? {
      let form = FormViewModel(
        Contact(phones: [.init(number: "1"), .init(number: "1")]),
        fields: [
          .list(
            "phones", \.phones, label: label, item: item, of: .init(), 0...4,
            [.text("number", \.number)], rules: .distinct(by: \.number))
        ])
      if german { form.messages.labels["phones.item"] = "line" }
      form.submit()
      return form.id(\.phones, 1, \.number).flatMap { form.state[$0] }
        .flatMap { form.message(for: $0) }
    }
    #expect(message("Addresses") == "The 2nd address repeats the 1st")
    #expect(message("Entries") == "The 2nd entry repeats the 1st")
    #expect(message("People", item: "person") == "The 2nd person repeats the 1st")
    #expect(message("People", german: true) == "The 2nd line repeats the 1st")
  }

  @Test(
    "is counted as people count",
    arguments: [
      (1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"),
      (21, "21st"), (22, "22nd"), (101, "101st"), (111, "111th"),
    ])
  func ordinals(number: Int, text: String) {
    let messages = ValidationMessages(["at": "{place:ordinal} {none:ordinal}"])
    let issue = ValidationIssue("at", ["place": .integer(number)])
    #expect(messages.text(for: issue) == "\(text) {none:ordinal}")
  }
}
