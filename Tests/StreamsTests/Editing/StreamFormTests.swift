import Expressions
import TestSupport
import Testing

@testable import Streams

@Suite("A document as a form")
struct StreamFormTests {
  static let every: [Operator] = [
    .delay(seconds: 1), .delay(seconds: 0.1), .debounce(seconds: 2.5),
    .throttle(seconds: 1, latest: false), .throttle(seconds: 1, latest: true),
    .dropFirst(count: 2), .prefix(count: 0), .filter(expression: "%d != 3"),
    .map(expression: " %d * 2 "), .scan(initialValue: 0, expression: "%d + %d"),
    .reduce(initialValue: "1", expression: "result + value"),
    .scan(initialValue: 1.0, expression: "%f"), .reduce(initialValue: [1, "a"], expression: "%@"),
    .removeDuplicates, .merge(stream: "a"), .append(stream: "b"), .prepend(stream: "a"),
    .flatMap(stream: "a", expression: nil), .zip(stream: "b", expression: "a + b"),
    .combineLatest(stream: "b", expression: nil), .collect(count: 3), .first, .last, .count,
    .withLatestFrom(stream: "b", expression: "a + b"), .sample(seconds: 0.5), .rate(seconds: 2),
    .window(.count(3), function: .sum), .window(.seconds(1.5), function: .mean), .timestamp(),
    .distinct(key: nil), .distinct(key: "value.a"), .sort(key: nil, descending: true),
    .sort(key: "value.a", descending: false), .groupBy(key: "value.a", fold: nil),
    .groupBy(key: "value.a", fold: StreamFold(initialValue: true, expression: "result and true")),
    .scan(initialValue: ["a": 1], expression: "result"),
    .scan(initialValue: .null, expression: "1"),
  ]

  static let documents: [StreamDocument] =
    StreamDocument.defaults + [
      .chain(StreamChain(id: "c", name: "", description: "x", source: "a", operators: every)),
      .source(
        StreamModel(
          id: "s",
          items: [
            1, 1.0, -2, 1e300, "A", "", "1", "-", " a ", "\"", "[", "a\nb", "1e999", [1, "x"],
            true, "true", .null, "null", ["a": [.null]], "{", [:],
          ]
          .map { StreamItem(value: $0, operators: every) })),
      .union(StreamUnion(id: "u", kind: .flatMap, sources: ["a", "b", "a"])),
      .join(
        StreamJoin(
          id: "j", name: "J", kind: .combineLatest, sources: ["a", "b"], expression: "a + b")),
      .join(StreamJoin(id: "k", kind: .zip, sources: ["a", "b"])), .join(keyed),
    ]

  /// A join by the keys of single sources.
  private static let keyed: StreamJoin = {
    var join = StreamJoin(id: "keyed", kind: .combineLatest, sources: ["x", "y", "z"])
    (join.keys, join.keep) = (["a": "value.x", "b": "value.y", "c": "value.z"], 50)
    return join
  }()

  /// A change of the keyed join, its sources, and its keys after it.
  private static let changes:
    [(@Sendable (inout StreamForm) -> Void, [String], [String: StreamExpression])] = [
      ({ $0.remove(.item(2)) }, ["x", "y"], ["a": "value.x", "b": "value.y"]),
      ({ $0.remove(.itemKey(0)) }, ["y", "z"], ["a": "value.y", "b": "value.z"]),
      (
        { $0.move(.item(1), by: -1) }, ["y", "x", "z"],
        ["a": "value.y", "b": "value.x", "c": "value.z"]
      ),
      (
        { $0.move(.itemKey(1), by: 1) }, ["x", "z", "y"],
        ["a": "value.x", "b": "value.z", "c": "value.y"]
      ),
      (
        { $0.duplicate(.item(0)) }, ["x", "x", "y", "z"],
        ["a": "value.x", "b": "value.x", "c": "value.y", "d": "value.z"]
      ),
      ({ $0[.combination] = "zip" }, ["x", "y", "z"], [:]),
      (
        {
          $0[.key] = "value"
          $0[.itemKey(1)] = ""
          $0[.keep] = "7"
        }, ["x", "y", "z"], ["a": "value.x", "c": "value.z"]
      ),
    ]

  @Test("A key stays with its source", arguments: changes.indices)
  func keys(index: Int) throws {
    let (change, sources, keys) = Self.changes[index]
    var form = StreamForm(.join(Self.keyed))
    change(&form)
    #expect(form.firstProblem == nil)
    guard case .join(let join) = try form.document() else { return }
    #expect(join.sources == sources && join.keys == keys)
    #expect(join.keep == (join.kind == .zip ? nil : join.key == nil ? 50 : 7))
    let json = try form.document().json.compactText
    #expect(try streamFile("[\(json)]").documents == [.join(join)])
  }

  @Test("The fields of keys have their errors, and are gone while none can be")
  func keyErrors() throws {
    var form = StreamForm(.join(Self.keyed))
    func problems() -> [String] {
      form.fields.compactMap { field in
        form.problem(of: field).map { "\(form.path(of: field)): \($0.reason)" }
      }
    }
    form[.itemKey(1)] = ""
    #expect(problems() == ["Key (optional): the key of b is missing"])
    form[.itemKey(1)] = "value."
    #expect(problems().count == 1 && problems()[0].hasPrefix("Stream b, Its own key (optional): "))
    for index in 0..<3 { form[.itemKey(index)] = "" }
    #expect(
      problems() == ["Keep keys (optional): this needs a “key” or “keys”"])
    form[.key] = "value"
    form[.keep] = "0"
    #expect(problems() == ["Keep keys (optional): 1 or more was expected, not 0"])
    #expect(throws: StreamDocumentError.self) { try form.document() }
    #expect(throws: Never.self) { try form.readablePart.document() }
    form[.combination] = "zip"
    #expect(problems() == [] && !form.fields.contains(.key))
  }

  @Test("An untouched form gives the document that it was made of", arguments: documents)
  func roundTrip(document: StreamDocument) throws {
    let form = StreamForm(document)
    #expect(try form.document() == document)
    #expect(form.firstProblem == nil)
  }

  @Test(
    "Every operator can be chosen, and works as it is chosen", arguments: Operator.Kind.allCases)
  func everyKind(kind: Operator.Kind) throws {
    var form = StreamForm(
      .chain(StreamChain(id: "c", source: "a", operators: [.map(expression: "%d")])))
    let place = StreamForm.OperatorPosition(item: 0, index: 0)
    form[.kind(place)] = kind.rawValue
    let stream = StreamForm.Field.parameter(place, "stream")
    if form.fields.contains(stream) {
      #expect(form.problem(of: stream)?.reason == "choose a stream")
      form[stream] = "b"
    }
    // What was typed for map stays for those that take an expression of the same kind.
    form[.parameter(place, "expression")] = kind == .filter ? "%d > 1" : "1"
    guard case .chain(let chain) = try form.document() else { return }
    #expect(chain.operators.map(\.kind) == [kind])
    #expect(
      form.fields.dropFirst(4).map { form.title(of: $0) }.allSatisfy { !$0.isEmpty && $0 != "?" })
  }

  @Test("The title of a parameter follows the operator that is chosen")
  func titles() {
    var form = OperatorForm(.delay)
    #expect(form.title(of: "seconds") == "Delay in seconds")
    form.kind = .debounce
    #expect(form.title(of: "seconds") == "Pause in seconds")
    form.kind = .filter
    #expect(form.title(of: "expression") == "Keep where")
  }

  @Test(
    "An error is said at its place while it is typed",
    arguments: [
      (.filter, "expression", "%d > ", 6), (.map, "expression", "nothing + 1", 1),
      (.delay, "seconds", "soon", nil), (.delay, "seconds", "-1", nil),
      (.prefix, "count", "1.5", nil),
      (.collect, "count", "0", nil), (.scan, "initialValue", "[1", nil),
    ] as [(Operator.Kind, String, String, Int?)])
  func problems(kind: Operator.Kind, parameter: String, text: String, column: Int?) throws {
    var form = OperatorForm(kind)
    #expect(form.problem(of: parameter) == nil)
    form[parameter] = text
    let problem = try #require(form.problem(of: parameter))
    if let column { #expect(problem.expressionColumn == column) }
    #expect(throws: StreamDocumentError.self) { try form.checkedStep() }
  }

  @Test("Each parameter has its own problem, though another is wrong, too")
  func severalProblems() {
    var form = OperatorForm(.scan)
    form["initialValue"] = "[1"
    form["expression"] = "1 +"
    #expect(form.problem(of: "initialValue") != nil && form.problem(of: "expression") != nil)
  }

  @Test("Numbers are read as people type them")
  func numbers() throws {
    var form = OperatorForm(.delay)
    for (text, seconds) in [(".5", 0.5), (" 2 ", 2), ("1.", 1), ("+3", 3)] {
      form["seconds"] = text
      #expect(try form.step() == .delay(seconds: seconds))
    }
    for (text, value) in [
      ("1", 1), ("1.0", 1.0), ("A b", "A b"), (#""1""#, "1"), ("[1, 2]", [1, 2]),
    ]
      as [(String, StreamValue)]
    {
      #expect(StreamValue(editedText: text) == value)
    }
  }

  @Test("Operators are added, repeated, moved and removed, and the focus goes along")
  func operators() throws {
    var form = StreamForm(
      .chain(
        StreamChain(id: "c", source: "a", operators: [.first, .map(expression: "1"), .last])))
    func place(_ index: Int) -> StreamForm.OperatorPosition { .init(item: 0, index: index) }
    func kinds() -> [Operator.Kind] { form.items[0].operators.map(\.kind) }
    #expect(
      form.move(.parameter(place(1), "expression"), by: -1) == .parameter(place(0), "expression"))
    #expect(kinds() == [.map, .first, .last])
    #expect(form.move(.kind(place(0)), by: -1) == nil)
    #expect(form.duplicate(.kind(place(0))) == .kind(place(1)))
    #expect(kinds() == [.map, .map, .first, .last])
    #expect(form.remove(.parameter(place(0), "expression")) == .kind(place(0)))
    #expect(form.add(.step, behind: .kind(place(1))) == .kind(place(2)))
    #expect(kinds() == [.map, .first, .map, .last])
    #expect(form.remove(.name) == nil)
    #expect(form.remove(.item(0)) == nil)
    for _ in 0..<4 { form.remove(.kind(place(0))) }
    #expect(kinds().isEmpty)
    #expect(form.add(.step, behind: .name) == .kind(place(0)))
  }

  @Test("Values of a source are added, repeated, moved and removed, with their operators")
  func values() throws {
    var form = StreamForm(StreamDocument.defaults[0])
    #expect(form.add(.entry, behind: .item(3)) == .item(4))
    form[.item(4)] = "5"
    #expect(form.move(.item(4), by: -1) == .item(3))
    #expect(form.items.map(\.text) == ["1", "2", "3", "5", "4"])
    #expect(form.items[3].operators.count == 1)
    #expect(form.remove(.item(0)) == .item(0))
    #expect(form.duplicate(.item(0)) == .item(1))
    #expect(form.items.map(\.text) == ["2", "2", "3", "5", "4"])
    let first = StreamForm.OperatorPosition(item: 0, index: 0)
    #expect(form.add(.step, behind: .item(0)) == .kind(first))
    #expect(form.items[0].operators.map(\.kind) == [.map, .delay])
    for _ in 0..<5 { form.remove(.item(0)) }
    #expect(form.fields == [.name, .description])
    guard case .source(let model) = try form.document() else { return }
    #expect(model.items.isEmpty)
  }

  @Test("Either side of a join can be chosen, and more sides added", arguments: [0, 1])
  func sides(side: Int) throws {
    var form = StreamForm(.join(StreamJoin(id: "j", kind: .zip, sources: ["a", "a"])))
    #expect(form.fields.contains(.item(side)))
    form[.item(side)] = "b"
    guard case .join(let join) = try form.document() else { return }
    #expect(join.sources == (side == 0 ? ["b", "a"] : ["a", "b"]))
    #expect(form.add(.entry, behind: .item(side)) == .item(side + 1))
    #expect(form.title(of: .item(2)) == "Stream c")
    #expect(form.remove(.item(0)) == .item(0))
    #expect(form.remove(.item(0)) == nil)
  }

  @Test("A preview shows what comes of the first values, row by row, and what fails")
  func preview() throws {
    let file = StreamDocumentFile(StreamDocument.defaults)
    var form = StreamForm(
      .chain(
        StreamChain(
          id: "c", source: "serial-a",
          operators: [.filter(expression: "%d % 2 == 1"), .map(expression: "%d * 10")])))
    var preview = StreamPreview(of: form, in: file)
    #expect(
      preview.timeline.text() == """
        -123(4|)     Serial Stream A
        -1-3|        filter %d % 2 == 1
        -[10]-[30]|  map %d * 10
        """)
    let place = StreamForm.OperatorPosition(item: 0, index: 1)
    #expect(preview.results(at: place, of: form).map(\.result) == ["10", "30"])
    let filter = StreamForm.OperatorPosition(item: 0, index: 0)
    #expect(preview.results(at: filter, of: form).map(\.result) == ["1", nil, "3", nil])
    form[.parameter(place, "expression")] = "60 / (%d - 1)"
    preview = StreamPreview(of: form, in: file)
    #expect(preview.failures.map(\.step) == ["map 60 / (%d - 1)"])
    form[.parameter(place, "expression")] = "60 / "
    preview = StreamPreview(of: form, in: file)
    // The part before what is wrong goes on.
    #expect(preview.timeline.rows.count == 2 && preview.problem == nil)
    form[.item(0)] = "nowhere"
    #expect(StreamPreview(of: form, in: file).problem != nil)
  }

  @Test("A preview of a long stream runs its beginning alone")
  func longPreview() {
    let long = StreamModel(
      id: "l", items: (0..<100_000).map { StreamItem(value: StreamValue.integer($0)) })
    let form = StreamForm(.chain(StreamChain(id: "c", source: "l", operators: [.count])))
    let preview = StreamPreview(of: form, in: StreamDocumentFile([.source(long)]))
    #expect(preview.timeline.rows.last?.marbles.first?.event == .value("12"))
  }
}
