import ReactiveExtras
import TestSupport
import Reactive
import Testing

/// What may not run under a lock, and who keeps whom alive: rules 76 and 77.
@Suite("Rules: locks and lifetimes")
struct LifetimeRules {
  typealias Probe = ProbeSubscriber<Int, TestError>

  let time = VirtualTimeScheduler()

  /// A value that, when it is freed, uses the subscription that carried it, from another thread, too:
  /// whatever lock were held then, one of the two would wait for ever.
  final class Touching: @unchecked Sendable {
    // Sendable because one thread at a time has it.
    let touch: () -> Void
    init(_ touch: @escaping () -> Void) { self.touch = touch }
    deinit {
      let touch = Unchecked(touch)
      touch.value()
      Threads.run(1) { _ in touch.value() }
    }
  }

  /// An operator over values that touch its subscription when they are freed.
  struct Carrier: Sendable, CustomTestStringConvertible {
    typealias Stream = AnyPublisher<Touching, Never>
    let name: String
    let build: @Sendable (Stream, VirtualTimeScheduler) -> Stream

    init<P: Publisher<Touching, Never> & SendableMetatype>(
      _ name: String, _ build: @escaping @Sendable (Stream, VirtualTimeScheduler) -> P
    ) {
      self.name = name
      self.build = { build($0, $1).eraseToAnyPublisher() }
    }

    var testDescription: String { name }

    static let all: [Carrier] = [
      .init("removeDuplicates") { up, _ in up.removeDuplicates { _, _ in false } },
      .init("scan") { up, _ in up.scan(Touching {}) { $1 } },
      .init("last") { up, _ in up.last() },
      .init("reduce") { up, _ in up.reduce(Touching {}) { $1 } },
      .init("collect") { up, _ in up.collect(2).map { $0[0] } },
      .init("collect all") { up, _ in up.collect().compactMap(\.first) },
      .init("merge") { up, _ in up.merge(with: Empty(completeImmediately: false)) },
      .init("flatMap") { up, _ in up.flatMap { Just($0) } },
      .init("zip") { up, _ in up.zip(up) { $1 } },
      .init("combineLatest") { up, _ in up.combineLatest(up) { $1 } },
      .init("switchToLatest") { up, _ in up.map { Just($0) }.switchToLatest() },
      .init("append") { up, _ in up.append(Empty()) },
      .init("debounce") { up, time in up.debounce(for: 1, scheduler: time) },
      .init("throttle") { up, time in up.throttle(for: 1, scheduler: time, latest: true) },
      .init("delay") { up, time in up.delay(for: 1, scheduler: time) },
      .init("drop(untilOutputFrom:)") { up, _ in up.drop(untilOutputFrom: up) },
      .init("multicast") { up, _ in
        up.multicast(subject: CurrentValueSubject(Touching {})).autoconnect()
      },
    ]
  }

  @Test(
    "Rule 76a: values are freed outside any lock: their deinit may use the subscription",
    arguments: Carrier.all, [0, 1, 3])
  func freedOutside(_ carrier: Carrier, demand: Int) {
    let subject = PassthroughSubject<Touching, Never>()
    var subscription: (any Subscription)?
    carrier.build(subject.eraseToAnyPublisher(), time).subscribe(
      AnySubscriber(receiveSubscription: {
        subscription = $0
        if demand > 0 { $0.request(.max(demand)) }
      }))
    for round in 0..<4 {
      subject.send(Touching { subscription?.request(.max(1)) })
      if round == 2 { time.advance(by: 2) }
    }
    subject.send(completion: .finished)
    time.run()
    subscription?.cancel()
    // Out of the variable first, because what is freed looks at it.
    let ended = subscription
    subscription = nil
    withExtendedLifetime(ended) {}
  }

  /// An error that does the same.
  final class TouchingError: Error, Sendable {
    let content: Unchecked<Touching>
    init(_ touch: @escaping () -> Void) { content = Unchecked(Touching(touch)) }
  }

  @Test("Rule 76d: errors are freed outside any lock, too")
  func errorsFreedOutside() {
    typealias Stream = AnyPublisher<Int, TouchingError>
    let builders: [(Stream) -> Stream] = [
      { $0.catch { _ in Empty() }.eraseToAnyPublisher() },
      { $0.replaceError(with: 0).setFailureType(to: TouchingError.self).eraseToAnyPublisher() },
      { $0.retry(1).eraseToAnyPublisher() },
      { $0.append(1).eraseToAnyPublisher() },
      { $0.scan(0, +).eraseToAnyPublisher() },
      { $0.count().eraseToAnyPublisher() },
      { $0.merge(with: Empty(completeImmediately: false)).eraseToAnyPublisher() },
      { $0.zip($0) { $0 + $1 }.eraseToAnyPublisher() },
      { $0.combineLatest($0) { $0 + $1 }.eraseToAnyPublisher() },
      { $0.flatMap { Just($0).setFailureType(to: TouchingError.self) }.eraseToAnyPublisher() },
      { up in up.map { _ in up }.switchToLatest().eraseToAnyPublisher() },
      { $0.drop(untilOutputFrom: $0.filter { _ in false }).eraseToAnyPublisher() },
      { $0.debounce(for: 1, scheduler: time).eraseToAnyPublisher() },
      { $0.delay(for: 1, scheduler: time).eraseToAnyPublisher() },
      { $0.timeout(1, scheduler: time).eraseToAnyPublisher() },
      { $0.share().eraseToAnyPublisher() },
    ]
    for build in builders {
      let subject = PassthroughSubject<Int, TouchingError>()
      var subscription: (any Subscription)?
      build(subject.eraseToAnyPublisher()).subscribe(
        AnySubscriber(receiveSubscription: {
          subscription = $0
          $0.request(.max(1))
        }))
      subject.send(1)
      subject.send(completion: .failure(TouchingError { subscription?.request(.max(1)) }))
      time.run()
      let ended = subscription
      subscription = nil
      withExtendedLifetime(ended) { ended?.cancel() }
    }
  }

  @Test(
    "Rule 76b: no lock is held during a callout: another thread may use the subscription meanwhile",
    arguments: OperatorEntry.all)
  func calloutsOutside(_ entry: OperatorEntry) {
    let subject = PassthroughSubject<Int, TestError>()
    let probe = Probe(keeping: .forever)
    let shared = Unchecked(probe)
    probe.onValue = { _ in
      // A lock held here would make this thread wait for ever.
      Threads.run(1) { _ in shared.value.request(.max(1)) }
      return .none
    }
    probe.onCompletion = {
      Threads.run(1) { _ in shared.value.request(.max(1)) }
    }
    entry.build(subject.eraseToAnyPublisher(), time).subscribe(probe)
    time.run()
    for value in 1...4 {
      subject.send(value)
      time.run()
    }
    subject.send(completion: .finished)
    time.run()
    Threads.run(1) { _ in shared.value.cancel() }
    #expect(probe.hasEnded)
  }

  @Test("Rule 76c: no lock is held while children are cancelled", arguments: [true, false])
  func cancellingChildren(fails: Bool) {
    for build: (Probe, AnyPublisher<Int, TestError>, PassthroughSubject<Int, TestError>) -> Void
      in [
        { $1.merge(with: $2).subscribe($0) },
        { $1.zip($2) { $0 + $1 }.subscribe($0) },
        { $1.combineLatest($2) { $0 + $1 }.subscribe($0) },
        { probe, child, subject in
          [child, subject.eraseToAnyPublisher()].publisher.setFailureType(to: TestError.self)
            .flatMap { $0 }.subscribe(probe)
        },
        { $1.prefix(untilOutputFrom: $2.catch { _ in Just(0) }).subscribe($0) },
      ]
    {
      let probe = Probe(keeping: .forever)
      let shared = Unchecked(probe)
      var cancels = 0
      let child = PassthroughSubject<Int, TestError>()
        .handleEvents(receiveCancel: {
          cancels += 1
          Threads.run(1) { _ in shared.value.request(.max(1)) }
        })
      let subject = PassthroughSubject<Int, TestError>()
      build(probe, child.eraseToAnyPublisher(), subject)
      if fails { subject.send(completion: .failure(.expected)) } else { probe.cancel() }
      #expect(cancels == 1)
    }
  }

  @Test("Rule 77a: a subject that is freed cancels the subscriptions that feed it")
  func subjectFreed() {
    let upstreams = (0..<2).map { _ in ManualPublisher<Int, Never>(letsGo: true) }
    var cancellables: [AnyCancellable] = []
    do {
      let (passthrough, current) = (
        PassthroughSubject<Int, Never>(), CurrentValueSubject<Int, Never>(0)
      )
      cancellables.append(upstreams[0].subscribe(passthrough))
      cancellables.append(upstreams[1].subscribe(current))
      #expect(upstreams.allSatisfy { $0.cancelCount == 0 })
    }
    #expect(upstreams.allSatisfy { $0.cancelCount == 1 })
    withExtendedLifetime(cancellables) {}
  }

  @Test(
    "Rule 77b: a live subscription keeps its subject alive, until it ends",
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
