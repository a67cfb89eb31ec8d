import Reactive
import Testing

/// Programmer errors, each in a process of its own; few, because processes are slow.
@Suite("Traps")
struct TrapTests {
  @Test("requesting no values traps in a subject")
  func zeroDemandSubject() async {
    await #expect(processExitsWith: .failure) {
      let subject = PassthroughSubject<Int, Never>()
      subject.subscribe(AnySubscriber(receiveSubscription: { $0.request(.none) }))
    }
  }

  @Test("requesting no values traps in a sequence, through operators that forward")
  func zeroDemandSequence() async {
    await #expect(processExitsWith: .failure) {
      [1].publisher.eraseToAnyPublisher().map { $0 }.filter { _ in true }
        .subscribe(AnySubscriber(receiveSubscription: { $0.request(.none) }))
    }
  }

  @Test("requesting no values traps in an operator with a memory")
  func zeroDemandRelay() async {
    await #expect(processExitsWith: .failure) {
      Empty<Int, Never>(completeImmediately: false).scan(0, +)
        .subscribe(AnySubscriber(receiveSubscription: { $0.request(.none) }))
    }
  }

  @Test("a negative demand traps")
  func negativeDemand() async {
    await #expect(processExitsWith: .failure) { _ = Subscribers.Demand.max(-1) }
  }

  @Test("recording after the completion traps")
  func recordAfterCompletion() async {
    await #expect(processExitsWith: .failure) {
      _ = Record<Int, Never> { recording in
        recording.receive(completion: .finished)
        recording.receive(1)
      }
    }
  }
}
