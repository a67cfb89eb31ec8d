import Forms
import TerminalKit
import TestSupport
import Testing

@testable import TerminalForms

@Suite("The calendar of a day") @MainActor
struct CalendarTests {
  private let gallery = TypedForm(Gallery(), Gallery.fields, title: "Gallery")
  private var arrival: CalendarDay? { gallery.form.state.value.arrival }

  @Test(
    "has the keys of a grid of dates",
    arguments: [
      ([KeyPress(.right)], "2026-11-25"), ([KeyPress(.down)], "2026-12-01"),
      ([KeyPress(.home)], "2026-11-23"), ([KeyPress(.end)], "2026-11-29"),
      ([KeyPress(.pageDown)], "2026-12-24"),
      ([KeyPress(.pageDown, .shift), KeyPress(.pageUp, .alt), KeyPress(.left)], "2026-11-23"),
      ([KeyPress(.pageDown), KeyPress(.character("t"))], "2026-11-24"),
    ])
  func keys(presses: [KeyPress], day: String) {
    gallery.go(to: "arrival")
    gallery.press(KeyPress(.function(2)))
    for press in presses { gallery.press(press) }
    gallery.press(KeyPress(.enter))
    #expect(arrival == CalendarDay(day) && gallery.focused == "arrival")
  }

  @Test("takes no day outside its limits, and says so")
  func limits() {
    gallery.go(to: "arrival")
    gallery.press(KeyPress(.function(2)), KeyPress(.up), KeyPress(.enter))
    #expect(arrival == nil && gallery.screen.shown.isOpen)
    #expect(gallery.lines(80, 40).contains { $0.contains("! not before 2026-11-20") })
    gallery.press(KeyPress(.escape))
    #expect(!gallery.screen.shown.isOpen && gallery.screen.result == nil)
  }

  @Test("begins with the day typed, and keeps a time behind it; the mouse takes a day")
  func typed() {
    gallery.go(to: "arrival")
    gallery.type("2027-02-03")
    gallery.press(KeyPress(.function(2)))
    #expect(gallery.lines(80, 40).contains { $0.contains("February 2027") })
    gallery.click("17 18", 80, 40)
    #expect(arrival == CalendarDay("2027-02-17"))
    let field = gallery.form.field(\.arrival)!
    gallery.press(.control("u"))
    gallery.type("2027-02-03 12:30")
    gallery.press(KeyPress(.function(2)), KeyPress(.right), KeyPress(.enter))
    #expect(gallery.form.field(\.arrival)?.text == "2027-02-04 12:30", "\(field)")
  }

  @Test(
    "begins its weeks by the locale",
    arguments: [
      (["LANG": "en_US.UTF-8"], 7), (["LANG": "de_DE.UTF-8"], 1), ([:], 1), (["LANG": "C"], 1),
      (["LANG": "en_US.UTF-8", "LC_TIME": "en_GB.UTF-8"], 1),
      (["LANG": "de_DE", "LC_ALL": "ja_JP@x"], 7),
    ])
  func weekStart(environment: [String: String], day: Int) {
    #expect(ControlSurroundings.weekStart(environment) == day)
  }
}
