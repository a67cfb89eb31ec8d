extension Publisher {
  /// Sends values and the completion on a scheduler.
  ///
  ///     work.receive(on: DispatchQueue.main).sink { label.text = $0 }
  ///
  /// Each is a piece of work of its own, in the order they came if the scheduler is serial; the
  /// subscription passes at once. What is under way when the subscription is cancelled is dropped.
  @inlinable public func receive<S: Scheduler>(on scheduler: S, options: S.SchedulerOptions? = nil)
    -> Publishers.ReceiveOn<Self, S>
  { .init(upstream: self, scheduler: scheduler, options: options) }

  /// Subscribes, requests and cancels on a scheduler. Values come wherever upstream sends them.
  ///
  ///     load().subscribe(on: DispatchQueue.global()).receive(on: DispatchQueue.main)
  @inlinable public func subscribe<S: Scheduler>(
    on scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.SubscribeOn<Self, S> {
    .init(upstream: self, scheduler: scheduler, options: options)
  }

  /// Sends values and the completion later, each by the same length of time.
  ///
  ///     keys.delay(for: .milliseconds(200), scheduler: DispatchQueue.main)
  ///
  /// The gaps between values stay as they are. A failure is delayed, too.
  @inlinable public func delay<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil,
    scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.Delay<Self, S> {
    .init(
      upstream: self, interval: interval, tolerance: tolerance ?? scheduler.minimumTolerance,
      scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// Sends the values and the completion of its upstream on a scheduler.
  public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// The scheduler that values and the completion are sent on.
    public let scheduler: Context
    /// The options that the scheduler gets with each piece of work.
    public let options: Context.SchedulerOptions?
    /// Makes a publisher that sends on a scheduler.
    @inlinable public init(
      upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?
    ) { (self.upstream, self.scheduler, self.options) = (upstream, scheduler, options) }
    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      let (scheduler, options) = (scheduler, options)
      let hop = Hop(subscriber, label: "ReceiveOn") { scheduler.schedule(options: options, $0) }
      upstream.receive(subscriber: hop)
    }
  }

  /// Subscribes to its upstream, requests and cancels on a scheduler.
  public struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// The scheduler that subscribes, requests and cancels.
    public let scheduler: Context
    /// The options that the scheduler gets with each piece of work.
    public let options: Context.SchedulerOptions?
    /// Makes a publisher that subscribes on a scheduler.
    @inlinable public init(
      upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?
    ) { (self.upstream, self.scheduler, self.options) = (upstream, scheduler, options) }
    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      let (upstream, scheduler, options) = (upstream, scheduler, options)
      let schedule: (@escaping () -> Void) -> Void = { scheduler.schedule(options: options, $0) }
      schedule { upstream.receive(subscriber: SubscribedElsewhere(subscriber, schedule)) }
    }
  }

  /// Sends the values and the completion of its upstream later.
  public struct Delay<Upstream: Publisher, Context: Scheduler>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// By how much everything is later.
    public let interval: Context.SchedulerTimeType.Stride
    /// How much later than asked work may run.
    public let tolerance: Context.SchedulerTimeType.Stride
    /// The scheduler whose clock counts, and that values are sent on.
    public let scheduler: Context
    /// The options that the scheduler gets with each piece of work.
    public let options: Context.SchedulerOptions?
    /// Makes a publisher that sends later.
    @inlinable public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride,
      tolerance: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions? = nil
    ) {
      (self.upstream, self.interval, self.tolerance) = (upstream, interval, tolerance)
      (self.scheduler, self.options) = (scheduler, options)
    }

    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      let (interval, tolerance, scheduler) = (interval, tolerance, scheduler)
      let hop = Hop(subscriber, label: "Delay") { [options] work in
        let date = scheduler.now.advanced(by: interval)
        scheduler.schedule(after: date, tolerance: tolerance, options: options, work)
      }
      upstream.receive(subscriber: hop)
    }
  }
}

/// Asks and cancels its upstream on a scheduler, and lets nothing through after a cancel.
@usableFromInline
final class SubscribedElsewhere<Downstream: Subscriber>: Relay<Downstream>, Intermediary {
  private let schedule: (@escaping () -> Void) -> Void
  @usableFromInline init(
    _ downstream: Downstream, _ schedule: @escaping (@escaping () -> Void) -> Void
  ) {
    self.schedule = schedule
    super.init(downstream, label: "SubscribeOn")
  }

  @inlinable func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    isOver ? .none : downstream.receive(input)
  }

  @usableFromInline
  override func request(_ demand: Subscribers.Demand) { schedule { [self] in ask(demand) } }
  @usableFromInline override func cancel() { cancel(by: schedule) }
}

/// The host of operators that send everything on by way of a scheduler: `receive(on:)` and `delay`;
/// `timeout` is a subclass. The subscription passes at once; each value and the completion are
/// pieces of work of their own. What is still under way when the downstream cancels is dropped.
/// Order is the scheduler's: a concurrent queue keeps none.
@usableFromInline class Hop<Downstream: Subscriber>: Relay<Downstream>, Intermediary {
  @usableFromInline final let schedule: (@escaping () -> Void) -> Void

  /// Makes a hop of a closure that schedules work.
  @usableFromInline init(
    _ downstream: Downstream, label: String, schedule: @escaping (@escaping () -> Void) -> Void
  ) {
    self.schedule = schedule
    super.init(downstream, label: label)
  }

  /// Whether a value that has come is to be sent on.
  @usableFromInline func letsThrough() -> Bool { true }

  // Not overridden, so that it can be specialised.
  @inlinable final func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard letsThrough() else { return .none }
    schedule { [self] in
      if isOver { return }
      let more = downstream.receive(input)
      if more > 0 { ask(more) }
    }
    return .none
  }

  @usableFromInline override func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    let isDue = letGo()
    schedule { [self] in if isDue { finish(completion) } }
  }

  /// Ends the stream, unless it is over.
  final func finish(_ completion: Subscribers.Completion<Downstream.Failure>) {
    if takeEnd() { downstream.receive(completion: completion) }
  }
}
