import Reactive
import TestSupport
import Testing

@Suite("Folding")
struct FoldingTests {
  typealias Upstream = ManualPublisher<Int, TestError>
  typealias Probe = ProbeSubscriber<Int, TestError>
  typealias Stream = AnyPublisher<Int, TestError>

  @Test(
    "diagrams",
    arguments: [
      MarbleRow("scan", "a-b-c|", "a-[ab]-[abc]|") { up, _ in up.scan("", +) },
      MarbleRow("scan of nothing sends no seed", "--|", "--|") { up, _ in up.scan("0", +) },
      MarbleRow("reduce", "a-b-c|", "-----([abc]|)") { up, _ in up.reduce("", +) },
      MarbleRow("reduce of nothing sends the seed", "--|", "--(0|)") { up, _ in up.reduce("0", +) },
      MarbleRow("reduce discards its result at a failure", "a-b-#", "----#") { up, _ in
        up.reduce("", +)
      },
      MarbleRow("collect", "a-b|", "---([ab]|)") { up, _ in up.collect().map { $0.joined() } },
      MarbleRow("collect of nothing", "--|", "--(0|)") { up, _ in up.collect().map { "\($0.count)" }
      },
      MarbleRow("tryScan", "a-b-c|", "a-[ab]-[abc]|") { up, _ in up.tryScan("", +).testError() },
      MarbleRow("tryScan fails at a throw", "abxc|", "a[ab]#") { up, _ in
        up.tryScan("") { try $0 + $1.letter() }.testError()
      },
      MarbleRow("tryReduce", "a-b-c|", "-----([abc]|)") { up, _ in up.tryReduce("", +).testError()
      },
      MarbleRow("tryReduce fails at a throw, and sends no result", "abxc|", "--#") { up, _ in
        up.tryReduce("") { try $0 + $1.letter() }.testError()
      },
      MarbleRow("collect(2) sends what is left at the end", "abcde|", "-[ab]-[cd]-(e|)") { up, _ in
        up.collect(2).map { $0.joined() }
      },
      MarbleRow("collect(2) that comes out even", "abcd|", "-[ab]-[cd]|") { up, _ in
        up.collect(2).map { $0.joined() }
      },
      MarbleRow("collect(2) drops what is left at a failure", "abc#", "-[ab]-#") { up, _ in
        up.collect(2).map { $0.joined() }
      },
      MarbleRow("count", "a-b-c|", "-----(3|)") { up, _ in up.count().map { "\($0)" } },
      MarbleRow("count of nothing", "--|", "--(0|)") { up, _ in up.count().map { "\($0)" } },
      MarbleRow("min", "bac|", "---(a|)") { up, _ in up.min() },
      MarbleRow("max", "bca|", "---(c|)") { up, _ in up.max() },
      MarbleRow("max of nothing", "--|", "--|") { up, _ in up.max() },
      MarbleRow("min(by:)", "bac|", "---(c|)") { up, _ in up.min { $0 > $1 } },
      MarbleRow("max(by:)", "bca|", "---(a|)") { up, _ in up.max { $0 > $1 } },
      MarbleRow("tryMin(by:)", "bac|", "---(a|)") { up, _ in up.tryMin { $0 < $1 }.testError() },
      MarbleRow("tryMax(by:)", "bca|", "---(c|)") { up, _ in up.tryMax { $0 < $1 }.testError() },
      MarbleRow("tryMax(by:) fails at a throw", "abxc|", "--#") { up, _ in
        up.tryMax { try $0 < $1.letter() }.testError()
      },
      MarbleRow("contains ends when it has found it", "abc|", "-(1|)") { up, _ in
        up.contains("b").map { $0 ? "1" : "0" }
      },
      MarbleRow("contains of none", "abc|", "---(0|)") { up, _ in
        up.contains("d").map { $0 ? "1" : "0" }
      },
      MarbleRow("contains(where:)", "abc|", "-(1|)") { up, _ in
        up.contains { $0 > "a" }.map { $0 ? "1" : "0" }
      },
      MarbleRow("contains passes failure", "ab#", "--#") { up, _ in
        up.contains("c").map { $0 ? "1" : "0" }
      },
      MarbleRow("tryContains(where:)", "abc|", "---(0|)") { up, _ in
        up.tryContains { $0 > "c" }.map { $0 ? "1" : "0" }.testError()
      },
      MarbleRow("tryContains(where:) fails at a throw", "abxc|", "--#") { up, _ in
        up.tryContains { try $0.letter() > "b" }.map { $0 ? "1" : "0" }.testError()
      },
      MarbleRow("allSatisfy", "abc|", "---(1|)") { up, _ in
        up.allSatisfy { $0 < "d" }.map { $0 ? "1" : "0" }
      },
      MarbleRow("allSatisfy ends at the first that does not", "abc|", "-(0|)") { up, _ in
        up.allSatisfy { $0 < "b" }.map { $0 ? "1" : "0" }
      },
      MarbleRow("allSatisfy of nothing", "--|", "--(1|)") { up, _ in
        up.allSatisfy { _ in false }.map { $0 ? "1" : "0" }
      },
      MarbleRow("tryAllSatisfy", "abc|", "-(0|)") { up, _ in
        up.tryAllSatisfy { $0 < "b" }.map { $0 ? "1" : "0" }.testError()
      },
      MarbleRow("tryAllSatisfy fails at a throw", "abxc|", "--#") { up, _ in
        up.tryAllSatisfy { try $0.letter() < "x" }.map { $0 ? "1" : "0" }.testError()
      },
    ])
  func diagrams(_ row: MarbleRow) { row.check() }

  @Test("the classic examples: evens of 1…4, their product, their running products")
  func classics() {
    let numbers = [1, 2, 3, 4].publisher.eraseToAnyPublisher()
    #expect(numbers.filter { $0 % 2 == 0 }.allValues() == [2, 4])
    #expect(numbers.reduce(1, *).allValues() == [24])
    #expect(numbers.scan(1, *).allValues() == [1, 2, 6, 24])
  }

  @Test("collect(n) asks for n values for each array, also for one returned, and for none between")
  func collectByCountDemand() {
    let upstream = ManualPublisher<Int, Never>()
    let probe = ProbeSubscriber<[Int], Never>(demand: .max(2))
    probe.onValue = { _ in .max(1) }
    upstream.collect(3).subscribe(probe)
    #expect(upstream.requests == [.max(6)])
    for value in 1...3 { upstream.send(value) }
    #expect(upstream.connections[0].demand == .max(6))
    probe.request(.unlimited)
    #expect(upstream.requests.last == .unlimited)
  }

  @Test("collect(n) sends its last array though nobody asked for it, and then the end")
  func collectByCountRest() {
    let upstream = ManualPublisher<Int, Never>()
    let probe = ProbeSubscriber<[Int], Never>(demand: .none)
    upstream.collect(3).subscribe(probe)
    upstream.send(1)
    upstream.send(completion: .finished)
    #expect(probe.log == ["subscription", "value [1]", "finished"])
  }

  @Test("a cancel from inside the last array of collect(n) keeps the end away")
  func collectByCountCancel() {
    let subject = PassthroughSubject<Int, Never>()
    let probe = ProbeSubscriber<[Int], Never>()
    probe.onValue = { [unowned probe] _ in
      probe.cancel()
      return .none
    }
    subject.collect(3).subscribe(probe)
    subject.send(1)
    subject.send(completion: .finished)
    #expect(probe.log == ["subscription", "value [1]"])
  }

  @Test("of values that are equal, the first is the least and the greatest")
  func ties() {
    let pairs = [(1, "a"), (2, "b"), (2, "c"), (1, "d")].publisher.eraseToAnyPublisher()
    #expect(pairs.min { $0.0 < $1.0 }.map(\.1).allValues() == ["a"])
    #expect(pairs.max { $0.0 < $1.0 }.map(\.1).allValues() == ["b"])
    #expect(pairs.tryMin { $0.0 < $1.0 }.map(\.1).allValues() == ["a"])
    #expect(pairs.tryMax { $0.0 < $1.0 }.map(\.1).allValues() == ["b"])
  }

  @Test("an answer known early is held until it is asked for, and no later value changes it")
  func knownAnswerHolds() {
    let builders: [((Upstream) -> Stream, Int)] = [
      ({ $0.allSatisfy { $0 > 0 }.map { $0 ? 1 : 0 }.eraseToAnyPublisher() }, 0),
      ({ $0.contains(0).map { $0 ? 1 : 0 }.eraseToAnyPublisher() }, 1),
      ({ $0.first().eraseToAnyPublisher() }, 0),
    ]
    for (build, answer) in builders {
      let (upstream, probe) = (Upstream(), Probe(demand: .none))
      build(upstream).subscribe(probe)
      upstream.send(0)
      #expect(upstream.cancelCount == 1)
      upstream.send(1)
      upstream.send(completion: .failure(.expected))
      #expect(probe.log == ["subscription"])
      probe.request(.max(1))
      #expect(probe.log == ["subscription", "value \(answer)", "finished"])
    }
  }

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
    "a folding operator asks for everything and holds its answer", arguments: Folding.all)
  func holds(_ folding: Folding) {
    let upstream = Upstream()
    let probe = Probe(demand: .none)
    folding.build(upstream).subscribe(probe)
    #expect(upstream.requests == [.unlimited])
    for value in 1...3 { upstream.send(value) }
    upstream.send(completion: .finished)
    #expect(probe.log == ["subscription"])
    // An upstream that fails after it has finished is not believed.
    upstream.send(completion: .failure(.expected))
    probe.request(.max(1))
    #expect(probe.log == ["subscription", "value \(folding.answer)", "finished"])
  }

  @Test("first, last, min and max without a result end only when asked; ignoreOutput at once")
  func emptyResults() {
    let empty = Empty<Int, TestError>()
    func check(_ publisher: some Publisher<Int, some Error>) {
      let probe = ProbeSubscriber<Int, any Error>(demand: .none)
      publisher.mapError { $0 as any Error }.subscribe(probe)
      #expect(probe.log == ["subscription"])
      probe.request(.max(1))
      #expect(probe.log == ["subscription", "finished"])
    }
    check(empty.first())
    check(empty.first { $0 > 1 })
    check(empty.tryFirst { $0 > 1 })
    check(empty.last())
    check(empty.last { $0 > 1 })
    check(empty.tryLast { $0 > 1 })
    check(empty.min())
    check(empty.min(by: <))
    check(empty.max())
    check(empty.tryMax(by: <))
    #expect(empty.ignoreOutput().unaskedLog() == ["subscription", "finished"])
  }
}
