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
    func set(_ alarm: Alarm, on scheduler: some Scheduler) {
      let end = scheduler.now.advanced(by: .duration(duration))
      alarm.set(on: scheduler, at: end, options: nil, action)
    }
    // A pipeline with a delay would do the same with 60 functions more for each key.
    let alarm = Alarm()
    set(alarm, on: scheduler)
    return AnyCancellable { alarm.end() }
  }

  /// A publisher whose outputs arrive on the scheduler.
  func receive<Output>(_ publisher: AnyPublisher<Output, Never>) -> AnyPublisher<Output, Never> {
    func hop(to scheduler: some Scheduler) -> AnyPublisher<Output, Never> {
      publisher.receive(on: scheduler).eraseToAnyPublisher()
    }
    return hop(to: scheduler)
  }
}
