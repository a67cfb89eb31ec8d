import TestSupport
import Reactive
import Testing

/// What the operators do that make one answer of many values, or fewer values: rules 66, 68 and 73.
@Suite("Rules: folding")
struct FoldingRules {
  typealias Upstream = ManualPublisher<Int, TestError>
  typealias Probe = ProbeSubscriber<Int, TestError>
  typealias Stream = AnyPublisher<Int, TestError>

  /// An operator that answers once, with its answer to 1, 2, 3.
  struct Folding: Sendable, CustomTestStringConvertible {
    let name: String
    let answer: Int
    let build: @Sendable (Upstream) -> Stream

    init<P: Publisher<Int, TestError> & SendableMetatype>(
      _ name: String, _ answer: Int, _ build: @escaping @Sendable (Upstream) -> P
    ) {
      (self.name, self.answer) = (name, answer)
      self.build = { build($0).eraseToAnyPublisher() }
    }

    var testDescription: String { name }

    static let all: [Folding] = [
      .init("collect", 3) { $0.collect().map(\.count) },
      .init("count", 3) { $0.count() },
      .init("reduce", 6) { $0.reduce(0, +) },
      .init("tryReduce", 6) { $0.tryReduce(0, +).testError() },
      .init("min", 1) { $0.min() },
      .init("max", 3) { $0.max() },
      .init("tryMin", 1) { $0.tryMin { $0 < $1 }.testError() },
      .init("tryMax", 3) { $0.tryMax { $0 < $1 }.testError() },
      .init("last", 3) { $0.last() },
      .init("last(where:)", 2) { $0.last { $0 < 3 } },
      .init("tryLast(where:)", 2) { $0.tryLast { $0 < 3 }.testError() },
      .init("first", 1) { $0.first() },
      .init("first(where:)", 2) { $0.first { $0 > 1 } },
      .init("tryFirst(where:)", 2) { $0.tryFirst { $0 > 1 }.testError() },
      .init("contains", 1) { $0.contains(2).map { $0 ? 1 : 0 } },
      .init("contains(where:)", 0) { $0.contains { $0 > 9 }.map { $0 ? 1 : 0 } },
      .init("tryContains(where:)", 1) { $0.tryContains { $0 > 1 }.map { $0 ? 1 : 0 }.testError() },
      .init("allSatisfy", 0) { $0.allSatisfy { $0 < 3 }.map { $0 ? 1 : 0 } },
      .init("tryAllSatisfy", 1) { $0.tryAllSatisfy { $0 < 9 }.map { $0 ? 1 : 0 }.testError() },
    ]
  }

  @Test(
    "Rule 66a: a folding operator asks for everything and holds its answer", arguments: Folding.all)
  func holds(_ folding: Folding) {
    let upstream = Upstream()
    let probe = Probe(demand: .none)
    folding.build(upstream).subscribe(probe)
    #expect(upstream.requests == [.unlimited])
    for value in 1...3 { upstream.send(value) }
    upstream.send(completion: .finished)
    #expect(probe.log == ["subscription"])
    probe.request(.max(1))
    #expect(probe.log == ["subscription", "value \(folding.answer)", "finished"])
  }

  @Test(
    "Rule 66b: a failure passes a folding operator at once, unasked, in the answer's place",
    arguments: Folding.all)
  func fails(_ folding: Folding) {
    let upstream = Upstream()
    let probe = Probe(demand: .none)
    folding.build(upstream).subscribe(probe)
    upstream.send(completion: .failure(.expected))
    #expect(probe.log == ["subscription", "failure expected"])
  }

  @Test("Rule 66c: scan sends for each value, and not its seed")
  func scan() {
    let probe = Probe()
    let upstream = Upstream()
    upstream.scan(100, +).subscribe(probe)
    #expect(probe.values.isEmpty)
    upstream.send(1)
    upstream.send(2)
    #expect(probe.values == [101, 103])
    #expect(Empty<Int, TestError>().scan(100, +).log() == ["subscription", "finished"])
  }

  @Test("Rule 68a: removeDuplicates compares with the value before; the first always passes")
  func removeDuplicates() {
    #expect(
      [1, 1, 2, 2, 1, 1, 3].publisher.eraseToAnyPublisher().removeDuplicates().allValues() == [
        1, 2, 1, 3,
      ])
    // Each differs by one from the last that was sent, not from the last that was dropped.
    let steps = [1, 2, 3, 4, 5].publisher.eraseToAnyPublisher().removeDuplicates {
      abs($0 - $1) < 2
    }
    #expect(steps.allValues() == [1, 3, 5])
  }

  @Test("Rule 68b: removeDuplicates(by:) gets the previous value and the current one")
  func removeDuplicatesOrder() {
    var pairs: [[Int]] = []
    _ = [1, 2, 3].publisher.eraseToAnyPublisher().removeDuplicates {
      pairs.append([$0, $1])
      return false
    }.allValues()
    #expect(pairs == [[1, 2], [2, 3]])
  }

  @Test("Rule 73a: a closure that throws cancels upstream and fails the stream")
  func throwing() {
    let builders: [(String, (Upstream) -> Stream)] = [
      ("tryMap", { $0.tryMap { try $0.checked() }.testError().eraseToAnyPublisher() }),
      ("tryFilter", { $0.tryFilter { try $0.checked() > 0 }.testError().eraseToAnyPublisher() }),
      (
        "tryCompactMap", { $0.tryCompactMap { try $0.checked() }.testError().eraseToAnyPublisher() }
      ),
      ("tryScan", { $0.tryScan(0) { try $1.checked() }.testError().eraseToAnyPublisher() }),
      ("tryReduce", { $0.tryReduce(0) { try $1.checked() }.testError().eraseToAnyPublisher() }),
      (
        "tryMin",
        { $0.tryMin { try $0.checked() < $1.checked() }.testError().eraseToAnyPublisher() }
      ),
      (
        "tryMax",
        { $0.tryMax { try $0.checked() < $1.checked() }.testError().eraseToAnyPublisher() }
      ),
      ("tryDrop", { $0.tryDrop { try $0.checked() < 9 }.testError().eraseToAnyPublisher() }),
      ("tryPrefix", { $0.tryPrefix { try $0.checked() < 9 }.testError().eraseToAnyPublisher() }),
      ("tryFirst", { $0.tryFirst { try $0.checked() > 9 }.testError().eraseToAnyPublisher() }),
      ("tryLast", { $0.tryLast { try $0.checked() > 9 }.testError().eraseToAnyPublisher() }),
      (
        "tryRemoveDuplicates",
        { $0.tryRemoveDuplicates { try $0 == $1.checked() }.testError().eraseToAnyPublisher() }
      ),
    ]
    for (name, build) in builders {
      let upstream = Upstream()
      let probe = Probe()
      var cancels: Int?
      probe.onCompletion = { cancels = upstream.cancelCount }
      build(upstream).subscribe(probe)
      upstream.send(1)
      #expect(!probe.hasEnded, "\(name)")
      upstream.send(4)
      #expect(probe.log.last == "failure expected", "\(name)")
      #expect(cancels == 1, "\(name)")
    }
  }

  @Test("Rule 73b: of equal values the first is the least, and the first is the greatest")
  func ties() {
    struct Ranked: Equatable, Comparable {
      let rank: Int
      let name: String
      init(_ rank: Int, _ name: String) { (self.rank, self.name) = (rank, name) }
      static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
      static func == (left: Self, right: Self) -> Bool { left.rank == right.rank }
    }
    let all = [Ranked(2, "a"), Ranked(1, "b"), Ranked(1, "c"), Ranked(2, "d")]
    let publisher = all.publisher.eraseToAnyPublisher()
    #expect(publisher.min().allValues().map(\.name) == ["b"])
    #expect(publisher.max().allValues().map(\.name) == ["a"])
    #expect(publisher.tryMin { $0 < $1 }.assertNoFailure().allValues().map(\.name) == ["b"])
    #expect(publisher.tryMax { $0 < $1 }.assertNoFailure().allValues().map(\.name) == ["a"])
    // As the standard library has it.
    #expect(all.min()?.name == "b")
    #expect(all.max()?.name == "a")
  }
}
