import TestSupport
import Testing

@testable import TerminalKit

@Suite("Text is spelt with what the terminal can show")
struct TerminalCharacterSetTests {
  @Test(
    "In ASCII signs have their stand-ins, keys their names, and the rest is a question mark",
    arguments: [
      ("–– … “a” ×2 ±5", "-- .. \"a\" x2 +-5"), ("30 m/s²", "30 m/s^2"), ("5 °C", "5  degC"),
      ("↑↓", "Up/Down"), ("←→", "Left/Right"), ("M-↑↓", "M-Up/Down"), ("⇧⇥", "Shift-Tab"),
      ("↑ ↓ PgUp", "Up Down PgUp"), ("Tab ↓", "Tab Down"), ("漢é", "??"), ("plain", "plain"),
    ])
  func ascii(text: String, spelt: String) {
    #expect(TerminalCharacterSet.ascii.encoded(text) == spelt)
  }

  @Test(
    "Control characters are named, so that nothing spelt is one",
    arguments: [
      ("a\u{1B}[2J", "a^[[2J"), ("\u{7F}", "^?"), ("\u{0}\u{7}\u{1F}", "^@^G^_"), ("\t", " "),
      ("\u{9B}2J", "?2J"), ("\u{202E}x", "?x"), ("\u{241B}", "^["),
    ])
  func controls(text: String, spelt: String) {
    #expect(TerminalCharacterSet.ascii.encoded(text) == spelt)
    #expect(
      TerminalCharacterSet.console.encoded(text).unicodeScalars.allSatisfy { $0.value >= 0x20 })
  }

  @Test("A console's font has lines, blocks and accents, and no ticks")
  func console() {
    #expect(TerminalCharacterSet.console.encoded("┌─█░↑ é ✓ ⣿ …") == "┌─█░↑ é ok ⣿ ..")
    #expect(TerminalCharacterSet.unicode.encoded("┌─█░↑ é ✓ ⣿ …") == "┌─█░↑ é ✓ ⣿ …")
  }

  @Test("Every symbol of a set can be shown with it", arguments: [Symbols.console, .ascii])
  func symbols(symbols: Symbols) {
    let texts =
      [
        symbols.ellipsis, symbols.marker, symbols.check, symbols.cross, symbols.pending,
        symbols.neutral, symbols.separator, symbols.moreAbove, symbols.moreBelow,
      ]
      + ([
        symbols.bullet, symbols.cutLeft, symbols.cutRight, symbols.track, symbols.box.topLeft,
        symbols.box.topRight, symbols.box.bottomLeft, symbols.box.bottomRight,
        symbols.box.horizontal, symbols.box.vertical,
      ] + symbols.horizontalSteps + symbols.verticalSteps).map { String($0) }
    for text in texts { #expect(symbols.characterSet.encoded(text) == text) }
  }

  @Test("Whatever is drawn or said in ASCII is ASCII, and no control code but the encoder's")
  func bytes() {
    let hostile = "name\u{1B}[31m\u{9B}A␛ąę漢\u{7F}.nmea"
    var canvas = Canvas(size: Size(60, 12), symbols: .ascii)
    canvas.write(hostile, at: Point(0, 0))
    Label(text: hostile, alignment: .trailing).draw(in: canvas.bounds.row(1), on: &canvas)
    Frame(title: hostile).draw(in: Rect(x: 0, y: 2, width: 60, height: 3), on: &canvas)
    var field = TextField(noun: "text")
    field.setText(hostile)
    field.draw(in: canvas.bounds.row(6), on: &canvas, isFocused: true)
    canvas.fill(Rect(x: 0, y: 7, width: 9, height: 1), with: "█")
    #expect(canvas.lines[0] == "name^[[31m?A^[???^?.nmea")
    let frame = FrameEncoder(theme: .dark, colorDepth: .ansi16).encode(from: nil, to: canvas)
    #expect(frame.allSatisfy { $0 < 0x7F })
    let said = OutputDescriptor.lines(hostile + "\n" + hostile, in: .ascii)
    #expect(said.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
  }
}
