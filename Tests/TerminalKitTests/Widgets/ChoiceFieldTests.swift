import TerminalKit
import TestSupport
import Testing

@Suite("A choice among a few words")
struct ChoiceFieldTests {
  @Test("Arrows go round, a letter goes to the next word that begins with it")
  func keys() {
    var field = ChoiceField(options: ["map", "filter", "merge", "first"], selected: 0)
    func press(_ press: KeyPress) -> String {
      let isTaken = field.handle(press)
      #expect(isTaken)
      return field.options[field.selected]
    }
    #expect(press(KeyPress(.left)) == "first")
    #expect(press(KeyPress(.right)) == "map")
    #expect(press(KeyPress(.character("m"))) == "merge")
    #expect(press(KeyPress(.character("M"))) == "map")
    #expect(press(KeyPress(.character("x"))) == "map")
    #expect(press(KeyPress(.character(" "))) == "filter")
    for other in [KeyPress(.tab), .control("s")] {
      let isTaken = field.handle(other)
      #expect(!isTaken)
    }
  }

  @Test("Where there is nothing to choose, keys do no harm")
  func empty() {
    var field = ChoiceField(options: [], selected: 0)
    for key in [Key.left, .right, .character("a")] { _ = field.handle(KeyPress(key)) }
    #expect(field.selected == 0)
  }

  @Test(
    "The word stands between the signs of the arrows, the cursor on it, and is cut where narrow")
  func drawing() {
    let field = ChoiceField(options: ["removeDuplicates"], selected: 0)
    for (width, symbols, text) in [
      (30, Symbols.unicode, "‹ removeDuplicates ›"), (30, .ascii, "< removeDuplicates >"),
      (12, .unicode, "‹ removeD… ›"), (4, .unicode, ""),
    ] {
      var canvas = Canvas(size: Size(width, 1), symbols: symbols)
      field.draw(in: canvas.bounds, on: &canvas, isFocused: true)
      #expect(canvas.lines == [text])
      #expect(canvas.cursor == (text.isEmpty ? nil : Point(2, 0)))
    }
  }

  @Test("The place in a text field at which something is wrong stands out, also behind its end")
  func fault() {
    for (fault, text) in [(1, "abc"), (3, "abc")] {
      var field = TextField(noun: "a word")
      field.setText(text)
      var canvas = Canvas(size: Size(8, 1))
      field.draw(in: canvas.bounds, on: &canvas, isFocused: true, fault: fault)
      for x in 0..<5 {
        #expect(canvas[x, 0].style.attributes.contains(.reverse) == (x == fault))
      }
    }
  }
}
