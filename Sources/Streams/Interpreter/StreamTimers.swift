import Reactive
import ReactiveExtras

/// A scheduler for one operator with a timer, which is cancelled when the operator's stream ends.
///
/// Work that runs once cannot be cancelled, so the timer of a throttle that has ended waits for its
/// instant, and keeps all that the throttle had. Streams that begin and end a million times within
/// an instant must not leave as many timers behind.
final class StreamTimers<Context: Scheduler>: Scheduler {
  typealias SchedulerTimeType = Context.SchedulerTimeType
  typealias SchedulerOptions = Context.SchedulerOptions

  private let scheduler: Context
  /// The timer that was set last: the operator has no more than one.
  private let timer = Locked<SerialTimer?>(nil)

  private init(_ scheduler: Context) { self.scheduler = scheduler }

  /// Makes the stream of an operator whose timer is cancelled when the stream ends.
  static func cancelledAtEnd<Upstream: Publisher>(
    on scheduler: Context, _ operate: @escaping (StreamTimers) -> Upstream
  ) -> AnyPublisher<Upstream.Output, Upstream.Failure> {
    Deferred {
      let timers = StreamTimers(scheduler)
      return operate(timers).handleEvents(
        receiveCompletion: { _ in timers.cancel() }, receiveCancel: { timers.cancel() })
    }
    .eraseToAnyPublisher()
  }

  private func cancel() {
    timer.withLock { timer in
      defer { timer = nil }
      return timer
    }?.cancel()
  }

  var now: SchedulerTimeType { scheduler.now }
  var minimumTolerance: SchedulerTimeType.Stride { scheduler.minimumTolerance }

  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    scheduler.schedule(options: options, action)
  }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    let timer = SerialTimer()
    let replaced = self.timer.withLock { old in
      defer { old = timer }
      return old
    }
    withExtendedLifetime(replaced) {}
    // Work that repeats, because only that can be cancelled; it never comes to repeat.
    let repeating = scheduler.schedule(
      after: date, interval: .seconds(86_400), tolerance: tolerance, options: options
    ) {
      if timer.end() { action() }
    }
    timer.take(repeating)
  }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    scheduler.schedule(
      after: date, interval: interval, tolerance: tolerance, options: options, action)
  }
}
