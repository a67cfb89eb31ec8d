import TestSupport
import Reactive
import Testing

/// What the ready-made subscribers do: rules 8 to 11.
@Suite("Rules: subscribers")
struct SubscriberRules {
  /// Runs a closure when it is freed.
  final class Bomb {
    let onDeinit: () -> Void
    init(onDeinit: @escaping () -> Void) { self.onDeinit = onDeinit }
    deinit { onDeinit() }
  }

  @Test("Rule 8a: Sink asks for everything at the subscription")
  func sinkDemand() {
    let upstream = ManualPublisher<Int, Never>()
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
    upstream.subscribe(sink)
    let cancellable = upstream.sink { _ in }
    #expect(upstream.requests == [.unlimited, .unlimited])
    withExtendedLifetime(cancellable) { sink.cancel() }
  }

  @Test(
    "Rule 8b: sinks free their closures at the end, outside any lock", arguments: [true, false])
  func sinkFrees(byCancel: Bool) {
    let upstream = ManualPublisher<Int, TestError>(letsGo: true)
    var freed = 0
    var sink: Subscribers.Sink<Int, TestError>?
    do {
      // What is freed calls back into the sink, which would hang under a lock.
      let bomb = Bomb {
        freed += 1
        sink?.cancel()
        _ = sink?.receive(3)
      }
      sink = .init(receiveCompletion: { _ in _ = bomb }, receiveValue: { _ in _ = bomb })
    }
    upstream.subscribe(sink!)
    upstream.send(1)
    #expect(freed == 0)
    if byCancel { sink!.cancel() } else { upstream.send(completion: .failure(.expected)) }
    #expect(freed == 1)

    let other = ManualPublisher<Int, TestError>(letsGo: true)
    var cancellable: AnyCancellable?
    do {
      let bomb = Bomb {
        freed += 1
        cancellable?.cancel()
      }
      cancellable = other.sink(receiveCompletion: { _ in _ = bomb }, receiveValue: { _ in })
    }
    if byCancel { cancellable?.cancel() } else { other.send(completion: .finished) }
    #expect(freed == 2)
  }

  @Test("Rule 8c: a sink ignores values that come after its completion")
  func sinkAfterEnd() {
    let upstream = ManualPublisher<Int, Never>()
    var log: [String] = []
    let cancellable = upstream.sink(
      receiveCompletion: { log.append("\($0)") }, receiveValue: { log.append("\($0)") })
    let sink = Subscribers.Sink<Int, Never>(
      receiveCompletion: { log.append("\($0)") }, receiveValue: { log.append("\($0)") })
    upstream.subscribe(sink)
    upstream.send(1)
    upstream.send(completion: .finished)
    upstream.send(2)
    upstream.send(completion: .finished)
    #expect(log == ["1", "1", "finished", "finished"])
    withExtendedLifetime(cancellable) {}
  }

  final class Label { var text = "" }

  @Test("Rule 9a: Assign holds its object until the end", arguments: [true, false])
  func assignHolds(byCancel: Bool) {
    let upstream = ManualPublisher<String, Never>()
    weak var held: Label?
    let assign: Subscribers.Assign<Label, String>
    do {
      let label = Label()
      held = label
      assign = .init(object: label, keyPath: \.text)
    }
    upstream.subscribe(assign)
    upstream.send("a")
    #expect(held?.text == "a")
    #expect(assign.object === held)
    if byCancel { assign.cancel() } else { upstream.send(completion: .finished) }
    #expect(held == nil)
    #expect(assign.object == nil)
    #expect(upstream.cancelCount == (byCancel ? 1 : 0))
  }

  @Test("Rule 9b: Assign does not cancel an upstream that has completed")
  func assignDoesNotCancel() {
    let upstream = ManualPublisher<String, Never>()
    let assign = upstream.assign(to: \.text, on: Label())
    #expect(upstream.requests == [.unlimited])
    upstream.send(completion: .finished)
    assign.cancel()
    #expect(upstream.cancelCount + upstream.cancelCountAfterEnd == 0)
  }

  @Test("Rule 10a: AnyCancellable cancels when it is freed, exactly once")
  func cancelsOnce() {
    var count = 0
    do { _ = AnyCancellable { count += 1 } }
    #expect(count == 1)
    do {
      let cancellable = AnyCancellable { count += 1 }
      cancellable.cancel()
      cancellable.cancel()
      #expect(count == 2)
    }
    #expect(count == 2)
  }

  @Test("Rule 10b: of threads that cancel one AnyCancellable at once, one does")
  func cancelsOnceAmongThreads() {
    for _ in 0..<50 {
      let count = Counter()
      let cancellable = Unchecked(AnyCancellable { count.add() })
      Threads.run(4) { _ in cancellable.value.cancel() }
      #expect(count.value == 1)
    }
  }

  @Test("Rule 11a: a subject that is fed is held weakly, and what feeds it is then cancelled")
  func feedsWeakly() {
    let upstream = ManualPublisher<Int, Never>(letsGo: true)
    weak var held: CurrentValueSubject<Int, Never>?
    let cancellable: AnyCancellable
    do {
      let subject = CurrentValueSubject<Int, Never>(0)
      held = subject
      cancellable = upstream.subscribe(subject)
      upstream.send(1)
      #expect(subject.value == 1)
    }
    #expect(held == nil)
    #expect(upstream.cancelCount == 1)
    withExtendedLifetime(cancellable) {}
  }

  @Test("Rule 11b: a passthrough subject asks for everything once somebody has asked it")
  func passthroughAsksLater() {
    let (first, second) = (ManualPublisher<Int, Never>(), ManualPublisher<Int, Never>())
    let subject = PassthroughSubject<Int, Never>()
    let feeding = first.subscribe(subject)
    let probe = ProbeSubscriber<Int, Never>(demand: .none)
    subject.subscribe(probe)
    #expect(first.requests.isEmpty)
    probe.request(.max(1))
    #expect(first.requests == [.unlimited])
    probe.request(.max(1))
    #expect(first.requests == [.unlimited])
    // Whoever feeds it from now on is asked at once.
    let alsoFeeding = second.subscribe(subject)
    #expect(second.requests == [.unlimited])
    withExtendedLifetime((feeding, alsoFeeding)) {}
  }

  @Test("Rule 11c: a current value subject and a published property ask for everything at once")
  func currentValueAsksAtOnce() {
    final class Model { @Published var count = 0 }
    let upstreams = (ManualPublisher<Int, Never>(), ManualPublisher<Int, Never>())
    let (subject, model) = (CurrentValueSubject<Int, Never>(0), Model())
    let feeding = upstreams.0.subscribe(subject)
    upstreams.1.assign(to: &model.$count)
    #expect(upstreams.0.requests == [.unlimited])
    #expect(upstreams.1.requests == [.unlimited])
    withExtendedLifetime(feeding) {}
  }
}
