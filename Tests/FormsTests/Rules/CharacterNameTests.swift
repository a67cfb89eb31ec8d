import Credentials
import Testing

@testable import Forms

@Suite("A character in a message")
struct CharacterNameTests {
  @Test(
    "is named so that it can be found, whatever the font shows",
    arguments: [
      ("!", "“!”"), (" ", "a space"), ("\u{430}", "“а” (U+0430)"), ("é", "“é” (U+00E9)"),
      ("e\u{301}", "“e\u{301}” (U+0065 U+0301)"), ("\u{200B}", "U+200B (invisible)"),
      ("\u{2060}", "U+2060 (invisible)"), ("\u{202E}", "U+202E (invisible)"),
      ("\u{A0}", "U+00A0 (blank)"), ("\t", "U+0009 (blank)"), ("\u{7}", "U+0007 (control)"),
      ("\n", "a line break"), ("\r\n", "a line break"), ("\u{2028}", "a line break"),
      ("😀", "“😀” (U+1F600)"),
    ] as [(Character, String)])
  func name(character: Character, name: String) {
    #expect(CharacterName.text(of: character) == name)
  }

  @Test("of many code points has the first ones named")
  func long() {
    #expect(
      CharacterName.text(of: "👨‍👩‍👧‍👦") == "“👨‍👩‍👧‍👦” (U+1F468 U+200D U+1F469 U+200D …)")
  }
}
