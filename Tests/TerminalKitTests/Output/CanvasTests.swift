import TerminalKit
import TestSupport
import Testing

@Suite("Text becomes cells")
struct CanvasTests {
  @Test(
    "Graphemes take the columns Unicode gives them",
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("漢", 2), ("ﾊ", 1), ("ﾊﾝ", 2), ("Ａ", 2), ("🙂", 2),
      ("👩‍🔬", 2), ("❤️", 2), ("❤", 1), ("🇸🇪", 2), ("👍🏽", 2), ("1️⃣", 2), ("한", 2),
      ("\u{1112}\u{1161}\u{11AB}", 2), ("…", 1), ("•", 1), ("█", 1), ("⣿", 1), ("▸", 1),
      ("\u{20BB7}", 2), ("\u{1F9D1}\u{200D}\u{1F680}", 2), ("～", 2), ("€", 1), ("ค์", 1),
    ] as [(String, Int)])
  func widths(text: String, columns: Int) {
    #expect(Glyph.columns(of: text) == columns)
  }

  @Test(
    "Only disputed graphemes are uncertain",
    arguments: [
      ("a", false), ("漢", false), ("🙂", false), ("é", false), ("e\u{301}", false), ("─", false),
      ("⣿", false), ("❤️", true), ("👩‍🔬", true), ("🇸🇪", true), ("👍🏽", true), ("\u{E0A0}", true),
      ("\u{1FAE8}", true), ("☰", true),
    ] as [(Character, Bool)])
  func uncertainty(character: Character, isUncertain: Bool) {
    #expect(Glyph.all(in: String(character)).map(\.isUncertain) == [isUncertain])
  }

  @Test(
    "Characters that could steer the terminal are made visible or dropped",
    arguments: [
      ("a\u{1B}[2Jb", "a␛[2Jb"), ("x\u{7}y", "x␇y"), ("\u{0}", "␀"), ("\u{7F}", "␡"),
      ("a\tb", "a b"), ("a\r\nb", "a␍␊b"), ("\u{9B}2J", "\u{FFFD}2J"),
      ("\u{202E}evil", "\u{FFFD}evil"), ("\u{2066}x\u{2069}", "\u{FFFD}x\u{FFFD}"),
      ("a\u{200B}b", "ab"), ("a\u{200D}b", "ab"), ("\u{FEFF}a", "a"), ("a\u{E0041}b", "ab"),
      ("line\u{2028}sep", "line\u{FFFD}sep"), ("\u{301}", "◌\u{301}"), ("a\u{FE0F}", "a"),
      ("soft\u{AD}hyphen", "softhyphen"), ("👩‍🔬", "👩‍🔬"), ("\u{600}1", "\u{FFFD}"),
    ] as [(String, String)])
  func sanitising(text: String, shown: String) {
    #expect(Glyph.all(in: text).map { String($0.character) }.joined() == shown)
  }

  @Test("At most eight marks stay on a base")
  func marksAreCapped() {
    let glyphs = Glyph.all(in: "e" + String(repeating: "\u{301}", count: 300) + "f")
    #expect(glyphs.count == 2)
    #expect(glyphs[0].character.unicodeScalars.count == 9)
    #expect(glyphs[0].width == 1)
  }

  @Test("No bytes whatever, written as text, leave the program as controls")
  func fuzz() {
    var random = SplitMix(seed: 3)
    let interesting: [Unicode.Scalar] = [
      "\u{1B}", "[", "\u{9B}", "\u{7F}", "\u{0}", "\u{202E}", "\u{200D}", "\u{FE0F}", "\u{1F469}",
      "\u{301}", "\u{1F1F8}", "\u{E0067}", "\u{A}", "\u{D}", "漢", "m", "\u{2028}", "\u{1160}",
      "\u{600}", "\u{D4E}", "\u{110BD}",
    ]
    let encoder = FrameEncoder(theme: .dark, colorDepth: .trueColor)
    for round in 0..<400 {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...60, using: &random) {
        let any = Unicode.Scalar(UInt32.random(in: 0..<0x11_0000, using: &random))
        let isSpecial = Bool.random(using: &random)
        scalars.append(isSpecial ? interesting.randomElement(using: &random)! : any ?? "?")
      }
      var canvas = Canvas(size: Size(24, 2))
      canvas.write(String(scalars), at: Point(Int.random(in: -4...4, using: &random), 0))
      for glyph in Glyph.all(in: String(scalars)) {
        #expect(glyph.character.unicodeScalars.allSatisfy { !isControl($0) }, "round \(round)")
        #expect(glyph.width == 1 || glyph.width == 2)
      }
      var terminal = ModelTerminal(size: canvas.size)
      let bytes = encoder.encode(from: nil, to: canvas)
      terminal.feed(bytes)
      #expect(terminal.unknown.isEmpty, "round \(round)")
      #expect(bytes.count { $0 == 0x1B } <= 6 + 2 * canvas.cells.count { $0.isUncertain } * 2)
    }
  }

  private func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
  }

  @Test("Text is clipped at every edge, and half a wide grapheme is a blank")
  func clipping() {
    var canvas = Canvas(size: Size(6, 3))
    canvas.write("漢字漢字", at: Point(-1, 0))
    canvas.write("漢字漢字", at: Point(1, 1))
    canvas.write("below", at: Point(0, 3))
    canvas.write("above", at: Point(0, -1))
    #expect(canvas.lines == [" 字漢", " 漢字", ""])
    canvas.clipped(to: Rect(x: 2, y: 2, width: 3, height: 1)) {
      $0.write("abcdef", at: Point(0, 2))
      $0.write("no", at: Point(2, 1))
    }
    #expect(canvas.lines[2] == "  cde")
    #expect(canvas.lines[1] == " 漢字")
  }

  @Test("Overwriting one half of a wide grapheme blanks the other")
  func halfOverwritten() {
    var canvas = Canvas(size: Size(6, 1))
    canvas.write("漢字", at: Point(0, 0))
    canvas.write("x", at: Point(1, 0))
    #expect(canvas.lines == [" x字"])
    canvas.write("字", at: Point(1, 0))
    #expect(canvas.lines == [" 字"])
    canvas.write("y", at: Point(1, 0))
    #expect(canvas.lines == [" y"])
  }

  @Test("A plain text or a filled place over halves of wide graphemes blanks the other halves")
  func halvesCovered() {
    var canvas = Canvas(size: Size(8, 2))
    for y in 0..<2 { canvas.write("漢字漢字", at: Point(0, y)) }
    canvas.write("abcd", at: Point(1, 0))
    canvas.fill(Rect(x: 3, y: 1, width: 2, height: 1), with: "-")
    #expect(canvas.lines == [" abcd 字", "漢 -- 字"])
    #expect(canvas.write("abc", at: Point(-1, 0), limit: 2) == 2)
    #expect(canvas.write("abc", at: Point(.max - 1, 0)) == 3, "Outside, and counted all the same.")
    #expect(canvas.lines[0] == "babcd 字")
  }

  @Test("A text with dashes and arrows is counted and clipped, and covers wide graphemes")
  func plainScalars() {
    var canvas = Canvas(size: Size(8, 1))
    canvas.write("漢字漢字", at: Point(0, 0))
    #expect(canvas.write("–→⋯", at: Point(1, 0)) == 3)
    #expect(canvas.lines == [" –→⋯漢字"])
    #expect(canvas.write("–→⋯", at: Point(-1, 0), limit: 2) == 2)
    canvas.clipped(to: Rect(x: 6, y: 0, width: 1, height: 1)) {
      $0.write("–→⋯", at: Point(5, 0))
    }
    #expect(canvas.lines == ["→–→⋯漢→"])
    #expect(canvas.write("–→⋯", at: Point(.max - 1, 0)) == 3, "Outside, and counted all the same.")
  }

  @Test("Frames are the same if they look the same, in whatever order they were drawn")
  func sameLook() {
    let words = ["👩‍🔬", "e\u{301}", "👍🏽", "a"]
    var (one, other) = (Canvas(size: Size(8, 4)), Canvas(size: Size(8, 4)))
    for y in 0..<4 { one.write(words[y], at: Point(0, y)) }
    for y in (0..<4).reversed() { other.write(words[3 - y], at: Point(0, y)) }
    #expect(one != other)
    for y in (0..<4).reversed() {
      other.fill(Rect(x: 0, y: y, width: 8, height: 1))
      other.write(words[y], at: Point(0, y))
    }
    #expect(one == other && one.cells == other.cells)
    #expect(FrameEncoder(theme: .dark, colorDepth: .none).encode(from: one, to: other).isEmpty)
    other.write("é", at: Point(0, 1))
    #expect(one == other, "One letter, in one scalar or in two.")
    other.write("👍🏿", at: Point(0, 2))
    #expect(one != other)
  }

  @Test("Cells keep the invariant of wide graphemes through random writes")
  func invariant() {
    var random = SplitMix(seed: 4)
    var canvas = Canvas(size: Size(9, 2))
    let words = ["漢", "a", "👩‍🔬", "bc", "漢字漢"]
    for _ in 0..<2_000 {
      let point = Point(
        Int.random(in: -2...9, using: &random), Int.random(in: 0...1, using: &random))
      canvas.write(words.randomElement(using: &random)!, at: point)
      for y in 0..<2 {
        for x in 0..<9 {
          let isRightHalf = canvas[x, y].width == 0
          let followsWide = x > 0 && canvas[x - 1, y].width == 2
          #expect(isRightHalf == followsWide)
        }
        #expect(canvas[8, y].width != 2)
      }
    }
  }

  @Test("Text too long for its place ends in an ellipsis")
  func ellipsis() {
    var canvas = Canvas(size: Size(8, 2))
    canvas.write("far too long", in: Rect(x: 0, y: 0, width: 6, height: 1))
    canvas.write("漢字漢字", in: Rect(x: 0, y: 1, width: 6, height: 1))
    #expect(canvas.lines == ["far t…", "漢字…"])
  }
}
