import Synchronization

extension Publisher {
  /// Sends values and the completion on a scheduler.
  ///
  ///     work.receive(on: DispatchQueue.main).sink { label.text = $0 }
  ///
  /// Each is a piece of work of its own, in the order they came if the scheduler is serial; the
  /// subscription passes at once. What is under way when the subscription is cancelled is dropped.
  @inlinable public func receive<S: Scheduler>(
    on scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.ReceiveOn<Self, S> {
    Publishers.ReceiveOn(upstream: self, scheduler: scheduler, options: options)
  }

  /// Subscribes, requests and cancels on a scheduler. Values come wherever upstream sends them.
  ///
  ///     load().subscribe(on: DispatchQueue.global()).receive(on: DispatchQueue.main)
  @inlinable public func subscribe<S: Scheduler>(
    on scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.SubscribeOn<Self, S> {
    Publishers.SubscribeOn(upstream: self, scheduler: scheduler, options: options)
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
    Publishers.Delay(
      upstream: self, interval: interval, tolerance: tolerance ?? scheduler.minimumTolerance,
      scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// Sends the values and the completion of its upstream on a scheduler.
  public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Operator {
    public typealias Output = Upstream.Output
    public let upstream: Upstream
    /// Where they are sent.
    public let scheduler: Context
    /// What the scheduler is told with each piece of work.
    public let options: Context.SchedulerOptions?

    /// Makes a publisher that sends on a scheduler.
    @inlinable
    public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
      (self.upstream, self.scheduler, self.options) = (upstream, scheduler, options)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let (scheduler, options) = (scheduler, options)
      upstream.receive(
        subscriber: Hop(subscriber, label: "ReceiveOn") { work in
          scheduler.schedule(options: options, work)
        })
    }
  }

  /// Subscribes to its upstream, requests and cancels on a scheduler.
  public struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: Operator {
    public typealias Output = Upstream.Output
    public let upstream: Upstream
    /// Where upstream is subscribed to.
    public let scheduler: Context
    /// What the scheduler is told with each piece of work.
    public let options: Context.SchedulerOptions?

    /// Makes a publisher that subscribes on a scheduler.
    @inlinable
    public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
      (self.upstream, self.scheduler, self.options) = (upstream, scheduler, options)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let (upstream, scheduler, options) = (upstream, scheduler, options)
      let schedule: (@escaping () -> Void) -> Void = { scheduler.schedule(options: options, $0) }
      schedule { upstream.receive(subscriber: SubscribedElsewhere(subscriber, schedule)) }
    }
  }

  /// Sends the values and the completion of its upstream later.
  public struct Delay<Upstream: Publisher, Context: Scheduler>: Operator {
    public typealias Output = Upstream.Output
    public let upstream: Upstream
    /// By how much.
    public let interval: Context.SchedulerTimeType.Stride
    /// How exactly.
    public let tolerance: Context.SchedulerTimeType.Stride
    /// Whose clock counts, and where they are sent.
    public let scheduler: Context
    /// What the scheduler is told with each piece of work.
    public let options: Context.SchedulerOptions?

    /// Makes a publisher that sends later.
    @inlinable public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride,
      tolerance: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions? = nil
    ) {
      self.upstream = upstream
      self.interval = interval
      self.tolerance = tolerance
      self.scheduler = scheduler
      self.options = options
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let (interval, tolerance) = (interval, tolerance)
      let (scheduler, options) = (scheduler, options)
      upstream.receive(
        subscriber: Hop(subscriber, label: "Delay") { work in
          scheduler.schedule(
            after: scheduler.now.advanced(by: interval), tolerance: tolerance, options: options,
            work)
        })
    }
  }
}

/// The subscriber whose upstream is asked and cancelled on a scheduler.
@usableFromInline struct SubscribedElsewhere<Downstream: Subscriber>: Subscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let schedule: (@escaping () -> Void) -> Void
  @usableFromInline let upstream = UpstreamBox()

  @inlinable init(_ downstream: Downstream, _ schedule: @escaping (@escaping () -> Void) -> Void) {
    (self.downstream, self.schedule) = (downstream, schedule)
  }

  @usableFromInline var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

  @usableFromInline func receive(subscription: any Subscription) {
    guard upstream.accept(subscription) else { return }
    downstream.receive(subscription: ScheduledSubscription(upstream, schedule))
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    if upstream.isDone.load(ordering: .relaxed) { return .none }
    return downstream.receive(input)
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    if upstream.end() { downstream.receive(completion: completion) }
  }
}

/// A subscription whose calls are made on a scheduler. After a cancel nothing more is let through,
/// although upstream hears of it later.
private final class ScheduledSubscription: Subscription, CustomStringConvertible {
  private let upstream: UpstreamBox
  private let schedule: (@escaping () -> Void) -> Void

  init(
    _ upstream: UpstreamBox, _ schedule: @escaping (@escaping () -> Void) -> Void
  ) {
    (self.upstream, self.schedule) = (upstream, schedule)
  }

  var description: String { "SubscribeOn" }

  func request(_ demand: Subscribers.Demand) { schedule { [upstream] in upstream.request(demand) } }

  func cancel() { upstream.cancel(by: schedule) }
}
