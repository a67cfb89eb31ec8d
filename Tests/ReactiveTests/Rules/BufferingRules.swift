import ReactiveExtras
import TestSupport
import Reactive
import Testing

/// What the operators do that keep values, code them or hand them to tasks: rules 49, 65, 72 and 75.
@Suite("Rules: buffering, coding and tasks")
struct BufferingRules {
  typealias Upstream = ManualPublisher<Int, TestError>
  typealias Probe = ProbeSubscriber<Int, TestError>
  typealias Batches = ProbeSubscriber<[Int], TestError>

  let time = VirtualTimeScheduler()
  let upstream = Upstream()

  // MARK: collect by time

  func collect(demand: Subscribers.Demand = .unlimited) -> Batches {
    let probe = Batches(demand: demand)
    upstream.collect(.byTime(time, 10)).subscribe(probe)
    return probe
  }

  @Test("Rule 49a: collect by time keeps its intervals, and sends nothing for an empty one")
  func collectTicks() {
    let probe = collect()
    time.advance(by: 4)
    upstream.send(1)
    upstream.send(2)
    time.advance(by: 5)
    #expect(probe.values.isEmpty)
    time.advance(by: 1)
    #expect(probe.values == [[1, 2]])
    time.advance(by: 25)
    #expect(probe.values == [[1, 2]])
    // Counted from the subscription: the fourth interval ends at 40.
    upstream.send(3)
    time.advance(by: 5)
    #expect(probe.values == [[1, 2], [3]])
  }

  @Test("Rule 49b: a finish sends the partial array of collect by time, a failure drops it")
  func collectEnds() {
    let probe = collect()
    upstream.send(1)
    upstream.send(completion: .finished)
    #expect(probe.log == ["subscription"])
    // By way of the scheduler, though without waiting for the interval.
    time.advance()
    #expect(probe.log == ["subscription", "value [1]", "finished"])
    let (failing, other) = (Upstream(), Batches())
    failing.collect(.byTime(time, 10)).subscribe(other)
    failing.send(1)
    failing.send(completion: .failure(.expected))
    time.run()
    #expect(other.log == ["subscription", "failure expected"])
  }

  @Test("Rule 49c: collect by time pulls one at a time; by time or count it multiplies the demand")
  func collectDemand() {
    let probe = collect(demand: .max(2))
    #expect(upstream.requests == [.max(1)])
    upstream.send(1)
    #expect(upstream.connections[0].demand == .max(1))
    probe.cancel()
    let (counted, other) = (Upstream(), Batches(demand: .max(2)))
    counted.collect(.byTimeOrCount(time, 10, 3)).subscribe(other)
    #expect(counted.requests == [.max(6)])
    for value in 1...3 { counted.send(value) }
    time.advance()
    #expect(other.values == [[1, 2, 3]])
    other.cancel()
  }

  // MARK: buffer

  func buffer(
    _ prefetch: Publishers.PrefetchStrategy = .byRequest,
    _ whenFull: Publishers.BufferingStrategy<TestError>, demand: Subscribers.Demand = .none
  ) -> Probe {
    let probe = Probe(demand: demand)
    upstream.buffer(size: 2, prefetch: prefetch, whenFull: whenFull).subscribe(probe)
    return probe
  }

  @Test("Rule 65a: buffer by request asks for everything; kept full for what it has room for")
  func bufferDemand() {
    _ = buffer(.byRequest, .dropNewest)
    #expect(upstream.requests == [.unlimited])
    let full = Upstream()
    let probe = Probe(demand: .none)
    full.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest).subscribe(probe)
    #expect(full.requests == [.max(2)])
    full.send(1)
    full.send(2)
    #expect(full.connections[0].demand == .none)
    probe.request(.max(1))
    #expect(probe.values == [1])
    #expect(full.connections[0].demand == .max(1))
  }

  @Test("Rule 65b: a full buffer drops the newest or the oldest value, as it was told")
  func bufferDrops() {
    let newest = buffer(.byRequest, .dropNewest)
    for value in 1...4 { upstream.send(value) }
    newest.request(.unlimited)
    #expect(newest.values == [1, 2])
    let (other, oldest) = (Upstream(), Probe(demand: .none))
    other.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).subscribe(oldest)
    for value in 1...4 { other.send(value) }
    oldest.request(.unlimited)
    #expect(oldest.values == [3, 4])
  }

  @Test("Rule 65c: a full buffer may fail with an error of its own, and cancels upstream first")
  func bufferError() {
    let probe = buffer(.byRequest, .customError { .other })
    var cancels: Int?
    probe.onCompletion = { cancels = upstream.cancelCount }
    for value in 1...3 { upstream.send(value) }
    #expect(cancels == 1)
    // At once, asked or not, as its documentation says.
    #expect(probe.log == ["subscription", "failure other"])
  }

  @Test("Rule 65d: a failure overtakes what nobody asked for; a finish waits for demand")
  func bufferEnds() {
    let probe = buffer(.byRequest, .dropNewest)
    upstream.send(1)
    upstream.send(completion: .failure(.expected))
    #expect(probe.log == ["subscription", "failure expected"])
    let (other, patient) = (Upstream(), Probe(demand: .none))
    other.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest).subscribe(patient)
    other.send(1)
    other.send(completion: .finished)
    patient.request(.max(1))
    #expect(patient.log == ["subscription", "value 1"])
    patient.request(.max(1))
    #expect(patient.log == ["subscription", "value 1", "finished"])
  }

  // MARK: encode and decode

  /// Codes small numbers alone.
  struct SmallCoder: TopLevelEncoder, TopLevelDecoder {
    func encode<T: Encodable>(_ value: T) throws -> Int { try (value as! Int).checked() }
    func decode<T: Decodable>(_ type: T.Type, from input: Int) throws -> T {
      try input.checked() as! T
    }
  }

  @Test("Rule 72: a coding error cancels upstream and fails the stream with the coder's error")
  func coding() {
    let builders: [(Upstream) -> AnyPublisher<Int, any Error>] = [
      { $0.encode(encoder: SmallCoder()).eraseToAnyPublisher() },
      { $0.decode(type: Int.self, decoder: SmallCoder()).eraseToAnyPublisher() },
    ]
    for build in builders {
      let source = Upstream()
      let probe = ProbeSubscriber<Int, any Error>()
      var cancels: Int?
      probe.onCompletion = { cancels = source.cancelCount }
      build(source).subscribe(probe)
      source.send(1)
      source.send(4)
      #expect(probe.log == ["subscription", "value 1", "failure expected"])
      #expect(cancels == 1)
    }
  }

  // MARK: values

  @Test("Rule 75a: values asks for one value at each next()")
  func valuesPull() async {
    let source = ManualPublisher<Int, Never>()
    var next = 0
    source.onRequest = { connection in
      next += 1
      connection.send(next)
    }
    var iterator = source.values.makeAsyncIterator()
    #expect(source.requests.isEmpty)
    #expect(await iterator.next() == 1)
    #expect(await iterator.next() == 2)
    #expect(source.requests == [.max(1), .max(1)])
  }

  @Test("Rule 75b: what a passthrough subject sends between two next() calls is lost")
  func valuesLost() async {
    let subject = PassthroughSubject<Int, Never>()
    let sender = Unchecked(subject)
    var next = 1
    // Once asked, it sends, from another task.
    let asked = subject.handleEvents(receiveRequest: { [next = { next }] _ in
      let value = next()
      Task { sender.value.send(value) }
    })
    var iterator = asked.values.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    next = 4
    for lost in 2...3 { subject.send(lost) }
    #expect(await iterator.next() == 4)
  }

  @Test("Rule 75c: a cancelled task cancels the subscription and gets nil")
  func valuesCancelled() async {
    let source = ManualPublisher<Int, Never>()
    let shared = Unchecked(source)
    let (asked, waiting) = AsyncStream<Void>.makeStream()
    source.onRequest = { _ in waiting.yield() }
    let task = Task {
      var iterator = shared.value.values.makeAsyncIterator()
      return await iterator.next()
    }
    for await _ in asked { break }
    task.cancel()
    #expect(await task.value == nil)
    #expect(source.cancelCount == 1)
  }

  @Test("Rule 75d: a failure is thrown once, then there is nil")
  func valuesThrow() async throws {
    var iterator = Fail<Int, TestError>(error: .expected).values.makeAsyncIterator()
    await #expect(throws: TestError.expected) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  /// Those that need no clock to be driven meanwhile, and no second subscriber.
  static let pulled: [OperatorEntry] =
    OperatorEntry.mapping + OperatorEntry.filtering + OperatorEntry.folding
    + OperatorEntry.slicing + OperatorEntry.chaining + OperatorEntry.recovering
    + OperatorEntry.combining + OperatorEntry.flattening

  @Test(
    "Rule 75e: every operator keeps to demand, and so may stand before values", arguments: pulled)
  func valuesOfOperators(_ entry: OperatorEntry) async throws {
    let source = Publishers.Sequence<Range<Int>, TestError>(sequence: 0..<6)
    let expected = ProbeSubscriber<Int, TestError>()
    entry.build(source.eraseToAnyPublisher(), time).subscribe(expected)
    guard expected.hasEnded else { return }
    var count = 0
    do {
      for try await _ in entry.build(source.eraseToAnyPublisher(), time).values { count += 1 }
    } catch { #expect(error as? TestError == .expected) }
    // What is lost for want of demand differs.
    if !entry.has(.loses) { #expect(count == expected.values.count) }
  }
}
