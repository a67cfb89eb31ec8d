import Reactive
import TestSupport
import Testing

@Suite("Memory of sinks and of subjects' subscribers")
struct SinkMemoryTests {
  @Test("what upstream still sends when a sink's cancellable is gone comes no further")
  func cancellableGone() {
    for _ in 0..<100 {
      let upstream = ManualPublisher<Int, Never>()
      var log: [String] = []
      upstream.sink(
        receiveCompletion: { log.append("\($0)") }, receiveValue: { log.append("\($0)") }
      ).cancel()
      // In the memory of the cancellable, if it were free.
      let others = (0..<10).map { _ in AnyCancellable {} }
      upstream.send(1)
      let second = upstream.sendSecondSubscription()
      upstream.send(completion: .finished)
      #expect(log == [])
      #expect(upstream.cancelCount == 1)
      #expect(second.cancelCount == 1)
      withExtendedLifetime(others) {}
    }
  }

  @Test("an end on one thread while another lets go of the cancellable comes once or not at all")
  func releaseDuringEnd() {
    final class Keeper { var cancellable: AnyCancellable? }
    for round in 0..<300 {
      let subject = Unchecked(PassthroughSubject<Int, Never>())
      let keeper = Unchecked(Keeper())
      let ends = Counter()
      let numbers =
        round.isMultiple(of: 2)
        ? subject.value.map { $0 + 1 }.eraseToAnyPublisher()
        : subject.value.removeDuplicates().eraseToAnyPublisher()
      keeper.value.cancellable = numbers.sink(
        receiveCompletion: { _ in ends.add() }, receiveValue: { _ in })
      Threads.run(2) { thread in
        if thread == 0 {
          subject.value.send(round)
          subject.value.send(completion: .finished)
        } else {
          keeper.value.cancellable = nil
        }
      }
      #expect(ends.value <= 1)
    }
  }

  /// A subscriber that keeps its subscription, of the size and alignment of its payload.
  private struct Large<Payload>: Subscriber {
    final class Log {
      var values: [Int] = []
      var subscription: (any Subscription)?
    }

    let combineIdentifier = CombineIdentifier()
    let payload: Payload
    let sum: (Payload) -> Int
    let held: DeinitHook
    let log: Log

    func receive(subscription: any Subscription) {
      log.subscription = subscription
      subscription.request(.unlimited)
    }
    func receive(_ input: Int) -> Subscribers.Demand {
      log.values.append(input + sum(payload))
      return .none
    }
    func receive(completion: Subscribers.Completion<Never>) {}
  }

  private func check<Payload>(_ payload: Payload, _ sum: @escaping (Payload) -> Int) {
    for completes in [true, false] {
      let subject = PassthroughSubject<Int, Never>()
      let log = Large<Payload>.Log()
      var freed = 0
      do {
        let held = DeinitHook { freed += 1 }
        subject.subscribe(Large(payload: payload, sum: sum, held: held, log: log))
      }
      subject.send(1)
      subject.send(2)
      #expect(log.values == [1 + sum(payload), 2 + sum(payload)])
      #expect(freed == 0)
      if completes { subject.send(completion: .finished) } else { log.subscription?.cancel() }
      // Though the subscription is kept.
      #expect(freed == 1)
    }
  }

  @Test("a subscriber of any size and alignment gets its values, and is freed at the end, once")
  func sizes() {
    check(()) { 0 }
    check((1, 2, 3, 4, 5, 6, 7, 8)) { $0.0 + $0.7 }
    check(
      (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20)
    ) { $0.0 + $0.19 }
    check(SIMD8<Int>(repeating: 3)) { $0.wrappedSum() }
  }

  @Test(
    "a subject whose sinks have gone, or that has ended, takes values, and serves the next sink")
  func idle() {
    let subject = PassthroughSubject<Int, Never>()
    var values: [Int] = []
    subject.send(1)
    for round in 2...4 {
      let cancellables = (0..<round).map { _ in subject.sink { values.append($0) } }
      subject.send(round)
      for cancellable in cancellables { cancellable.cancel() }
      subject.send(9)
    }
    #expect(values == [2, 2, 3, 3, 3, 4, 4, 4, 4])
    subject.send(completion: .finished)
    subject.send(5)
    #expect(subject.log() == ["subscription", "finished"])
  }
}
