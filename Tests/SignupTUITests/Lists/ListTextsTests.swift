import Testing

@testable import SignupTUI

@Suite("Rows that are found by their texts")
struct ListTextsTests {
  private let texts = ListTexts([
    ["Ann", "open"], ["Jörg", "weak: MD5"], [""], ["hanna", "open"],
  ])

  @Test(
    "are those with a text that contains another, capitals counting as small letters",
    arguments: [
      ("an", [0, 3]), ("AN", [0, 3]), ("nn", [0, 3]), ("jÖ", [1]), ("md5", [1]), ("open", [0, 3]),
      ("hanna", [3]), ("hannah", []), ("nopen", []), ("x", []), ("", [0, 1, 2, 3]),
    ])
  func rows(text: String, rows: [Int]) {
    #expect(texts.rows(containing: text) == rows)
  }

  @Test("A row is found once, however often the text is in it")
  func once() {
    #expect(ListTexts([["aaaa", "aa"], ["a"]]).rows(containing: "a") == [0, 1])
  }
}
