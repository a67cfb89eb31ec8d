import Forms
import TerminalKit
import TestSupport
import Testing

@testable import TerminalForms

@Suite("The control of a text") @MainActor
struct TextControlTests {
  private let gallery = TypedForm(Gallery(), Gallery.fields, title: "Gallery")
  private var value: Gallery { gallery.form.state.value }

  @Test("of several lines breaks by Enter, and is left by Tab, and by the arrows at its ends")
  func lines() {
    gallery.go(to: "remarks")
    gallery.type("one")
    gallery.press(KeyPress(.enter))
    gallery.type("two")
    #expect(value.remarks == "one\ntwo")
    _ = gallery.frame()
    gallery.press(KeyPress(.up))
    #expect(gallery.focused == "remarks")
    gallery.press(KeyPress(.up))
    #expect(gallery.focused == "workshops")
    gallery.press(KeyPress(.tab), KeyPress(.down))
    #expect(gallery.focused == "remarks")
    gallery.press(KeyPress(.down))
    #expect(gallery.focused == "arrival")
    gallery.press(KeyPress(.tab, .shift))
    gallery.screen.handle(.paste(Paste(text: "a\r\nb")))
    #expect(value.remarks.hasSuffix("a\nb") && value.remarks.hasPrefix("one"))
    #expect(gallery.lines(80, 60).contains { $0.contains("11 of 120") || $0.contains("10 of 120") })
  }

  @Test("by steps goes on by + and -, within its limits, and by the bar")
  func steps() {
    gallery.go(to: "seats")
    gallery.type("+")
    #expect(value.seats == 3)
    gallery.press(KeyPress(.down, .control), KeyPress(.down, .control), KeyPress(.down, .control))
    #expect(value.seats == 1)
    gallery.type("--")
    #expect(value.seats == 1)
    let frame = gallery.frame(80, 60)
    let spot = frame.spots.first {
      ($0.target as? ControlSpot)?.field == gallery.form.id(\.seats)
    }
    guard let bar = spot?.rect else { return #expect(Bool(false), "There is a bar.") }
    gallery.screen.handle(
      frame.resolved(.mouse(Mouse(.press, at: Point(bar.maxX - 1, bar.y)))))
    #expect(value.seats == 8)
    gallery.screen.handle(
      gallery.frame(80, 60).resolved(.mouse(Mouse(.drag, at: Point(bar.x, bar.y)))))
    #expect(value.seats == 1)
  }

  @Test("in groups keeps the cursor between the same characters")
  func groups() {
    gallery.go(to: "account")
    gallery.type("de8937")
    #expect(gallery.form.field(\.account)?.text == "DE89 37" && value.account == "DE8937")
    gallery.press(KeyPress(.home), KeyPress(.right), KeyPress(.right))
    gallery.type("0")
    #expect(gallery.form.field(\.account)?.text == "DE08 937")
    gallery.screen.handle(.paste(Paste(text: "12 34")))
    #expect(gallery.form.field(\.account)?.text == "DE01 2348 937")
    for _ in 0..<20 { gallery.press(KeyPress(.end), KeyPress(.backspace)) }
    #expect(value.account.isEmpty)
  }

  @Test("of a path is completed by → and from a list, folders first, hidden ones after a full stop")
  func paths() {
    gallery.go(to: "photo")
    gallery.press(KeyPress(.function(2)))
    let lines = gallery.lines(80, 60).joined(separator: "\n")
    #expect(lines.contains("Documents/") && !lines.contains(".secret"))
    gallery.press(KeyPress(.down), KeyPress(.enter))
    #expect(value.photo == "photos/" && gallery.screen.shown.isOpen, "A folder is opened in turn.")
    gallery.press(KeyPress(.enter))
    #expect(value.photo == "photos/basel.jpg" && !gallery.screen.shown.isOpen)
    gallery.press(.control("u"))
    gallery.type("no")
    #expect(gallery.lines(80, 60).contains { $0.contains("notes.txt") })
    gallery.press(KeyPress(.right))
    #expect(value.photo == "notes.txt")
    gallery.press(.control("_"))
    #expect(value.photo == "no", "It can be undone.")
    gallery.press(.control("u"))
    gallery.type(".")
    gallery.press(KeyPress(.right))
    #expect(value.photo == ".secret")
  }

  @Test("with suggestions is completed by →, and typing closes their list")
  func suggestions() {
    gallery.go(to: "city")
    gallery.type("d")
    #expect(gallery.lines(80, 60).contains { $0.contains("dresden") })
    gallery.press(KeyPress(.function(2)), KeyPress(.down), KeyPress(.enter))
    #expect(value.city == "Düsseldorf")
    gallery.press(.control("u"))
    gallery.type("B")
    gallery.press(KeyPress(.function(2)))
    gallery.type("r")
    #expect(value.city == "Br" && !gallery.screen.shown.isOpen)
    gallery.press(KeyPress(.right))
    #expect(value.city == "Bremen")
    gallery.press(KeyPress(.tab))
    #expect(gallery.focused == "agrees")
  }

  @Test("Several of a few are ticked by Space and the mouse, and the arrows leave at the ends")
  func checks() {
    gallery.go(to: "days")
    gallery.press(KeyPress(.character(" ")), KeyPress(.down), KeyPress(.character(" ")))
    #expect(value.days == [.monday, .tuesday])
    gallery.click("[ ] Friday", 80, 60)
    #expect(value.days == [.monday, .tuesday, .friday])
    gallery.press(KeyPress(.down))
    #expect(gallery.focused == "workshops")
    gallery.press(KeyPress(.up), .alt("n"))
    #expect(gallery.focused == "days" && value.days.isEmpty)
    gallery.press(.alt("a"))
    #expect(value.days.count == 5)
    #expect(gallery.lines(80, 60).contains { $0.contains("5 of 5 chosen, at most 3") })
  }
}

@Suite("A number by steps")
struct StepNumberTests {
  @Test(
    "keeps its places, its comma and its limits",
    arguments: [
      ("2", 1, "2.5"), ("1,5", -1, "1,0"), ("4.75", 9, "5.00"), ("", 1, "0.0"), ("x", -1, "0.0"),
    ])
  func steps(text: String, by steps: Int, expected: String) {
    #expect(StepNumber(size: 0.5, low: 0, high: 5).text(from: text, by: steps) == expected)
  }

  @Test("is a whole number where the steps are", arguments: [("2", 3, "5"), ("9", 5, "10")])
  func whole(text: String, by steps: Int, expected: String) {
    let german = StepNumber(size: 0.5, low: 0, high: 5, point: ",")
    #expect(german.text(from: "1", by: 1) == "1,5" && german.text(from: "1.5", by: 1) == "2.0")
    let step = StepNumber(size: 1, low: 0, high: 10)
    #expect(step.text(from: text, by: steps) == expected)
    #expect(step.text(at: 0.52, as: text) == "5")
    #expect(StepNumber(size: 1, low: nil, high: 10).fraction(of: text) == nil)
  }
}
