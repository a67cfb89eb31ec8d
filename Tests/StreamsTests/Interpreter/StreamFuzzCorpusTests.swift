import Expressions
import Platform
import Streams
import TestSupport
import Testing

@Suite("The fuzzer's first inputs")
struct StreamFuzzCorpusTests {
  @Test(
    "are read and run in the tests, too",
    arguments: [
      "arithmetic.txt", "collatz.txt", "condition.txt", "sources.json", "chains.json",
      "unions.json", "circle.json",
    ])
  func corpus(name: String) throws {
    let tests = #filePath.split(separator: "/").prefix { $0 != "StreamsTests" }
    let path = "/" + tests.joined(separator: "/") + "/Fuzz/Corpus/" + name
    let bytes = try #require(try AtomicFile(path: path).read())
    StreamExpression.fuzz(bytes)
    StreamDocumentFile.fuzz(bytes)
    if name.hasSuffix(".txt") {
      #expect(throws: Never.self) { try StreamExpression(String(decoding: bytes, as: UTF8.self)) }
    } else {
      #expect(try StreamDocumentFile(bytes: bytes).documents.count >= 2)
    }
  }
}
