import Reactive
import ReactiveExtras

/// A scheduler of any type, with the part of it that a form needs.
package struct Clock {
  private let wait: (Duration, @escaping () -> Void) -> AnyCancellable
  private let hop: any Hop

  init(_ scheduler: some Scheduler) {
    wait = { duration, action in
      Just(()).delay(for: .duration(duration), scheduler: scheduler).sink { action() }
    }
    hop = SchedulerHop(scheduler: scheduler)
  }

  /// Runs a closure when some time has passed, unless it is cancelled before.
  package func after(_ duration: Duration, _ action: @escaping () -> Void) -> AnyCancellable {
    wait(duration, action)
  }

  /// A publisher whose outputs arrive on the scheduler.
  func receive<Output>(_ publisher: AnyPublisher<Output, Never>) -> AnyPublisher<Output, Never> {
    hop.receive(publisher)
  }
}

/// `receive(on:)` with the scheduler's type hidden.
private protocol Hop {
  func receive<Output>(_ publisher: AnyPublisher<Output, Never>) -> AnyPublisher<Output, Never>
}

private struct SchedulerHop<S: Scheduler>: Hop {
  let scheduler: S

  func receive<Output>(_ publisher: AnyPublisher<Output, Never>) -> AnyPublisher<Output, Never> {
    publisher.receive(on: scheduler).eraseToAnyPublisher()
  }
}
