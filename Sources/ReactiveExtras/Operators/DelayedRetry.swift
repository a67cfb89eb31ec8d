import Reactive

extension Publisher {
  /// Subscribes again some time after this publisher has failed.
  ///
  ///     load().retry(3, delay: .seconds(2), scheduler: queue) { $0.isTemporary }
  ///
  /// Makes at most `times` more attempts, or any number if that is nil; and only while the closure,
  /// called with each failure on its thread, returns true. Otherwise the failure is passed on at
  /// once. Unmet demand carries over; a cancel in the meantime frees everything that was waiting.
  @inlinable public func retry<S: Scheduler>(
    _ times: Int? = nil, delay: S.SchedulerTimeType.Stride, scheduler: S,
    options: S.SchedulerOptions? = nil, while predicate: @escaping (Failure) -> Bool = { _ in true }
  ) -> Publishers.DelayedRetry<Self, S> {
    retry(times, delay: { _ in delay }, scheduler: scheduler, options: options, while: predicate)
  }

  /// Subscribes again some time after this publisher has failed, at delays that a closure returns.
  ///
  ///     load().retry(5, delay: { .milliseconds(100 << $0) }, scheduler: queue)
  ///
  /// The closure gets the number of the next attempt: 1 for the first retry. So this waits for 200
  /// ms, then 400, 800 and so on.
  @inlinable public func retry<S: Scheduler>(
    _ times: Int? = nil, delay: @escaping (Int) -> S.SchedulerTimeType.Stride, scheduler: S,
    options: S.SchedulerOptions? = nil, while predicate: @escaping (Failure) -> Bool = { _ in true }
  ) -> Publishers.DelayedRetry<Self, S> {
    Publishers.DelayedRetry(
      upstream: self, times: times, delay: delay, scheduler: scheduler, options: options,
      predicate: predicate)
  }

  /// Subscribes again at once when this publisher fails, while a closure accepts the failure.
  ///
  ///     load().retry { $0 == .busy }
  ///
  /// Makes at most `times` more attempts, or any number if that is nil. Attempts that fail at once
  /// are made one after the other, with no stack for each.
  @inlinable public func retry(
    _ times: Int? = nil, while predicate: @escaping (Failure) -> Bool
  ) -> Publishers.DelayedRetry<Self, ImmediateScheduler> {
    retry(times, delay: 0, scheduler: ImmediateScheduler.shared, while: predicate)
  }
}

extension Publishers {
  /// Subscribes to its upstream again some time after that has failed.
  public struct DelayedRetry<Upstream: Publisher, Context: Scheduler>: _Operator {
    public typealias Output = Upstream.Output
    /// The upstream publisher.
    public let upstream: Upstream
    /// The number of attempts after the first; nil for no limit.
    @usableFromInline let times: Int?
    /// The time to wait before an attempt, by its number; 1 is the first one more.
    @usableFromInline let delay: (Int) -> Context.SchedulerTimeType.Stride
    /// The scheduler that measures the time and makes the attempts.
    @usableFromInline let scheduler: Context
    /// The options that the scheduler gets with each attempt.
    @usableFromInline let options: Context.SchedulerOptions?
    /// Returns true to try again after a failure.
    @usableFromInline let predicate: (Upstream.Failure) -> Bool

    /// Makes a publisher that tries again later.
    ///
    /// - Precondition: `times` is not negative.
    @inlinable init(
      upstream: Upstream, times: Int?,
      delay: @escaping (Int) -> Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions? = nil, predicate: @escaping (Upstream.Failure) -> Bool
    ) {
      precondition(times ?? 0 >= 0, "retry(\(times ?? 0)): a count cannot be negative.")
      (self.upstream, self.times, self.delay) = (upstream, times, delay)
      (self.scheduler, self.options, self.predicate) = (scheduler, options, predicate)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      attempt(0, Arbiter(subscriber, label: "Retry"))
    }

    @inlinable func attempt(_ number: Int, _ arbiter: Arbiter<some Subscriber<Output, Failure>>) {
      // An upstream that ends twice is not retried twice.
      var hasEnded = false
      arbiter.goOver(to: upstream) { completion in
        if hasEnded { return }
        hasEnded = true
        guard case .failure(let error) = completion, number < times ?? .max, predicate(error)
        else { return arbiter.finish(completion) }
        wait(beforeAttempt: number + 1, arbiter)
      }
    }

    /// Starts a pause, which stands in for the upstream so that a cancel reaches it.
    @inlinable
    func wait(beforeAttempt number: Int, _ arbiter: Arbiter<some Subscriber<Output, Failure>>) {
      arbiter.goOver {
        let pause = Pause()
        arbiter.adopt(pause)
        pause.alarm.set(
          on: scheduler, at: scheduler.now.advanced(by: delay(number)), options: options
        ) { attempt(number, arbiter) }
      }
    }
  }
}

/// The time before the next attempt: a subscription without values; cancelling it frees the action
/// that was to follow.
@usableFromInline final class Pause: Subscription {
  @usableFromInline let alarm = Alarm()

  @usableFromInline init() {}

  @usableFromInline func request(_ demand: Subscribers.Demand) {}

  @usableFromInline func cancel() { alarm.end() }
}
