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
        "de8937040044", "photos/berlin.jpg", "Dresden", "y", "y",
      ])
    var golden = GoldenFrames("GalleryDialogue")
    golden.add("every kind", asked.said)
    golden.expectUnchanged()
    let value = asked.value
    #expect(value?.ticket == .week && value?.country == "luxembourg")
    #expect(value?.days == [.monday, .tuesday] && value?.workshops == ["actors", "clocks"])
    #expect(value?.remarks == "First line\n\nthird line" && value?.seats == 8)
    #expect(value?.arrival == CalendarDay("2026-12-24") && value?.price == 12.5)
    #expect(value?.account == "DE8937040044" && value?.agrees == true)
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
}
