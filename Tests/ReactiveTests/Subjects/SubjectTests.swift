import Reactive
import TestSupport
import Testing

@Suite("Subjects")
struct SubjectTests {
  typealias Probe = ProbeSubscriber<Int, TestError>

  @Test("the classic examples: passthrough drops the first value, current value replays it")
  func classics() {
    var lines: [String] = []
    let passthrough = PassthroughSubject<String, Never>()
    passthrough.send("first value")
    let first = passthrough.sink { lines.append($0) }
    passthrough.send("second value")
    #expect(lines == ["second value"])
    lines = []
    let current = CurrentValueSubject<String, Never>("first value")
    let second = current.sink { lines.append($0) }
    current.send("second value")
    #expect(lines == ["first value", "second value"])
    withExtendedLifetime((first, second)) {}
  }

  @Test("current value keeps the newest for whoever had no demand, and repeats none")
  func buffersLatest() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let probe = ProbeSubscriber<Int, Never>(demand: .none)
    subject.subscribe(probe)
    subject.send(1)
    subject.send(2)
    #expect(probe.values.isEmpty)
    probe.request(.max(1))
    #expect(probe.values == [2])
    probe.request(.max(1))
    #expect(probe.values == [2])
    subject.value = 3
    #expect(probe.values == [2, 3])
    #expect(subject.value == 3)
  }

  @Test("a value sent from inside a delivery nests: inner first for later subscribers")
  func nests() {
    let subject = PassthroughSubject<Int, Never>()
    var log: [String] = []
    let first = subject.sink { value in
      log.append("a\(value)")
      if value == 1 {
        subject.send(2)
        log.append("sent")
      }
    }
    let second = subject.sink { log.append("b\($0)") }
    subject.send(1)
    #expect(log == ["a1", "a2", "b2", "sent", "b1"])
    withExtendedLifetime((first, second)) {}
  }

  @Test("completing from inside a value ends after that value")
  func completeInside() {
    let subject = PassthroughSubject<Int, Never>()
    let first = ProbeSubscriber<Int, Never>()
    first.onValue = { _ in
      subject.send(completion: .finished)
      return .none
    }
    let second = ProbeSubscriber<Int, Never>()
    subject.subscribe(first)
    subject.subscribe(second)
    subject.send(1)
    subject.send(2)
    #expect(first.log == ["subscription", "value 1", "finished"])
    #expect(second.log == ["subscription", "finished"])
  }

  @Test("subscribe(_: subject) asks upstream for everything once a subscriber has asked")
  func feedingPassthrough() {
    let upstream = ManualPublisher<Int, Never>()
    let subject = PassthroughSubject<Int, Never>()
    let feed = upstream.subscribe(subject)
    #expect(upstream.requests.isEmpty)
    let probe = ProbeSubscriber<Int, Never>(demand: .none)
    subject.subscribe(probe)
    #expect(upstream.requests.isEmpty)
    probe.request(.max(1))
    #expect(upstream.requests == [.unlimited])
    probe.request(.max(1))
    #expect(upstream.requests == [.unlimited])
    // Whoever feeds it from now on is asked at once.
    let second = ManualPublisher<Int, Never>()
    let secondFeed = second.subscribe(subject)
    #expect(second.requests == [.unlimited])
    secondFeed.cancel()
    feed.cancel()
    #expect(upstream.cancelCount == 1)
    upstream.send(1)
    #expect(probe.values.isEmpty)
  }

  @Test("the first request is counted before upstream is asked, which may send at once")
  func feedingAtFirstRequest() {
    let subject = PassthroughSubject<Int, Never>()
    let feed = [1, 2, 3].publisher.subscribe(subject)
    #expect(subject.allValues() == [1, 2, 3])
    withExtendedLifetime(feed) {}
  }

  @Test("subscribe(_: subject) asks at once for a current value, and holds its subject weakly")
  func feedingCurrentValue() {
    let upstream = ManualPublisher<Int, Never>()
    weak var weakSubject: CurrentValueSubject<Int, Never>?
    let feed: AnyCancellable
    do {
      let subject = CurrentValueSubject<Int, Never>(0)
      weakSubject = subject
      feed = upstream.subscribe(subject)
      #expect(upstream.requests == [.unlimited])
      upstream.send(5)
      #expect(subject.value == 5)
    }
    #expect(weakSubject == nil)
    #expect(upstream.cancelCount == 1)
    withExtendedLifetime(feed) {}
  }

  @Test("a subject of nothing sends with no argument")
  func void() {
    let subject = PassthroughSubject<Void, Never>()
    var count = 0
    let cancellable = subject.sink { count += 1 }
    subject.send()
    #expect(count == 1)
    withExtendedLifetime(cancellable) {}
  }

  @Test("many subscribers may cancel while a value is on its way")
  func massCancel() {
    let subject = PassthroughSubject<Int, Never>()
    var cancellables: [AnyCancellable] = []
    var count = 0
    for _ in 0..<100 {
      cancellables.append(
        subject.sink { _ in
          count += 1
          cancellables.removeAll()
        })
    }
    subject.send(1)
    subject.send(2)
    #expect(count == 1)
  }

  @Test("a request from inside another's delivery takes the newest value, and gets it once")
  func requestInsideDelivery() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let second = ProbeSubscriber<Int, Never>(demand: .none)
    let first = subject.dropFirst().sink { value in
      if value == 1 { second.request(.unlimited) }
    }
    subject.subscribe(second)
    subject.send(1)
    subject.send(2)
    #expect(second.values == [1, 2])
    withExtendedLifetime(first) {}
  }

  @Test("returned demand that turns unlimited is kept for ever")
  func becomesUnlimited() {
    let subject = PassthroughSubject<Int, Never>()
    let probe = ProbeSubscriber<Int, Never>(demand: .max(1))
    probe.onValue = { $0 == 1 ? .unlimited : .none }
    subject.subscribe(probe)
    for value in 1...5 { subject.send(value) }
    #expect(probe.values == [1, 2, 3, 4, 5])
  }

  @Test("a subject lets go of publishers that feed it no more")
  func formerFeeds() {
    final class Source: Publisher {
      typealias Output = Int
      typealias Failure = Never
      private(set) weak var subscriber: AnyObject?

      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        self.subscriber = subscriber as AnyObject
        subscriber.receive(subscription: Subscriptions.empty)
      }
    }
    let subject = PassthroughSubject<Int, Never>()
    let sources = (0..<100).map { _ in Source() }
    for source in sources { source.subscribe(subject).cancel() }
    #expect(sources.count { $0.subscriber != nil } < 10)
  }

  @Test("a subject accepts a subscriber twice; only a Sink guards itself against it")
  func subjectTwice() {
    let subject = PassthroughSubject<Int, Never>()
    let probe = ProbeSubscriber<Int, Never>()
    subject.subscribe(probe)
    subject.subscribe(probe)
    var values: [Int] = []
    let sink = Subscribers.Sink<Int, Never>(
      receiveCompletion: { _ in }, receiveValue: { values.append($0) })
    subject.subscribe(sink)
    subject.subscribe(sink)
    subject.send(1)
    #expect(probe.values == [1, 1])
    #expect(values == [1])
    probe.cancel()
    sink.cancel()
  }

  @Test("a passthrough subject drops a value for whoever has no demand at that instant")
  func dropsWithoutDemand() {
    let subject = PassthroughSubject<Int, TestError>()
    let (slow, fast) = (Probe(demand: .none), Probe())
    subject.subscribe(slow)
    subject.subscribe(fast)
    subject.send(1)
    slow.request(.max(1))
    subject.send(2)
    subject.send(3)
    #expect(slow.values == [2])
    #expect(fast.values == [1, 2, 3])
  }

  @Test(
    "a completed subject ignores sends and gives newcomers its completion alone",
    arguments: Subscribers.Completion.both)
  func afterCompletion(_ ending: Subscribers.Completion<TestError>) {
    let subject = PassthroughSubject<Int, TestError>()
    let early = Probe()
    subject.subscribe(early)
    subject.send(completion: ending)
    subject.send(1)
    subject.send(completion: .failure(.other))
    let end = ending == .finished ? "finished" : "failure expected"
    #expect(early.log == ["subscription", end])
    #expect(subject.unaskedLog() == ["subscription", end])
    #expect(subject.subscriptionName() == "Empty")
  }

  @Test("what a subscriber sees around a nested send does not depend on its demand")
  func nestedSendAndDemand() {
    for demand in [Subscribers.Demand.max(10), .unlimited] {
      let subject = CurrentValueSubject<Int, TestError>(0)
      let first = Probe()
      first.onValue = { value in
        if value == 1 { subject.send(2) }
        return .none
      }
      subject.subscribe(first)
      let second = Probe(demand: demand)
      subject.subscribe(second)
      subject.send(1)
      #expect(first.values == [0, 1, 2])
      #expect(second.values == [0, 2, 1])
    }
  }

  @Test("a value that a nested send has brought already is not owed to whoever missed an older one")
  func nestedSendUsesUpDemand() {
    let subject = CurrentValueSubject<Int, TestError>(0)
    let first = Probe()
    first.onValue = { value in
      if value == 1 { subject.send(2) }
      return .none
    }
    subject.subscribe(first)
    let second = Probe(demand: .max(2))
    subject.subscribe(second)
    subject.send(1)
    #expect(second.values == [0, 2])
    second.request(.max(1))
    #expect(second.values == [0, 2])
    subject.send(3)
    #expect(second.values == [0, 2, 3])
  }

  @Test("those who cancel are passed over, in whatever order they do, and freed")
  func cancelInAnyOrder() {
    for order in [Array(0..<100), Array((0..<100).reversed()), (0..<100).map { $0 * 37 % 100 }] {
      let subject = PassthroughSubject<Int, Never>()
      var heard: [Int] = []
      var freed = 0
      var sinks: [AnyCancellable?] = (0..<100).map { place in
        let hook = DeinitHook { freed += 1 }
        return subject.sink { _ in withExtendedLifetime(hook) { heard.append(place) } }
      }
      for (count, place) in order.enumerated() {
        sinks[place] = nil
        #expect(freed == count + 1)
        heard = []
        subject.send(0)
        #expect(heard == sinks.indices.filter { sinks[$0] != nil })
      }
    }
  }

  @Test("after the completion a set changes what is read, a send nothing; newcomers get no value")
  func currentValueAfterCompletion() {
    let subject = CurrentValueSubject<Int, TestError>(0)
    let early = Probe()
    subject.subscribe(early)
    subject.send(completion: .finished)
    subject.send(1)
    #expect(subject.value == 0)
    subject.value = 1
    #expect(subject.value == 1)
    #expect(early.log == ["subscription", "value 0", "finished"])
    #expect(subject.log() == ["subscription", "finished"])
  }

  @Test("a send reaches those who were there at its start and have not cancelled since")
  func snapshot() {
    let subject = PassthroughSubject<Int, TestError>()
    let (removed, added) = (Probe(), Probe())
    let first = Probe()
    first.onValue = { value in
      if value == 1 {
        subject.subscribe(added)
        removed.cancel()
      }
      return .none
    }
    subject.subscribe(first)
    subject.subscribe(removed)
    subject.send(1)
    #expect(removed.values.isEmpty)
    #expect(added.values.isEmpty)
    subject.send(2)
    #expect(first.values == [1, 2])
    #expect(removed.values.isEmpty)
    #expect(added.values == [2])
  }

  @Test("subscribers are served in the order they came, also after some have left")
  func order() {
    func check(_ subject: some Subject<Int, Never>) {
      var log: [Int] = []
      func subscribe(_ number: Int) -> AnyCancellable {
        subject.sink { if $0 == 1 { log.append(number) } }
      }
      var all = (0..<6).map(subscribe)
      all.remove(at: 4).cancel()
      all.remove(at: 0).cancel()
      all.append(subscribe(6))
      subject.send(1)
      #expect(log == [1, 2, 3, 5, 6])
      withExtendedLifetime(all) {}
    }
    check(PassthroughSubject())
    check(CurrentValueSubject(0))
  }

  @Test("demand is counted for each subscriber of a subject and of share apart")
  func demandApart() {
    let subject = PassthroughSubject<Int, TestError>()
    for publisher in [subject.eraseToAnyPublisher(), subject.share().eraseToAnyPublisher()] {
      let (one, three) = (Probe(demand: .max(1)), Probe(demand: .max(2)))
      three.onValue = { $0 == 1 ? .max(1) : .none }
      publisher.subscribe(one)
      publisher.subscribe(three)
      for value in 1...5 { subject.send(value) }
      #expect(one.values == [1])
      #expect(three.values == [1, 2, 3])
      one.cancel()
      three.cancel()
    }
  }
}
