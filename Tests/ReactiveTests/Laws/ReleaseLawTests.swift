import Dispatch
import Reactive
import ReactiveExtras
import TestSupport
import Testing

/// Which objects are released, and when.
///
/// A subscriber that lets go of its subscription at the end is freed with every operator, whatever
/// its upstream does afterwards. One that keeps it for ever makes a cycle with an operator that
/// holds its downstream; that is so in Combine, too. A subject frees its subscriber even then.
@Suite("Laws of release")
struct ReleaseLawTests {
  typealias Upstream = ManualPublisher<Int, TestError>
  typealias Probe = ProbeSubscriber<Int, TestError>

  enum Ending: CaseIterable, Sendable { case finish, fail, cancel }

  let time = VirtualTimeScheduler()

  @Test(
    "the subscriber and upstream's subscription are freed at the end", arguments: OperatorEntry.all,
    Ending.allCases)
  func released(_ entry: OperatorEntry, _ ending: Ending) {
    if entry.has(.infallible), ending == .fail { return }
    weak var weakProbe: Probe?
    weak var weakConnection: Upstream.Connection?
    weak var weakUpstream: Upstream?
    var publisher: AnyPublisher<Int, TestError>?
    do {
      let upstream = Upstream(letsGo: true)
      let probe = Probe()
      publisher = entry.build(upstream.eraseToAnyPublisher(), time)
      publisher!.subscribe(probe)
      time.run()
      (weakProbe, weakConnection, weakUpstream) = (probe, upstream.connections.first, upstream)
      upstream.send(1)
      time.run()
      switch ending {
      case .finish: upstream.send(completion: .finished)
      case .fail:
        upstream.send(completion: .failure(.expected))
        upstream.send(completion: .failure(.expected))
      case .cancel: probe.cancel()
      }
      time.run()
    }
    #expect(weakProbe == nil)
    publisher = nil
    #expect(weakUpstream == nil)
    #expect(weakConnection == nil)
  }

  @Test("a sink's closures are freed at the end", arguments: OperatorEntry.all, Ending.allCases)
  func closuresReleased(_ entry: OperatorEntry, _ ending: Ending) {
    if entry.has(.infallible), ending == .fail { return }
    final class Captured {}
    weak var weakCaptured: Captured?
    let subject = PassthroughSubject<Int, TestError>()
    let cancellable: AnyCancellable
    do {
      let captured = Captured()
      weakCaptured = captured
      cancellable = entry.build(subject.eraseToAnyPublisher(), time).sink(
        receiveCompletion: { _ in _ = captured }, receiveValue: { _ in _ = captured })
      time.run()
    }
    subject.send(1)
    time.run()
    switch ending {
    case .finish: subject.send(completion: .finished)
    case .fail: subject.send(completion: .failure(.expected))
    case .cancel: cancellable.cancel()
    }
    time.run()
    #expect(weakCaptured == nil)
    withExtendedLifetime(cancellable) {}
  }

  @Test("nothing lives until a timer is due that went with its stream", .untilStandstill)
  func timersReleased() {
    #expect(PendingTimer.leaks(on: time, after: .seconds(3600)) { time.advance() } == [])
    let erased = time.eraseToAnyScheduler()
    #expect(PendingTimer.leaks(on: erased, after: .seconds(3600)) { time.advance() } == [])
    let keeping = KeepingScheduler()
    #expect(PendingTimer.leaks(on: keeping, after: .seconds(3600), pump: keeping.runSoon) == [])
    for queue in [
      DispatchQueue(label: "one"), .global(), .init(label: "many", attributes: .concurrent),
    ] {
      #expect(PendingTimer.leaks(on: queue, after: .seconds(3600)) == [])
    }
  }

  @Test("a cancel alone frees what stands below, without a turn of the scheduler")
  func timersReleasedByCancel() {
    final class Captured {}
    weak var weakCaptured: Captured?
    for entry in OperatorEntry.all {
      let subject = PassthroughSubject<Int, TestError>()
      let cancellable: AnyCancellable
      do {
        let captured = Captured()
        weakCaptured = captured
        cancellable = entry.build(subject.eraseToAnyPublisher(), time)
          .map { _ in _ = captured }.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        time.advance()
        subject.send(1)
        time.advance()
        subject.send(2)
        time.advance()
      }
      cancellable.cancel()
      // For what is to be done at once, and for no timer.
      time.advance()
      #expect(weakCaptured == nil, "\(entry.name)")
    }
  }

  @Test("a subject frees a subscriber that keeps its subscription", arguments: Ending.allCases)
  func subjectFreesHoarder(_ ending: Ending) {
    weak var weakProbe: Probe?
    let subject = PassthroughSubject<Int, TestError>()
    do {
      let probe = Probe(keeping: .forever)
      weakProbe = probe
      subject.subscribe(probe)
      subject.send(1)
      switch ending {
      case .finish: subject.send(completion: .finished)
      case .fail: subject.send(completion: .failure(.expected))
      case .cancel: probe.cancel()
      }
    }
    #expect(weakProbe == nil)
  }

  @Test("a sequence frees a subscriber that keeps its subscription")
  func sequenceFreesHoarder() {
    weak var weakProbe: ProbeSubscriber<Int, Never>?
    do {
      let probe = ProbeSubscriber<Int, Never>(keeping: .forever)
      weakProbe = probe
      [1, 2].publisher.subscribe(probe)
    }
    #expect(weakProbe == nil)
  }

  @Test("a subject that goes away cancels what feeds it, even if an ended subscription is kept")
  func subjectDeinitCancels() {
    let upstream = ManualPublisher<Int, Never>()
    var kept: (any Subscription)?
    var feed: AnyCancellable?
    do {
      let subject = PassthroughSubject<Int, Never>()
      feed = upstream.subscribe(subject)
      let probe = ProbeSubscriber<Int, Never>()
      subject.subscribe(probe)
      kept = probe.subscription
      probe.cancel()
    }
    #expect(upstream.cancelCount == 1)
    withExtendedLifetime((kept, feed)) {}
  }

  @Test(
    "an operator lets go of its upstream's subscription at the completion",
    arguments: OperatorEntry.all.filter { !$0.has(.transparent) && !$0.has(.shares) })
  func subscriptionReleased(_ entry: OperatorEntry) {
    final class Held: Subscription {
      func request(_ demand: Subscribers.Demand) {}
      func cancel() {}
    }
    struct Source: Publisher {
      typealias Output = Int
      typealias Failure = TestError
      let attach: (AnySubscriber<Int, TestError>) -> Void
      func receive(subscriber: some Subscriber<Int, TestError>) {
        attach(AnySubscriber(subscriber))
      }
    }
    weak var held: Held?
    var subscriber: AnySubscriber<Int, TestError>?
    let source = Source { given in
      let made = Held()
      held = made
      subscriber = given
      given.receive(subscription: made)
    }
    let probe = Probe(keeping: .forever)
    entry.build(source.eraseToAnyPublisher(), time).subscribe(probe)
    time.run()
    subscriber?.receive(completion: .finished)
    time.run()
    #expect(held == nil)
  }

  @Test(
    "a live subscription keeps its subject alive, until it ends",
    arguments: [true, false])
  func subscriptionKeepsSubject(byCancel: Bool) {
    weak var held: PassthroughSubject<Int, TestError>?
    let probe = Probe(keeping: .forever)
    do {
      let subject = PassthroughSubject<Int, TestError>()
      held = subject
      subject.subscribe(probe)
    }
    #expect(held != nil)
    if byCancel { probe.cancel() } else { held?.send(completion: .finished) }
    #expect(held == nil)
  }
}
