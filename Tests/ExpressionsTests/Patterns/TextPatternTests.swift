import Expressions
import TestSupport
import Testing

@Suite("A pattern of a text")
struct TextPatternTests {
  @Test(
    "that other engines go back in has its answer at once",
    .untilStandstill,
    arguments: [
      "(a+)+b", "(a|aa)+b", "(a|a)*b", "(a*)*b", "((a+)+)+b", "(.*)*b", "(a?){50}a{50}b",
      "(([a-z])+.)+[A-Z]([a-z])+", "(.*?,){11}P", "(?i)(A+)+b", "(?=(a+)+b).*", "(?:(?=a*b)a|a)+b",
    ])
  func badPatterns(text: String) throws {
    let pattern = try TextPattern(text)
    let manyLetters = String(repeating: "a", count: 2000)
    #expect(!pattern.matches(manyLetters))
    #expect(!pattern.matches(manyLetters + "ä"))
  }

  @Test(
    "that looks ahead at every place goes through the text once",
    .untilStandstill, arguments: ["(.(?=.*b))*b", "(.(?=.*b(?!.*c)))*b", "((?!.*b).)*c"])
  func looksAhead(text: String) throws {
    let pattern = try TextPattern(text)
    #expect(!pattern.matches(String(repeating: "a", count: 20_000)))
  }

  @Test(
    "takes what regular expressions have",
    arguments: [
      ("[^0-9]+", "Ada", "R2D2"), (#"\p{L}.*"#, "élan", "1a"), (#"\+?[0-9]{3,15}"#, "+491", "+4"),
      (#"[^@ ]+@[^@ ]+\.[^@ .]+"#, "a@b.c", "a@b"), ("(?i)straße|weg", "STRAßE", "gasse"),
      (#"\d{4}-(?:0[1-9]|1[0-2])"#, "2026-12", "2026-13"), ("^a$", "a", "b"),
      (#"(?=.*[0-9])(?=.*[a-z]).{4,}"#, "abc1", "abcd"), ("(?!admin).*", "ann", "admin2"),
      (#"\Qa.b\E"#, "a.b", "axb"), ("(?<year>[0-9]{4})", "1999", "199"),
      ("a{,2}b", "aab", "aaab"),
      (#"\bone\b.*"#, "one two", "ones"), (#"[[:alpha:]&&[^x]]+"#, "abc", "axc"),
      (#"[\]\[]+"#, "[]", "()"), (#"\x41\u00e9\u{1F600}"#, "Aé😀", "Aé"), ("👨‍👩‍👧+", "👨‍👩‍👧👨‍👩‍👧", "👨"),
      ("e\u{301}", "é", "e"), ("a(?#a comment)b", "ab", "a"), ("(?i:a)b", "Ab", "AB"),
      ("", "", "a"),
      (#"\R"#, "\r\n", "a"), ("(?s).", "\n", "ab"), (".", "a", "\n"), ("a|", "", "b"),
      ("(?:){3}a", "a", ""), (#"[\w.-]+"#, "a.b-c_1", "a b"),
    ] as [(String, String, String)])
  func syntax(text: String, match: String, other: String) throws {
    let pattern = try TextPattern(text)
    #expect(pattern.matches(match))
    #expect(!pattern.matches(other))
  }

  @Test(
    "says what in it has no bound, or is too much",
    arguments: [
      (#"(a)\1"#, #"a reference to a group, \1"#),
      ("(?>a+)b", "an atomic group, (?>"),
      ("a++b", "a possessive quantifier, such as a++"),
      ("((a{100}){100}){100}", "more than 10000 characters, counting repeated ones"),
    ])
  func refusals(text: String, what: String) {
    #expect {
      _ = try TextPattern(text)
    } throws: { error in
      "\(error)" == "“\(text)” uses an unsupported construct: \(what)"
    }
  }

  @Test(
    "says what is wrong with it",
    arguments: [
      ("a)", #"')' does not close a group; write \) for the character"#),
      ("*a", "'*' has nothing to repeat"),
      ("[b-\\d]", "the range that starts with 'b' has no valid end"),
      ("a\\", "expected an escape sequence"),
      (String(repeating: "(", count: 200), "groups nested more than 100 deep"),
      (String(repeating: "[", count: 200), "sets nested more than 100 deep"),
    ])
  func mistakes(text: String, what: String) {
    #expect { _ = try TextPattern(text) } throws: { "\($0)".contains(what) }
  }

  @Test("that is deep or long is refused, not followed down")
  func depth() {
    let deep = String(repeating: "(", count: 5000) + String(repeating: ")", count: 5000)
    #expect(throws: TextPatternError.self) { try TextPattern(deep) }
    let long = String(repeating: "a", count: 10_001)
    #expect(throws: TextPatternError.self) { try TextPattern(long) }
    let nothing = try? TextPattern("(((){9999}){9999}){9999}")
    #expect(nothing?.matches("") == true)
  }
}
