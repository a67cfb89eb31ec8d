import Positioning
import Reactive
import ReactiveExtras
import TerminalForms
import TerminalKit
import TestSupport
import Testing
import ViewModels

@testable import SignupTUI

@Suite("The mouse on the screens") @MainActor
struct ScreenMouseTests {
  @Test("Sign-up: a press goes to a field and into its text, or presses a button")
  func signup() {
    let form = SignupForm()
    form.type("annie")
    form.screen.mouse(on: "Password", in: form.frame())
    #expect(form.screen.focus == .field(.username), "A label is no field.")
    let frame = form.frame()
    let row = (frame.place(of: "Password")?.y ?? 0) + 1
    form.screen.handle(frame.resolved(.mouse(Mouse(.press, at: Point(8, row)))))
    #expect(form.screen.focus == .field(.password))
    form.screen.mouse(on: "annie", columns: 2, in: form.frame())
    form.type("x")
    #expect(form.screen.model[.username] == "anxnie")
    form.screen.mouse(on: "[ Register ]", columns: 3, in: form.frame())
    #expect(form.screen.host.hasBeenRefused && form.screen.field != nil)
    form.screen.mouse(on: "Esc cancel", in: form.frame())
    #expect(form.screen.host.question != nil)
    form.screen.mouse(on: "[ Discard ]", in: form.frame())
    #expect(form.screen.result == .cancelled)
  }

  @Test("Sign-up: the wheel turns the page, the dialog covers it")
  func page() {
    let form = SignupForm()
    let top = form.frame(60, 8).lines[0]
    form.screen.mouse(.scrollDown, on: "Username", in: form.frame(60, 8))
    #expect(form.frame(60, 8).lines[0] != top)
    form.press(KeyPress(.tab))
    form.type("x")
    form.press(.control("c"))
    let covered = form.frame()
    #expect(covered.spots.allSatisfy { !($0.target is TextFocus) })
  }

  @Test("Keys have a second key for help: ^G in every field, ? elsewhere")
  func help() {
    let form = SignupForm()
    form.press(.control("g"))
    #expect(form.screen.host.help != nil)
    form.press(KeyPress(.escape))
    form.press(KeyPress(.character("?")))
    #expect(form.screen.host.help == nil && form.screen.model[.username] == "?")
    form.press(KeyPress(.up), KeyPress(.character("?")))
    #expect(form.screen.host.help != nil)
  }

  @Test("A replay: the bar is pressed and dragged, a page's name, the map's wheel")
  func replay() throws {
    let clock = VirtualTimeScheduler()
    let provider = TraceLocationProvider(
      file: try TraceFile(path: TraceFixture.drive.path), options: ReplayOptions(),
      scheduler: clock)
    let model = ReplayViewModel(provider: provider, scheduler: clock)
    let screen = ReplayScreen(model: model)
    clock.advance(by: .zero)
    func frame() -> Canvas {
      var canvas = Canvas(size: Size(80, 24))
      screen.draw(on: &canvas)
      return canvas
    }
    let bar = try #require(frame().spots.first { $0.target is ReplayBar.Target })
    func act(_ action: Mouse.Action, _ share: Double) {
      let x = bar.rect.x + Int(Double(bar.rect.width - 1) * share)
      screen.handle(frame().resolved(.mouse(Mouse(action, at: Point(x, bar.rect.y)))))
      clock.advance(by: .milliseconds(1))
    }
    act(.press, 1)
    #expect(model.progress > 0.95)
    act(.drag, 0.5)
    #expect(model.progress < 0.95)
    screen.mouse(on: "Fixes", in: frame())
    let fixes = frame()
    #expect(fixes.place(of: "[Fixes]") != nil)
    // The chosen fix is gone to, as with Enter.
    let row = try #require(fixes.spots.last { $0.target is ListState.Row })
    screen.handle(fixes.resolved(.mouse(Mouse(.press, at: row.rect.origin))))
    screen.handle(frame().resolved(.mouse(Mouse(.press, at: row.rect.origin))))
    #expect(frame().place(of: "[Map]") != nil)
    let before = frame().lines
    let map = try #require(frame().place(of: "N↑"))
    screen.handle(frame().resolved(.mouse(Mouse(.scrollUp, at: map))))
    #expect(frame().lines != before)
  }
}
