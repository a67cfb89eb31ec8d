import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("ReplaySubject")
struct ReplaySubjectTests {
  typealias Probe = ProbeSubscriber<Int, TestError>

  struct Row: Sendable, CustomTestStringConvertible {
    let size: Int
    let sent: [Int]
    let completion: Subscribers.Completion<TestError>?
    let log: [String]
    var testDescription: String { "\(sent) in \(size), then \(completion.map { "\($0)" } ?? "-")" }
  }

  @Test(
    "a new subscriber gets the last values, and the end",
    arguments: [
      Row(size: 0, sent: [1, 2], completion: nil, log: ["subscription"]),
      Row(size: 2, sent: [], completion: nil, log: ["subscription"]),
      Row(size: 2, sent: [1], completion: nil, log: ["subscription", "value 1"]),
      Row(size: 2, sent: [1, 2, 3], completion: nil, log: ["subscription", "value 2", "value 3"]),
      Row(
        size: 1, sent: [1, 2], completion: .finished, log: ["subscription", "value 2", "finished"]),
      Row(
        size: 1, sent: [1, 2], completion: .failure(.expected),
        log: ["subscription", "value 2", "failure expected"]),
      Row(size: 0, sent: [1], completion: .finished, log: ["subscription", "finished"]),
    ])
  func replay(_ row: Row) {
    let subject = ReplaySubject<Int, TestError>(bufferSize: row.size)
    let early = Probe()
    subject.subscribe(early)
    for value in row.sent { subject.send(value) }
    if let completion = row.completion { subject.send(completion: completion) }
    subject.send(99)
    if row.completion == nil { #expect(early.values == row.sent + [99]) }
    if row.completion != nil { #expect(subject.log() == row.log) }
    #expect(early.values.prefix(row.sent.count) == row.sent[...])
  }

  @Test("a new subscriber gets the last values before the new ones")
  func replayThenLive() {
    let subject = ReplaySubject<Int, TestError>(bufferSize: 2)
    for value in 1...3 { subject.send(value) }
    let probe = Probe()
    probe.onSubscription = { _ in subject.send(4) }
    subject.subscribe(probe)
    subject.send(5)
    #expect(probe.log == ["subscription", "value 2", "value 3", "value 4", "value 5"])
  }

  @Test("what a subscriber has not asked for waits for it, and the end behind")
  func demand() {
    let subject = ReplaySubject<Int, TestError>(bufferSize: 1)
    subject.send(1)
    let probe = Probe(demand: .none)
    subject.subscribe(probe)
    for value in 2...5 { subject.send(value) }
    #expect(probe.values.isEmpty)
    probe.request(.max(2))
    #expect(probe.values == [1, 2])
    subject.send(completion: .failure(.expected))
    probe.onValue = { _ in .max(1) }
    probe.request(.max(1))
    #expect(probe.values == [1, 2, 3, 4, 5])
    #expect(probe.log.last == "failure expected")
  }

  @Test("values sent from inside come after, in one order for all")
  func sendInside() {
    let subject = ReplaySubject<Int, TestError>(bufferSize: 8)
    let (first, second) = (Probe(), Probe())
    first.onValue = { value in
      if value < 4 { subject.send(value + 1) }
      return .none
    }
    subject.subscribe(first)
    subject.subscribe(second)
    subject.send(1)
    #expect(first.values == [1, 2, 3, 4])
    #expect(second.values == [1, 2, 3, 4])
    #expect(first.deepestNesting == 1)
    #expect(subject.allValues() == [1, 2, 3, 4])
  }

  @Test("a cancelled subscriber gets nothing more and is freed; the others go on")
  func cancel() {
    let subject = ReplaySubject<Int, TestError>(bufferSize: 1)
    let lasting = Probe()
    weak var weakProbe: Probe?
    do {
      let probe = Probe()
      weakProbe = probe
      probe.onValue = { [unowned probe] _ in
        probe.cancel()
        return .none
      }
      subject.subscribe(probe)
      subject.subscribe(lasting)
      subject.send(1)
      subject.send(2)
      #expect(probe.values == [1])
    }
    #expect(weakProbe == nil)
    #expect(lasting.values == [1, 2])
  }

  @Test("a subscriber that an earlier one cancels during a send gets neither that value nor more")
  func cancelledByAnother() {
    let subject = ReplaySubject<Int, TestError>(bufferSize: 1)
    let (first, second) = (Probe(), Probe())
    first.onValue = { value in
      if value == 1 {
        second.cancel()
        subject.send(2)
      }
      return .none
    }
    subject.subscribe(first)
    subject.subscribe(second)
    subject.send(1)
    #expect(first.values == [1, 2])
    #expect(second.log == ["subscription"])
  }

  @Test("a live subscription keeps the subject alive; the subject cancels what feeds it")
  func lifetime() {
    let upstream = ManualPublisher<Int, TestError>()
    weak var weakSubject: ReplaySubject<Int, TestError>?
    var kept: AnyCancellable?
    var feed: AnyCancellable?
    do {
      let subject = ReplaySubject<Int, TestError>(bufferSize: 1)
      weakSubject = subject
      feed = upstream.subscribe(subject)
      kept = subject.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    }
    #expect(upstream.requests == [.unlimited])
    #expect(weakSubject != nil)
    kept?.cancel()
    #expect(weakSubject == nil)
    #expect(upstream.cancelCount == 1)
    withExtendedLifetime(feed) {}
  }

  @Test("an ended subject is not kept by its subscribers' subscriptions")
  func endedLifetime() {
    weak var weakSubject: ReplaySubject<Int, TestError>?
    let probe = Probe(keeping: .forever)
    do {
      let subject = ReplaySubject<Int, TestError>(bufferSize: 1)
      weakSubject = subject
      subject.subscribe(probe)
      subject.send(completion: .finished)
    }
    #expect(weakSubject == nil)
    probe.cancel()
  }

  @Test("share(replay:) subscribes once, and gives newcomers the last values")
  func share() {
    let upstream = ManualPublisher<Int, TestError>()
    let shared = upstream.share(replay: 2)
    let early = Probe()
    shared.subscribe(early)
    for value in 1...3 { upstream.send(value) }
    let late = Probe()
    shared.subscribe(late)
    upstream.send(4)
    #expect(upstream.connections.count == 1)
    #expect(early.values == [1, 2, 3, 4])
    #expect(late.values == [2, 3, 4])
    early.cancel()
    #expect(upstream.cancelCount == 0)
    late.cancel()
    #expect(upstream.cancelCount == 1)
  }

  @Test("share(replay:) of what sends at once gives everybody everything remembered")
  func shareAtOnce() {
    let shared = [1, 2, 3].publisher.share(replay: 3)
    for _ in 0..<2 {
      #expect(shared.log() == ["subscription", "value 1", "value 2", "value 3", "finished"])
    }
  }

  @Test("a negative size traps")
  func negativeSize() async {
    await #expect(processExitsWith: .failure) { _ = ReplaySubject<Int, Never>(bufferSize: -1) }
  }
}
