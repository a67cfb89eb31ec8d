import TestSupport
import Testing

@testable import TerminalKit

@Suite("Frames become bytes")
struct FrameEncoderTests {
  let encoder = FrameEncoder(theme: .dark, colorDepth: .trueColor)

  @Test("Applying the difference of two random frames to the first gives the second")
  func differencesLeadFromFrameToFrame() {
    var random = SplitMix(seed: 1)
    for _ in 0..<150 {
      let size = Size(Int.random(in: 1...30, using: &random), Int.random(in: 1...6, using: &random))
      let frames = (0..<4).map { _ in randomCanvas(size, certainOnly: true, using: &random) }
      var terminal = ModelTerminal(size: size)
      terminal.feed(ControlSequence.enter)
      var shown: Canvas?
      for frame in frames {
        terminal.feed(encoder.encode(from: shown, to: frame))
        shown = frame
        expect(terminal, shows: frame)
      }
    }
  }

  @Test(
    "Neighbours of graphemes with disputed widths stay right, however wide the terminal sees them",
    arguments: ModelTerminal.Widths.allCases)
  func disputedWidthsSpoilNothing(widths: ModelTerminal.Widths) {
    var random = SplitMix(seed: 2)
    for _ in 0..<150 {
      let size = Size(Int.random(in: 12...30, using: &random), 3)
      var terminal = ModelTerminal(size: size, widths: widths)
      terminal.feed(ControlSequence.enter)
      var shown: Canvas?
      for _ in 0..<4 {
        let frame = randomCanvas(size, certainOnly: false, using: &random)
        terminal.feed(encoder.encode(from: shown, to: frame))
        shown = frame
        for y in 0..<size.height {
          for x in 0..<size.width {
            let cell = frame[x, y]
            // What is disputed may look either way; all that is not must be as drawn.
            guard !cell.isUncertain, cell.width == 1 else { continue }
            #expect(
              terminal[x, y].text == String(cell.character), "\(widths) \(x),\(y) \(frame.lines)")
          }
        }
      }
    }
  }

  @Test("Frames of which parts have moved show what they should, whatever has moved")
  func movedParts() {
    var random = SplitMix(seed: 5)
    for _ in 0..<200 {
      let size = Size(
        Int.random(in: 8...30, using: &random), Int.random(in: 8...24, using: &random))
      var frame = randomCanvas(size, certainOnly: true, using: &random)
      var terminal = ModelTerminal(size: size)
      terminal.feed(ControlSequence.enter)
      terminal.feed(encoder.encode(from: nil, to: frame))
      for _ in 0..<4 {
        let other = randomCanvas(size, certainOnly: true, using: &random)
        let rows = Int.random(in: -6...6, using: &random)
        let kept = Int.random(in: 0...4, using: &random)
        var next = other
        for y in 0..<size.height where (0..<size.height).contains(y < kept ? y : y + rows) {
          let source = y < kept ? y : y + rows
          for x in 0..<size.width where frame[x, source].width > 0 {
            let cell = frame[x, source]
            next.write(String(cell.character), at: Point(x, y), style: cell.style)
          }
        }
        terminal.feed(encoder.encode(from: frame, to: next))
        expect(terminal, shows: next)
        frame = next
      }
    }
  }

  @Test("Equal frames need no bytes")
  func nothingForNothing() {
    var canvas = Canvas(size: Size(20, 3))
    canvas.write("漢字 and 👩‍🔬", at: Point(1, 1), style: .title)
    canvas.cursor = Point(3, 1)
    #expect(encoder.encode(from: canvas, to: canvas).isEmpty)
  }

  @Test("A typed letter costs itself, and more than a few bytes are one synchronized block")
  func lettersAreCheap() {
    var before = Canvas(size: Size(80, 24))
    before.write("Username: an", at: Point(2, 4))
    before.cursor = Point(14, 4)
    var after = Canvas(size: Size(80, 24))
    after.write("Username: ann", at: Point(2, 4))
    after.cursor = Point(15, 4)
    #expect(text(encoder.encode(from: before, to: after)) == "n")
    after.write("At least four letters, and no more than twelve", at: Point(2, 6))
    let bytes = text(encoder.encode(from: before, to: after))
    #expect(bytes.hasPrefix("␛[?2026hn") && bytes.hasSuffix("␛[?2026l"))
  }

  @Test("A cursor that moves alone is no frame")
  func cursorOnly() {
    var before = Canvas(size: Size(80, 24))
    before.cursor = Point(14, 4)
    var after = before
    after.cursor = Point(15, 4)
    #expect(text(encoder.encode(from: before, to: after)) == "␛[C")
    after.cursor = nil
    #expect(text(encoder.encode(from: before, to: after)) == "␛[?25l")
    #expect(text(encoder.encode(from: after, to: before)) == "␛[5;15H␛[?25h")
  }

  @Test("A new size repaints every row and never clears the screen or the scrollback")
  func repaintsWithoutClearing() {
    var canvas = Canvas(size: Size(10, 3))
    canvas.write("ab", at: Point(0, 1))
    let bytes = text(encoder.encode(from: Canvas(size: Size(9, 3)), to: canvas))
    #expect(bytes == "␛[?2026h␛[?25l␛[H␛[K\nab␛[K\r\n␛[K␛[?2026l")
    #expect(!bytes.contains("J"))
  }

  @Test("Styles change by the shorter way, and every frame ends plain")
  func stylesAreMinimal() {
    var canvas = Canvas(size: Size(12, 1))
    canvas.write("a", at: Point(0, 0), style: Style(attributes: [.bold, .underline]))
    canvas.write("b", at: Point(1, 0), style: Style(attributes: .bold))
    canvas.write("c", at: Point(2, 0), style: .danger)
    canvas.write("d", at: Point(3, 0))
    let bytes = text(encoder.encode(from: Canvas(size: Size(12, 1)), to: canvas))
    #expect(
      bytes
        == "␛[H␛[1;4ma␛[24mb␛[22;38;5;210mc␛[md"
        || bytes == "␛[H␛[1;4ma␛[24mb␛[0;38;5;210mc␛[md")
  }

  @Test("Without colours roles cost nothing and attributes stay")
  func noColor() {
    let encoder = FrameEncoder(theme: .dark, colorDepth: .none)
    var canvas = Canvas(size: Size(12, 1))
    canvas.write("a", at: Point(0, 0), style: .danger)
    canvas.write("b", at: Point(1, 0), style: .title)
    let bytes = text(encoder.encode(from: Canvas(size: Size(12, 1)), to: canvas))
    #expect(bytes == "␛[Ha␛[1mb␛[m")
  }

  @Test("Colours come down to the depth the terminal has")
  func depths() {
    let color = Role.danger
    func parameters(_ depth: ColorDepth) -> String {
      String(decoding: Palette(theme: .dark, depth: depth).foreground(color), as: UTF8.self)
    }
    #expect(parameters(.trueColor) == "38;5;210")
    #expect(parameters(.ansi256) == "38;5;210")
    #expect(parameters(.ansi16) == "91")
    #expect(parameters(.none) == "")
    #expect(
      String(
        decoding: Palette(theme: .dark, depth: .ansi16).background(.selection), as: UTF8.self)
        == "")
    #expect(Palette.nearest256(Theme.Color(0x808080, ansi: 8)) == (244, true))
    let other = Theme.Color(0xFF7B72, ansi: 9)
    #expect(Palette.nearest256(other) == (209, false))
    #expect(
      Palette.parameters(other, .trueColor, isForeground: true) == Array("38;2;255;123;114".utf8))
    #expect(Palette.parameters(other, .ansi256, isForeground: false) == Array("48;5;209".utf8))
  }

  @Test("Changes here and there are written style by style where that is shorter")
  func groupsStyles() {
    func frame(_ digit: Character) -> Canvas {
      var canvas = Canvas(size: Size(30, 3))
      for y in 0..<3 {
        canvas.write(String(digit), at: Point(2, y))
        canvas.write(String(digit), at: Point(20, y), style: .accent)
      }
      return canvas
    }
    let bytes = encoder.encode(from: frame("1"), to: frame("2"))
    #expect(
      text(bytes)
        == "␛[1;3H2\u{8}\n2\u{8}\n2␛[1;21H␛[38;5;75m2\u{8}\n2\u{8}\n2␛[m")
  }

  @Test(
    "The cursor goes the shortest way",
    arguments: [
      (Point(9, 1), "\u{8}"), (Point(7, 1), "\u{8}\u{8}\u{8}"), (Point(4, 1), "␛[6D"),
      (Point(0, 1), "\r"), (Point(2, 1), "␛[8D"), (Point(12, 1), "␛[2C"), (Point(10, 3), "\n\n"),
      (Point(10, 0), "␛[A"), (Point(9, 4), "\u{8}\n\n\n"), (Point(0, 2), "\r\n"),
      (Point(27, 8), "␛[9;28H"), (Point(10, 9), "␛[8B"), (Point(0, 0), "␛[H"),
    ])
  func moves(target: Point, bytes: String) {
    var before = Canvas(size: Size(30, 10))
    before.cursor = Point(10, 1)
    var after = before
    after.cursor = target
    #expect(text(encoder.encode(from: before, to: after)) == bytes)
  }

  @Test("A blank rest of a line is erased, not written")
  func erasesRest() {
    var before = Canvas(size: Size(40, 1))
    before.write("a long message that goes away", at: Point(0, 0))
    var after = Canvas(size: Size(40, 1))
    after.write("a", at: Point(0, 0))
    #expect(
      text(encoder.encode(from: before, to: after)) == "␛[1;3H␛[K")
  }

  private func expect(_ terminal: ModelTerminal, shows frame: Canvas) {
    #expect(terminal.lines == frame.lines)
    #expect(terminal.unknown.isEmpty)
    #expect(terminal.isCursorVisible == (frame.visibleCursor != nil))
    if let cursor = frame.visibleCursor { #expect(terminal.cursor == cursor) }
    var mismatches: [Point] = []
    for y in 0..<frame.size.height {
      for x in 0..<frame.size.width where terminal[x, y].sgr != sgr(frame[x, y].style) {
        mismatches.append(Point(x, y))
      }
    }
    #expect(mismatches.isEmpty)
  }

  @Test("Without colours what is muted is dim, and nothing is coloured")
  func colourless() {
    let encoder = FrameEncoder(theme: .dark, colorDepth: .none)
    var canvas = Canvas(size: Size(12, 1))
    canvas.write("hint", at: Point(0, 0), style: .muted)
    canvas.write("wrong", at: Point(4, 0), style: .danger)
    let sent = text(encoder.encode(from: nil, to: canvas))
    #expect(sent.contains("[2mhint") && sent.contains("[0mwrong"))
    #expect(!sent.contains("38;"))
  }

  /// The record that the model terminal must have for a style.
  private func sgr(_ style: Style) -> Set<String> {
    var result: Set<String> = []
    let names: [(Style.Attributes, String)] = [
      (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
    ]
    for (attribute, name) in names where style.attributes.contains(attribute) {
      result.insert(name)
    }
    if let color = Theme.dark.colors[style.foreground] {
      result.insert("38:5;\(Palette.nearest256(color).index)")
    }
    if let color = Theme.dark.colors[style.background] {
      result.insert("48:5;\(Palette.nearest256(color).index)")
    }
    return result
  }

  private func randomCanvas(
    _ size: Size, certainOnly: Bool, using random: inout SplitMix
  ) -> Canvas {
    var canvas = Canvas(size: size)
    let certain = ["plain", "漢字", "🙂", "é", "ﾊﾝ", "  ", "x", "e\u{301}\u{302}", "한글"]
    let disputed = ["👩‍🔬", "❤️", "🇸🇪", "👍🏽", "👨‍👩‍👧‍👦", "☰", "\u{E0B0}"]
    let words = certainOnly ? certain : certain + disputed
    for _ in 0..<Int.random(in: 0...10, using: &random) {
      // The last two columns stay free of disputed graphemes: clipping at the edge differs.
      let margin = certainOnly ? 0 : 2
      let limit = max(1, size.width - margin)
      let point = Point(
        Int.random(in: (certainOnly ? -3 : 0)..<limit, using: &random),
        Int.random(in: -1...size.height, using: &random))
      let style = Style(
        foreground: Role.allCases.randomElement(using: &random) ?? .standard,
        background: Bool.random(using: &random) ? .selection : .standard,
        attributes: Style.Attributes(rawValue: UInt8.random(in: 0..<32, using: &random)))
      canvas.clipped(to: Rect(x: 0, y: 0, width: limit, height: size.height)) {
        $0.write(
          words.randomElement(using: &random) ?? "", at: point,
          style: Bool.random(using: &random) ? style : .plain)
      }
    }
    if Bool.random(using: &random) {
      canvas.cursor = Point(
        Int.random(in: 0..<size.width, using: &random),
        Int.random(in: 0..<size.height, using: &random))
    }
    return canvas
  }

  private func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).split(
      separator: "\u{1B}", omittingEmptySubsequences: false
    )
    .joined(separator: "␛")
  }
}
