import Expressions
import Reactive
import ReactiveExtras
import TestSupport
import Testing

@testable import Streams

@Suite("The documents of a file, run")
struct StreamLibraryTests {
  let time = VirtualTimeScheduler()

  private func stream(_ id: String, _ values: StreamValue..., every seconds: Double = 0)
    -> StreamDocument
  {
    let operators: [Operator] = seconds > 0 ? [.delay(seconds: seconds)] : []
    return .source(
      StreamModel(id: id, items: values.map { StreamItem(value: $0, operators: operators) }))
  }

  private func emissions(_ documents: [StreamDocument], _ id: String) throws -> [String] {
    let library = StreamDocumentFile(documents).library
    return time.emissions(
      of: try library.publisher(of: id, on: time) { Issue.record("\($0)") })
  }

  @Test("A stored chain applies filter, map, drop and scan to one stream")
  func chain() throws {
    let chain = StreamDocument.chain(
      StreamChain(
        id: "c", source: "a",
        operators: [
          .filter(expression: "%d != 3"), .map(expression: "%d * 10"), .dropFirst(count: 1),
          .scan(initialValue: 0, expression: "%d + %d"),
        ]))
    #expect(
      try emissions([chain, stream("a", 1, 2, 3, 4, every: 1)], "c") == [
        "2 s: 20", "4 s: 60", "4 s: finished",
      ])
  }

  @Test("A stored merge, append or flatMap unites streams")
  func unions() throws {
    let sources = [stream("a", 1, 2, every: 2), stream("b", "x", "y", every: 1)]
    func union(_ kind: StreamUnion.Kind) throws -> [String] {
      try emissions(
        sources + [.union(StreamUnion(id: "u", kind: kind, sources: ["a", "b"]))], "u")
    }
    #expect(
      try union(.merge) == ["1 s: x", "2 s: 1", "2 s: y", "4 s: 2", "4 s: finished"])
    #expect(
      try union(.append) == ["2 s: 1", "4 s: 2", "5 s: x", "6 s: y", "6 s: finished"])
    #expect(
      try union(.flatMap) == ["3 s: x", "4 s: y", "5 s: x", "6 s: y", "6 s: finished"])
  }

  @Test("A stored zip or combineLatest joins streams, by an expression or as lists")
  func joins() throws {
    let sources = [stream("a", 1, 2, every: 2), stream("b", 10, 20, 30, every: 1)]
    func join(_ kind: StreamJoin.Kind, _ expression: StreamExpression?) throws -> [String] {
      try emissions(
        sources + [
          .join(StreamJoin(id: "j", kind: kind, sources: ["a", "b"], expression: expression))
        ], "j")
    }
    #expect(try join(.zip, "%d + %d") == ["2 s: 11", "4 s: 22", "4 s: finished"])
    #expect(try join(.zip, nil) == ["2 s: [1, 10]", "4 s: [2, 20]", "4 s: finished"])
    #expect(
      try join(.combineLatest, "b - a") == [
        "2 s: 9", "2 s: 19", "3 s: 29", "4 s: 28", "4 s: finished",
      ])
  }

  @Test("A document refers to others by id, through operators, too")
  func references() throws {
    let documents = [
      stream("a", 1), stream("b", 2),
      .chain(
        StreamChain(
          id: "c", source: "a",
          operators: [.append(stream: "b"), .zip(stream: "d", expression: "a * b")])),
      .chain(StreamChain(id: "d", source: "a", operators: [.prepend(stream: "b")])),
    ]
    #expect(try emissions(documents, "c") == ["0 s: 2", "0 s: 2", "0 s: finished"])
  }

  @Test("References round in a circle are found at load, with their path")
  func circles() throws {
    let file = try streamFile(
      """
      {"version": 1, "documents": [
        {"chain": {"id": "x", "source": "a", "operators": []}},
        {"chain": {"id": "a", "source": "b", "operators": []}},
        {"chain": {"id": "b", "source": "s", "operators": [{"merge": {"stream": "c"}}]}},
        {"union": {"id": "c", "operator": "merge", "sources": ["s", "a"]}},
        {"chain": {"id": "self", "source": "self", "operators": []}},
        {"source": {"id": "s", "stream": []}}
      ]}
      """, named: "f")
    #expect(
      file.errors.map(\.sentence) == [
        "f: documents[3].union.sources[1]: the references form a cycle: a → b → c → a",
        "f: documents[4].chain.source: the references form a cycle: self → self",
      ])
    #expect {
      try file.library.publisher(of: "x", on: time)
    } throws: {
      "\($0)".contains("a → b → c → a")
    }
    #expect(throws: Never.self) { try file.library.publisher(of: "s", on: time) }
  }

  @Test("A reference that leads nowhere and an id given twice are errors with their keys")
  func missing() throws {
    let file = try streamFile(
      """
      [{"chain": {"id": "a", "source": "gone", "operators": [{"zip": {"stream": "no"}}]}},
       {"chain": {"id": "b", "source": "a", "operators": []}},
       {"id": "a", "stream": []}]
      """)
    #expect(
      file.errors.map(\.sentence) == [
        "[0].chain.source: there is no document “gone” that can be read",
        "[0].chain.operators[0].zip.stream: there is no document “no” that can be read",
        "[2].id: the id “a” is taken, at [0].chain",
      ])
    #expect {
      try file.library.publisher(of: "b", on: time)
    } throws: {
      "\($0)" == "line 2, column 24: [1].chain.source: it needs “a”, which cannot be run "
        + "(there is no document “gone” that can be read)"
    }
    #expect {
      try file.library.publisher(of: "z", on: time)
    } throws: {
      "\($0)" == "there is no document “z” that can be read"
    }
  }

  @Test("Documents that would run more streams or operators than is safe are refused at load")
  func bombs() {
    var documents = [stream("0", 1)]
    for level in 1...40 {
      documents.append(
        .union(
          StreamUnion(id: "\(level)", kind: .merge, sources: ["\(level - 1)", "\(level - 1)"])))
    }
    let bomb = StreamDocumentFile(documents).library
    #expect(bomb.errors.count == 1)
    #expect(
      bomb.errors[0].description
        == "documents[13].union: with all that it refers to, it would run more than 10000 streams")
    var chain = [stream("0", 1)]
    for level in 1...5_000 {
      chain.append(
        .chain(StreamChain(id: "\(level)", source: "\(level - 1)", operators: [.first])))
    }
    let deep = StreamDocumentFile(chain).library
    #expect(deep.errors.count == 1)
    #expect(deep.errors[0].keyPath == "documents[101].chain")
  }

  @Test("Documents that would multiply values without end are refused at load")
  func multiplied() throws {
    let ten = stream("0", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    let chain = StreamDocument.chain(
      StreamChain(
        id: "c", source: "0",
        operators: Array(repeating: .flatMap(stream: "0", expression: "a"), count: 20)
          + [.filter(expression: "value > 10")]))
    let union = StreamDocument.union(
      StreamUnion(id: "u", kind: .flatMap, sources: Array(repeating: "0", count: 9)))
    let file = StreamDocumentFile([ten, chain, union])
    let excess = "with all that it refers to, its operators would take more than 100000000 values"
    #expect(
      file.errors.map(\.description) == [
        "documents[1].chain: \(excess)", "documents[2].union: \(excess)",
      ])
    #expect(throws: StreamDocumentError.self) { try file.library.publisher(of: "c", on: time) }
    let modest = StreamUnion(id: "u", kind: .flatMap, sources: ["0", "0", "0"])
    #expect(try emissions([ten, .union(modest)], "u").count == 1_001)
  }

  @Test("How much it takes to run a document is known without running it")
  func extents() throws {
    func extent(_ operators: Operator...) -> [Int]? {
      let file = StreamDocumentFile([
        stream("a", 1, 2, 3), stream("b", 5, 6),
        .chain(StreamChain(id: "c", source: "a", operators: operators)),
      ])
      return file.library.extents["c"].map { [$0.streams, $0.depth, $0.values, $0.work] }
    }
    #expect(extent() == [2, 0, 3, 5])
    #expect(
      extent(.map(expression: "value"), .filter(expression: "value > 1"), .prefix(count: 2))
        == [2, 2, 2, 14])
    #expect(
      extent(.flatMap(stream: "b", expression: nil), .count)
        == [3, 2, 1, 23])
    #expect(
      extent(.zip(stream: "b", expression: nil), .append(stream: "b"))
        == [4, 2, 4, 16])
  }

  @Test(
    "As many operators as may follow each other do not use up a small stack",
    .enabled(if: !ThreadSanitizer.isOn, "the sanitizer's frames are larger"))
  func deepest() throws {
    let steps: [Operator] = [
      .map(expression: "value + 1"), .delay(seconds: 0), .append(stream: "a"),
      .zip(stream: "a", expression: nil), .flatMap(stream: "a", expression: "a + b"),
    ]
    for step in steps {
      let chain = StreamChain(
        id: "c", source: "a",
        operators: Array(repeating: step, count: StreamLibrary.depthLimit))
      let file = StreamDocumentFile([stream("a", 1), .chain(chain)])
      #expect(file.errors.isEmpty)
      let emissions = Locked(0)
      let run: @Sendable () -> Void = {
        let time = VirtualTimeScheduler()
        guard let stream = try? file.library.publisher(of: "c", on: time) else { return }
        let count = time.emissions(of: stream).count
        emissions.withLock { $0 = count }
      }
      // A quarter of the usual stack.
      Threads.run([run], stackSize: 2 << 20)
      #expect(emissions.withLock { $0 } >= 2)
    }
  }

  @Test("A chain has a row for its source and one for each operator, with the result up to there")
  func rows() throws {
    let file = StreamDocumentFile([
      stream("a", 1, 2, 3), stream("b", 5),
      .chain(
        StreamChain(
          id: "c", source: "a",
          operators: [.filter(expression: "%d != 2"), .map(expression: "%d * 2")])),
      .join(
        StreamJoin(id: "j", name: "Both", kind: .zip, sources: ["c", "b"], expression: "a + b")),
    ])
    let chain = try file.library.rows(of: "c", on: time)
    #expect(chain.map(\.title) == ["a", "filter %d != 2", "map %d * 2"])
    #expect(chain.map(\.publisher.valuesAtOnce) == [[1, 2, 3], [1, 3], [2, 6]])
    let join = try file.library.rows(of: "j", on: time)
    #expect(join.map(\.title) == ["c", "b", "Both"])
    #expect(join.last?.publisher.valuesAtOnce == [7])
    #expect(try file.library.rows(of: "a", on: time).count == 1)
  }
}
