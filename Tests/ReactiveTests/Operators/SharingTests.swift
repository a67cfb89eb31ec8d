import ReactiveExtras
import TestSupport
import Reactive
import Testing

@Suite("Sharing")
struct SharingTests {
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

  @Test("share subscribes upstream at the first subscriber and cancels when the last has left")
  func shareCounts() {
    let upstream = ManualPublisher<Int, Never>()
    let shared = upstream.share()
    #expect(upstream.connections.isEmpty)
    let first = shared.sink { _ in }
    let second = shared.sink { _ in }
    #expect(upstream.connections.count == 1)
    #expect(upstream.requests == [.unlimited])
    first.cancel()
    #expect(upstream.cancelCount == 0)
    second.cancel()
    #expect(upstream.cancelCount == 1)
    let third = shared.sink { _ in }
    #expect(upstream.connections.count == 2)
    third.cancel()
    #expect(upstream.cancelCount == 2)
  }

  @Test("a subscriber that cancels from inside the first connect leaves no connection behind")
  func cancelInsideConnect() {
    let subject = PassthroughSubject<Int, Never>()
    let upstream = ManualPublisher<Int, Never>()
    let both = upstream.prepend(1).share()
    let probe = ProbeSubscriber<Int, Never>()
    probe.onValue = { [unowned probe] _ in
      probe.cancel()
      return .none
    }
    both.subscribe(probe)
    #expect(probe.values == [1])
    #expect(upstream.connections.allSatisfy { $0.isOver })
    withExtendedLifetime(subject) {}
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

  @Test("cancelling or dropping the connection stops a multicast")
  func disconnect() {
    let upstream = ManualPublisher<Int, Never>()
    let multicast = upstream.multicast(subject: PassthroughSubject<Int, Never>())
    let probe = ProbeSubscriber<Int, Never>()
    multicast.subscribe(probe)
    var connection: (any Cancellable)? = multicast.connect()
    upstream.send(1)
    connection = nil
    #expect(upstream.cancelCount == 1)
    upstream.send(2)
    #expect(probe.values == [1])
    _ = connection
  }

  @Test("shares are equal only to themselves")
  func identity() {
    let subject = PassthroughSubject<Int, Never>()
    let shared = subject.share()
    #expect(shared == shared)
    #expect(shared != subject.share())
  }

  @Test("makeConnectable sends nothing before it is connected, then to all, and stops when told")
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
}
