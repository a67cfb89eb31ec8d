import TerminalKit
import TestSupport
import Testing
import ViewModels

@testable import SignupTUI
@testable import TerminalForms

@Suite("The gallery of all kinds of field") @MainActor
struct FormGalleryTests {
  /// What is typed into each field that has the focus.
  private static let typed: [(id: String, keys: @MainActor (ShownGallery) -> Void)] = [
    ("text", { $0.type("Ada") }), ("city", { $0.type("Dr") }),
    ("telephone", { $0.type("+4915123456789") }), ("iban", { $0.type("de89370400440532013000") }),
    ("card", { $0.type("4111111111111111") }),
    ("lines", { $0.type("A text that is longer than a small window is wide") }),
    ("secret", { $0.type("correct horse") }), ("integer", { $0.press(KeyPress(.up)) }),
    ("decimal", { $0.type("12,5") }), ("date", { $0.press(KeyPress(.function(2))) }),
    ("time", { $0.type("14:3") }), ("datetime", { $0.type("2026-11-30 14:30") }),
    ("choice", { $0.press(KeyPress(.right)) }),
    (
      "country",
      { gallery in
        gallery.press(KeyPress(.enter))
        gallery.type("lu")
      }
    ),
    ("choices", { $0.press(KeyPress(.character(" ")), KeyPress(.down)) }),
    ("talks", { $0.press(KeyPress(.enter), KeyPress(.character(" ")), KeyPress(.down)) }),
    ("toggle", { $0.press(KeyPress(.character(" "))) }), ("more", { $0.type("Hello") }),
    ("file", { $0.press(KeyPress(.function(2))) }),
  ]

  private func fill(_ gallery: ShownGallery, _ seen: (String) -> Void) {
    seen("untouched")
    for (id, keys) in Self.typed {
      gallery.go(to: id)
      keys(gallery)
      seen(id)
      if gallery.screen.shown.isOpen { gallery.press(KeyPress(.enter)) }
    }
    gallery.go(to: "toggle")
    for _ in 0..<2 { gallery.press(KeyPress(.tab)) }
    gallery.press(KeyPress(.enter))
    gallery.type("Bea")
    seen("list")
    load(gallery, seen)
    gallery.press(KeyPress(.tab))
    seen("section, folded")
    gallery.press(KeyPress(.enter))
    gallery.press(KeyPress(.tab))
    gallery.type("A 7")
    seen("section")
  }

  /// Opens the options that take a while: they do not come at first, and are asked for again.
  private func load(_ gallery: ShownGallery, _ seen: (String) -> Void = { _ in }) {
    gallery.go(to: "airport")
    seen("airport, loading")
    gallery.clock.advance(by: .seconds(1))
    seen("airport, which did not come")
    gallery.press(KeyPress(.enter))
    seen("airport, loading again")
    gallery.clock.advance(by: .seconds(1))
    gallery.press(KeyPress(.enter))
    gallery.type("lis")
    seen("airport")
    gallery.press(KeyPress(.enter))
  }

  @Test(
    "Each kind with the focus, at every size",
    arguments: [Size(80, 24), Size(132, 50), Size(40, 12), Size(20, 6)])
  func frames(size: Size) {
    var golden = GoldenFrames("FormGallery\(size.width)", styles: size.width == 80)
    let gallery = ShownGallery(size.width, size.height)
    fill(gallery) { golden.add($0, gallery.frame()) }
    golden.expectUnchanged()
  }

  @Test("Filled in it looks as the documentation shows it")
  func documented() throws {
    let gallery = ShownGallery(78, 74)
    func fill(_ id: String, _ text: String, _ keys: [KeyPress] = []) {
      gallery.go(to: id)
      gallery.type(text)
      for key in keys { gallery.press(key) }
    }
    let (enter, space) = (KeyPress(.enter), KeyPress(.character(" ")))
    fill("text", "Ada")
    fill("city", "Dresden")
    fill("telephone", "+4915123456789")
    fill("iban", "DE89370400440532013000")
    fill("card", "4111 1111 1111 1111")
    fill("lines", "Several lines, in a box", [enter])
    gallery.type("that scrolls by itself.")
    fill("secret", "correct horse")
    fill("integer", "", [KeyPress(.up)])
    fill("decimal", "12.50")
    fill("date", "2026-12-24")
    fill("time", "14:30")
    fill("datetime", "2026-12-24 14:30")
    fill("choice", "", [KeyPress(.right)])
    fill("country", "lux", [enter])
    fill("choices", "", [space])
    fill("talks", "", [enter, space, KeyPress(.down), space, enter])
    fill("toggle", "", [space])
    fill("more", "Hello", [KeyPress(.tab), enter])
    gallery.type("Bea")
    gallery.press(KeyPress(.tab))
    gallery.type("7")
    load(gallery)
    let end = gallery.frame().lines.prefix { !$0.contains("[ Submit ]") }.count
    let lines = gallery.frame().lines.prefix(end + 1)
    let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let page = try #require(TextFile("\(root)/docs/forms.md", name: "forms.md"))
    #expect(page.lines.joined(separator: "\n").contains(lines.joined(separator: "\n")))
  }

  @Test("In ASCII nothing else is drawn")
  func ascii() {
    var golden = GoldenFrames("FormGalleryASCII", styles: false)
    let gallery = ShownGallery(symbols: .ascii)
    fill(gallery) { golden.add($0, gallery.frame()) }
    golden.expectUnchanged()
    let rows = golden.text.split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(rows.joined().allSatisfy { $0.isASCII })
  }

  @Test("In German all of its words are German")
  func german() {
    var golden = GoldenFrames("FormGalleryGerman", styles: false)
    let gallery = ShownGallery(languages: ["de_DE.UTF-8"])
    let german = ValidationMessages.german
    var english: Set<String> = []
    fill(gallery) { id in
      golden.add(id, gallery.frame())
      let hints = gallery.screen.shown.keys.footer.hints + gallery.screen.shown.keys.hints
      english.formUnion(hints.map(\.action).filter { german.translations[$0] == nil })
    }
    golden.expectUnchanged()
    #expect(english.isEmpty, "These have no German words.")
  }

  @Test("The mouse fills in each kind")
  func mouse() {
    let gallery = ShownGallery(80, 100)
    func isClicked(_ text: String, _ columns: Int = 0) {
      #expect(gallery.click(text, columns), "“\(text)” is to be seen.")
    }
    isClicked("Text  begins with")
    gallery.type("Ada")
    isClicked("Ada", 1)
    gallery.type("l")
    #expect(gallery.answer("text") == .text("Alda"))
    isClicked("Telephone")
    #expect(gallery.focused == "telephone")
    isClicked("One of a few")
    #expect(gallery.focused == "choice" && gallery.answer("choice") == .text("spring"))
    isClicked("2   ", 20)
    #expect(gallery.focused == "integer" && gallery.answer("integer") != .integer(2))
    isClicked("‹ Spring ›", 9)
    #expect(gallery.answer("choice") == .text("summer"))
    isClicked("‹ Summer ›")
    #expect(gallery.answer("choice") == .text("spring"))
    gallery.go(to: "country")
    isClicked("▸ (none)", 4)
    isClicked("Belgium")
    #expect(gallery.answer("country") == .text("be"))
    isClicked("[ ] Green")
    #expect(gallery.answer("choices") == .texts(["green"]))
    gallery.go(to: "talks")
    isClicked("▸ (none)", 4)
    isClicked("[ ] Buffers")
    gallery.press(KeyPress(.enter))
    #expect(gallery.answer("talks") == .texts(["Buffers"]))
    isClicked("[ ] On or off", 1)
    #expect(gallery.answer("toggle") == .flag(true))
    isClicked("[ Add to Rows ]", 2)
    gallery.type("Bea")
    #expect(
      gallery.answer("list") == .list([[.init("name", .text("Bea")), .init("age", .none)]]))
    isClicked("[ Remove ]", 2)
    #expect(gallery.answer("list") == .list([]))
    gallery.go(to: "date")
    gallery.press(KeyPress(.function(2)))
    isClicked("28")
    #expect(gallery.answer("date") == .text("2026-11-28"))
    gallery.go(to: "datetime")
    gallery.press(KeyPress(.function(2)))
    isClicked("29")
    gallery.type("9:05")
    #expect(gallery.answer("datetime") == .text("2026-11-29T09:05"))
    gallery.go(to: "file")
    gallery.press(KeyPress(.function(2)))
    isClicked("notes.txt")
    #expect(gallery.answer("file") == .text("notes.txt"))
    gallery.go(to: "city")
    gallery.press(KeyPress(.function(2)))
    isClicked("Dresden")
    #expect(gallery.answer("city") == .text("Dresden"))
  }

  @Test("The wheel turns the page over a box of lines that has no more of them")
  func wheel() {
    let gallery = ShownGallery(40, 12)
    gallery.go(to: "lines")
    gallery.type("One")
    let before = gallery.frame().lines
    gallery.screen.mouse(.scrollDown, on: "One", columns: 1, in: gallery.frame())
    #expect(gallery.frame().lines != before && gallery.focused == "lines")
  }

  @Test("Options that did not come are asked for again")
  func loading() {
    let gallery = ShownGallery()
    load(gallery)
    #expect(gallery.answer("airport") == .text("lisbon"))
    #expect(gallery.screen.form.state.steps.count == 1 && !gallery.screen.form.state.isReviewing)
  }

  @Test("↑ and ↓ step within the limits, and go on beyond them")
  func steps() {
    let gallery = ShownGallery()
    gallery.go(to: "integer")
    gallery.press(KeyPress(.down))
    #expect(gallery.answer("integer") == .integer(1) && gallery.focused == "integer")
    gallery.press(KeyPress(.down))
    #expect(gallery.answer("integer") == .integer(1) && gallery.focused == "decimal")
    gallery.press(KeyPress(.tab, .shift))
    for _ in 0..<7 { gallery.press(KeyPress(.up)) }
    #expect(gallery.answer("integer") == .integer(8) && gallery.focused == "integer")
    gallery.press(KeyPress(.up))
    #expect(gallery.answer("integer") == .integer(8) && gallery.focused == "secret")
  }
}
