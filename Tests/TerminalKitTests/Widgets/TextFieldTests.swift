import TestSupport
import Testing

@testable import TerminalKit

@Suite("Editing one line")
struct TextFieldTests {
  /// Types bytes as a terminal would send them.
  private func typed(_ bytes: String, into field: inout TextField) -> TextField.Response {
    var decoder = InputDecoder()
    var last = TextField.Response.ignored
    for event in decoder.feed(bytes.utf8) + decoder.flush() { last = field.handle(event) }
    return last
  }

  /// The text with `|` where the cursor is.
  private func marked(_ field: TextField) -> String {
    let text = field.text
    let index = text.index(text.startIndex, offsetBy: field.buffer.cursor)
    return text[..<index] + "|" + text[index...]
  }

  @Test(
    "Readline's keys do what readline does",
    arguments: [
      ("ann lee", "ann lee|"),
      ("ann\u{1B}[D\u{1B}[Dx", "ax|nn"),
      ("ann\u{1}x", "x|ann"), ("ann\u{1B}[H\u{5}x", "annx|"), ("ann\u{1B}OHx\u{1B}OF!", "xann!|"),
      ("ann\u{7F}", "an|"), ("ann\u{1B}[H\u{1B}[3~", "|nn"), ("ann\u{1}\u{4}", "|nn"),
      ("ann lee-kay\u{17}", "ann |"), ("ann lee-kay\u{1B}\u{7F}", "ann lee-|"),
      ("ann lee\u{1}\u{1B}d", "| lee"), ("ann lee\u{1B}b\u{1B}b", "|ann lee"),
      ("ann lee\u{1}\u{1B}f", "ann| lee"), ("ann lee\u{1B}[1;5D", "ann |lee"),
      ("ann lee\u{1B}[D\u{15}", "|e"), ("ann lee\u{1}\u{1B}f\u{B}", "ann|"),
      ("ann lee\u{15}x\u{19}", "xann lee|"), ("ab cd\u{17}\u{1}\u{19} ", "cd |ab "),
      ("ann\u{1F}", "|"), ("ann lee\u{17}\u{1F}", "ann lee|"), ("ann lee\u{1F}", "ann|"),
      ("ann\u{1F}\u{1B}_", "ann|"), ("ann\u{1F}b\u{1B}_", "b|"),
      ("👩‍🔬👨‍👩‍👧🇸🇪\u{1B}[D\u{7F}", "👩‍🔬|🇸🇪"), ("e\u{301}x\u{7F}\u{7F}", "|"),
      ("🇸\u{1B}[H🇸🇪\u{7F}", "|🇸"),
      ("ann\u{2}\u{2}\u{6}x", "anx|n"), ("ann lee\u{1B}[1;3D", "ann |lee"),
      ("ann lee\u{1}\u{1B}[1;5C", "ann| lee"), ("ann lee\u{1}\u{1B}[3;5~", "| lee"),
      ("ann lee\u{1B}\u{8}", "ann |"), ("ann\u{8}", "an|"),
      ("a b c\u{17}\u{17}\u{19}", "a b c|"), ("a b c\u{1}\u{1B}d\u{1B}d\u{19}", "a b| c"),
      ("a b c\u{1B}b\u{17}\u{B}\u{19}", "a b c|"), ("a b\u{17}\u{1B}[D\u{17}\u{19}", "a| "),
      ("a b\u{17}x\u{17}\u{19}", "a x|"), ("ab\u{15}\u{19}\u{19}\u{1F}", "ab|"),
      ("漢字 かな\u{1B}b\u{B}", "漢字 |"), ("a\u{1B}[200~ b\u{1B}[201~c\u{1F}\u{1F}", "a|"),
    ] as [(String, String)])
  func keys(bytes: String, result: String) {
    var field = TextField(noun: "a name")
    _ = typed(bytes, into: &field)
    #expect(marked(field) == result)
  }

  @Test("A mark that joins the letter before the cursor leaves the cursor behind it")
  func joiningMark() {
    var field = TextField(noun: "a name")
    _ = typed("ex\u{1B}[D", into: &field)
    _ = field.handle(.key(KeyPress(.character("\u{301}"))))
    #expect(marked(field) == "e\u{301}|x")
  }

  @Test(
    "Keys that are the screen's come back",
    arguments: [
      KeyPress(.tab), KeyPress(.tab, .shift), KeyPress(.enter), KeyPress(.escape), KeyPress(.up),
      KeyPress(.down), .control("s"), .control("r"), .control("c"), .alt("x"),
      KeyPress(.function(1)), KeyPress(.pageUp),
    ])
  func ignored(press: KeyPress) {
    var field = TextField(noun: "a name")
    #expect(field.handle(.key(press)) == .ignored)
    #expect(field.text.isEmpty)
  }

  @Test(
    "A paste is one edit; line breaks and controls inside it are refused with the reason",
    arguments: [
      ("abc", true, "abc", nil), ("abc\n", true, "abc", nil), ("abc\r\n", true, "abc", nil),
      ("abc\r", true, "abc", nil), (" abc ", true, "abc", nil), (" abc ", false, " abc ", nil),
      ("\n", true, "", nil),
      ("a\nb\nc", true, "", "The pasted text has 3 lines; a password is one line."),
      ("abc\n\n", true, "", "The pasted text has 2 lines; a password is one line."),
      (
        "a\u{1B}[A", true, "",
        "The pasted text contains an escape character; a password cannot."
      ),
      (
        "a\tb", true, "", "The pasted text contains a tab; a password cannot."
      ),
      (
        "a\u{9B}", true, "",
        "The pasted text contains a control character (U+009B); a password cannot."
      ),
    ] as [(String, Bool, String, String?)])
  func pastes(text: String, trims: Bool, result: String, refusal: String?) {
    var field = TextField(noun: "a password", trimsPaste: trims)
    let response = field.handle(.paste(Paste(text: text)))
    #expect(field.text == result)
    switch response {
    case .refused(let reason): #expect(reason == refusal)
    default: #expect(refusal == nil)
    }
  }

  @Test("A paste goes in at the cursor and is undone in one step")
  func pasteIsOneStep() {
    var field = TextField(noun: "a name")
    _ = typed("ab\u{1B}[D\u{1B}[200~one two\u{1B}[201~", into: &field)
    #expect(marked(field) == "aone two|b")
    _ = typed("\u{1F}", into: &field)
    #expect(marked(field) == "a|b")
  }

  @Test("Text that does not fit is refused whole, never cut")
  func tooLong() {
    var field = TextField(noun: "a name", maximumBytes: 5)
    #expect(typed("1", into: &field) == .edited)
    #expect(
      field.handle(.paste(Paste(text: "23456")))
        == .refused("The pasted text is too long: it has 5 bytes, and there is room for 4."))
    #expect(typed("2345", into: &field) == .edited)
    #expect(typed("6", into: &field) == .refused("Too long: the field takes 5 bytes."))
    #expect(field.text == "12345")
    field.setText("")
    let cut = Paste(text: "1", isIncomplete: true)
    #expect(
      field.handle(.paste(cut))
        == .refused("The pasted text is incomplete; wait, paste again, or press Esc."))
    let long = Paste(
      text: String(repeating: "x", count: Paste.maximumBytes), isIncomplete: true)
    #expect(
      field.handle(.paste(long))
        == .refused("The pasted text is too long: more than 64 KiB, and there is room for 5 bytes.")
    )
  }

  @Test("Where there is nothing but ASCII, other characters are shown by their code points")
  func codePoints() {
    var field = TextField(noun: "a name")
    field.setText("bjö\u{200B}")
    var canvas = Canvas(size: Size(30, 1), symbols: .ascii)
    field.draw(in: canvas.bounds, on: &canvas, isFocused: true)
    #expect(canvas.lines == ["bj<U+F6><U+200B>"])
    var unicode = Canvas(size: Size(30, 1))
    field.draw(in: unicode.bounds, on: &unicode, isFocused: true)
    #expect(unicode.lines == ["bjö"])
  }

  @Test("A secret keeps no other copy and shows no word boundaries")
  func secrets() {
    var field = TextField(noun: "a password", echo: .bullets)
    _ = typed("one two\u{1F}", into: &field)
    #expect(field.text == "one two")
    _ = typed("\u{1B}b", into: &field)
    #expect(field.buffer.cursor == 0)
    _ = typed("\u{1B}f", into: &field)
    #expect(field.buffer.cursor == 7)
    _ = typed("\u{17}\u{19}\u{1F}", into: &field)
    #expect(field.text.isEmpty)
  }

  @Test(
    "In a secret every motion by words goes to an end, and nothing deleted can be brought back",
    arguments: [
      ("\u{1B}b", "|one two"), ("\u{1B}[1;5D", "|one two"), ("\u{1}\u{1B}f", "one two|"),
      ("\u{1}\u{1B}[1;5C", "one two|"), ("\u{1B}[D\u{17}", "|o"), ("\u{1B}[D\u{1B}\u{7F}", "|o"),
      ("\u{1}\u{1B}[C\u{1B}d", "o|"), ("\u{15}\u{19}", "|"), ("\u{1}\u{B}\u{19}", "|"),
      ("\u{1F}", "one two|"), ("\u{1B}[D\u{1B}[D\u{7F}", "one |wo"),
      ("\u{7F}\u{1F}\u{1B}_", "one tw|"),
    ] as [(String, String)])
  func secretKeys(bytes: String, result: String) {
    var field = TextField(noun: "a password", echo: .bullets)
    field.isRevealed = true
    _ = typed("one two" + bytes, into: &field)
    #expect(marked(field) == result)
  }

  @Test("An unbracketed paste is typing whose line break is the Enter key's, for the screen")
  func unbracketedPaste() {
    var field = TextField(noun: "a name")
    #expect(typed("one two\r", into: &field) == .ignored)
    #expect(field.text == "one two")
  }

  @Test("ESC never enters a value, wherever a paste is broken off by its own end mark")
  func pasteEndInside() {
    var field = TextField(noun: "a name")
    _ = typed("\u{1B}[200~one\u{1B}[201~ two\u{1B}[201~", into: &field)
    #expect(field.text == "one two")
    _ = typed("\u{1B}[200~x\u{1B}y\u{1B}[201~", into: &field)
    #expect(field.text == "one two")
  }

  @Test("Text wider than the field keeps two columns around the cursor, one cell a grapheme cut")
  func context() {
    var field = TextField(noun: "a name")
    _ = typed("abcdefghijklmnopqrstuvwxyz", into: &field)
    var seen: Set<Int> = []
    for key in Array(repeating: Key.left, count: 26) + Array(repeating: .right, count: 26) {
      _ = field.handle(.key(KeyPress(key)))
      var canvas = Canvas(size: Size(12, 1))
      field.draw(in: canvas.bounds, on: &canvas, isFocused: true)
      let x = canvas.cursor!.x
      let (before, behind) = (field.buffer.cursor, 26 - field.buffer.cursor)
      #expect(x >= min(2, before) && 11 - x >= min(2, behind), "cursor at \(before)")
      #expect(canvas[x, 0].character == (behind > 0 ? Array(field.text)[before] : " "))
      seen.insert(before)
    }
    #expect(seen.count == 27)
  }

  @Test("A revealed secret is masked again when the window loses the keyboard")
  func focusOutMasks() {
    var field = TextField(noun: "a password", echo: .bullets)
    field.isRevealed = true
    #expect(field.handle(.focus(false)) == .ignored)
    #expect(!field.isRevealed)
  }

  @Test("Setting the same text keeps the cursor, another one puts it at the end")
  func setText() {
    var field = TextField(noun: "a name")
    _ = typed("ann\u{1B}[H", into: &field)
    field.setText("ann")
    #expect(marked(field) == "|ann")
    field.setText("bob")
    #expect(marked(field) == "bob|")
    #expect(field.handle(.key(.control("_"))) == .handled)
  }

  @Test("The cursor is always in view, whatever is typed where")
  func cursorStaysVisible() {
    var random = SplitMix(seed: 6)
    let keys: [KeyPress] = [
      KeyPress(.left), KeyPress(.left), KeyPress(.right), KeyPress(.home), KeyPress(.end),
      KeyPress(.backspace), KeyPress(.character("漢")), KeyPress(.character("x")),
      KeyPress(.character("👩‍🔬")), .control("k"), .control("u"), .alt("b"),
    ]
    var field = TextField(noun: "a name")
    for step in 0..<3_000 {
      let isTyping = Int.random(in: 0...2, using: &random) > 0
      let press = isTyping ? KeyPress(.character("a")) : keys.randomElement(using: &random)!
      _ = field.handle(.key(press))
      let width = step % 7 == 0 ? 5 : 12
      var canvas = Canvas(size: Size(width + 2, 1))
      field.draw(in: Rect(x: 1, y: 0, width: width, height: 1), on: &canvas, isFocused: true)
      #expect(canvas.cursor.map { $0.x >= 1 && $0.x <= width } == true, "step \(step)")
      #expect(canvas[0, 0] == .blank && canvas[width + 1, 0] == .blank)
    }
  }

  @Test("Frames")
  func frames() {
    var golden = GoldenFrames("TextField")
    func add(
      _ title: String, _ bytes: String, echo: TextField.Echo = .text, isFocused: Bool = true,
      isRevealed: Bool = false, symbols: Symbols = .unicode
    ) {
      var field = TextField(noun: "a text", echo: echo)
      field.isRevealed = isRevealed
      var canvas = Canvas(size: Size(14, 1), symbols: symbols)
      var decoder = InputDecoder()
      for event in decoder.feed(bytes.utf8) {
        _ = field.handle(event)
        canvas = Canvas(size: Size(14, 1), symbols: symbols)
        field.draw(in: Rect(x: 1, y: 0, width: 12, height: 1), on: &canvas, isFocused: isFocused)
      }
      golden.add(title, canvas)
    }
    add("text with focus", "ann")
    add("text without focus", "ann", isFocused: false)
    add("wider than the field, cursor at the end", "abcdefghijklmnop")
    add(
      "wider than the field, cursor in the middle",
      "abcdefghijklmnop\u{1B}b\u{1B}[C\u{1B}[C\u{1B}[C")
    add("wider than the field, cursor at the start", "abcdefghijklmnop\u{1}")
    add("wide graphemes cut at both edges", "漢字漢字漢字漢字漢字\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}[D")
    add("masked", "secret", echo: .bullets)
    add("masked in ASCII", "secret", echo: .bullets, symbols: .ascii)
    add("revealed", "secret", echo: .bullets, isRevealed: true)
    add("nothing shown", "secret", echo: .nothing)
    add(
      "wider than the field in ASCII", "abcdefghijklmnop\u{1B}b\u{1B}[C\u{1B}[C\u{1B}[C",
      symbols: .ascii)
    add("a long secret", "abcdefghijklmnop\u{1B}[D", echo: .bullets)
    add("controls and directions made visible", "a\u{202E}b\u{200B}c")
    golden.expectUnchanged()
  }
}
