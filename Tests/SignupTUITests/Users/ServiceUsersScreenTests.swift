import Fetching
import Reactive
import ReactiveExtras
import TerminalKit
import TestSupport
import Testing
import ViewModels

@testable import SignupTUI

@Suite("The screen of a service's users") @MainActor
struct ServiceUsersScreenTests {
  private let clock = VirtualTimeScheduler()
  private let answers = ManualPublisher<RecordTable, ResourceError>(letsGo: true)
  private let model: ResourceViewModel<RecordTable>
  private let listing: ServiceListing
  private let screen: UsersScreen

  init() {
    let (answers, clock) = (answers, clock)
    model = ResourceViewModel(scheduler: clock) { answers }
    listing = ServiceListing(
      (model, nil), address: "example.org/users", now: { clock.now }, requestFrame: { _ in })
    screen = UsersScreen(listing, form: nil)
  }

  private static let json = """
    [{"id": 1, "name": "Leanne Graham", "email": "leanne@april.example", "age": 41,
      "company": {"name": "Romaguera-Crona"}},
     {"id": 2, "name": "Ervin Howell", "email": "ervin@melissa.example", "age": 7,
      "company": {"name": "Deckow-Crist"}},
     {"id": 3, "name": "Zoë 山田", "email": "", "age": 100, "company": null}]
    """

  private func table(
    _ json: String = json, _ columns: String? = "name,email,age,Company: company.name"
  ) throws -> RecordTable {
    try RecordTable(of: Array(json.utf8), columns: columns.map { try RecordColumn.list($0) })
  }

  private func send(_ table: RecordTable) {
    answers.connections.last?.send(table)
    answers.connections.last?.send(completion: .finished)
    clock.run()
  }

  private func load(_ table: RecordTable) {
    model.load()
    send(table)
  }

  private func frame(_ size: Size = Size(80, 24)) -> Canvas {
    var canvas = Canvas(size: size)
    screen.resized(to: size)
    screen.draw(on: &canvas)
    return canvas
  }

  private func text(_ size: Size = Size(80, 24)) -> String {
    frame(size).lines.joined(separator: "\n")
  }

  private func press(_ keys: String) {
    for key in keys { screen.handle(.key(KeyPress(.character(key)))) }
  }

  @Test("At every size")
  func golden() throws {
    var golden = GoldenFrames("ServiceUsersScreen")
    model.load()
    golden.add("80x24, on its way", frame())
    send(try table())
    golden.add("80x24", frame())
    golden.add("40x12", frame(Size(40, 12)))
    golden.add("20x6", frame(Size(20, 6)))
    golden.add("19x6", frame(Size(19, 6)))
    golden.add("60x12", frame(Size(60, 12)))
    clock.advance(by: .seconds(200))
    model.load()
    golden.add("60x12, older and on its way", frame(Size(60, 12)))
    answers.connections.last?.send(
      completion: .failure(.refused("https://example.org/users", status: 500)))
    clock.run()
    golden.add("60x12, failed", frame(Size(60, 12)))
    golden.add("20x6, failed", frame(Size(20, 6)))
    golden.expectUnchanged()
  }

  @Test("Where nothing came there is the reason, and q leaves without success")
  func failed() {
    model.load()
    answers.connections.last?.send(
      completion: .failure(.transport(.timedOut("https://example.org/users", after: .seconds(60)))))
    clock.run()
    #expect(text().contains("did not respond within 60 seconds."))
    press("q")
    #expect(screen.result == .cancelled)
  }

  @Test("s sorts by one column after the other, numbers by amount, and S turns the order round")
  func sort() throws {
    load(try table())
    func names() -> [String] {
      frame().lines.compactMap { line in
        ["Leanne", "Ervin", "Zoë"].first { line.contains($0 + " ") }
      }
    }
    #expect(names() == ["Leanne", "Ervin", "Zoë"])
    press("s")
    #expect(names() == ["Ervin", "Leanne", "Zoë"] && text().contains("by name"))
    press("s")
    #expect(names() == ["Ervin", "Leanne", "Zoë"], "An empty cell is last.")
    press("S")
    #expect(names() == ["Leanne", "Ervin", "Zoë"], "There, too.")
    press("s")
    #expect(names() == ["Ervin", "Leanne", "Zoë"], "7, 41, 100")
    press("S")
    #expect(names() == ["Zoë", "Leanne", "Ervin"] && text().contains("by age, descending"))
    press("ss")
    #expect(names() == ["Leanne", "Ervin", "Zoë"] && !text().contains("by "))
  }

  @Test("The search and the filter look at every column that is shown")
  func search() throws {
    load(try table())
    press("fdeckow")
    #expect(text().contains("1 of 3"))
    #expect(text().contains("Ervin") && !text().contains("Leanne"))
    screen.handle(.key(KeyPress(.escape)))
    press("/melissa")
    screen.handle(.key(KeyPress(.enter)))
    #expect(listing.chosen?.cells.first?.text == "Ervin Howell")
  }

  @Test("Esc gives up a request, and the list stays")
  func cancel() throws {
    load(try table())
    press("r")
    #expect(text().contains("Loading"))
    screen.handle(.key(KeyPress(.escape)))
    #expect(answers.cancelCount == 1 && screen.result == nil)
    #expect(text().contains("Leanne") && text().contains("Loading was cancelled."))
    screen.handle(.key(KeyPress(.down)))
    #expect(!text().contains("cancelled"), "Until the next key.")
    press("q")
    #expect(screen.result == .done)
  }

  @Test("Enter shows all of the chosen user, Esc goes back to the list, and q quits from there")
  func record() throws {
    load(try table())
    #expect(text().contains("Enter show"))
    screen.handle(.key(KeyPress(.down)))
    screen.handle(.key(KeyPress(.enter)))
    #expect(text().contains("company.name  Deckow-Crist") && text().contains("Esc list"))
    #expect(!text().contains("Leanne"))
    var golden = GoldenFrames("UserRecord")
    golden.add("80x24", frame())
    golden.add("40x12", frame(Size(40, 12)))
    golden.add("20x6", frame(Size(20, 6)))
    screen.handle(.key(KeyPress(.end)))
    golden.add("20x6, its end", frame(Size(20, 6)))
    golden.expectUnchanged()
    screen.handle(.key(KeyPress(.escape)))
    #expect(text().contains("Leanne") && screen.result == nil)
    screen.handle(.key(KeyPress(.enter)))
    press("q")
    #expect(screen.result == .done)
  }

  @Test("The chosen user stays chosen where others come, and other columns take their place")
  func changes() throws {
    load(try table())
    screen.handle(.key(KeyPress(.down)))
    let ervin = listing.chosen
    load(try table(#"[{"id": 9, "name": "Ada"}, \#(Self.json.dropFirst())"#))
    #expect(listing.chosen == ervin)
    #expect(text().contains("4 users"))
    load(try table(Self.json, "email"))
    #expect(!text().contains("Company"))
  }

  @Test("Nobody is no error")
  func nobody() throws {
    load(try table("[]", nil))
    #expect(text().contains("No users") && text().contains("0 users"))
  }

  @Test("100,000 users are shown, sorted and followed")
  func many() throws {
    let rows = (0..<100_000).map { #"{"id":\#($0),"name":"user \#(($0 * 7919) % 100_000)"}"# }
    load(try table("[" + rows.joined(separator: ",") + "]", nil))
    #expect(text().contains("100000 users"))
    press("s")
    let shown = frame().lines.map { $0.filter { $0 != " " && $0 != "▸" } }
    #expect(shown.contains("user0") && shown.contains("user1"))
  }
}
