import Reactive
import ReactiveExtras

/// A scheduler of any type, with the part of it that a form needs.
package struct Clock {
  private let scheduler: any Scheduler
  /// The executor of a clock that moves only on request; nil for one of real time.
  private let executor: VirtualExecutor?

  init<S: Scheduler>(_ scheduler: S) {
    self.scheduler = scheduler
    // Compared first: a cast that fails goes through all conformances of the program.
    executor =
      S.self == VirtualTimeScheduler.self
      ? (scheduler as? VirtualTimeScheduler).map(VirtualExecutor.init) : nil
  }

  /// Subscribes, with tasks that run by this clock if it is a virtual one.
  func subscribing(_ subscribe: () -> AnyCancellable) -> AnyCancellable {
    guard let executor else { return subscribe() }
    return BackgroundWork.$executor.withValue(executor, operation: subscribe)
  }

  /// Runs a closure when some time has passed, unless it is cancelled before.
  package func after(_ duration: Duration, _ action: @escaping () -> Void) -> AnyCancellable {
    func wait(on scheduler: some Scheduler) -> AnyCancellable {
      let wait = Wait(action)
      let end = scheduler.now.advanced(by: .duration(duration))
      // Work that repeats, because only that can be cancelled; it never comes to repeat. A
      // pipeline with a delay would do the same with 60 functions more for each key.
      wait.begin(scheduler.schedule(after: end, interval: .seconds(86_400)) { wait.end() })
      return AnyCancellable(wait)
    }
    return wait(on: scheduler)
  }

  /// A closure that waits for its time, and runs once at most.
  private final class Wait: Cancellable {
    private var action: (() -> Void)?
    private var timer: (any Cancellable)?

    init(_ action: @escaping () -> Void) { self.action = action }

    /// Keeps the timer, unless its time has come already, as on a scheduler that waits for nothing.
    func begin(_ timer: any Cancellable) {
      if action == nil { timer.cancel() } else { self.timer = timer }
    }

    func end() {
      let action = action
      cancel()
      action?()
    }

    func cancel() {
      action = nil
      timer?.cancel()
      timer = nil
    }
  }

  /// A publisher whose outputs arrive on the scheduler.
  func receive<Output>(_ publisher: AnyPublisher<Output, Never>) -> AnyPublisher<Output, Never> {
    func hop(to scheduler: some Scheduler) -> AnyPublisher<Output, Never> {
      publisher.receive(on: scheduler).eraseToAnyPublisher()
    }
    return hop(to: scheduler)
  }
}
