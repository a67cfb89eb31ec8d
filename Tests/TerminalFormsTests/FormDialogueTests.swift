import Forms
import TerminalForms
import TestSupport
import Testing

@Suite("A form in lines", .serialized) @MainActor
struct FormDialogueTests {
  @Test("Every kind of field is a question")
  func gallery() throws {
    let asked = try AskedForm(
      Gallery(), Gallery.fields,
      answers: [
        "Ada", "secret", "2", "more", "cyprus", "lux", "1,6", "1,2,3,4", "2,1", "all", "a,clocks",
        "actors,clocks",
        "First line", "", "third line", ".", "2026-11-01", "2026-12-24", "12:30", "9", "8", "12,5",
        "de89 370400440532013000", "photos/berlin.jpg", "Dresden", "y", "y",
      ])
    var golden = GoldenFrames("GalleryDialogue")
    golden.add("every kind", asked.said)
    golden.expectUnchanged()
    let value = asked.value
    #expect(value?.ticket == .week && value?.country == "luxembourg")
    #expect(value?.days == [.monday, .tuesday] && value?.workshops == ["actors", "clocks"])
    #expect(value?.remarks == "First line\n\nthird line" && value?.seats == 8)
    #expect(value?.arrival == CalendarDay("2026-12-24") && value?.price == 12.5)
    #expect(value?.account == "DE89370400440532013000" && value?.agrees == true)
  }

  @Test("A row that repeats another is said at once")
  func repetition() throws {
    var address = Address()
    address.phones = [.init(kind: .mobile, number: "1"), .init(kind: .home, number: "2")]
    let asked = try AskedForm(
      address, Address.fields,
      answers: ["Ada", "Street 1", "1", "City", "", "", "1", "", "1"])
    let lines = asked.said.split(separator: "\n")
    let second = lines.lastIndex { $0.contains("Number [2]") }
    let said = second.map { lines[($0)...].prefix(2).joined(separator: "\n") } ?? ""
    #expect(said.contains("repeats"), "\(asked.said)")
  }

  /// A name, and guests of whom there are none at first.
  private struct Party: Sendable {
    var name = ""
    var size = Size.small
    var guests: [Guest] = []
    struct Guest: Sendable { var name = "" }
    enum Size: String, FormChoice { case small, large }

    static let fields: [FormField<Party>] = [
      .text("name", \.name), .choice("size", \.size),
      .list("guests", \.guests, of: Guest(), 0...3, [.text("name", \.name, .required)]),
    ]
  }

  @Test("A list without rows is asked for, and a part of a word is enough for an option")
  func emptyList() throws {
    let none = try AskedForm(Party(), Party.fields, answers: ["Ada", "lar", "n", "y"])
    #expect(none.value?.guests.isEmpty == true && none.value?.size == .large)
    #expect(none.said.contains("Guests: add one? (y/n)"))
    let two = try AskedForm(
      Party(), Party.fields, answers: ["Ada", "", "y", "Bea", "y", "Cleo", "n", "y"])
    #expect(two.value?.guests.map(\.name) == ["Bea", "Cleo"], "\(two.said)")
  }

  @Test("It is asked in the language of its messages")
  func german() throws {
    let asked = try AskedForm(
      Party(), Party.fields, messages: .german, answers: ["Ada", "x", "1", "n", "y"])
    for words in [
      "Enter behält", "Eine Nummer von 1 bis 2", "Guests: einen Eintrag hinzufügen?", "Absenden?",
    ] {
      #expect(asked.said.contains(words), "\(asked.said)")
    }
    #expect(asked.value?.name == "Ada")
  }
}
