import Forms
import Platform
import ReactiveExtras
import TerminalForms
import TerminalKit
import TestSupport
import Testing

/// Runs the real loop on a pseudo-terminal inside the test process, and so one at a time.
@Suite("Documented examples: a form on a terminal", .serialized)
@MainActor struct FormExamples: @MainActor ExampleSuite {
  let page = PrintedPage()
  private let terminal: PseudoTerminal
  private let settings: TerminalSettings

  init() throws {
    terminal = try PseudoTerminal(size: Size(60, 16))
    settings = terminal.settings()
  }

  @Test("the landing page's form")
  func trip() {
    terminal.type("Uppsala\r2\r\r")
    do {
      let loop = try EventLoop()
      let form = FormViewModel(Trip(), fields: Trip.fields, scheduler: LoopScheduler(loop: loop))
      switch try FormScreen(form, title: "A trip").run(on: loop, settings: settings) {
      case .submitted(let trip): print("\(trip.nights) nights in \(trip.place)")
      case .cancelled, .interrupted: print("Nothing was booked.")
      }
    } catch {
      print(error)
      exit(1)
    }
    #expect(printed == ["12 nights in Uppsala"])
    #expect(
      terminal.waits { _ in
        String(decoding: terminal.output, as: UTF8.self).contains("Place")
          && terminal.leftovers().isEmpty
      })
  }

  @Test("the comment's decoration of a field")
  func decoration() throws {
    let form = FormViewModel(Trip(), fields: Trip.fields, scheduler: VirtualTimeScheduler())
    let strength = FormDecoration(below: "password") { field in
      [.meter(Meter(level: min(4, field.text.count / 4), steps: 4, word: "strength"))]
    }
    let screen = FormScreen(form, title: "An account", decorations: [strength])
    #expect(screen.title == "An account")
  }

  @Test("the comment's draft of a form")
  func draft() throws {
    let form = FormViewModel(Trip(), fields: Trip.fields, scheduler: VirtualTimeScheduler())
    let draft = DraftFile(path: "/home/ada/.local/state/trip/draft.json", of: "trip")
    let screen = FormScreen(form, title: "A trip", draft: draft)
    #expect(screen.result == nil && !screen.hasDraft)
  }
}
