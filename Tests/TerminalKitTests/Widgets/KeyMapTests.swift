import TerminalKit
import Testing

@Suite("The keys of a screen") @MainActor
struct KeyMapTests {
  @MainActor private final class Log {
    var lines: [String] = []
  }

  private let log = Log()

  private func binding(
    _ keys: String, _ words: String, footer: KeyHint? = nil,
    for purpose: KeyBinding.Purpose = .change, when isOn: Bool = true, isListed: Bool = true
  ) -> KeyBinding {
    let log = log
    return KeyBinding(
      keys, words, footer: footer, for: purpose, when: isOn, isListed: isListed
    ) { _ in log.lines.append(words) }
  }

  @Test(
    "A key acts by the name that is printed",
    arguments: [
      ("q", KeyPress(.character("q"))), ("^S", .control("s")), ("^_", .control("_")),
      ("M-b", .alt("b")), ("M-↑", KeyPress(.up, .alt)), ("Tab", KeyPress(.tab)),
      ("⇧Tab", KeyPress(.tab, .shift)), ("⇧⇥", KeyPress(.tab, .shift)), ("↓", KeyPress(.down)),
      ("Enter", KeyPress(.enter)), ("Space", KeyPress(.character(" "))), ("Esc", KeyPress(.escape)),
      ("PgUp", KeyPress(.pageUp)), ("PgDn", KeyPress(.pageDown)), ("Home", KeyPress(.home)),
      ("End", KeyPress(.end)), ("F5", KeyPress(.function(5))), ("F12", KeyPress(.function(12))),
      ("^Enter", KeyPress(.enter, .control)), ("^↑", KeyPress(.up, .control)),
      ("^Space", .control(" ")), ("⇧←", KeyPress(.left, .shift)), ("Bksp", KeyPress(.backspace)),
      ("=", KeyPress(.character("="))), ("[", KeyPress(.character("["))),
      ("^", KeyPress(.character("^"))),
    ])
  func names(name: String, press: KeyPress) {
    #expect(KeyMap([binding(name, "it")]).perform(press))
    #expect(log.lines == ["it"])
  }

  @Test("Several keys stand with blanks between them, arrows also without")
  func several() {
    let keys = KeyMap([binding("r F5", "load"), binding("Space ←→", "turn")])
    for press in [KeyPress(.character("r")), KeyPress(.function(5)), KeyPress(.left)] {
      #expect(keys.perform(press))
    }
    #expect(keys.perform(KeyPress(.character(" "))) && keys.perform(KeyPress(.right)))
    #expect(!keys.perform(KeyPress(.character("F"))))
    #expect(log.lines == ["load", "load", "turn", "turn", "turn"])
  }

  @Test("A range stands for all keys between its ends, and vi's letters may stand together")
  func families() {
    let keys = KeyMap([binding("hjkl 1-4 F2-F5", "go")])
    for key in [Key.character("h"), .character("1"), .character("4"), .function(2), .function(5)] {
      #expect(keys.perform(KeyPress(key)))
    }
    for key in [Key.character("0"), .character("5"), .character("-"), .function(1), .function(6)] {
      #expect(!keys.perform(KeyPress(key)))
    }
  }

  @Test("Of two that name a key the first that acts now counts")
  func first() {
    let keys = KeyMap([
      binding("Esc", "give up", when: false), binding("Esc ^C", "leave"), binding("Esc", "never"),
    ])
    #expect(keys.perform(KeyPress(.escape)))
    #expect(log.lines == ["leave"])
  }

  @Test("All keys are listed, those that do not act now and those of others, too")
  func hints() {
    let keys = KeyMap(
      [
        binding("a", "one", when: false), binding("b", "two"),
        binding("c", "named elsewhere", isListed: false),
      ] + KeyBinding.ofTheLoop)
    #expect(keys.hints.map(\.key) == ["a", "b", "^L", "^Z"])
    #expect(!keys.perform(.control("l")), "The loop answers it.")
  }

  @Test("The footer has the keys that act now, by what they are for and then by rank")
  func footer() {
    let keys = KeyMap([
      binding("q", "leave", footer: KeyHint("q", "leave"), for: .leave),
      binding("s", "save", footer: KeyHint("s", "save"), for: .finish),
      binding("x", "cut", footer: KeyHint("x", "cut"), when: false),
      binding("r", "show", footer: KeyHint("r", "show", rank: 1)),
      binding("a", "add", footer: KeyHint("a", "add")),
      .elsewhere("↑ ↓", "choose", footer: KeyHint("↑↓", "choose"), for: .move),
      KeyBinding("f w", "map", footer: KeyHint("f", "follow"), KeyHint("w", "whole", rank: 2)) {
        _ in
      },
    ])
    #expect(keys.footer.hints.map(\.key) == ["↑↓", "a", "f", "r", "w", "s", "q"])
  }
}
