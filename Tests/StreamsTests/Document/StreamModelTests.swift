import Expressions
import Formats
import Streams
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("A stream as data")
struct StreamModelTests {
  let example = """
    {"id": "1", "name": "Serial Stream A", "description": null, "stream": [\
    {"value": 1, "operators": [{"delay": {"seconds": 1}}]}, {"value": 2, "operators": []}]}
    """

  @Test("A stream value is the smallest unit and has any number of operators")
  func item() throws {
    let item = try JSONDecoder().decode(
      StreamItem<Int>.self,
      from: Data(
        #"""
        {"value": 7, "operators": [{"delay": {"seconds": 1.5}}, {"dropFirst": {"count": 2}},
         {"filter": {"expression": "%d != 3"}}, {"map": {"expression": "%d * 2"}},
         {"scan": {"initialValue": 0, "expression": "%d + %d"}}]}
        """#.utf8))
    #expect(
      item.operators == [
        .delay(seconds: 1.5), .dropFirst(count: 2), .filter(expression: "%d != 3"),
        .map(expression: "%d * 2"), .scan(initialValue: 0, expression: "%d + %d"),
      ])
  }

  @Test(
    "A stream, with any coder, has an id, an optional name and description, and its items")
  func anyCoder() throws {
    let model = try JSONDecoder().decode(StreamModel<Int>.self, from: Data(example.utf8))
    #expect(model.id == "1" && model.name == "Serial Stream A" && model.description == nil)
    #expect(model.items.map(\.value) == [1, 2])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let once = try encoder.encode(model)
    let twice = try encoder.encode(JSONDecoder().decode(StreamModel<Int>.self, from: once))
    #expect(once == twice)
    #expect(!String(decoding: once, as: UTF8.self).contains("description"))
  }

  @Test("Encoding, decoding and encoding a stream again changes no digit")
  func exact() throws {
    let values: [StreamValue] = [
      1, 1.0, 0.1, -0.0, 1e300, .decimal(.leastNonzeroMagnitude), .integer(.min), .integer(.max),
      "", "ä\"\\\n\u{1}😀",
      [1, ["a", 2.5]],
    ]
    let model = StreamModel(id: "x", items: values.map { StreamItem(value: $0) })
    let document = StreamDocument.source(model)
    let again = try StreamDocument(json: JSONReader.read(Array(document.json.text().utf8)))
    #expect(again == document)
    #expect(again.json.text() == document.json.text())
    guard case .source(let read) = again else { return }
    #expect(read.items.map(\.value.kind) == values.map(\.kind))
  }

  @Test(
    "Every operator is written as one key with labelled parameters",
    arguments: [
      (Operator.delay(seconds: 1.5), #"{"delay": {"seconds": 1.5}}"#),
      (.dropFirst(count: 2), #"{"dropFirst": {"count": 2}}"#),
      (.prefix(count: 0), #"{"prefix": {"count": 0}}"#),
      (.filter(expression: "%d != 3"), #"{"filter": {"expression": "%d != 3"}}"#),
      (.map(expression: "%d * 2"), #"{"map": {"expression": "%d * 2"}}"#),
      (
        .scan(initialValue: 0, expression: "%d + %d"),
        #"{"scan": {"initialValue": 0, "expression": "%d + %d"}}"#
      ),
      (
        .reduce(initialValue: "", expression: "%@ + %@"),
        #"{"reduce": {"initialValue": "", "expression": "%@ + %@"}}"#
      ),
      (.removeDuplicates, #"{"removeDuplicates": {}}"#),
      (.debounce(seconds: 0.5), #"{"debounce": {"seconds": 0.5}}"#),
      (.throttle(seconds: 1.5, latest: true), #"{"throttle": {"seconds": 1.5, "latest": true}}"#),
      (.merge(stream: "b"), #"{"merge": {"stream": "b"}}"#),
      (.append(stream: "b"), #"{"append": {"stream": "b"}}"#),
      (.prepend(stream: "b"), #"{"prepend": {"stream": "b"}}"#),
      (.flatMap(stream: "b", expression: nil), #"{"flatMap": {"stream": "b"}}"#),
      (
        .zip(stream: "b", expression: "a + b"),
        #"{"zip": {"stream": "b", "expression": "a + b"}}"#
      ),
      (.combineLatest(stream: "b", expression: nil), #"{"combineLatest": {"stream": "b"}}"#),
      (.collect(count: 3), #"{"collect": {"count": 3}}"#),
      (.first, #"{"first": {}}"#), (.last, #"{"last": {}}"#), (.count, #"{"count": {}}"#),
    ])
  func shapes(step: Operator, text: String) throws {
    #expect(step.json.text() == text)
    #expect(try Operator(json: JSONReader.read(Array(text.utf8))) == step)
    let data = try JSONEncoder().encode(step)
    #expect(try JSONDecoder().decode(Operator.self, from: data) == step)
  }

  @Test("An operator says its parameters in a row")
  func description() {
    #expect(Operator.delay(seconds: 2).description == "delay 2 s")
    #expect(Operator.throttle(seconds: 0.5, latest: false).description == "throttle 0.5 s, first")
    #expect(
      Operator.scan(initialValue: 0, expression: "%d + %d").description == "scan 0, %d + %d")
    #expect(Operator.first.description == "first")
  }

  @Test("An unknown operator is an error with its name, with any decoder")
  func unknown() {
    #expect {
      try JSONDecoder().decode(Operator.self, from: Data(#"{"wrap": {"width": 3}}"#.utf8))
    } throws: { error in
      guard case DecodingError.dataCorrupted(let context) = error else { return false }
      return context.debugDescription == "wrap: there is no operator “wrap”"
    }
  }
}
