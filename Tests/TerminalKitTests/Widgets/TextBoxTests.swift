import TerminalKit
import Testing

@Suite("A box of text")
struct TextBoxTests {
  private func typed(_ text: String, width: Int = 11, height: Int = 3) -> (TextBox, Canvas) {
    var box = TextBox(noun: "a remark")
    for character in text {
      _ = box.handle(.key(KeyPress(character == "\n" ? .enter : .character(character))))
    }
    return (box, draw(&box, width, height))
  }

  private func draw(_ box: inout TextBox, _ width: Int = 11, _ height: Int = 3) -> Canvas {
    var canvas = Canvas(size: Size(width, height))
    box.draw(in: canvas.bounds, on: &canvas, isFocused: true)
    return canvas
  }

  @Test("wraps between words, and long words where it must")
  func wraps() {
    #expect(typed("one two three").1.lines == ["one two", "three", ""])
    #expect(typed("abcdefghijklm\nx").1.lines == ["abcdefghij", "klm", "x"])
    #expect(typed("漢字漢字漢字漢字").1.lines == ["漢字漢字漢", "字漢字", ""])
    #expect(typed("one two").1.cursor == Point(7, 0))
  }

  @Test("scrolls so that the cursor is in view")
  func scrolls() {
    var (box, canvas) = typed("1\n2\n3\n4\n5")
    #expect(canvas.lines == ["3         ↑", "4", "5"] && canvas.cursor == Point(1, 2))
    for _ in 0..<4 { _ = box.handle(.key(KeyPress(.up))) }
    #expect(draw(&box).lines == ["1", "2", "3         ↓"])
    #expect(box.handle(.key(KeyPress(.up))) == .ignored)
    _ = box.handle(.key(KeyPress(.pageDown)))
    #expect(draw(&box).cursor == Point(1, 2))
    #expect(box.handle(.key(KeyPress(.end, .control))) == .handled)
    #expect(box.handle(.key(KeyPress(.down))) == .ignored)
  }

  @Test("keeps to a column when the cursor goes past a short row")
  func column() {
    var (box, _) = typed("12345\n1\n12345")
    for (key, cursor) in [(Key.up, Point(1, 1)), (.up, Point(5, 0)), (.down, Point(1, 1))] {
      _ = box.handle(.key(KeyPress(key)))
      #expect(draw(&box).cursor == cursor)
    }
  }

  @Test("edits lines: ^A, ^E, ^K and ^U are those of a line, and ^K at its end joins the next")
  func lines() {
    var (box, _) = typed("one\ntwo")
    _ = box.handle(.key(.control("a")))
    #expect(draw(&box).cursor == Point(0, 1))
    _ = box.handle(.key(KeyPress(.backspace)))
    #expect(box.text == "onetwo")
    _ = box.handle(.key(KeyPress(.enter)))
    _ = box.handle(.key(KeyPress(.up)))
    _ = box.handle(.key(.control("e")))
    _ = box.handle(.key(.control("k")))
    #expect(box.text == "onetwo")
    _ = box.handle(.key(.control("k")))
    #expect(box.text == "one")
    _ = box.handle(.key(.control("_")))
    #expect(box.text == "onetwo")
  }

  @Test("takes a paste with its line breaks, however they are written")
  func paste() {
    var (box, _) = typed("")
    #expect(box.handle(.paste(Paste(text: "a\r\nb\rc\td\n"))) == .edited)
    #expect(box.text == "a\nb\nc d\n")
    let refused = box.handle(.paste(Paste(text: "x\u{1B}")))
    #expect(refused == .refused("The pasted text contains an escape character; a remark cannot."))
    var small = TextBox(noun: "a remark", maximumBytes: 3)
    #expect(
      small.handle(.paste(Paste(text: "four"))) == .refused("Too long: the field takes 3 bytes."))
  }

  @Test("Faulty characters stand out, also one behind the end of a line")
  func faults() {
    var (box, _) = typed("one two\nx", height: 3)
    var canvas = Canvas(size: Size(11, 3))
    box.draw(in: canvas.bounds, on: &canvas, isFocused: true, faults: [4, 7, 40])
    let marked = (0..<3).flatMap { y in
      (0..<11).filter { canvas[$0, y].style.attributes.contains(.reverse) }
        .map { Point($0, y) }
    }
    #expect(marked == [Point(4, 0), Point(7, 0)])
    box.moveCursor(to: 4)
    #expect(draw(&box).cursor == Point(4, 0))
  }

  @Test("The mouse sets the cursor")
  func mouse() {
    var (box, _) = typed("one two three")
    var canvas = Canvas(size: Size(11, 3))
    canvas.mark(canvas.bounds, as: 1)
    box.draw(in: canvas.bounds, on: &canvas, isFocused: true)
    _ = box.handle(canvas.resolved(.mouse(Mouse(.press, at: Point(2, 1)))))
    #expect(draw(&box).cursor == Point(2, 1))
    _ = box.handle(canvas.resolved(.mouse(Mouse(.press, at: Point(9, 2)))))
    #expect(draw(&box).cursor == Point(5, 1))
  }
}
