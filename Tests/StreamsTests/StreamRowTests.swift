import Streams
import ReactiveExtras
import TestSupport
import Testing

@Suite("Streams from end to end")
struct StreamRowTests {
  @Test("A stream is drawn, edited, saved and drawn again without a change of code")
  func drawnAgain() throws {
    let folder = ScratchFolder()
    let store = StreamStore(path: folder.file("streams.json"))
    let snapshot = try store.loadOrDefaults()
    func picture() throws -> String {
      try store.load().file.library.timeline(of: "serial-a").text()
    }
    try store.save(snapshot.file, over: snapshot)
    #expect(try picture() == "-123(4|)  Serial Stream A")
    let before = try store.load()
    guard case .source(var stream)? = before.file["serial-a"] else { return #expect(Bool(false)) }
    stream.items[1].operators.append(.map(expression: "%d * 4"))
    stream.items.removeLast()
    var file = before.file
    file.replace(.source(stream))
    try store.save(file, over: before)
    #expect(try picture() == "-18(3|)  Serial Stream A")
  }

  @Test("An unknown operator is an error with its name, and the documents stay as they were")
  func unknownOperator() throws {
    let folder = ScratchFolder()
    let text = #"[{"id": "a", "stream": [{"value": 1, "operators": [{"wrap": {"width": 3}}]}]}]"#
    let store = StreamStore(path: folder.write("streams.json", text.utf8))
    #expect(
      try store.loadOrDefaults().file.errors.map(\.description) == [
        "\(store.path):1:53: [0].stream[0].operators[0].wrap: there is no operator “wrap”"
      ])
    #expect(try store.loadOrDefaults().file.documents.isEmpty, "not the ones that are shipped")
    #expect(folder.read("streams.json") == text)
  }
}
