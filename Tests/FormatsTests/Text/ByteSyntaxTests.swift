import Formats
import Testing

@Suite("Syntax that is compared byte by byte")
struct ByteSyntaxTests {
  /// What makes another `Character` of the one before it, or of the one behind it.
  private static let marks = ["\u{338}", "\u{301}", "\u{200D}", "\u{FE0F}", "\u{20E3}"]

  @Test("A separator is found also where a mark follows it", arguments: marks)
  func parts(mark: String) {
    let parts = "a=\(mark)b=c".parts(at: "=").map { Array($0.utf8) }
    #expect(parts == [Array("a".utf8), Array("\(mark)b".utf8), Array("c".utf8)])
    let halves = "a=\(mark)b=c".halves(at: "=")
    #expect(halves?.before.utf8.elementsEqual("a".utf8) == true)
    #expect(halves?.behind.utf8.elementsEqual("\(mark)b=c".utf8) == true)
  }

  @Test("A prefix and a suffix are bytes", arguments: marks)
  func prefixes(mark: String) {
    #expect("--\(mark)x".begins(with: "--"))
    #expect("tcp:\(mark)x".rest(behind: "tcp:")?.utf8.elementsEqual("\(mark)x".utf8) == true)
    #expect(!"\(mark)x".begins(with: "x"))
    #expect("x\(mark)".ends(with: mark))
    #expect("x\(mark)m".rest(before: "m")?.utf8.elementsEqual("x\(mark)".utf8) == true)
    #expect("x\(mark)".rest(before: mark) == "x" && "xm\(mark)".rest(before: "m") == nil)
  }

  @Test(
    "What only looks the same is another",
    arguments: [("\u{37E}", ";"), ("\u{212A}", "K"), ("\u{1FEF}", "`"), ("e\u{301}", "\u{E9}")])
  func equivalents(text: String, other: String) {
    #expect(!text.begins(with: other) && !text.ends(with: other))
    #expect(text.rest(behind: other) == nil)
  }

  @Test("Empty parts count, and the last one is the rest")
  func empty() {
    #expect("".parts(at: ",") == [""])
    #expect(",a,".parts(at: ",") == ["", "a", ""])
    #expect("a,b,c".parts(at: ",", limit: 2) == ["a", "b,c"])
    #expect("abc".halves(at: ",") == nil && "abc".rest(behind: "b") == nil)
    #expect("\r\n".parts(at: "\n") == ["\r", ""])
  }
}
