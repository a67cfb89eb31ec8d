extension Publisher {
  /// Sends values and the completion on a scheduler.
  ///
  ///     work.receive(on: DispatchQueue.main).sink { label.text = $0 }
  ///
  /// Each is a piece of work of its own; the subscription passes at once. They arrive in the order
  /// they came and one at a time, also on a queue that runs work concurrently. Values under way
  /// when the subscription is cancelled are dropped.
  @inlinable public func receive<S: Scheduler>(on scheduler: S, options: S.SchedulerOptions? = nil)
    -> Publishers.ReceiveOn<Self, S>
  { .init(upstream: self, scheduler: scheduler, options: options) }

  /// Subscribes, requests and cancels on a scheduler. Values come wherever upstream sends them.
  /// Requests reach upstream one at a time, also on a queue that runs work concurrently.
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
  /// The gaps between values stay as they are. A failure is delayed, too. Values keep their order,
  /// come one at a time, and none before it is due, whatever the order in which the scheduler runs
  /// its work.
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
    /// The scheduler that sends values and the completion.
    public let scheduler: Context
    /// The options that the scheduler gets with each piece of work.
    public let options: Context.SchedulerOptions?
    /// Makes a publisher that sends on a scheduler.
    @inlinable public init(
      upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?
    ) { (self.upstream, self.scheduler, self.options) = (upstream, scheduler, options) }
    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      upstream.receive(subscriber: Hop(subscriber, label: "ReceiveOn", scheduler, options))
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
    /// The time by which everything is later.
    public let interval: Context.SchedulerTimeType.Stride
    /// The time by which work may run later than requested.
    public let tolerance: Context.SchedulerTimeType.Stride
    /// The scheduler that measures the time and sends the values.
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
      upstream.receive(
        subscriber: Hop(
          subscriber, label: "Delay", scheduler, options, delay: (interval, tolerance)))
    }
  }
}

/// Asks and cancels its upstream on a scheduler, and lets nothing through after a cancel. Requests
/// reach the upstream one at a time, and none while the subscription is handed over: so an upstream
/// that sends from inside a request is as serial as it is without a scheduler. A cancel does not
/// wait for a request, as an upstream that never ends would never return from it.
@usableFromInline
final class SubscribedElsewhere<Downstream: Subscriber>: Relay<Downstream>, Intermediary {
  private let schedule: (@escaping () -> Void) -> Void
  /// The requests that wait, and whose turn it is to pass them on.
  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) private var requests = Ledger<Subscribers.Demand, Never>(
    isOpen: false, endRule: .letOut)
  @usableFromInline init(
    _ downstream: Downstream, _ schedule: @escaping (@escaping () -> Void) -> Void
  ) {
    self.schedule = schedule
    super.init(downstream, label: "SubscribeOn")
  }

  @usableFromInline override func receive(subscription: any Subscription) {
    guard accept(subscription), lock.withLock({ requests.beginSetup() }) else { return }
    downstream.receive(subscription: self)
    if lock.withLock({ requests.endSetup() }) { schedule(passOn) }
  }

  @inlinable func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    isOver ? .none : downstream.receive(input)
  }

  @usableFromInline override func request(_ demand: Subscribers.Demand) {
    lock.withLock { requests.enqueue(demand) }
    schedule { [self] in
      lock.withLock { requests.demand += 1 }
      passOn()
    }
  }

  /// Passes on the requests that are due, unless another action is at it.
  private func passOn() {
    var step = lock.withLock { requests.takeTurn() }
    while case .send(let demand, _) = step {
      ask(demand)
      step = lock.withLock { requests.next() }
    }
  }

  @usableFromInline override func cancel() { cancel(by: schedule) }
}

/// The host of operators that send everything on by way of a scheduler: `receive(on:)` and `delay`;
/// `timeout` is a subclass. The subscription passes at once. Each value and the completion have an
/// action of their own, which lets one event out. So none leaves before it is due: of n actions
/// that have run, at least one was scheduled for the n-th event or a later one.
@usableFromInline
class Hop<Context: Scheduler, Downstream: Subscriber>: Deliverer<Context, Downstream>, Intermediary
{
  @usableFromInline typealias Stride = Context.SchedulerTimeType.Stride

  /// The time by which everything is sent later; nil for as soon as the scheduler can.
  @usableFromInline final let delay: (interval: Stride, tolerance: Stride)?

  @inlinable init(
    _ downstream: Downstream, label: String, _ scheduler: Context,
    _ options: Context.SchedulerOptions?, delay: (interval: Stride, tolerance: Stride)? = nil
  ) {
    self.delay = delay
    super.init(downstream, label: label, endRule: .letOut, scheduler, options)
  }

  /// Returns true if a value that has come is to be sent on.
  @usableFromInline func letsThrough() -> Bool { true }

  // Not overridden, so that it can be specialised.
  @inlinable final func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard letsThrough() else { return .none }
    let me = currentThread()
    // A scheduler that runs each action at once lets the value out at once.
    let isImmediate = Context.self == ImmediateScheduler.self
    var isAdmitted = false
    lock.lock(me)
    if isImmediate {
      ledger.demand += 1
      isAdmitted = ledger.admit(input, by: me)
    } else if ledger.isOpen {
      ledger.enqueue(input)
    }
    lock.unlock()
    if isAdmitted { deliver(input, by: me) } else if !isImmediate { scheduleOne() }
    return .none
  }

  @usableFromInline final func receive(completion: Completion) {
    lock.lock()
    let ended = upstreams[0].complete()
    if ended.isFirst { ledger.end(completion) }
    lock.unlock()
    ended.release()
    scheduleOne()
  }

  /// Schedules the sending of one event more.
  @inlinable final func scheduleOne() {
    guard let delay else { return scheduler.schedule(options: options, letOneOut) }
    let date = scheduler.now.advanced(by: delay.interval)
    scheduler.schedule(after: date, tolerance: delay.tolerance, options: options, letOneOut)
  }

  /// Sends the event that has waited the longest.
  @inlinable final func letOneOut() {
    lock.withLock { ledger.demand += 1 }
    drain()
  }

  @usableFromInline override func request(_ demand: Subscribers.Demand) { ask(demand) }
}
