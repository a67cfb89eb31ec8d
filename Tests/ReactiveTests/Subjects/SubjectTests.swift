import TestSupport
import Reactive
import Testing

@Suite("Subjects")
struct SubjectTests {
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

  @Test("several subscribers each get every value, in the order they subscribed")
  func order() {
    let subject = PassthroughSubject<Int, Never>()
    var log: [String] = []
    let all = (1...3).map { number in subject.sink { log.append("\(number):\($0)") } }
    subject.send(7)
    #expect(log == ["1:7", "2:7", "3:7"])
    all[1].cancel()
    subject.send(8)
    #expect(log.suffix(2) == ["1:8", "3:8"])
    withExtendedLifetime(all) {}
  }

  @Test("passthrough drops a value for whoever has no demand at that moment")
  func dropsWithoutDemand() {
    let subject = PassthroughSubject<Int, Never>()
    let probe = ProbeSubscriber<Int, Never>(demand: .none)
    subject.subscribe(probe)
    subject.send(1)
    probe.request(.max(1))
    #expect(probe.values.isEmpty)
    subject.send(2)
    subject.send(3)
    #expect(probe.values == [2])
  }

  @Test("a completed subject ignores sends and gives later subscribers the completion alone")
  func completed() {
    let subject = PassthroughSubject<Int, TestError>()
    let early = ProbeSubscriber<Int, TestError>()
    subject.subscribe(early)
    subject.send(completion: .failure(.expected))
    subject.send(1)
    subject.send(completion: .finished)
    #expect(early.log == ["subscription", "failure expected"])
    #expect(subject.log() == ["subscription", "failure expected"])
    let current = CurrentValueSubject<Int, TestError>(1)
    current.send(completion: .finished)
    current.value = 2
    #expect(current.log() == ["subscription", "finished"])
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

  @Test("whoever subscribes during a send does not get that value; whoever cancels gets it no more")
  func snapshot() {
    let subject = PassthroughSubject<Int, Never>()
    var late: [Int] = []
    var skipped: [Int] = []
    var cancellables: [AnyCancellable] = []
    var victim: AnyCancellable?
    let first = subject.sink { _ in
      cancellables.append(subject.sink { late.append($0) })
      victim?.cancel()
    }
    victim = subject.sink { skipped.append($0) }
    subject.send(1)
    #expect(late.isEmpty)
    #expect(skipped.isEmpty)
    withExtendedLifetime(first) {}
  }

  @Test("a subject accepts the same subscriber twice and delivers twice")
  func twice() {
    let subject = PassthroughSubject<Int, Never>()
    var values: [Int] = []
    let subscriber = AnySubscriber<Int, Never>(
      receiveSubscription: { $0.request(.unlimited) },
      receiveValue: {
        values.append($0)
        return .none
      })
    subject.subscribe(subscriber)
    subject.subscribe(subscriber)
    subject.send(1)
    #expect(values == [1, 1])
  }

  @Test("demand is counted for each subscriber apart, and what a value returns is added")
  func demandPerSubscriber() {
    let subject = PassthroughSubject<Int, Never>()
    let one = ProbeSubscriber<Int, Never>(demand: .max(1))
    let growing = ProbeSubscriber<Int, Never>(demand: .max(1))
    growing.onValue = { $0 == 1 ? .max(2) : .none }
    subject.subscribe(one)
    subject.subscribe(growing)
    for value in 1...5 { subject.send(value) }
    #expect(one.values == [1])
    #expect(growing.values == [1, 2, 3])
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
}
