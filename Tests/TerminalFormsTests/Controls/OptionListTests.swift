import Forms
import Reactive
import TerminalKit
import TestSupport
import Testing

@testable import TerminalForms

@Suite("The list of a choice") @MainActor
struct OptionListTests {
  private let gallery = TypedForm(Gallery(), Gallery.fields, title: "Gallery")
  private var country: String? { gallery.form.state.value.country }
  private var text: String { gallery.lines(80, 40).joined(separator: "\n") }

  @Test("opens by Enter, Space, a letter or the mouse, takes by Enter, and closes by Esc unchanged")
  func opens() {
    for key in [KeyPress(.enter), KeyPress(.character(" ")), KeyPress(.character("s"))] {
      gallery.go(to: "country")
      gallery.press(key)
      #expect(gallery.screen.shown.isOpen, "\(key)")
      gallery.press(KeyPress(.down), KeyPress(.escape))
      #expect(!gallery.screen.shown.isOpen && country == nil && gallery.screen.result == nil)
    }
    gallery.press(KeyPress(.enter), KeyPress(.down), KeyPress(.enter))
    #expect(country == "belgium" && gallery.focused == "country")
    let frame = gallery.frame(80, 40)
    gallery.screen.mouse(on: "Belgium", in: frame)
    #expect(gallery.screen.shown.isOpen)
    gallery.click("Denmark", 80, 40)
    #expect(country == "denmark" && !gallery.screen.shown.isOpen)
  }

  @Test("is narrowed down by what is typed, in any case, and says how many are left")
  func search() {
    gallery.go(to: "country")
    gallery.type("lAnD")
    #expect(text.contains("1 of 4"))
    #expect(text.contains("Finland") && text.contains("Poland") && !text.contains("Sweden"))
    gallery.type("x")
    #expect(text.contains("No option matches") && text.contains("0 of 27"))
    gallery.press(KeyPress(.enter))
    #expect(gallery.screen.shown.isOpen && country == nil)
    gallery.press(KeyPress(.backspace), KeyPress(.enter))
    #expect(country == "finland")
    gallery.press(KeyPress(.delete))
    #expect(country == nil)
  }

  @Test("goes by Page keys, Home and End")
  func pages() {
    gallery.go(to: "country")
    gallery.press(KeyPress(.enter))
    _ = gallery.frame()
    gallery.press(KeyPress(.end), KeyPress(.enter))
    #expect(country == "sweden")
    gallery.press(KeyPress(.enter), KeyPress(.home), KeyPress(.enter))
    #expect(country == "austria")
    gallery.press(KeyPress(.enter))
    _ = gallery.frame()
    gallery.press(KeyPress(.pageDown), KeyPress(.enter))
    #expect(country != "austria")
  }

  @Test("shows an option that cannot be chosen with its reason, and does not take it")
  func refused() {
    gallery.go(to: "country")
    gallery.type("cyp")
    #expect(text.contains("Cyprus – sold out"))
    gallery.press(KeyPress(.enter))
    #expect(country == nil && text.contains("! Cyprus: sold out"))
    gallery.press(KeyPress(.tab))
    #expect(country == nil && gallery.focused == "days", "Tab is never held back.")
  }

  @Test("takes with Tab and goes on")
  func tab() {
    gallery.go(to: "country")
    gallery.type("mal")
    gallery.press(KeyPress(.tab))
    #expect(country == "malta" && gallery.focused == "days")
  }

  @Test("of several has marks, all and none, and counts")
  func several() {
    gallery.go(to: "workshops")
    gallery.press(KeyPress(.enter), KeyPress(.character(" ")), KeyPress(.down))
    gallery.press(KeyPress(.character(" ")))
    #expect(text.contains("[x] Actors") && text.contains("2 of 8 chosen, at most 4"))
    gallery.press(KeyPress(.escape))
    #expect(gallery.form.state.value.workshops.isEmpty)
    gallery.press(KeyPress(.enter), .alt("a"))
    #expect(text.contains("8 of 8 chosen"))
    gallery.press(.alt("n"), KeyPress(.end), KeyPress(.character(" ")), KeyPress(.enter))
    #expect(gallery.form.state.value.workshops == ["hosts"])
  }

  @Test("says that options load, why they could not be, and asks again")
  func loading() {
    var answers: [PassthroughSubject<[FieldOption], any Error>] = []
    let typed = TypedForm(
      Gallery(),
      [
        .choice("country", \.country, options: []).loading(from: {
          answers.append(PassthroughSubject())
          return answers.last!.eraseToAnyPublisher()
        })
      ], title: "Loading")
    typed.clock.advance()
    #expect(typed.lines().contains { $0.contains("loading") })
    answers.last?.send(completion: .failure(TestError.expected))
    typed.clock.advance()
    #expect(typed.lines().contains { $0.contains("not loaded") })
    typed.press(KeyPress(.enter))
    typed.clock.advance()
    #expect(answers.count == 2)
    typed.press(KeyPress(.enter))
    #expect(typed.lines().contains { $0.contains("⋯ loading") })
    answers.last?.send(["Oslo", "Bergen"])
    typed.clock.advance()
    typed.press(KeyPress(.down), KeyPress(.enter))
    #expect(typed.form.state.value.country == "Bergen")
  }

  @Test("is seen with its cursor at every size", arguments: [(20, 6), (40, 12), (80, 24)])
  func sizes(width: Int, height: Int) {
    for path in ["country", "workshops"] {
      gallery.go(to: path)
      _ = gallery.frame(width, height)
      gallery.press(KeyPress(.enter))
      let frame = gallery.frame(width, height)
      #expect(frame.visibleCursor != nil)
      #expect(frame.lines.last?.contains("Esc close") == true)
      gallery.press(KeyPress(.escape))
    }
  }

  @Test("of five short options is a spinner, whose marks go back and forward")
  func spinner() {
    gallery.go(to: "ticket")
    gallery.type("b")
    #expect(gallery.form.state.value.ticket == .business)
    gallery.click("‹ Business", 80, 40)
    #expect(gallery.form.state.value.ticket == .week)
    gallery.screen.mouse(on: "› ", columns: 0, in: gallery.frame(80, 40))
    gallery.screen.mouse(on: "Week ›", columns: 5, in: gallery.frame(80, 40))
    #expect(gallery.form.state.value.ticket == .business)
  }
}

@Suite("The search among options")
struct OptionSearchTests {
  private let labels = ["New York", "York", "Newark", "Åre", "Yonkers"]

  @Test(
    "leaves the options that contain a text, and prefers those that begin with it",
    arguments: [
      ("york", [0, 1], 1), ("new", [0, 2], 0), ("y", [0, 1, 4], 1), ("å", [3], 0), ("q", [], 0),
      ("w y", [0], 0),
    ])
  func found(text: String, places: [Int], best: Int) {
    var search = OptionSearch(count: labels.count)
    for end in 1...text.count { search.seek(String(text.prefix(end))) { labels[$0] } }
    #expect(search.matches == places && search.best == best)
    search.seek("") { labels[$0] }
    #expect(search.rows == labels.count)
  }

  @Test("reads a label once a key, and after a longer text only those that the shorter one left")
  func work() {
    var (search, reads) = (OptionSearch(count: 10_000), 0)
    func seek(_ text: String) -> Int {
      reads = 0
      search.seek(text) {
        reads += 1
        return $0 % 10 == 0 ? "Sweden" : "Norway"
      }
      return reads
    }
    #expect(seek("e") == 10_000 && search.rows == 1_000)
    #expect(seek("ed") == 1_000)
  }
}
