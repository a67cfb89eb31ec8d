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
    let source = { (demo: PagedDemo) in demo.source(on: clock) { note?($0) ?? false } }
    model = PagesScreen.Model(source(demo), scheduler: clock)
    screen = PagesScreen(
      model: model, demo: demo, source: source, now: { clock.now },
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
    let model = PagesScreen.Model(PagedDemo.stream.source(on: clock), scheduler: clock)
    var report = PagesReport()
    model.load()
    #expect(report.lines(model) == ["Loading."])
    clock.advance(by: .milliseconds(200))
    #expect(report.lines(model) == ["Item 1"])
    #expect(report.lines(model).isEmpty)
    clock.advance(by: .seconds(2))
    #expect(report.lines(model) == (2...10).map { "Item \($0)" } + ["End of the list."])
    model.use(PagedDemo.error.source(on: clock))
    #expect(report.lines(model) == ["Loading."])
    clock.advance(by: .seconds(1))
    #expect(report.lines(model) == ["The service does not answer; try again."])
    model.use(PagedDemo.empty.source(on: clock))
    clock.advance(by: .seconds(1))
    #expect(report.lines(model) == ["Nothing to see here."])
  }
}
