import Reactive
import ReactiveExtras
import TestSupport
import Testing

/// An operator that keeps values for a while, under a name.
struct KeepingEntry: Sendable, CustomTestStringConvertible {
  typealias Stream = AnyPublisher<DeinitHook, Never>

  let name: String
  let build: @Sendable (Stream, VirtualTimeScheduler) -> AnyPublisher<Int, Never>

  init<P: Publisher & SendableMetatype>(
    _ name: String, _ build: @escaping @Sendable (Stream, VirtualTimeScheduler) -> P
  ) where P.Failure == Never {
    self.name = name
    self.build = { build($0, $1).map { _ in 1 }.eraseToAnyPublisher() }
  }

  var testDescription: String { name }

  static let all: [KeepingEntry] = [
    .init("merge") { up, _ in up.merge(with: Empty()) },
    .init("merge with one that does not end") { up, _ in
      up.merge(with: Empty(completeImmediately: false))
    },
    .init("merge of itself") { up, _ in up.merge(with: up) },
    .init("flatMap") { up, _ in up.flatMap { Just($0) } },
    .init("flatMap one at a time") { up, _ in up.flatMap(maxPublishers: .max(1)) { Just($0) } },
    .init("zip") { up, _ in up.zip(up) },
    .init("zip with a sequence") { up, _ in up.zip((0...9).publisher) },
    .init("combineLatest") { up, _ in up.combineLatest(up) },
    .init("combineLatest with another") { up, _ in up.combineLatest(Just(1)) },
    .init("switchToLatest") { up, _ in up.map { Just($0) }.switchToLatest() },
    .init("buffer, dropping the oldest") { up, _ in
      up.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)
    },
    .init("buffer, dropping the newest") { up, _ in
      up.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest)
    },
    .init("buffer kept full") { up, _ in
      up.buffer(size: 2, prefetch: .keepFull, whenFull: .dropOldest)
    },
    .init("collect") { up, _ in up.collect() },
    .init("collect by count") { up, _ in up.collect(2) },
    .init("collect by time") { up, time in up.collect(.byTime(time, 2)) },
    .init("collect by time or count") { up, time in up.collect(.byTimeOrCount(time, 2, 2)) },
    .init("debounce") { up, time in up.debounce(for: 2, scheduler: time) },
    .init("throttle first") { up, time in up.throttle(for: 2, scheduler: time, latest: false) },
    .init("throttle latest") { up, time in up.throttle(for: 2, scheduler: time, latest: true) },
    .init("delay") { up, time in up.delay(for: 2, scheduler: time) },
    .init("receive(on:)") { up, time in up.receive(on: time) },
    .init("last") { up, _ in up.last() },
    .init("reduce") { up, _ in up.reduce(DeinitHook()) { $1 } },
    .init("max") { up, _ in up.max { _, _ in true } },
    .init("scan") { up, _ in up.scan(DeinitHook()) { $1 } },
    .init("removeDuplicates") { up, _ in up.removeDuplicates { $0 === $1 } },
    .init("append") { up, _ in up.append(up) },
    .init("append of nothing") { up, _ in up.append(Empty()) },
    .init("share") { up, _ in up.share() },
    .init("multicast by a current value") { up, _ in
      up.multicast(subject: CurrentValueSubject(DeinitHook())).autoconnect()
    },
    .init("drop until another") { up, _ in up.drop(untilOutputFrom: Just(1)) },
    .init("drop until itself") { up, _ in up.drop(untilOutputFrom: up) },
    .init("prefix until another") { up, _ in
      up.prefix(untilOutputFrom: Empty<Int, Never>(completeImmediately: false))
    },
  ]
}

/// Values are freed where they may do as they like: an object's end may enter the operator again,
/// which under its lock would wait for ever.
@Suite("Laws of freed values")
struct FreedValueLawTests {
  enum Ending: CaseIterable, Sendable { case finish, cancel }

  @Test(
    "a value that is freed may ask its operator for more", .untilStandstill,
    arguments: KeepingEntry.all, Ending.allCases)
  func enters(_ entry: KeepingEntry, _ ending: Ending) {
    let time = VirtualTimeScheduler()
    let subject = PassthroughSubject<DeinitHook, Never>()
    let upstream = ManualPublisher<DeinitHook, Never>(letsGo: true)
    for source in [subject.eraseToAnyPublisher(), upstream.eraseToAnyPublisher()] {
      let probe = ProbeSubscriber<Int, Never>(demand: .none)
      let shared = Unchecked(probe)
      var freed = 0
      func send(_ count: Int) {
        for _ in 0..<count {
          let value = DeinitHook {
            freed += 1
            // On this thread and on another: under a lock, one of the two would wait for ever.
            shared.value.request(.max(1))
            Threads.run(1) { _ in shared.value.request(.max(1)) }
          }
          subject.send(value)
          upstream.send(value)
        }
      }
      entry.build(source, time).subscribe(probe)
      send(5)
      time.advance(by: 3)
      probe.request(.max(2))
      send(5)
      time.advance(by: 3)
      probe.request(.max(3))
      time.advance(by: 3)
      send(5)
      switch ending {
      case .finish:
        subject.send(completion: .finished)
        upstream.send(completion: .finished)
      case .cancel: probe.cancel()
      }
      time.run()
      upstream.forgetSubscribers()
      #expect(freed > 0)
    }
  }

  @Test("a value that a failure discards may ask its operator for more", .untilStandstill)
  func discarded() {
    typealias Upstream = ManualPublisher<DeinitHook, TestError>
    let time = VirtualTimeScheduler()
    let operators: [(Upstream) -> AnyPublisher<Int, TestError>] = [
      {
        $0.buffer(size: 4, prefetch: .byRequest, whenFull: .dropOldest).map { _ in 1 }
          .eraseToAnyPublisher()
      },
      { $0.collect(.byTimeOrCount(time, 2, 1)).map { _ in 1 }.eraseToAnyPublisher() },
      { $0.merge(with: $0).map { _ in 1 }.eraseToAnyPublisher() },
    ]
    for build in operators {
      let upstream = Upstream()
      let probe = ProbeSubscriber<Int, TestError>(demand: .none, keeping: .forever)
      build(upstream).subscribe(probe)
      var freed = 0
      func send() {
        upstream.send(
          DeinitHook {
            freed += 1
            probe.request(.max(1))
          })
      }
      for _ in 1...3 { send() }
      #expect(freed == 0)
      upstream.send(completion: .failure(.expected))
      time.run()
      #expect(freed == 3)
      #expect(probe.log == ["subscription", "failure expected"])
    }
  }

  @Test("a value replaced during its own delivery may ask its subject", .untilStandstill)
  func replacedInside() {
    let subject = CurrentValueSubject<DeinitHook?, Never>(nil)
    var freed = 0
    subject.value = DeinitHook { [unowned subject] in
      freed += 1
      #expect(subject.value == nil)
    }
    let sink = subject.sink { if $0 != nil { subject.value = nil } }
    #expect(freed == 1)
    sink.cancel()
  }

  @Test(
    "a value that waited for a subscription to be taken may end its subject",
    .untilStandstill)
  func waitedForSubscription() {
    let subject = Unchecked(PassthroughSubject<DeinitHook, Never>())
    let probe = ProbeSubscriber<Int, Never>()
    probe.onSubscription = { _ in
      Threads.run([{ subject.value.send(DeinitHook { subject.value.send(completion: .finished) }) }]
      )
    }
    subject.value.map { _ in 1 }.subscribe(probe)
    #expect(probe.log == ["subscription", "value 1", "finished"])
  }

  /// An error that uses the subscription that carried it when it is freed, on two threads.
  private final class TouchingError: Error, Sendable {
    let content: DeinitHook

    init(_ touch: @escaping () -> Void) {
      content = DeinitHook {
        let touch = Unchecked(touch)
        touch.value()
        Threads.run(1) { _ in touch.value() }
      }
    }
  }

  @Test("errors are freed outside any lock, too", .untilStandstill)
  func errorsFreedOutside() {
    let time = VirtualTimeScheduler()
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
}
