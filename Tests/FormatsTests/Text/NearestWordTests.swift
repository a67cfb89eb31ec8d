import Formats
import Testing

@Suite("The word that is meant by a misspelt one")
struct NearestWordTests {
  @Test(
    "It differs in one letter, or in a third of them",
    arguments: [
      ("nmae", "name"), ("nam", "name"), ("names", "name"), ("stram", "stream"),
      ("strim", "stream"),
      ("ix", "id"), ("other", nil), ("", nil), ("STREAM", nil),
    ])
  func nearest(word: String, meant: String?) {
    #expect(["id", "name", "stream"].nearest(to: word) == meant)
  }

  @Test("Of no words none is meant, and fewer letters may be allowed to differ")
  func limits() {
    #expect([String]().nearest(to: "name") == nil)
    #expect(["stream"].nearest(to: "strim", limit: 1) == nil)
  }
}
