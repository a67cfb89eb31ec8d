import Expressions
import Reactive
import ReactiveExtras
import TestSupport
import Testing

@testable import Streams

@Suite("Limits on hostile documents")
struct StreamBudgetTests {
  private let time = VirtualTimeScheduler()

  private func source(_ id: String, _ values: [StreamValue]) -> StreamDocument {
    .source(StreamModel(id: id, items: values.map { StreamItem(value: $0) }))
  }

  private func chain(_ id: String, of source: String, _ operators: Operator...) -> StreamDocument {
    .chain(StreamChain(id: id, source: source, operators: operators))
  }

  /// Runs a document: the values that it sends, and what is reported.
  private func values(
    _ documents: [StreamDocument], _ id: String, _ budget: StreamBudget
  ) throws -> (values: [StreamValue], reports: [String]) {
    var (values, reports) = ([StreamValue](), [String]())
    let stream = try StreamDocumentFile(documents).library
      .publisher(of: id, on: time, budget: budget) { reports.append($0.description) }
    let subscription = stream.sink { values.append($0) }
    time.run()
    withExtendedLifetime(subscription) {}
    return (values, reports)
  }

  /// Runs a document: how many values it sends, and what is reported.
  private func run(
    _ documents: [StreamDocument], _ id: String, _ budget: StreamBudget
  ) throws -> (count: Int, reports: [String]) {
    let (values, reports) = try values(documents, id, budget)
    return (values.count, reports)
  }

  @Test("Text that is doubled again and again ends at its limit")
  func doubledText() throws {
    let doubling = Array(repeating: Operator.map(expression: "%@ + %@"), count: 20)
    let documents = [
      source("t", ["12345678"]),
      .chain(StreamChain(id: "d", source: "t", operators: doubling)),
    ]
    let (count, reports) = try run(documents, "d", StreamBudget())
    #expect(count == 0 && reports.count == 1)
    #expect(reports[0].hasSuffix("the text would have more than 65536 bytes"))
  }

  @Test(
    "Streams that end before their timers leave none behind",
    arguments: [
      Operator.debounce(seconds: 1000), .throttle(seconds: 1000, latest: false),
      .throttle(seconds: 1000, latest: true),
    ])
  func timers(step: Operator) throws {
    let items = (0..<5).map {
      StreamItem<StreamValue>(value: .integer($0), operators: [step, .first])
    }
    let documents = [
      .source(StreamModel(id: "t", items: items)), source("n", (0..<100).map { .integer($0) }),
      chain("x", of: "n", .flatMap(stream: "t", expression: nil), step, .prefix(count: 1)),
    ]
    var (count, hasEnded) = (0, false)
    let stream = try StreamDocumentFile(documents).library
      .publisher(of: "x", on: time, budget: StreamBudget())
      .sink { _ in
        hasEnded = true
      } receiveValue: { _ in
        count += 1
      }
    time.advance()
    if case .throttle = step { #expect(count == 1) }
    #expect(hasEnded && !time.hasWork)
    stream.cancel()
  }

  @Test("Values that pile up end a stream, which says why, and leave nothing counted")
  func piledUp() throws {
    let doubling = Array(repeating: Operator.map(expression: "%@ + %@"), count: 12)
    let documents = [
      source("t", ["12345678"]), source("n", (0..<1_000).map { .integer($0) }),
      .chain(StreamChain(id: "d", source: "t", operators: doubling)),
      chain("x", of: "n", .flatMap(stream: "d", expression: nil), .collect(count: 1_000_000_000)),
    ]
    let budget = StreamBudget(bytes: 1 << 20)
    let (_, reports) = try run(documents, "x", budget)
    #expect(reports.contains("x, run: it would keep more than 1 MiB"))
    #expect(budget.keptBytes == 0)
  }

  @Test(
    "Operators that keep values count them",
    arguments: [
      Operator.zip(stream: "none", expression: nil), .delay(seconds: 1),
      .collect(count: 1_000_000), .flatMap(stream: "slow", expression: "a"),
    ])
  func keepers(step: Operator) throws {
    let slow = StreamDocument.source(
      StreamModel(id: "slow", items: [StreamItem(value: 1, operators: [.delay(seconds: 9)])]))
    let documents = [
      source("n", (0..<5_000).map { .integer($0) }), source("one", [1]), slow,
      chain("none", of: "slow", .delay(seconds: 9)), chain("x", of: "n", step),
    ]
    let (_, reports) = try run(documents, "x", StreamBudget(bytes: 100_000))
    #expect(reports == ["x, run: it would keep more than 100000 bytes"])
    let (_, none) = try run(documents, "x", StreamBudget())
    #expect(none.isEmpty)
  }

  @Test("A stream over its limit sends what it would send without it, and no more")
  func prefix() throws {
    // The first legs of zips wait for the second, so that the bytes are used up in the middle, at
    // another place for each limit; a value that is left out there must not shift the pairs.
    var documents = [source("z0", (0..<1_000).map { .integer($0) })]
    for level in 1...4 {
      let below = "z\(level - 1)"
      documents.append(chain("z\(level)", of: below, .zip(stream: below, expression: nil)))
    }
    documents.append(chain("x", of: "z4", .collect(count: 7)))
    let whole = try values(documents, "x", StreamBudget()).values
    #expect(whole.count == 143)
    for portions in 1...40 {
      let (cut, reports) = try values(documents, "x", StreamBudget(bytes: portions * 50_000))
      #expect(cut == Array(whole.prefix(cut.count)), "\(portions)")
      #expect((cut == whole) == reports.isEmpty, "\(portions)")
    }
  }

  @Test("A text that an operator holds is counted once, however often it is replaced")
  func held() throws {
    let texts = (0..<200).map { StreamValue.text(String(repeating: "x", count: 1_000) + "\($0)") }
    let documents = [source("t", texts), chain("x", of: "t", .removeDuplicates, .last)]
    let (count, reports) = try run(documents, "x", StreamBudget(bytes: 20_000))
    #expect(count == 1 && reports.isEmpty)
  }

  @Test("Lists that hold lists are as large as all that is in them")
  func nestedLists() throws {
    var documents = [source("z0", (0..<10).map { .integer($0) })]
    for level in 1...40 {
      documents.append(
        chain(
          "z\(level)", of: "z\(level - 1)", .zip(stream: "z\(level - 1)", expression: nil)))
    }
    let library = StreamDocumentFile(Array(documents[...12])).library
    var reports: Set<String> = []
    var count = 0
    let subscription = try library.publisher(of: "z12", on: time) { reports.insert($0.reason) }
      .sink { _ in count += 1 }
    time.run()
    subscription.cancel()
    #expect(count == 10 || reports == ["the list would have more than 262144 bytes"])
    #expect(StreamDocumentFile(documents).library.errors.count == 1)
  }

  @Test("Steps end a stream, and each of its rows by itself")
  func steps() throws {
    let documents = [
      source("n", (0..<1_000).map { .integer($0) }),
      chain("x", of: "n", .flatMap(stream: "n", expression: "a + b"), .count),
    ]
    let (_, reports) = try run(documents, "x", StreamBudget(steps: 10_000))
    #expect(reports == ["x, run: it would take more than 10000 steps"])
    let turns = StreamBudget(stepsOfTurn: 10_000)
    let (_, inTurn) = try run(documents, "x", turns)
    #expect(inTurn == ["x, run: it would take more than 10000 steps at once"])
  }

  @Test(
    "Eight hundred sources are joined in time that grows with them alone",
    .untilStandstill, arguments: [StreamJoin.Kind.zip, .combineLatest])
  func wideJoin(kind: StreamJoin.Kind) throws {
    let ids = (0..<800).map { "s\($0)" }
    let documents =
      ids.map { source($0, (0..<50).map { .integer($0) }) }
      + [.join(StreamJoin(id: "j", kind: kind, sources: ids, expression: "a"))]
    let (count, reports) = try run(documents, "j", StreamBudget())
    #expect(count == 50 && reports.isEmpty)
  }

  @Test("A computation goes through a bounded number of bytes")
  func load() throws {
    let long = StreamValue.text(String(repeating: "x", count: 60_000))
    let text = Array(repeating: "%@ == %@", count: 100).joined(separator: " and ")
    #expect {
      _ = try StreamExpression(text).result(of: [long], for: .filter)
    } throws: {
      "\($0)".hasSuffix("the computation goes through more than 1048576 bytes")
    }
  }

  @Test("Ten thousand documents, each over the one before, are checked and run without recursion")
  func longChain() throws {
    var documents = [source("s0", [1, 2, 3])]
    for level in 1..<10_000 { documents.append(chain("s\(level)", of: "s\(level - 1)")) }
    let library = StreamDocumentFile(documents).library
    #expect(library.errors.isEmpty)
    var values: [StreamValue] = []
    for id in ["s1", "s5000", "s9999"] {
      let stream = try library.publisher(of: id, on: time)
      stream.sink { values.append($0) }.cancel()
    }
    #expect(values == [1, 2, 3, 1, 2, 3, 1, 2, 3])
    #expect(throws: Never.self) { try library.rows(of: "s9999", on: time) }
  }

  @Test("A fault is said with its cause, not with all documents between")
  func causes() throws {
    var documents = [chain("s0", of: "gone")]
    for level in 1..<2_000 { documents.append(chain("s\(level)", of: "s\(level - 1)")) }
    let library = StreamDocumentFile(documents).library
    #expect {
      try library.check("s1999")
    } throws: {
      "\($0)" == "documents[1999].chain.source: it needs “s1998”, which cannot be run because of "
        + "“s0” (there is no document “gone” that can be read)"
    }
  }

  @Test(
    "The work of checking documents grows as they do",
    arguments: ["deep", "wide", "circle", "many circles", "faulty"])
  func linear(kind: String) {
    func documents(_ count: Int) -> [StreamDocument] {
      let ids = (0..<count).map { "s\($0)" }
      switch kind {
      case "deep": return [source("s0", [1])] + (1..<count).map { chain(ids[$0], of: ids[$0 - 1]) }
      case "wide":
        return ids.map { source($0, [1]) }
          + [.union(StreamUnion(id: "u", kind: .merge, sources: ids))]
      case "circle": return (0..<count).map { chain(ids[$0], of: ids[($0 + 1) % count]) }
      case "many circles": return (0..<count).map { chain(ids[$0], of: ids[$0 ^ 1]) }
      default: return (0..<count).map { chain(ids[$0], of: $0 == 0 ? "gone" : ids[$0 - 1]) }
      }
    }
    func work(_ count: Int) -> (looks: Int, bytes: Int) {
      var check = StreamReferenceCheck(StreamDocumentFile(documents(count)))
      check.run()
      let sentences = (check.errors + check.faults.values).map(\.description)
      return (check.lookCount, sentences.reduce(0) { $0 + $1.utf8.count })
    }
    let (one, ten) = (work(200), work(2_000))
    #expect(one.looks >= 200 && ten.looks <= 11 * one.looks)
    // Numbers of places become longer, too.
    #expect(ten.bytes <= 12 * one.bytes)
  }

  @Test("A file has so many documents and no more, and so has a folder")
  func manyDocuments() throws {
    let most = StreamDocumentFile.documentLimit
    let list = { (count: Int) in
      Array(("[" + String(repeating: "0,", count: count - 1) + "0]").utf8)
    }
    #expect(try StreamDocumentFile(bytes: list(most)).entries.count == most)
    #expect {
      _ = try StreamDocumentFile(bytes: list(most + 1), named: "f")
    } throws: {
      "\($0)" == "f: it has more than 5000 documents; put some into a file of their own"
    }
    let folder = ScratchFolder()
    folder.write("a.json", list(most - 1))
    folder.write("b.json", list(2))
    folder.write("c.json", list(1))
    let contents = StreamFiles(path: folder.path).contents()
    #expect(contents.files.map(\.entries.count) == [most - 1, 1])
    #expect(
      contents.parts[1].update
        == .failure(
          .unreadable(
            path: folder.file("b.json"),
            reason: "the files in the folder have more than 5000 documents")))
  }

  @Test("More documents than can be read are not written")
  func manyToSave() throws {
    let folder = ScratchFolder()
    let documents = (0...StreamDocumentFile.documentLimit).map { source("s\($0)", []) }
    #expect {
      try StreamStore(path: folder.file("s.json")).save(
        StreamDocumentFile(documents), over: .absent)
    } throws: {
      "\($0)".contains("it would have more than 5000 documents")
    }
    #expect(folder.read("s.json") == nil)
  }

  @Test("A file has so many values and no more")
  func manyValues() {
    let bytes = Array(("[" + String(repeating: "0,", count: 250_000) + "0]").utf8)
    #expect {
      _ = try StreamDocumentFile(bytes: bytes, named: "f")
    } throws: {
      "\($0)".hasSuffix("there are more than 250000 values")
    }
  }

  @Test("Documents are the same while they and all that they refer to are")
  func versions() {
    var versions = StreamVersions()
    let a = source("a", [1]), b = source("b", [2])
    let c = chain("c", of: "a", .count), d = chain("d", of: "c", .first)
    let before = versions.numbers(of: StreamDocumentFile([a, b, c, d]).library)
    let same = versions.numbers(of: StreamDocumentFile([d, c, b, a]).library)
    #expect(before == same && Set(before.values).count == 4)
    let other = versions.numbers(of: StreamDocumentFile([source("a", [7]), b, c, d]).library)
    #expect(other["b"] == before["b"])
    #expect(["a", "c", "d"].allSatisfy { other[$0] != before[$0] })
    versions.keep([])
    #expect(versions.numbers(of: StreamDocumentFile([b]).library)["b"] != before["b"])
  }
}
