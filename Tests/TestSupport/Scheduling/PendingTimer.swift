import Reactive
import ReactiveExtras

/// The operators that keep a timer under way, which has to go with its stream: nothing that stands
/// below such an operator may live until a timer is due that is not wanted any more.
package enum PendingTimer: String, CaseIterable, Sendable {
  case debounce, throttleToLatest, throttleToFirst, timeout, timeoutWithError
  case collectByTime, collectByTimeOrCount, delay, retryWithDelay

  /// How a stream ends while a timer is under way.
  package enum Ending: CaseIterable, Sendable { case cancel, finish, fail }

  /// The endings that do not have to wait for the timer themselves.
  package var endings: [Ending] {
    switch self {
    case .debounce, .timeout, .timeoutWithError, .collectByTime, .collectByTimeOrCount:
      Ending.allCases
    case .throttleToLatest, .throttleToFirst, .delay, .retryWithDelay: [.cancel]
    }
  }

  private typealias Stream = AnyPublisher<Int, TestError>

  private func build<S: Scheduler>(
    _ source: Stream, _ scheduler: S, _ time: S.SchedulerTimeType.Stride
  ) -> Stream {
    switch self {
    case .debounce: source.debounce(for: time, scheduler: scheduler).eraseToAnyPublisher()
    case .throttleToLatest:
      source.throttle(for: time, scheduler: scheduler, latest: true).eraseToAnyPublisher()
    case .throttleToFirst:
      source.throttle(for: time, scheduler: scheduler, latest: false).eraseToAnyPublisher()
    case .timeout: source.timeout(time, scheduler: scheduler).eraseToAnyPublisher()
    case .timeoutWithError:
      source.timeout(time, scheduler: scheduler, customError: { .expected }).eraseToAnyPublisher()
    case .collectByTime:
      source.collect(.byTime(scheduler, time)).map(\.count).eraseToAnyPublisher()
    case .collectByTimeOrCount:
      source.collect(.byTimeOrCount(scheduler, time, 9)).map(\.count).eraseToAnyPublisher()
    case .delay: source.delay(for: time, scheduler: scheduler).eraseToAnyPublisher()
    case .retryWithDelay:
      source.append(Fail(error: .expected)).retry(delay: time, scheduler: scheduler)
        .eraseToAnyPublisher()
    }
  }

  /// What is kept that should be gone, for each operator and each ending, in words.
  ///
  /// - Parameters:
  ///   - time: A time that never passes while the test runs.
  ///   - pump: Lets the scheduler do what is due.
  package static func leaks<S: Scheduler>(
    on scheduler: S, after time: S.SchedulerTimeType.Stride,
    pump: () -> Void = SchedulerTrial.pause
  ) -> [String] {
    allCases.flatMap { timer in
      timer.endings.filter { !timer.isFreed(by: $0, scheduler, time, pump) }
        .map { "\(timer) after \($0)" }
    }
  }

  private final class Captured: Sendable {}

  private func isFreed<S: Scheduler>(
    by ending: Ending, _ scheduler: S, _ time: S.SchedulerTimeType.Stride, _ pump: () -> Void
  ) -> Bool {
    weak var weakCaptured: Captured?
    let (values, ends) = (Counter(), Counter())
    let subject = PassthroughSubject<Int, TestError>()
    let cancellable: AnyCancellable
    do {
      let captured = Captured()
      weakCaptured = captured
      cancellable = build(subject.eraseToAnyPublisher(), scheduler, time)
        .map { value in withExtendedLifetime(captured) { value } }
        .sink(receiveCompletion: { _ in ends.add() }, receiveValue: { _ in values.add() })
    }
    subject.send(1)
    if self == .throttleToLatest || self == .throttleToFirst {
      // The first one goes out at once.
      guard Standstill.waits(pump: pump, until: { values.value == 1 }) else { return false }
    }
    subject.send(2)
    switch ending {
    case .cancel:
      if self == .retryWithDelay { subject.send(completion: .finished) }
      cancellable.cancel()
    case .finish, .fail:
      subject.send(completion: ending == .fail ? .failure(.expected) : .finished)
      guard Standstill.waits(pump: pump, until: { ends.value == 1 }) else { return false }
    }
    // A call may still be on its way back, on another thread.
    return Standstill.waits(pump: pump) { weakCaptured == nil }
  }
}

/// A scheduler that does the least that it may: it keeps what it is given, also what was cancelled.
package final class KeepingScheduler: Scheduler {
  package typealias SchedulerTimeType = MonotonicInstant
  package typealias SchedulerOptions = Never

  private var soon: [() -> Void] = []
  private var kept: [() -> Void] = []

  package init() {}

  package var now: MonotonicInstant { MonotonicInstant(nanoseconds: 0) }
  package var minimumTolerance: MonotonicInstant.Stride { 0 }
  package func schedule(options: Never?, _ action: @escaping () -> Void) { soon.append(action) }
  package func schedule(
    after date: MonotonicInstant, tolerance: MonotonicInstant.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) { kept.append(action) }

  package func schedule(
    after date: MonotonicInstant, interval: MonotonicInstant.Stride,
    tolerance: MonotonicInstant.Stride, options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    kept.append(action)
    return AnyCancellable {}
  }

  /// Runs what was to be run as soon as possible.
  package func runSoon() { while !soon.isEmpty { soon.removeFirst()() } }
}
