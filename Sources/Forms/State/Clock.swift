import Reactive
import ReactiveExtras

/// A scheduler of any type, with the part of it that a form needs.
package struct Clock {
  private let scheduler: any Scheduler

  init(_ scheduler: some Scheduler) { self.scheduler = scheduler }

  /// Runs a closure when some time has passed, unless it is cancelled before.
  package func after(_ duration: Duration, _ action: @escaping () -> Void) -> AnyCancellable {
    func wait(on scheduler: some Scheduler) -> AnyCancellable {
      Just(()).delay(for: .duration(duration), scheduler: scheduler).sink { action() }
    }
    return wait(on: scheduler)
  }

  /// A publisher whose outputs arrive on the scheduler.
  func receive<Output>(_ publisher: AnyPublisher<Output, Never>) -> AnyPublisher<Output, Never> {
    func hop(to scheduler: some Scheduler) -> AnyPublisher<Output, Never> {
      publisher.receive(on: scheduler).eraseToAnyPublisher()
    }
    return hop(to: scheduler)
  }
}
