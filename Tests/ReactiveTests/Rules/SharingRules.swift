import TestSupport
import Reactive
import Testing

/// What the operators do that serve several subscribers from one upstream: rules 58 to 61.
@Suite("Rules: sharing")
struct SharingRules {
  typealias Upstream = ManualPublisher<Int, TestError>
  typealias Probe = ProbeSubscriber<Int, TestError>

  let upstream = Upstream(letsGo: true)

  @Test("Rule 58a: multicast makes its subject at the first need, once")
  func multicastSubject() {
    var made = 0
    let multicast = upstream.multicast { () -> PassthroughSubject<Int, TestError> in
      made += 1
      return PassthroughSubject()
    }
    #expect(made == 0)
    let (first, second) = (Probe(), Probe())
    multicast.subscribe(first)
    multicast.subscribe(second)
    let connection = multicast.connect()
    #expect(made == 1)
    upstream.send(1)
    #expect(first.values == [1])
    #expect(second.values == [1])
    connection.cancel()
  }

  @Test("Rule 58b: after the end a multicast's subject is used again, and it is over")
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

  @Test("Rule 58c: dropping what connect() returned disconnects")
  func multicastHandle() {
    let multicast = upstream.multicast { PassthroughSubject() }
    do { _ = multicast.connect() }
    #expect(upstream.cancelCount == 1)
    let kept = multicast.connect()
    #expect(upstream.cancelCount == 1)
    kept.cancel()
    #expect(upstream.cancelCount == 2)
  }

  @Test("Rule 59a: autoconnect connects at the first subscriber, disconnects with the last cancel")
  func autoconnect() {
    let shared = upstream.multicast { PassthroughSubject() }.autoconnect()
    let (first, second) = (Probe(), Probe())
    shared.subscribe(first)
    #expect(upstream.connections.count == 1)
    shared.subscribe(second)
    first.cancel()
    #expect(upstream.cancelCount == 0)
    second.cancel()
    #expect(upstream.cancelCount == 1)
    #expect(upstream.connections.count == 1)
    let third = Probe()
    shared.subscribe(third)
    #expect(upstream.connections.count == 2)
    third.cancel()
  }

  @Test("Rule 59b: a completion does not count as a subscriber's leaving; only a cancel does")
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

  @Test("Rule 59c: of subscribers that come first at once, one connects, and none is miscounted")
  func autoconnectRace() {
    for _ in 0..<40 {
      let (opened, closed) = (Counter(), Counter())
      let subject = PassthroughSubject<Int, Never>()
      let shared = Unchecked(
        subject.handleEvents(
          receiveSubscription: { _ in opened.add() }, receiveCancel: { closed.add() }
        )
        .multicast { PassthroughSubject() }.autoconnect())
      let probes = (0..<3).map { _ in ConcurrentProbe<Int, Never>() }
      Threads.run(3) { thread in shared.value.subscribe(probes[thread]) }
      #expect(opened.value == 1)
      subject.send(1)
      #expect(probes.allSatisfy { $0.values == [1] })
      Threads.run(3) { thread in probes[thread].cancel() }
      #expect(closed.value == 1)
    }
  }

  @Test("Rule 59d: a subscriber that cancels inside the first connect leaves no connection behind")
  func autoconnectCancelInside() {
    let source = Just(1).append(Empty(completeImmediately: false)).handleEvents()
    var cancelled = 0
    let shared = source.handleEvents(receiveCancel: { cancelled += 1 }).share()
    let probe = ProbeSubscriber<Int, Never>()
    probe.onValue = { [unowned probe] _ in
      probe.cancel()
      return .none
    }
    shared.subscribe(probe)
    #expect(probe.log == ["subscription", "value 1"])
    #expect(cancelled == 1)
  }

  @Test("Rule 60a: share subscribes once, asks for everything, and slow subscribers drop values")
  func share() {
    let shared = upstream.share()
    let (slow, fast) = (Probe(demand: .max(1)), Probe())
    shared.subscribe(slow)
    shared.subscribe(fast)
    #expect(upstream.connections.count == 1)
    #expect(upstream.requests == [.unlimited])
    for value in 1...3 { upstream.send(value) }
    #expect(slow.values == [1])
    #expect(fast.values == [1, 2, 3])
    slow.cancel()
    fast.cancel()
  }

  @Test("Rule 60b: share replays nothing, and is equal to itself alone")
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

  @Test("Rule 61: makeConnectable, of what cannot fail, sends nothing before it is connected")
  func makeConnectable() {
    let subject = PassthroughSubject<Int, Never>()
    let connectable: Publishers.MakeConnectable<PassthroughSubject<Int, Never>> =
      subject.makeConnectable()
    let probe = ProbeSubscriber<Int, Never>()
    connectable.subscribe(probe)
    subject.send(1)
    let connection = connectable.connect()
    subject.send(2)
    connection.cancel()
    subject.send(3)
    #expect(probe.values == [2])
  }
}
