import Reactive
import ReactiveExtras
import TerminalKit
import TestSupport
import Testing
import ViewModels

@testable import SignupTUI

/// The screen of pages on virtual time, drawn when it asks for it.
@MainActor
private final class Shown {
  let clock = VirtualTimeScheduler()
  let model: PagesScreen.Model
  private(set) var screen: PagesScreen!
  private var needsFrame = true
  private(set) var loads: [Int] = []
  var failing: Set<Int> = []

  init(_ demo: PagedDemo = .paged) {
    let clock = clock
    var note: ((Int) -> Bool)?
    let list = PagesList(
      records: nil, name: nil, demo: demo,
      demos: { demo in demo.records(on: clock) { note?($0) ?? false } })
    model = list.model(keeping: .all, clock)
    screen = PagesScreen(
      model: model, list: list, now: { clock.now },
      requestFrame: { [unowned self] in needsFrame = true })
    note = { [unowned self] in
      loads.append($0)
      return failing.contains($0)
    }
  }

  @discardableResult
  func frame(_ width: Int = 40, _ height: Int = 9) -> Canvas {
    var canvas = Canvas(size: Size(width, height))
    repeat {
      needsFrame = false
      canvas = Canvas(size: canvas.size)
      screen.draw(on: &canvas)
    } while needsFrame
    return canvas
  }

  func wait(_ milliseconds: Int = 500) {
    clock.advance(by: .milliseconds(milliseconds))
    frame()
  }

  func press(_ key: Key) {
    screen.handle(.key(KeyPress(key)))
    frame()
  }
}

@Suite("The screen of pages") @MainActor
struct PagesScreenTests {
  @Test("A long message takes the rows that the list can spare", arguments: [(40, 12), (80, 24)])
  func wholeMessage(width: Int, height: Int) {
    let shown = Shown(.error)
    shown.frame()
    shown.wait(600)
    guard case .error(let error) = shown.model.state else { return _ = Issue.record("no error") }
    let lines = shown.frame(width, height).lines
    let words = lines.flatMap { $0.split(separator: " ") }
    for word in error.description.split(separator: " ") { #expect(words.contains(word)) }
    #expect(lines.contains { $0.contains("[Retry]") })
  }

  @Test("Its frames: every source, an error after the first page, the end, narrow")
  func frames() {
    var golden = GoldenFrames("PagesScreen")
    for demo in PagedDemo.allCases {
      let shown = Shown(demo)
      shown.frame()
      shown.wait(600)
      golden.add("\(demo)", shown.frame())
    }
    let shown = Shown()
    shown.failing = [1]
    shown.frame()
    shown.wait()
    shown.press(.end)
    shown.wait()
    golden.add("an error after the first page", shown.frame())
    golden.add("narrow", shown.frame(20, 6))
    golden.add("tiny", shown.frame(12, 3))
    shown.press(.function(1))
    golden.add("keys", shown.frame(60, 16))
    golden.expectUnchanged()
  }

  @Test("It loads as it is scrolled, each page once, to the end")
  func scrolling() {
    let shown = Shown()
    shown.frame()
    #expect(shown.loads == [0])
    shown.wait()
    #expect(shown.loads == [0], "the progress row is not in view")
    for page in 1...4 {
      shown.press(.end)
      shown.press(.end)
      #expect(shown.loads == Array(0...page))
      shown.wait()
    }
    shown.press(.end)
    #expect(shown.loads == [0, 1, 2, 3, 4])
    #expect(shown.frame().lines.contains { $0.contains("End of the list") })
    #expect(shown.frame().lines.contains { $0.contains("Item 45") })
  }

  @Test("A focus on the progress row goes on with the first item that comes")
  func waiting() {
    let shown = Shown()
    shown.frame()
    shown.wait()
    shown.press(.end)
    shown.wait()
    #expect(shown.frame().lines.contains { $0.hasPrefix(" ▸ Item 11") })
  }

  @Test("After an error, r and Enter on its row try the same page again; what was there stays")
  func retry() {
    let shown = Shown()
    shown.failing = [1]
    shown.frame()
    shown.wait()
    shown.press(.end)
    shown.wait()
    #expect(shown.model.items.count == 10)
    shown.press(.enter)
    shown.wait()
    shown.press(.character("r"))
    shown.failing = []
    shown.wait()
    #expect(shown.loads == [0, 1, 1, 1])
    shown.press(.character("r"))
    shown.wait()
    #expect(shown.model.items.count == 20 && shown.loads == [0, 1, 1, 1, 1])
  }

  @Test("r loads from the top, and another source by Tab or digit begins anew")
  func sources() {
    let shown = Shown()
    shown.frame()
    shown.wait()
    shown.press(.character("r"))
    #expect(shown.loads == [0, 0])
    shown.press(.character("4"))
    #expect(shown.model.items.isEmpty)
    shown.wait()
    #expect(shown.model.items.count == 1)
    shown.press(.tab)
    shown.wait()
    #expect(shown.model.items.count == 10)
    shown.press(.character("q"))
    #expect(shown.screen.result == .quit)
  }

  @Test("In lines: each item once, and each state when it is reached")
  func report() {
    let clock = VirtualTimeScheduler()
    let model = PagesScreen.Model(PagedDemo.stream.records(on: clock), scheduler: clock)
    var report = PagesReport()
    model.load()
    #expect(report.lines(model) == ["Loading."])
    clock.advance(by: .milliseconds(200))
    #expect(report.lines(model) == ["Item 1"])
    #expect(report.lines(model).isEmpty)
    clock.advance(by: .seconds(2))
    #expect(report.lines(model) == (2...10).map { "Item \($0)" } + ["End of the list."])
    model.use(PagedDemo.error.records(on: clock))
    #expect(report.lines(model) == ["Loading."])
    clock.advance(by: .seconds(1))
    #expect(report.lines(model) == ["The service does not respond; try again."])
    model.use(PagedDemo.empty.records(on: clock))
    clock.advance(by: .seconds(1))
    #expect(report.lines(model) == ["No items."])
  }

  // MARK: Records

  /// A user's records: numbers with details, in pages of twenty.
  private func records(details: Bool = true, leadsBack: Bool = false) -> PagesList.Source {
    PagesList.Source { cursor -> Just<PagesList.Page> in
      var number = 0
      if case .number(let given)? = cursor?.address { number = given }
      let rows = (number * 20..<number * 20 + 20).map { n in
        RecordItem(
          id: .position(n), title: "Record \(n)", detail: details ? "half of it is \(n / 2)" : nil,
          text: "{\"n\":\(n),\"half\":\(n / 2)}", isJSON: true)
      }
      return Just(
        PagesList.Page(
          rows, next: number < 9 ? .number(number + 1) : nil,
          previous: leadsBack && number > 0 ? .number(number - 1) : nil, cost: 20))
    }
  }

  private let lastPage = PagesList.Page(
    (180..<200).map { RecordItem(id: .position($0), title: "Record \($0)", text: "") },
    next: nil, previous: .number(8))

  private func shownRecords(
    _ clock: VirtualTimeScheduler, keeping kept: KeptPages = .all, details: Bool = true
  ) -> (PagesScreen, PagesScreen.Model) {
    shown(records(details: details), named: "https://a.example/users", clock, keeping: kept)
  }

  private func shown(
    _ records: PagesList.Source, named name: String, _ clock: VirtualTimeScheduler,
    keeping kept: KeptPages = KeptPages(pages: 3)
  ) -> (PagesScreen, PagesScreen.Model) {
    let list = PagesList(
      records: records, name: name, demo: .paged, demos: { $0.records(on: clock) })
    let model = list.model(keeping: kept, clock)
    let screen = PagesScreen(model: model, list: list, now: { clock.now }, requestFrame: {})
    return (screen, model)
  }

  private func frame(
    _ screen: PagesScreen, _ clock: VirtualTimeScheduler, _ width: Int, _ height: Int
  ) -> Canvas {
    for _ in 0..<3 {
      var canvas = Canvas(size: Size(width, height))
      screen.draw(on: &canvas)
      clock.run()
    }
    var canvas = Canvas(size: Size(width, height))
    screen.draw(on: &canvas)
    return canvas
  }

  @Test("Frames of records: three sizes, one record whole, scrolled down and up again")
  func recordFrames() {
    var golden = GoldenFrames("PagesScreenRecords")
    let clock = VirtualTimeScheduler()
    let (screen, model) = shownRecords(clock, keeping: KeptPages(pages: 3))
    for (width, height) in [(80, 24), (40, 12), (20, 6)] {
      golden.add("\(width)x\(height)", frame(screen, clock, width, height))
    }
    screen.handle(.key(KeyPress(.enter)))
    golden.add("a whole record", frame(screen, clock, 40, 12))
    screen.handle(.key(KeyPress(.enter)))
    for _ in 0..<8 {
      screen.handle(.key(KeyPress(.end)))
      _ = frame(screen, clock, 40, 12)
    }
    #expect(model.itemsBefore > 0)
    golden.add("far down", frame(screen, clock, 40, 12))
    for _ in 0..<12 {
      screen.handle(.key(KeyPress(.home)))
      _ = frame(screen, clock, 40, 12)
    }
    #expect(model.itemsBefore == 0)
    golden.add("at the top again", frame(screen, clock, 40, 12))
    golden.expectUnchanged()
  }

  @Test("End goes to the end of a file at once, with how far that is, and Home back to the top")
  func ends() {
    var golden = GoldenFrames("PagesScreenEnds")
    let clock = VirtualTimeScheduler()
    let search = PassthroughSubject<LastPageSearch<RecordItem, RecordCursor>, PageLoadError>()
    var source = records()
    source.findLast = { search.eraseToAnyPublisher() }
    let (screen, model) = shown(source, named: "big.csv", clock)
    func press(_ key: Key) -> Canvas {
      screen.handle(.key(KeyPress(key)))
      return frame(screen, clock, 40, 12)
    }
    func end(itemsBefore: Int?) {
      search.send(.found(lastPage, at: .number(9), itemsBefore: itemsBefore))
      clock.run()
    }
    _ = frame(screen, clock, 40, 12)
    _ = press(.end)
    search.send(.progress(0.43))
    golden.add("on the way", frame(screen, clock, 40, 12))
    golden.add("on the way, 20 × 6", frame(screen, clock, 20, 6))
    // Esc gives it up, and the list is where it was.
    golden.add("given up", press(.escape))
    #expect(screen.result == nil)
    _ = press(.end)
    end(itemsBefore: 180)
    search.send(completion: .finished)
    golden.add("at the end", frame(screen, clock, 40, 12))
    golden.add("at the top again", press(.home))
    #expect(model.itemsBefore == 0 && model.items.first?.title == "Record 0")
    golden.expectUnchanged()
  }

  @Test("At the end of lines that were not counted their number before is not made up")
  func uncounted() {
    let clock = VirtualTimeScheduler()
    var source = records(leadsBack: true)
    source.findLast = { [lastPage] in
      Just(.found(lastPage, at: .number(9), itemsBefore: nil))
        .setFailureType(to: PageLoadError.self).eraseToAnyPublisher()
    }
    let (screen, model) = shown(source, named: "big.log", clock)
    func text(_ key: Key) -> String {
      screen.handle(.key(KeyPress(key)))
      return frame(screen, clock, 40, 12).lines.joined(separator: "\n")
    }
    _ = frame(screen, clock, 40, 12)
    let end = text(.end)
    #expect(end.contains("the last 20 items") && end.contains("▸ Record 199"))
    for _ in 0..<8 { _ = text(.pageUp) }
    for _ in 0..<3 { #expect(text(.pageUp).contains("items, and others before")) }
    #expect(text(.home).contains("▸ Record 0") && model.isPositionKnown)
  }

  @Test("Scrolling by rows through dropped pages passes every record once, down and up")
  func rows() {
    let clock = VirtualTimeScheduler()
    let (screen, _) = shownRecords(clock, keeping: KeptPages(pages: 2), details: false)
    func chosen() -> Int? {
      let row = frame(screen, clock, 40, 12).lines.first { $0.contains("▸") }
      // The last word may be the sign that there is more above or below.
      return row?.split(separator: " ").lazy.compactMap { Int($0) }.first
    }
    var down: [Int] = []
    for _ in 0..<199 {
      if let row = chosen() { down.append(row) }
      screen.handle(.key(KeyPress(.down)))
    }
    #expect(down == Array(0..<199))
    var up: [Int] = []
    for _ in 0..<199 {
      if let row = chosen() { up.append(row) }
      screen.handle(.key(KeyPress(.up)))
    }
    #expect(up == Array((1...199).reversed()))
  }

  @Test("Esc gives a request up and says so; r tries again; without a request it does nothing")
  func cancel() {
    let shown = Shown(.loading)
    shown.frame()
    shown.press(.escape)
    #expect(shown.frame(60, 9).lines.contains { $0.contains("Loading was cancelled.") })
    #expect(!shown.model.isLoading && shown.screen.result == nil)
    shown.press(.escape)
    shown.press(.character("r"))
    #expect(shown.model.isLoading)
  }

  @Test("Lines of JSON: each item with its record, each state, the last one of a stream, too")
  func json() {
    let clock = VirtualTimeScheduler()
    let model = PagesScreen.Model(PagedDemo.stream.records(on: clock), scheduler: clock)
    var said = PagesReport(isJSON: true)
    model.load()
    var lines = said.lines(model)
    for _ in 0..<12 {
      clock.advance(by: .milliseconds(200))
      lines += said.lines(model)
    }
    #expect(
      lines == [#"{"state":"loading"}"#]
        + (1...10).map { "{\"item\":\($0),\"title\":\"Item \($0)\"}" }
        + [#"{"state":"loadedContent"}"#])
    let records = PagesScreen.Model(records(), keeping: KeptPages(pages: 1), scheduler: clock)
    said = PagesReport(isJSON: true)
    lines = []
    for _ in 0..<10 {
      records.load()
      clock.run()
      lines += said.lines(records)
    }
    #expect(lines.count == 202)
    #expect(
      lines[0]
        == #"{"item":1,"title":"Record 0","detail":"half of it is 0","record":{"n":0,"half":0}}"#)
    #expect(lines.suffix(1) == [#"{"state":"loadedContent"}"#])
  }

  @Test("In lines a record is its title and its detail, and a wait is said")
  func linesOfRecords() {
    let clock = VirtualTimeScheduler()
    var failures = [PageLoadError("It is busy.", retryAfter: .seconds(7))]
    let source = records()
    let flaky = PagesList.Source {
      cursor -> AnyPublisher<CursorPage<RecordItem, RecordCursor>, PageLoadError> in
      guard let failure = failures.popLast() else { return source.load(cursor) }
      return Fail(error: failure).eraseToAnyPublisher()
    }
    let model = PagesScreen.Model(flaky, retry: .usual, scheduler: clock)
    var report = PagesReport()
    model.load()
    clock.advance(by: .seconds(1))
    #expect(report.lines(model) == ["It is busy. Waiting 7 seconds.", "Loading."])
    clock.run()
    #expect(report.lines(model).first == "Record 0 – half of it is 0")
  }
}
