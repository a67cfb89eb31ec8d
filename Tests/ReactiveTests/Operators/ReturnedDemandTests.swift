import Reactive
import ReactiveExtras
import TestSupport
import Testing

/// The demand that a subscriber returns with a value.
@Suite("Demand returned with a value")
struct ReturnedDemandTests {
  typealias Upstream = ManualPublisher<Int, TestError>

  let a = Upstream()
  let b = Upstream()

  /// A subscriber that asks for one value, and returns the same demand with each.
  private func probe<Input>(
    returning demand: Subscribers.Demand
  ) -> ProbeSubscriber<Input, TestError> {
    let probe = ProbeSubscriber<Input, TestError>(demand: .max(1))
    probe.onValue = { _ in demand }
    return probe
  }

  @Test("zip returns it to the one that completed the pair, and asks the other for it")
  func zip() {
    a.zip(b) { $0 + $1 }.subscribe(probe(returning: .max(2)))
    a.send(1)
    b.send(2)
    #expect(a.requests == [.max(1), .max(2)])
    #expect(b.requests == [.max(1)])
    #expect(b.connections[0].demand == .max(2))
    b.send(3)
    a.send(4)
    #expect(a.requests == [.max(1), .max(2)])
    #expect(b.requests == [.max(1), .max(2)])
    #expect(a.connections[0].demand == .max(3))
  }

  @Test("zip of three asks both others")
  func zipOfThree() {
    let c = Upstream()
    a.zip(b, c) { $0 + $1 + $2 }.subscribe(probe(returning: .max(2)))
    for upstream in [a, c, b] { upstream.send(1) }
    #expect(a.requests == [.max(1), .max(2)])
    #expect(b.requests == [.max(1)])
    #expect(c.requests == [.max(1), .max(2)])
    #expect([a, b, c].allSatisfy { $0.connections[0].demand == .max(2) })
  }

  @Test("what is requested from inside a zip's pair is returned to the one that completed it, too")
  func zipRequest() {
    let probe: ProbeSubscriber<Int, TestError> = probe(returning: .none)
    probe.onValue = { [unowned probe] _ in
      probe.request(.max(3))
      return .max(2)
    }
    a.zip(b) { $0 + $1 }.subscribe(probe)
    a.send(1)
    b.send(2)
    #expect(a.requests == [.max(1), .max(3), .max(2)])
    #expect(b.requests == [.max(1)])
    #expect([a, b].allSatisfy { $0.connections[0].demand == .max(5) })
    probe.request(.max(4))
    #expect(b.requests == [.max(1), .max(4)])
  }

  @Test("measureInterval requests it")
  func measureInterval() {
    a.measureInterval(using: ImmediateScheduler.shared).subscribe(probe(returning: .max(2)))
    a.send(1)
    #expect(a.requests == [.max(1), .max(2)])
    #expect(a.connections[0].demand == .max(2))
  }

  @Test("retry requests it, of the attempt that is under way by then")
  func retry() {
    let probe: ProbeSubscriber<Int, TestError> = probe(returning: .max(2))
    a.retry(1).subscribe(probe)
    a.send(1)
    #expect(a.connections[0].requests == [.max(1), .max(2)])
    #expect(a.connections[0].demand == .max(2))
    probe.onValue = { [a] _ in
      a.connections[0].send(completion: .failure(.expected))
      return .max(5)
    }
    a.connections[0].send(2)
    #expect(a.connections[1].requests == [.max(1), .max(5)])
  }

  @Test("catch returns it")
  func catching() {
    a.catch { _ in Empty<Int, TestError>() }.subscribe(probe(returning: .max(2)))
    a.send(1)
    #expect(a.requests == [.max(1)])
    #expect(a.connections[0].demand == .max(2))
  }

  /// A subject that writes down what is asked of it.
  private final class RecordingSubject: Subject {
    typealias Output = Int
    typealias Failure = TestError
    let manual = Upstream()
    func receive(subscriber: some Subscriber<Int, TestError>) {
      manual.receive(subscriber: subscriber)
    }
    func send(_ value: Int) { manual.send(value) }
    func send(completion: Subscribers.Completion<TestError>) { manual.send(completion: completion) }
    func send(subscription: any Subscription) { subscription.request(.unlimited) }
  }

  @Test("multicast requests it of its subject")
  func multicast() {
    let subject = RecordingSubject()
    let shared = a.multicast(subject: subject)
    shared.subscribe(probe(returning: .max(2)))
    let connection = shared.connect()
    a.send(1)
    #expect(subject.manual.requests == [.max(1), .max(2)])
    #expect(subject.manual.connections[0].demand == .max(2))
    connection.cancel()
  }

  /// An operator of an upstream and of a long sequence that sends at once all it is asked for.
  struct Endless: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let returned: Subscribers.Demand
    let build: @Sendable (Upstream, AnyPublisher<Int, TestError>) -> AnyPublisher<Int, TestError>

    static let all: [Endless] = [
      .init(testDescription: "combineLatest", returned: .unlimited) {
        $0.combineLatest($1) { $0 + $1 }.eraseToAnyPublisher()
      },
      .init(testDescription: "combineLatest, one at a time", returned: .max(1)) {
        $0.combineLatest($1) { $0 + $1 }.eraseToAnyPublisher()
      },
      .init(testDescription: "merge", returned: .unlimited) {
        $0.merge(with: $1).eraseToAnyPublisher()
      },
      .init(testDescription: "flatMap", returned: .unlimited) { upstream, endless in
        [upstream.eraseToAnyPublisher(), endless].publisher.setFailureType(to: TestError.self)
          .flatMap { $0 }.eraseToAnyPublisher()
      },
      .init(testDescription: "zip, one at a time", returned: .max(1)) { _, endless in
        endless.zip(endless) { $0 + $1 }.eraseToAnyPublisher()
      },
    ]
  }

  @Test(
    "an upstream that sends for ever as soon as it is asked is heard, and can be cancelled",
    arguments: Endless.all)
  func endless(_ row: Endless) {
    let pulled = Counter()
    // Erased, because a sequence's own `map` would run through all of it at once.
    let numbers = (0..<10_000).publisher.setFailureType(to: TestError.self).eraseToAnyPublisher()
    let sequence = numbers.map {
      pulled.add()
      return $0
    }.eraseToAnyPublisher()
    let probe: ProbeSubscriber<Int, TestError> = probe(returning: row.returned)
    probe.onValue = { [unowned probe] _ in
      if probe.values.count == 10 { probe.cancel() }
      return row.returned
    }
    row.build(a, sequence).subscribe(probe)
    a.send(1)
    #expect(probe.values.count == 10)
    #expect(pulled.value < 30)
    #expect(probe.deepestNesting == 1)
  }

  @Test("of two subjects that multicast makes for two first subscribers, both get the same one")
  func twoFirstSubscribers() {
    let made = Counter()
    let values = Counter()
    let upstream = PassthroughSubject<Int, Never>()
    var second: (() -> Void)?
    let shared = Unchecked(
      upstream.multicast {
        made.add()
        let subscribe = second
        second = nil
        subscribe?()
        return PassthroughSubject<Int, Never>()
      })
    var cancellables: [AnyCancellable] = []
    second = { shared.value.sink { values.add($0) }.store(in: &cancellables) }
    shared.value.sink { values.add($0) }.store(in: &cancellables)
    let connection = shared.value.connect()
    upstream.send(1)
    #expect(made.value == 2)
    #expect(values.value == 2)
    connection.cancel()
  }
}
