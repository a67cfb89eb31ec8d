import Synchronization

extension Publisher {
  /// Ends the stream when no value comes for a length of time.
  ///
  ///     responses.timeout(.seconds(5), scheduler: DispatchQueue.main, customError: { .tooSlow })
  ///
  /// The time starts at the subscription, and anew at the first demand and at each value. When it
  /// is over, upstream is cancelled and the stream fails with the custom error, or finishes if
  /// there is none. Values and the completion are sent on the scheduler. Demand passes through.
  ///
  /// - Precondition: The scheduler is not an ``ImmediateScheduler``, whose time never passes.
  @inlinable public func timeout<S: Scheduler>(
    _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil,
    customError: (() -> Failure)? = nil
  ) -> Publishers.Timeout<Self, S> {
    Publishers.Timeout(
      upstream: self, interval: interval, scheduler: scheduler, options: options,
      customError: customError)
  }
}

extension Publishers {
  /// Ends the stream when its upstream sends no value for a length of time.
  public struct Timeout<Upstream: Publisher, Context: Scheduler>: Operator {
    public typealias Output = Upstream.Output
    public let upstream: Upstream
    /// How long a value may take.
    public let interval: Context.SchedulerTimeType.Stride
    /// Whose clock counts, and where values are sent.
    public let scheduler: Context
    /// What the scheduler is told with each piece of work.
    public let options: Context.SchedulerOptions?
    /// Makes the error; nil to finish instead.
    public let customError: (() -> Failure)?

    /// Makes a publisher that waits no longer than an interval.
    @inlinable public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions?, customError: (() -> Failure)?
    ) {
      self.upstream = upstream
      self.interval = interval
      self.scheduler = scheduler
      self.options = options
      self.customError = customError
    }

    @inlinable public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      precondition(
        Context.self != ImmediateScheduler.self,
        "timeout: the time of an ImmediateScheduler never passes; use another scheduler.")
      upstream.receive(
        subscriber: Countdown<Context, S>(interval, scheduler, options, customError, subscriber))
    }
  }
}

/// The host of `timeout`.
///
/// The deadline moves with each value; the timer that is under way stays, and is set anew when it
/// fires too early.
@usableFromInline
final class Countdown<Context: Scheduler, Downstream: Subscriber>: Subscriber, Subscription,
  CustomStringConvertible
{
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  private let interval: Context.SchedulerTimeType.Stride
  private let scheduler: Context
  private let options: Context.SchedulerOptions?
  private let customError: (() -> Failure)?
  private let downstream: Downstream
  /// Whether the downstream is to hear nothing more.
  private let isOver = Atomic<Bool>(false)

  private let lock = Lock()
  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) private var upstream = UpstreamState.awaiting
  @exclusivity(unchecked) private var deadline: Context.SchedulerTimeType?
  @exclusivity(unchecked) private var isArmed = false
  @exclusivity(unchecked) private var wasAsked = false

  @usableFromInline init(
    _ interval: Context.SchedulerTimeType.Stride, _ scheduler: Context,
    _ options: Context.SchedulerOptions?, _ customError: (() -> Failure)?, _ downstream: Downstream
  ) {
    self.interval = interval
    self.scheduler = scheduler
    self.options = options
    self.customError = customError
    self.downstream = downstream
  }

  @usableFromInline var description: String { "Timeout" }

  @usableFromInline func receive(subscription: any Subscription) {
    guard lock.withLock({ upstream.accept(subscription) }) else {
      return subscription.cancel()
    }
    startAnew()
    downstream.receive(subscription: self)
  }

  @usableFromInline func receive(_ input: Input) -> Subscribers.Demand {
    if lock.withLock({ upstream.hasEnded }) { return .none }
    startAnew()
    scheduler.schedule(options: options) { [self] in
      if isOver.load(ordering: .relaxed) { return }
      let more = downstream.receive(input)
      if more > 0 { lock.withLock { upstream.held }.request(more) }
    }
    return .none
  }

  @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
    let ended = lock.withLock { upstream.end() }
    guard ended.isFirst else { return }
    scheduler.schedule(options: options) { self.finish(completion) }
    ended.release()
  }

  private func finish(_ completion: Subscribers.Completion<Failure>) {
    if !isOver.exchange(true, ordering: .relaxed) { downstream.receive(completion: completion) }
  }

  // MARK: The clock

  private func startAnew() {
    let date = scheduler.now.advanced(by: interval)
    lock.lock()
    deadline = date
    let isFirst = !isArmed
    isArmed = true
    lock.unlock()
    if isFirst { arm(for: date) }
  }

  private func arm(for date: Context.SchedulerTimeType) {
    scheduler.schedule(after: date, tolerance: scheduler.minimumTolerance, options: options) {
      self.timerFired(armedFor: date)
    }
  }

  private func timerFired(armedFor date: Context.SchedulerTimeType) {
    lock.lock()
    if upstream.hasEnded { return lock.unlock() }
    if let deadline, date < deadline {
      lock.unlock()
      return arm(for: deadline)
    }
    let ended = upstream.end()
    lock.unlock()
    ended.cancel()
    finish(customError.map { .failure($0()) } ?? .finished)
  }

  // MARK: Subscription

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    precondition(
      demand > 0, "\(description): a subscriber requested no values; ask for at least one.")
    lock.lock()
    let isFirst = !wasAsked
    wasAsked = true
    let subscription = upstream.subscription
    lock.unlock()
    if isFirst { startAnew() }
    subscription?.request(demand)
  }

  @usableFromInline func cancel() {
    isOver.store(true, ordering: .relaxed)
    lock.withLock { upstream.end() }.cancel()
  }
}
