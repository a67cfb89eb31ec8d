import Platform
import TestSupport
import Testing

@testable import TerminalKit

@Suite("Examples in comments: text, keys and frames")
struct TextCommentExamples {
  @Test("glyphs, spellings and lines")
  func text() {
    let shown = results {
      Glyph.columns(of: "漢字")  // 4
      Glyph.all(in: "a\u{1B}[2J").map(\.character)  // ["a", "␛", "[", "2", "J"]
    }
    #expect(shown == ["4", #"["a", "␛", "[", "2", "J"]"#])
    let spelt = results {
      TerminalCharacterSet.ascii.encoded("⇧⇥ back – 5°C")  // "Shift-Tab back - 5 degC"
    }
    #expect(spelt == [#""Shift-Tab back - 5 degC""#])
    let wrapped = results {
      TextWrapping.lines(of: "at least 8 characters", width: 10)
      // ["at least 8", "characters"]
    }
    #expect(wrapped == [#"["at least 8", "characters"]"#])
  }

  @Test("bytes that become keys")
  func decoder() {
    func events() -> [InputEvent] {
      var decoder = InputDecoder()
      return decoder.feed(Array("a\u{1B}[A".utf8))  // a, and the arrow up
    }
    #expect(events() == [.key(KeyPress(.character("a"))), .key(KeyPress(.up))])
  }

  @Test("what a key means", arguments: [(KeyPress(.enter), "submit"), (.control("s"), "save")])
  func press(press: KeyPress, meaning: String) {
    var done = ""
    func submit() { done = "submit" }
    func save() { done = "save" }
    switch press {
    case KeyPress(.enter): submit()
    case .control("s"): save()
    default: break
    }
    #expect(done == meaning)
  }

  @Test("a press on a field")
  func mouse() {
    enum Field { case name }
    var focus: Field?
    let spot = Spot(Rect(x: 0, y: 0, width: 4, height: 1), Field.name)
    let event = InputEvent.mouse(Mouse(.press, at: Point(1, 0), spot: spot))
    switch event {
    case .mouse(let mouse):
      if mouse.action == .press, let field = mouse.target(as: Field.self) { focus = field }
    default: break
    }
    #expect(focus == .name)
  }

  @Test("bytes that are a secret")
  func secret() {
    let shown = results {
      var line = SecretBytes()
      line.append(0x61)
      String(validating: line, as: UTF8.self)  // "a"
    }
    #expect(shown == [#""a""#])
  }

  @Test("a canvas and the bytes that show it")
  func canvas() {
    let shown = results {
      var canvas = Canvas(size: Size(20, 2))
      canvas.write("漢字 and more", in: Rect(x: 0, y: 0, width: 8, height: 1), style: .bold)
      canvas.lines  // ["漢字 an…", ""]
    }
    #expect(shown.last == #"["漢字 an…", ""]"#)

    let blank = Canvas(size: Size(20, 2))
    var canvas = blank
    canvas.write("Ann", in: Rect(x: 0, y: 0, width: 8, height: 1))
    func difference(to canvas: Canvas, from shown: Canvas) -> [UInt8] {
      let encoder = FrameEncoder(theme: .dark, colorDepth: .ansi256)
      let bytes = encoder.encode(from: shown, to: canvas)
      return bytes
    }
    #expect(String(decoding: difference(to: canvas, from: blank), as: UTF8.self).contains("Ann"))
    #expect(difference(to: canvas, from: canvas).isEmpty)
  }

  @Test("a colour of one's own")
  func theme() {
    var canvas = Canvas(size: Size(3, 1))
    var theme = Theme.dark
    theme.colors[.own1] = Theme.Color(0xFF8700)
    let style = Style(foreground: .own1)
    canvas.write("own", at: Point(0, 0), style: style)
    let encoder = FrameEncoder(theme: theme, colorDepth: .trueColor)
    let bytes = String(decoding: encoder.encode(from: nil, to: canvas), as: UTF8.self)
    #expect(bytes.contains("38;5;208m"))
  }

  @Test("symbols of one's own")
  func symbols() {
    var symbols = Symbols.unicode
    symbols.check = "√"
    #expect(symbols.check == "√" && symbols.cross == Symbols.unicode.cross)
  }
}
