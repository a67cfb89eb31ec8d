import Formats
import TestSupport
import Testing

@testable import Streams

@Suite("The schema of stream files")
struct StreamSchemaTests {
  @Test("It stands in the documentation as the program prints it")
  func documented() throws {
    let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let kept = try #require(TextFile.below("\(root)/docs", suffix: "streams.schema.json").first)
    let printed: [String] = StreamDocumentFile.schema.split(separator: "\n").map(String.init)
    #expect(kept.lines.filter { !$0.isEmpty } == printed)
  }

  @Test("Its keys of documents are those that are written", arguments: StreamDocument.samples)
  func keys(of document: StreamDocument) throws {
    let written = try #require(document.json.members?.first?.value.members)
    #expect(written.map(\.key) == StreamKeys.document(document.kind).map(\.name))
  }

  @Test(
    "A key of a document is required exactly where reading needs it",
    arguments: StreamDocument.samples)
  func requiredKeys(of document: StreamDocument) throws {
    let written = try #require(document.json.members?.first?.value.members)
    for key in written.map(\.key) {
      let rest = JSONValue.object(written.filter { $0.key != key })
      let read = try? StreamDocument(json: .object([JSONMember(document.key, rest)]))
      #expect((read == nil) == StreamKeys.required(document.kind).contains(key), "\(key)")
    }
  }

  @Test(
    "A parameter of an operator is required exactly where reading needs it",
    arguments: Operator.samples)
  func requiredParameters(of step: Operator) throws {
    let written = try #require(step.json.members?.first?.value.members)
    #expect(Set(step.kind.requiredNames).isSubset(of: written.map(\.key)))
    // Of a window one length and one kind of figures is needed, and a running result is there as a
    // whole.
    let pairs = ["count", "seconds", "initialValue", "expression"]
    let names =
      step.kind == .window ? [] : step.kind == .groupBy ? ["key"] : written.map(\.key)
    for name in names where step.kind.parameterNames.contains(name) {
      let rest = JSONValue.object(
        written.filter { $0.key != name && (name != "key" || !pairs.contains($0.key)) })
      let read = try? Operator(json: .object([JSONMember(step.kind.rawValue, rest)]))
      #expect((read == nil) == step.kind.requiredNames.contains(name), "\(step.kind) \(name)")
    }
  }

  @Test("It has every kind of operator and of document")
  func kinds() {
    for kind in Operator.Kind.allCases.map(\.rawValue)
      + StreamDocument.Kind.allCases.map(\.rawValue)
    {
      #expect(StreamDocumentFile.schema.contains("\"\(kind)\": {"))
    }
    #expect(Set(Operator.samples.map(\.kind)) == Set(Operator.Kind.allCases))
    #expect(Set(StreamDocument.samples.map(\.kind)) == Set(StreamDocument.Kind.allCases))
  }
}

extension StreamDocument {
  fileprivate static let samples: [StreamDocument] = {
    var keyed = StreamJoin(
      id: "a", name: "A", description: "x", kind: .combineLatest, sources: ["b", "c"],
      expression: "a + b")
    (keyed.key, keyed.keys, keyed.keep) = ("value", ["a": "value.a", "b": "value.b"], 5)
    return plain + [.join(keyed)]
  }()

  private static let plain: [StreamDocument] = [
    .source(StreamModel(id: "a", name: "A", description: "x", items: [])),
    .input(
      StreamInput(id: "a", name: "A", description: "x", test: [StreamTestValue(value: 1)])),
    .chain(StreamChain(id: "a", name: "A", description: "x", source: "b")),
    .union(
      StreamUnion(id: "a", name: "A", description: "x", kind: .merge, sources: ["b", "c"])),
  ]
}

extension Operator {
  /// An operator of each kind, with all parameters that it may have.
  fileprivate static let samples: [Operator] = [
    .delay(seconds: 1), .dropFirst(count: 1), .prefix(count: 1), .filter(expression: "value > 0"),
    .map(expression: "value"), .scan(initialValue: 0, expression: "result + value"),
    .reduce(initialValue: 0, expression: "result + value"), .removeDuplicates,
    .debounce(seconds: 1), .throttle(seconds: 1, latest: true), .sample(seconds: 1),
    .window(.count(2), function: .sum),
    .window(.seconds(2, aligned: true), .several([.min, .max])), .rate(seconds: 1),
    .timestamp(clock: .wall), .distinct(key: "value", within: 5, seconds: 2),
    .groupBy(key: "value", fold: StreamFold(initialValue: 0, expression: "result + 1")),
    .sort(key: "value", descending: true), .each(expression: "value.items"), .merge(stream: "b"),
    .append(stream: "b"),
    .prepend(stream: "b"), .flatMap(stream: "b", expression: "a"),
    .zip(stream: "b", expression: "a"), .combineLatest(stream: "b", expression: "a"),
    .withLatestFrom(stream: "b", expression: "a"), .collect(count: 2), .first, .last, .count,
  ]
}
