import TerminalKit
import Testing

@Suite("Text cut into lines")
struct TextWrappingTests {
  @Test("A word longer than a line goes on in the next, cut behind a sign that joins words")
  func longWords() {
    func lines(_ text: String, _ width: Int) -> [String] {
      TextWrapping.lines(of: text, width: width, breaksWords: true)
    }
    #expect(
      lines("Cannot read /srv/www/accounts now", 11)
        == ["Cannot read", "/srv/www/", "accounts", "now"])
    #expect(lines("Cotton-sailor-marble", 8) == ["Cotton-", "sailor-", "marble"])
    #expect(lines("abcdefghij", 4) == ["abcd", "efgh", "ij"])
    #expect(lines("漢字漢字", 3) == ["漢", "字", "漢", "字"])
    #expect(lines("", 3) == [])
    #expect(lines("a b", 0) == ["a", "b"], "There is nothing to cut where nothing fits.")
  }

  @Test("A longer word has a line of its own where words are not broken")
  func wholeWords() {
    #expect(TextWrapping.lines(of: "at /srv/www now", width: 5) == ["at", "/srv/www", "now"])
  }

  @Test("No line is wider than asked for, and nothing is lost, at any width", arguments: 1...24)
  func whole(width: Int) {
    let text = "Add a lower-case letter, a digit – or /a/very/long/path/of_names.txt, 漢字 too"
    let lines = TextWrapping.lines(of: text, width: max(2, width), breaksWords: true)
    #expect(lines.allSatisfy { Glyph.columns(of: $0) <= max(2, width) })
    #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
  }

  @Test("A long text is cut in a time that grows with its length alone")
  func linear() {
    let word = String(repeating: "abc/", count: 50_000)
    #expect(TextWrapping.lines(of: word, width: 20, breaksWords: true).count == 10_000)
  }
}
