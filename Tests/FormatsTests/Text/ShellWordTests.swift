import Formats
import Testing

@Suite("A word of a shell")
struct ShellWordTests {
  @Test(
    "ends at no quotation mark in the text, whatever stands behind that",
    arguments: [
      "\u{0301}", "\u{0338}", "\u{200D}", "\u{200C}", "\u{FE0F}", "\u{20E3}", "\u{0903}",
      "\u{1F3FD}", "\u{E0020}", "\u{11A8}", "\u{34F}", "a", "\n", "\r\n", "",
    ])
  func marks(behind: String) {
    let text = "x'\(behind)$(id)"
    let expected = Array("'x'\\''\(behind)$(id)'".utf8)
    #expect(Array(text.shellQuoted.utf8) == expected)
  }

  @Test("has quotes only where a shell would read something into it")
  func plain() {
    #expect("/var/www/a-b_1.json".shellWord == "/var/www/a-b_1.json")
    for text in ["", "a b", "ä", "$HOME", "a;b", "~", "a+b", "x\u{0301}"] {
      #expect(text.shellWord == "'\(text)'")
    }
  }
}
