extension Publisher {
  /// Ends the stream when an interval passes without a value.
  ///
  ///     responses.timeout(.seconds(5), scheduler: DispatchQueue.main, customError: { .tooSlow })
  ///
  /// The interval starts at the subscription, and again at the first demand and at each value. When
  /// it is over, upstream is cancelled and the stream fails with the custom error, or finishes if
  /// none was passed. Values and the completion are sent on the scheduler, in order and one at a
  /// time; values that came in time are sent before the end. Demand passes through.
  /// - Precondition: The scheduler is not an ``ImmediateScheduler``, whose time never passes.
  @inlinable public func timeout<S: Scheduler>(
    _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil,
    customError: (() -> Failure)? = nil
  ) -> Publishers.Timeout<Self, S> {
    .init(
      upstream: self, interval: interval, scheduler: scheduler, options: options,
      customError: customError)
  }
}

extension Publishers {
  /// Ends the stream when its upstream sends no value for an interval.
  public struct Timeout<Upstream: Publisher, Context: Scheduler>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// The maximum time to wait for a value.
    public let interval: Context.SchedulerTimeType.Stride
    /// The scheduler that measures the time and sends the values.
    public let scheduler: Context
    /// The options that the scheduler gets with each piece of work.
    public let options: Context.SchedulerOptions?
    /// Makes the error; nil to finish instead.
    public let customError: (() -> Failure)?
    /// Makes a publisher that waits for at most an interval.
    @inlinable public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions?, customError: (() -> Failure)?
    ) {
      (self.upstream, self.interval, self.scheduler) = (upstream, interval, scheduler)
      (self.options, self.customError) = (options, customError)
    }

    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      precondition(
        Context.self != ImmediateScheduler.self,
        "timeout: the time of an ImmediateScheduler never passes; use another scheduler.")
      upstream.receive(subscriber: Countdown(interval, scheduler, options, customError, subscriber))
    }
  }
}

/// The host of `timeout`. Each value moves the deadline; a timer that fires too early is set again.
@usableFromInline
final class Countdown<Context: Scheduler, Downstream: Subscriber>: Hop<Context, Downstream> {
  private let interval: Stride, customError: (() -> Downstream.Failure)?
  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) private var deadline: Context.SchedulerTimeType?
  @exclusivity(unchecked) private var wasAsked = false
  private let alarm = Alarm()
  @usableFromInline init(
    _ interval: Stride, _ scheduler: Context, _ options: Context.SchedulerOptions?,
    _ customError: (() -> Downstream.Failure)?, _ downstream: Downstream
  ) {
    (self.interval, self.customError) = (interval, customError)
    super.init(downstream, label: "Timeout", scheduler, options)
  }

  // Only after the downstream has its subscription, as an interval of zero is over at once.
  @usableFromInline override func didHandOver() { restart() }

  @usableFromInline override func letsThrough() -> Bool {
    if lock.withLock({ upstreams[0].hasEnded }) { return false }
    restart()
    return true
  }

  private func restart() {
    let date = scheduler.now.advanced(by: interval)
    lock.lock()
    if upstreams[0].hasEnded { return lock.unlock() }
    let isFirst = deadline == nil
    deadline = date
    lock.unlock()
    if isFirst { wake(at: date) }
  }

  private func wake(at date: Context.SchedulerTimeType) {
    alarm.set(on: scheduler, at: date, options: options) { self.timerFired(armedFor: date) }
  }

  private func timerFired(armedFor date: Context.SchedulerTimeType) {
    lock.lock()
    if upstreams[0].hasEnded { return lock.unlock() }
    if let deadline, date < deadline {
      lock.unlock()
      return wake(at: deadline)
    }
    let ended = upstreams[0].end()
    lock.unlock()
    ended.cancel()
    let completion = customError.map { Completion.failure($0()) } ?? .finished
    lock.withLock { end(with: completion) }
    letOneOut()
  }

  @usableFromInline override func request(_ demand: Subscribers.Demand) {
    lock.lock()
    let isFirst = !wasAsked
    wasAsked = true
    lock.unlock()
    if isFirst { restart() }
    ask(demand)
  }

  @usableFromInline override func didEnd() { alarm.end() }
}
