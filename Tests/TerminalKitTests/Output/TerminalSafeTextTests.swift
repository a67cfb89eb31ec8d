import Testing

@testable import TerminalKit

@Suite("Others' text on a terminal")
struct TerminalSafeTextTests {
  @Test(
    "Nothing in it controls the terminal; lines, tabs and letters stay",
    arguments: [
      ("a,b\n1\t2\n", "a,b\n1\t2\n"), ("a\u{1B}]0;t\u{7}\n", "a␛]0;t␇\n"),
      ("x\ry\r\nz", "x␍y\r\nz"), ("\u{9B}31m\u{7F}", "\u{FFFD}31m␡"),
      ("a\u{202E}b\u{2066}c", "a\u{FFFD}b\u{FFFD}c"), ("a\u{2028}b", "a\u{FFFD}b"),
      ("ü漢\u{301}\n\n", "ü漢\u{301}\n\n"), ("\u{0}", "␀"), ("", ""),
      ("a\u{1B}[2Jb", "a␛[2Jb"), ("a\u{7F}\u{9B}\u{7}b", "a␡\u{FFFD}␇b"), ("é\t–\n", "é\t–\n"),
      ("a\r\nb\rc", "a\r\nb␍c"),
    ])
  func safe(text: String, shown: String) {
    let bytes = TerminalSafeText.bytes(of: Array(text.utf8), in: .unicode)
    #expect(String(decoding: bytes, as: UTF8.self) == shown)
  }

  @Test("Bytes that are not UTF-8, and characters that a locale lacks, do no harm")
  func others() {
    #expect(TerminalSafeText.bytes(of: [0x9B, 0x41], in: .unicode) == [0xEF, 0xBF, 0xBD, 0x41])
    #expect(TerminalSafeText.bytes(of: Array("ü\u{1B}".utf8), in: .ascii) == Array("?^[".utf8))
  }
}
