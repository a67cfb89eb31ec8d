import Reactive
import TestSupport
import Testing

/// A source of numbers, with what it sends to a subscriber that asks for everything.
struct PublisherEntry: Sendable, CustomTestStringConvertible {
  let name: String
  let log: [String]
  let build: @Sendable () -> AnyPublisher<Int, TestError>

  init<P: Publisher & SendableMetatype>(
    _ name: String, _ log: [String], _ build: @escaping @Sendable () -> P
  ) where P.Output == Int, P.Failure == TestError {
    self.name = name
    self.log = log
    self.build = { build().eraseToAnyPublisher() }
  }

  /// A source that cannot fail.
  init<P: Publisher & SendableMetatype>(
    _ name: String, _ log: [String], never build: @escaping @Sendable () -> P
  ) where P.Output == Int, P.Failure == Never {
    self.init(name, log) { build().setFailureType(to: TestError.self) }
  }

  var testDescription: String { name }
  var values: [String] { log.filter { $0.hasPrefix("value") } }

  static let one = ["value 1", "finished"]
  static let three = ["value 1", "value 2", "value 3", "finished"]

  static let all: [PublisherEntry] = [
    .init("Just", one, never: { Just(1) }),
    .init("Empty", ["finished"], { Empty<Int, TestError>() }),
    .init("Empty that does not end", [], { Empty<Int, TestError>(completeImmediately: false) }),
    .init("Fail", ["failure expected"], { Fail<Int, TestError>(error: .expected) }),
    .init("Optional", one, never: { Optional(1).publisher }),
    .init("Optional nil", ["finished"], never: { Int?.none.publisher }),
    .init("Result success", one, { Result<Int, TestError>.success(1).publisher }),
    .init(
      "Result failure", ["failure expected"],
      { Result<Int, TestError>.failure(.expected).publisher }),
    .init("Sequence", three, never: { [1, 2, 3].publisher }),
    .init("Sequence without elements", ["finished"], never: { [Int]().publisher }),
    .init("Record", three, { Record(output: [1, 2, 3], completion: .finished) }),
    .init(
      "Record of a failure", ["value 1", "failure expected"],
      { Record(output: [1], completion: .failure(.expected)) }),
    .init("Record of nothing", ["finished"], { Record(output: [], completion: .finished) }),
    .init("Future success", one, { Future<Int, TestError> { $0(.success(1)) } }),
    .init(
      "Future failure", ["failure expected"],
      {
        Future<Int, TestError> { $0(.failure(.expected)) }
      }),
    .init("Deferred", three, never: { Deferred { [1, 2, 3].publisher } }),
    .init("CurrentValueSubject", ["value 1"], { CurrentValueSubject<Int, TestError>(1) }),
    .init("PassthroughSubject", [], { PassthroughSubject<Int, TestError>() }),
  ]
}

@Suite("Laws of publishers")
struct PublisherLawTests {
  typealias Probe = ProbeSubscriber<Int, TestError>

  @Test("each sends its subscription, its values and its end", arguments: PublisherEntry.all)
  func wholeLog(_ entry: PublisherEntry) {
    #expect(entry.build().log() == ["subscription"] + entry.log)
  }

  @Test("values wait for demand; an end without values does not", arguments: PublisherEntry.all)
  func demand(_ entry: PublisherEntry) {
    let probe = Probe(demand: .none)
    entry.build().subscribe(probe)
    #expect(probe.log == ["subscription"] + (entry.values.isEmpty ? entry.log : []))
    for count in entry.values.indices {
      probe.request(.max(1))
      let isLast = count == entry.values.count - 1
      #expect(probe.log == ["subscription"] + (isLast ? entry.log : Array(entry.log[...count])))
    }
  }

  @Test("demand from inside values, returned or requested, is met", arguments: PublisherEntry.all)
  func demandInside(_ entry: PublisherEntry) {
    let returning = Probe(demand: .max(1))
    returning.onValue = { _ in .max(1) }
    entry.build().subscribe(returning)
    #expect(returning.log == ["subscription"] + entry.log)
    let requesting = Probe(demand: .max(1))
    requesting.onValue = { [unowned requesting] _ in
      requesting.request(.max(1))
      return .none
    }
    entry.build().subscribe(requesting)
    #expect(requesting.log == ["subscription"] + entry.log)
    #expect(requesting.deepestNesting <= 1)
  }

  @Test(
    "nothing comes after a cancel from inside a value",
    arguments: PublisherEntry.all.filter { !$0.values.isEmpty })
  func cancelInside(_ entry: PublisherEntry) {
    let probe = Probe(keeping: .forever)
    probe.onValue = { [unowned probe] _ in
      probe.cancel()
      return .unlimited
    }
    entry.build().subscribe(probe)
    probe.request(.max(1))
    #expect(probe.log == ["subscription", "value 1"])
  }

  /// A publisher that ends at once without values is excepted: it sends its end right after the
  /// subscription, as Combine's do; a sink ignores it.
  @Test(
    "nothing comes after a cancel from inside the subscription",
    arguments: PublisherEntry.all.filter { !$0.values.isEmpty })
  func cancelInsideSubscription(_ entry: PublisherEntry) {
    let probe = Probe(demand: .none, keeping: .forever)
    probe.onSubscription = { $0.cancel() }
    entry.build().subscribe(probe)
    probe.request(.max(1))
    #expect(probe.log == ["subscription"])
  }

  @Test("a subscriber is freed, even if it keeps its subscription", arguments: PublisherEntry.all)
  func released(_ entry: PublisherEntry) {
    weak var weakProbe: Probe?
    do {
      let probe = Probe(keeping: .forever)
      weakProbe = probe
      entry.build().subscribe(probe)
      probe.cancel()
    }
    #expect(weakProbe == nil)
  }

  @Test("each subscriber is served anew", arguments: PublisherEntry.all)
  func again(_ entry: PublisherEntry) {
    let publisher = entry.build()
    #expect(publisher.log() == publisher.log())
  }
}
