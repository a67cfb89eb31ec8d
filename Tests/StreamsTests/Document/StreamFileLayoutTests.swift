import Streams
import Testing

@Suite("The layout of an edited stream file")
struct StreamFileLayoutTests {
  private let text = """
    \u{FEFF}{ "owner":"ann",
      "version" : 1,
      "documents":[
        {"source": {"stream": [ {"operators": [],"value": 1.50} ],
                    "id": "a"}},

        {"chain":{"id":"b","source":"a","operators":[{"wrap":{}}]}},
        {"chain": {"id": "c", "source": "a", "operators": [] }}
      ]
    }

    """

  private func edited(
    _ text: String, _ edit: (inout StreamDocumentFile) -> Void
  ) throws -> String {
    var file = try streamFile(text)
    edit(&file)
    let written = String(decoding: file.bytes, as: UTF8.self)
    // What is written is read as what it was written of.
    #expect(try streamFile(written).documents == file.documents)
    return written
  }

  private let new = StreamDocument.chain(StreamChain(id: "c", name: "New", source: "a"))
  private let newText =
    #"{"chain": {"id": "c", "name": "New", "source": "a", "operators": []}}"#

  @Test("A file that is not edited is written as it was read")
  func unedited() throws {
    #expect(try edited(text) { _ in } == text)
    #expect(try edited(text) { $0.replace($0["c"]!) } == text)
    #expect(try edited(text) { $0.remove(id: "none") } == text)
  }

  @Test("Only a changed document has other bytes")
  func changed() throws {
    let old = #"{"chain": {"id": "c", "source": "a", "operators": [] }}"#
    #expect(
      try edited(text) { $0.replace(new) } == text.replacing(old, with: newText))
  }

  @Test("A changed document has the margin that it had")
  func margin() throws {
    let written = try edited(text) {
      $0.replace(.source(StreamModel(id: "a", name: String(repeating: "x", count: 100))))
    }
    let lines = written.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[2] == #"  "documents":["#)
    #expect(lines[3] == "    {" && lines[4] == #"      "source": {"#)
    #expect(written.hasSuffix(text.split(separator: "\n\n", maxSplits: 1)[1]))
  }

  @Test("A document that is taken out takes the bytes before it along, and leaves the rest")
  func removed() throws {
    #expect(
      try edited(text) { $0.remove(id: "c") }
        == text.replacing(
          ",\n    {\"chain\": {\"id\": \"c\", \"source\": \"a\", \"operators\": [] }}", with: ""))
    let first = try edited(text) { $0.remove(id: "a") }
    #expect(first.contains("\"documents\":[\n    {\"chain\":{\"id\":\"b\""))
  }

  @Test("A new document stands at the end, in the layout of those before it")
  func added() throws {
    let other = StreamDocument.chain(StreamChain(id: "d", name: "New", source: "a"))
    let written = try edited(text) { $0.replace(other) }
    let head = String(text.split(separator: "\n  ]")[0])
    #expect(
      written
        == head + ",\n\n    " + newText.replacing(#""c""#, with: #""d""#) + "\n  ]\n}\n")
  }

  @Test("A changed document gets no key for what it does not have, and loses what is taken out")
  func nothingForNothing() throws {
    let join = #"{"join":{"id":"j","operator":"zip","sources":["a","b"],"expression":"a + b"}}"#
    let input =
      #"{"input":{"id":"i","description":"old","type":"any","test":[{"value":1}],"by":"ann"}}"#
    let text = "[\(join),\n \(input)]"
    let written = try edited(text) { file in
      file.replace(
        .join(StreamJoin(id: "j", name: "J", kind: .zip, sources: ["a", "b"], expression: nil)))
      file.replace(.input(StreamInput(id: "i")))
    }
    #expect(
      written == """
        [{"join": {"id": "j", "name": "J", "operator": "zip", "sources": ["a", "b"]}},
         {"input": {"id": "i", "type": "any", "by": "ann"}}]
        """)
    // Null stands for nothing, as it always did.
    let spelt =
      #"[{"chain":{"id":"c","name":null,"description":null,"source":"a","operators":[]}}]"#
    #expect(try edited(spelt) { $0.replace($0["c"]!) } == spelt)
  }

  @Test("A list stays a list, and one line one line")
  func list() throws {
    let line = #"[{"id": "a", "stream": []}, {"id":"b","stream":[]}]"#
    let written = try edited(line) {
      $0.replace(.chain(StreamChain(id: "c", name: "New", source: "a")))
    }
    #expect(written == String(line.dropLast()) + ", " + newText + "]")
    #expect(try edited(line) { $0.remove(id: "a") } == #"[{"id":"b","stream":[]}]"#)
    #expect(
      try edited(line) {
        $0.remove(id: "a")
        $0.remove(id: "b")
      } == "[]")
  }
}
