import Reactive
import ReactiveExtras
import Streams
import TestSupport
import Testing

@Suite("The test data of inputs")
struct StreamTestDataTests {
  private func file(_ input: String) throws -> StreamDocumentFile {
    try StreamDocumentFile(
      bytes: Array(
        """
        [{"input": \(input)}, {"chain": {"id": "tens", "source": "in", "operators": [
          {"map": {"expression": "%d * 10"}}]}}]
        """.utf8))
  }

  @Test("They play where nothing is bound, and are written as they are read")
  func plays() throws {
    let file = try file(
      #"{"id": "in", "type": "number", "test": [{"after": 0.5, "value": 3}, {"value": 4}]}"#)
    #expect(
      try file.library.timeline(of: "tens").rows.map { $0.text(frame: 500_000_000) } == [
        "-(34|)", "-([30][40]|)",
      ])
    #expect(try StreamDocumentFile(bytes: file.bytes) == StreamDocumentFile(bytes: file.bytes))
    guard case .input(let input)? = try StreamDocumentFile(bytes: file.bytes)["in"] else {
      Issue.record("no input")
      return
    }
    #expect(
      input.test == [StreamTestValue(after: 0.5, value: 3), StreamTestValue(after: 0, value: 4)])
    // Whatever runs in earnest needs a source.
    #expect(throws: StreamDocumentError.self) { try file.library.publisher(of: "tens") }
  }

  @Test("A file without them is read and written as before")
  func older() throws {
    let old = try file(#"{"id": "in", "type": "number"}"#)
    #expect(!String(decoding: old.bytes, as: UTF8.self).contains("test"))
    #expect(try old.library.timeline(of: "in").rows[0].text() == "|")
  }

  @Test(
    "A mistake in them is said at its place",
    arguments: [
      (#"[{"value": "x"}]"#, "test[0].value: a number was expected, not text"),
      (
        #"[{"value": 1}, {"after": -1, "value": 1}]"#, "test[1].after: seconds from 0 to 1000000000"
      ),
      (#"[{"after": 1}]"#, "test[0]: the key “value” is missing"),
      (
        #"[{"value": 1, "afer": 1}]"#,
        "test[0].afer: there is no such key here; use after or value"
      ),
      (#"3"#, "test: a list was expected"),
    ])
  func mistakes(test: String, sentence: String) throws {
    let file = try file(#"{"id": "in", "type": "number", "test": \#(test)}"#)
    let errors = file.errors.map(\.description)
    #expect(errors.contains { $0.contains(sentence) }, "\(errors)")
  }

  @Test("In the editor they are values with a time, which are added, moved and checked")
  func form() throws {
    let input = StreamInput(
      id: "in", type: .number, test: [StreamTestValue(after: 1, value: 3)])
    var form = StreamForm(.input(input))
    #expect(try form.document() == .input(input))
    #expect(
      form.fields.map(form.title(of:)) == [
        "Name", "Description", "Values", "Test value 1", "After, seconds",
      ])
    #expect(form.add(.entry, behind: .item(0)) == .item(1))
    form[.item(1)] = "x"
    #expect(form.firstProblem?.problem.reason == "a number was expected, not text")
    form[.item(1)] = "4"
    #expect(form.times == [1_000_000_000, 2_000_000_000])
    #expect(form.moveItem(1, to: 500_000_000) == 0)
    guard case .input(let changed) = try form.document() else { return }
    #expect(
      changed.test == [
        StreamTestValue(after: 0.5, value: 4), StreamTestValue(after: 0.5, value: 3),
      ])
    #expect(form.remove(.parameter(.init(item: 0, index: 0), "seconds")) == .item(0))
    #expect(form.items.count == 1)
    #expect(form.add(.step, behind: .item(0)) == nil)
  }
}
