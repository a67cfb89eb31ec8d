import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("Sharing")
struct SharingTests {
  typealias Upstream = ManualPublisher<Int, TestError>
  typealias Probe = ProbeSubscriber<Int, TestError>

  let upstream = Upstream(letsGo: true)

  @Test(
    "diagrams",
    arguments: [
      MarbleRow("share feeds two from one", "a-b-|", "(aa)-(bb)-|") { up, _ in
        let shared = up.share()
        return shared.merge(with: shared)
      },
      MarbleRow("multicast with autoconnect", "a-b-|", "a-b-|") { up, _ in
        up.multicast { PassthroughSubject() }.autoconnect()
      },
      MarbleRow("a failure is shared", "a#", "a#") { up, _ in up.share() },
    ])
  func diagrams(_ row: MarbleRow) { row.check() }

  @Test("the first subscriber connects share and autoconnect, the last cancel disconnects them")
  func shareCounts() {
    for build: (Upstream) -> AnyPublisher<Int, TestError> in [
      { $0.share().eraseToAnyPublisher() },
      { $0.multicast { PassthroughSubject() }.autoconnect().eraseToAnyPublisher() },
    ] {
      let upstream = Upstream()
      let shared = build(upstream)
      let (first, second, third) = (Probe(), Probe(), Probe())
      #expect(upstream.connections.isEmpty)
      shared.subscribe(first)
      shared.subscribe(second)
      #expect(upstream.connections.count == 1)
      #expect(upstream.requests == [.unlimited])
      first.cancel()
      #expect(upstream.cancelCount == 0)
      second.cancel()
      #expect(upstream.cancelCount == 1)
      shared.subscribe(third)
      #expect(upstream.connections.count == 2)
      third.cancel()
      #expect(upstream.cancelCount == 2)
    }
  }

  @Test("a subscriber that cancels from inside the first connect leaves no connection behind")
  func cancelInsideConnect() {
    let probe = Probe()
    probe.onValue = { [unowned probe] _ in
      probe.cancel()
      return .none
    }
    var cancels = 0
    upstream.prepend(1).handleEvents(receiveCancel: { cancels += 1 }).share().subscribe(probe)
    #expect(probe.log == ["subscription", "value 1"])
    #expect(cancels == 1)
    #expect(upstream.connections.allSatisfy { $0.isOver })
  }

  @Test("a late subscriber of a completed share gets the completion only")
  func lateSubscriber() {
    let subject = PassthroughSubject<Int, TestError>()
    let shared = subject.share()
    let probe = ProbeSubscriber<Int, TestError>()
    shared.subscribe(probe)
    subject.send(completion: .failure(.expected))
    #expect(shared.log() == ["subscription", "failure expected"])
  }

  @Test("multicast makes its subject once, at the first need, and sends nothing until connected")
  func multicast() {
    var made = 0
    let multicast = [1, 2, 3].publisher.multicast { () -> PassthroughSubject<Int, Never> in
      made += 1
      return PassthroughSubject()
    }
    #expect(made == 0)
    let (first, second) = (ProbeSubscriber<Int, Never>(), ProbeSubscriber<Int, Never>())
    multicast.subscribe(first)
    multicast.subscribe(second)
    #expect(made == 1)
    #expect(first.values.isEmpty)
    let connection = multicast.connect()
    #expect(first.log == ["subscription", "value 1", "value 2", "value 3", "finished"])
    #expect(second.log == first.log)
    connection.cancel()
  }

  @Test("multicast connected before anybody asks sends to the first who does")
  func connectedEarly() {
    let multicast = [1, 2, 3].publisher.multicast { PassthroughSubject<Int, Never>() }
    let probe = ProbeSubscriber<Int, Never>(demand: .none)
    multicast.subscribe(probe)
    let connection = multicast.connect()
    #expect(probe.values.isEmpty)
    probe.request(.unlimited)
    #expect(probe.values == [1, 2, 3])
    connection.cancel()
  }

  @Test("cancelling or dropping the connection stops a multicast; it can be connected again")
  func disconnect() {
    let multicast = upstream.multicast(subject: PassthroughSubject())
    let probe = Probe()
    multicast.subscribe(probe)
    var connection: (any Cancellable)? = multicast.connect()
    upstream.send(1)
    connection = nil
    #expect(upstream.cancelCount == 1)
    upstream.send(2)
    #expect(probe.values == [1])
    connection = multicast.connect()
    upstream.send(3)
    #expect(probe.values == [1, 3])
    #expect(upstream.cancelCount == 1)
    connection?.cancel()
    #expect(upstream.cancelCount == 2)
  }

  @Test(
    "makeConnectable sends nothing before it is connected, then to all, and stops at the cancel")
  func makeConnectable() {
    let subject = PassthroughSubject<Int, Never>()
    let connectable = subject.makeConnectable()
    let (first, second) = (ProbeSubscriber<Int, Never>(), ProbeSubscriber<Int, Never>())
    connectable.subscribe(first)
    connectable.subscribe(second)
    subject.send(1)
    #expect(first.values.isEmpty)
    let connection = connectable.connect()
    subject.send(2)
    connection.cancel()
    subject.send(3)
    #expect(first.values == [2])
    #expect(second.values == [2])
  }

  @Test("after the end a multicast's subject is used again, and it is over")
  func multicastAfterEnd() {
    let multicast = upstream.multicast { PassthroughSubject() }
    let connection = multicast.connect()
    upstream.send(completion: .finished)
    #expect(multicast.log() == ["subscription", "finished"])
    let again = multicast.connect()
    #expect(multicast.log() == ["subscription", "finished"])
    connection.cancel()
    again.cancel()
  }

  @Test("a completion does not count as a subscriber's leaving; only a cancel does")
  func autoconnectCountsCancels() {
    let shared = upstream.multicast { PassthroughSubject() }.autoconnect()
    let probe = Probe(keeping: .forever)
    shared.subscribe(probe)
    upstream.send(completion: .finished)
    // Still counted, so that a newcomer does not connect again.
    #expect(shared.log() == ["subscription", "finished"])
    #expect(upstream.connections.count == 1)
    probe.cancel()
    #expect(upstream.cancelCount == 0)
  }

  @Test("share replays nothing, and is equal to itself alone")
  func shareIdentity() {
    let shared = upstream.share()
    let (first, late) = (Probe(), Probe())
    shared.subscribe(first)
    upstream.send(1)
    shared.subscribe(late)
    upstream.send(2)
    #expect(first.values == [1, 2])
    #expect(late.values == [2])
    #expect(shared == shared)
    #expect(shared != upstream.share())
    first.cancel()
    late.cancel()
  }

  @Test(
    "when the last cancels the connection is over, though connecting is not; the next is a first")
  func cancelWhileConnecting() {
    func check(_ shared: some Publisher<Int, Never>) {
      var attempts = 0
      let log = shared.tryMap { _ -> Int in
        attempts += 1
        throw TestError.expected
      }.retry(2).log()
      #expect(attempts == 3)
      #expect(log == ["subscription", "failure expected"])
    }
    check([1, 2].publisher.share())
    check([1, 2].publisher.multicast { PassthroughSubject() }.autoconnect())
  }
}
