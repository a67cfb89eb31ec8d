import Dispatch
import Expressions
import Formats
import Reactive
import ReactiveExtras
import Streams
import TestSupport
import Testing

@Suite("Examples in comments: documents, expressions and edits of streams")
struct StreamDocumentCommentExamples {
  private let evens = StreamDocument.chain(
    StreamChain(id: "evens", source: "a", operators: [.filter(expression: "%d % 2 == 0")]))

  @Test("JSON that is wrong, and JSON that is right")
  func json() throws {
    func read() throws -> JSONValue {
      try JSONReader.read(Array(#"{"a": 1,}"#.utf8))
      // line 1, column 9: a key in quotation marks was expected, not }
    }
    let problem = #expect(throws: (any Error).self) { try read() }
    #expect(
      problem.map { "\($0)" }
        == "line 1, column 9: a key in quotation marks was expected, not }")
    let shown = try results {
      let json = try JSONReader.read(Array(#"{"id": 1.50}"#.utf8))
      json.text()  // {"id": 1.50}
    }
    #expect(shown == [#""{\"id\": 1.50}""#])
  }

  @Test("a document and its JSON")
  func document() {
    let evens = StreamDocument.chain(
      StreamChain(id: "evens", source: "a", operators: [.filter(expression: "%d % 2 == 0")]))
    // {"chain": {"id": "evens", …, "source": "a", "operators": [{"filter": …}]}}
    #expect(evens.json.compactText.hasPrefix(#"{"chain":{"id":"evens","#))
    func item() -> StreamItem<Int> {
      StreamItem(value: 1, operators: [.delay(seconds: 1)])
      // {"value": 1, "operators": [{"delay": {"seconds": 1.0}}]}
    }
    #expect(item().operators == [.delay(seconds: 1)])
    func test() -> StreamTestValue {
      StreamTestValue(after: 0.5, value: 3)
      // {"after": 0.5, "value": 3}
    }
    #expect(test().json.compactText == #"{"after":0.5,"value":3}"#)
  }

  @Test("a value that is moved")
  func move() throws {
    let second = [Operator.delay(seconds: 1)]
    let document = StreamDocument.source(
      StreamModel(
        id: "s", items: (1...3).map { StreamItem(value: .integer($0), operators: second) }))
    var form = StreamForm(document)  // a value each second
    form.moveItem(1, to: 2_500_000_000)  // delays of 1, 1.5 and 0.5 seconds
    guard case .source(let moved) = try form.document() else { return }
    #expect(
      moved.items.map(\.operators) == [1, 1.5, 0.5].map { [.delay(seconds: $0)] })
  }

  @Test("a file with an operator that is not known")
  func file() throws {
    let bytes = Array(
      #"""
      {"version": 1, "documents": [
        {"source": {"id": "a", "name": null, "description": null, "stream": []}},
        {"chain": {"id": "b", "name": null, "source": "a", "operators": [{"wrap": {}}]}}]}
      """#.utf8)
    let evens = evens
    let shown = try results {
      var file = try StreamDocumentFile(bytes: bytes, named: "streams.json")
      file.errors.first
      // streams.json: documents[1].chain.operators[0].wrap: there is no operator “wrap”
      file.replace(evens)
      file.bytes  // {"version": 1, "documents": […]}
    }
    #expect(shown[0].hasSuffix("documents[1].chain.operators[0].wrap: there is no operator “wrap”"))
  }

  // MARK: Expressions

  @Test("an expression and its result")
  func expression() throws {
    let text = "%d * 2"
    let shown = try results {
      let step: StreamExpression = "%d % 2 == 0 ? %d / 2 : 3 * value + 1"
      try step.result(of: [21], for: .map)  // 64
      try StreamExpression(text).result(of: [21], for: .map)  // 42, if the text is %d * 2
    }
    #expect(shown == ["64", "42"])
  }

  @Test("values and their texts")
  func values() {
    let shown = results {
      let values: [StreamValue] = [1, 1.0, "A", true, [1, "B"], ["speed": 1.5]]
      values.map(\.description)  // ["1", "1.0", "A", "true", "[1, B]", "{\"speed\":1.5}"]
    }
    #expect(shown == [#"["1", "1.0", "A", "true", "[1, B]", "{\"speed\":1.5}"]"#])
    let fields = results {
      let fix: StreamObject = ["speed": 12.5, "name": "bus"]
      fix["speed"]  // 12.5
      fix["height"]  // nil
    }
    #expect(fields == ["12.5", "nil"])
    let edited = results {
      StreamValue.text("A").editedText  // A
      StreamValue.text("1").editedText  // "1"
    }
    #expect(edited.count == 2 && StreamValue.text("A").editedText == "A")
    #expect(StreamValue.text("1").editedText == #""1""#)
    func publisher() -> AnyPublisher<Int, Never> {
      StreamModel(id: "a", items: [StreamItem(value: 1)]).toPublisher()  // of Int
    }
    var sent: [Int] = []
    publisher().sink { sent.append($0) }.cancel()
    #expect(sent == [1])
  }

  // MARK: Editing

  @Test("an operator that is edited")
  func operatorForm() {
    let shown = results {
      var form = OperatorForm(.delay(seconds: 1))
      form.kind = .filter
      form["expression"] = "%d > "
      form.problem(of: "expression")?.description  // expression, column 6: a value was expected …
    }
    #expect(shown[0].contains("expression, column 6: a value was expected"))
  }

  @Test("a document that is edited, and changes that are not saved")
  func form() throws {
    let (document, other) = (evens, StreamDocumentFile([evens]))
    let shown = try results {
      var form = StreamForm(document)
      form[.name] = "Odd tens"
      try form.document()  // the edited document, once everything in it can be read
    }
    #expect(shown[0].contains("Odd tens"))
    var (form, file) = (StreamForm(document), other)
    form[.name] = "Odd tens"
    func draft() -> StreamDocumentFile {
      var edits = StreamEdits()
      edits.stage(form, in: file)
      return edits.draft(of: file)  // the file with the changes in it
    }
    #expect(draft()["evens"]?.title == "Odd tens")
    file.replace(evens)
  }

  @Test("what an edited document does")
  func preview() {
    let file = StreamDocumentFile(StreamDocument.defaults)
    let form = StreamForm(
      .chain(
        StreamChain(
          id: "c", source: "serial-a",
          operators: [.filter(expression: "%d % 2 == 1"), .map(expression: "%d * 10")])))
    let position = StreamForm.OperatorPosition(item: 0, index: 1)
    let shown = results {
      let preview = StreamPreview(of: form, in: file)
      preview.timeline.rows.count  // 3: the source, and a row for each operator
      preview.results(at: position, of: form).map(\.result!)  // ["10", "30"]
    }
    #expect(shown == ["3", #"["10", "30"]"#])
  }
}
