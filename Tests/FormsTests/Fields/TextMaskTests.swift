import Forms
import Testing

@Suite("A mask")
struct TextMaskTests {
  @Test(
    "puts a text into groups, however it was written",
    arguments: [
      (TextMask.iban, "de89370400440532013000", "DE89 3704 0044 0532 0130 00"),
      (.iban, " DE89-3704  0044 ", "DE89 3704 0044"),
      (.card, "4111111111111111", "4111 1111 1111 1111"), (.card, "4111", "4111"),
      (.card, "", ""),
      (.telephone, "+4915112345678", "+49 151 123 456 78"),
      (.telephone, "+1(503)555-0100", "+1 503 555 010 0"),
      (.telephone, "+353", "+353"), (.telephone, "+", "+"),
      (.telephone, "030/1234", "030 123 4"),
      (TextMask(groups: [2, 3], separator: "-"), "1234567890", "12-345-678-90"),
    ])
  func arranges(mask: TextMask, text: String, arranged: String) {
    #expect(mask.arranged(text) == arranged)
    #expect(mask.arranged(arranged) == arranged, "What is in groups stays.")
    #expect(mask.value(of: arranged) == mask.value(of: text))
  }

  @Test(
    "keeps the cursor between the same characters",
    arguments: [
      // Typed at the end, in the middle, pasted, deleted backward.
      ("41112", 5, "4111 2", 6), ("41 112", 1, "4111 2", 1), ("49111 2", 2, "4911 12", 2),
      ("4111 22 33 44 5", 15, "4111 2233 445", 13), ("41112", 4, "4111 2", 4),
      ("411 2222", 3, "4112 222", 3), ("", 0, "", 0),
    ])
  func cursor(text: String, cursor: Int, arranged: String, moved: Int) {
    let result = TextMask.card.arranged(text, cursor: cursor)
    #expect(result.text == arranged && result.cursor == moved)
  }

  @Test("lets a key that deletes forward pass a separator")
  func forward() {
    // Delete before the blank of "4111 2" takes the blank, which comes back.
    let once = TextMask.card.arranged("41112", cursor: 4, isForward: true)
    #expect(once.text == "4111 2" && once.cursor == 5)
  }
}
