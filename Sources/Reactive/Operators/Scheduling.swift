extension Publisher {
  /// Sends values and the completion on a scheduler.
  ///
  ///     work.receive(on: DispatchQueue.main).sink { label.text = $0 }
  ///
  /// Each is scheduled separately; the subscription passes at once. They arrive in order and one at
  /// a time, also on a queue that runs work concurrently. Values in transit when the subscription
  /// is cancelled are dropped.
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

  /// Sends values and the completion later, each by the same interval.
  ///
  ///     keys.delay(for: .milliseconds(200), scheduler: DispatchQueue.main)
  ///
  /// The gaps between values stay the same. A failure is delayed, too. Values keep their order,
  /// arrive one at a time, and never before they are due, however the scheduler orders its work.
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
    /// The interval by which everything is delayed.
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
  /// The waiting requests, and which thread's turn it is to pass them on.
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

/// The host of operators that send everything on through a scheduler: `receive(on:)` and `delay`;
/// `timeout` is a subclass. The subscription passes at once. Each value and the completion have
/// their own action, which releases one event. So none leaves before it is due: of n actions that
/// have run, at least one was scheduled for the n-th event or a later one.
@usableFromInline
class Hop<Context: Scheduler, Downstream: Subscriber>: Deliverer<Context, Downstream>, Intermediary
{
  @usableFromInline typealias Stride = Context.SchedulerTimeType.Stride

  /// Sends everything later; nil for as soon as the scheduler can.
  @usableFromInline final let delay: Postponement<Context, Downstream>?
  /// The values that no action has let out yet, but for those that the ledger has.
  @usableFromInline final let passage = Passage<Downstream.Input>()
  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) @usableFromInline final var exit = Passage<Downstream.Input>.Exit()
  /// The number of values before the end, once that has come.
  @exclusivity(unchecked) @usableFromInline final var total = Int.max

  @inlinable init(
    _ downstream: Downstream, label: String, _ scheduler: Context,
    _ options: Context.SchedulerOptions?, delay: (interval: Stride, tolerance: Stride)? = nil
  ) {
    self.delay = delay.map { Postponement(by: $0.interval, tolerance: $0.tolerance) }
    super.init(downstream, label: label, endRule: .letOut, scheduler, options)
  }

  /// Returns true if a value must be sent on.
  @usableFromInline func letsThrough() -> Bool { true }

  // Not overridden, which allows specialisation.
  @inlinable final func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard letsThrough() else { return .none }
    let me = currentThread()
    // A scheduler that runs each action at once lets the value out at once.
    if Context.self == ImmediateScheduler.self {
      lock.lock(me)
      ledger.demand += 1
      let isAdmitted = ledger.admit(input, by: me)
      lock.unlock()
      if isAdmitted { deliver(input, by: me) }
    } else if passage.add(input, by: me) {
      scheduleOne()
    }
    return .none
  }

  @usableFromInline final func receive(completion: Completion) {
    lock.lock()
    let ended = upstreams[0].complete()
    if ended.isFirst { end(with: completion) }
    lock.unlock()
    ended.release()
    guard ended.isFirst else { return }
    didEnd()
    scheduleOne()
  }

  /// Queues the end after all values that have come. The caller holds the lock.
  @usableFromInline final func end(with completion: Completion) {
    total = passage.close()
    ledger.end(completion)
  }

  /// Called when the upstream has ended, or the downstream has cancelled.
  @usableFromInline func didEnd() {}

  /// Schedules the sending of one event more.
  @inlinable final func scheduleOne() {
    guard let delay else { return scheduler.schedule(options: options, letOneOut) }
    delay.schedule(for: self)
  }

  /// Sends the event that has waited the longest.
  @inlinable final func letOneOut() {
    let me = currentThread()
    lock.lock(me)
    ledger.demand += 1
    if exit.count == total || ledger.isClosed {
      lock.unlock()
    } else {
      let value = exit.take(from: passage)
      // If an end waits, the value is queued as well, so that the end leaves after it.
      let isOpen = ledger.isOpen
      if !isOpen { ledger.enqueue(value) }
      let isAdmitted = isOpen && ledger.admit(value, by: me)
      lock.unlock()
      if isAdmitted {
        deliver(value, by: me)
        return
      }
    }
    drain()
  }

  @usableFromInline override func request(_ demand: Subscribers.Demand) { ask(demand) }

  @usableFromInline override func cancel() {
    super.cancel()
    let dropped = lock.withLock { takeRest() }
    delay?.end()
    didEnd()
    withExtendedLifetime(dropped) {}
  }

  /// Takes out the values that have not been let out, to be freed.
  private func takeRest() -> [Downstream.Input] { exit.takeAll(of: passage) }

  // For the optimiser's sake; see `UpstreamLink`.
  @inline(never) deinit { _ = takeRest() }
}

/// The actions that wait for their time on a scheduler. They reference this, and it references the
/// host while they wait, so that a cancel frees the host: a one-time action cannot be cancelled.
@usableFromInline final class Postponement<Context: Scheduler, Downstream: Subscriber> {
  @usableFromInline typealias Stride = Context.SchedulerTimeType.Stride

  private let interval: Stride, tolerance: Stride
  private let lock = Lock()
  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) private var host: Hop<Context, Downstream>?
  @exclusivity(unchecked) private var waiting = 0
  @exclusivity(unchecked) private var isOver = false

  @usableFromInline init(by interval: Stride, tolerance: Stride) {
    (self.interval, self.tolerance) = (interval, tolerance)
  }

  /// Has a host send one event more an interval from now, unless it is over by then.
  @usableFromInline func schedule(for host: Hop<Context, Downstream>) {
    lock.lock()
    if isOver { return lock.unlock() }
    waiting += 1
    if waiting == 1 { self.host = host }
    lock.unlock()
    host.scheduler.schedule(
      after: host.scheduler.now.advanced(by: interval), tolerance: tolerance,
      options: host.options, ring)
  }

  private func ring() {
    lock.lock()
    waiting -= 1
    let host = host
    if waiting == 0 { self.host = nil }
    lock.unlock()
    host?.letOneOut()
  }

  /// Releases the host.
  @usableFromInline func end() {
    lock.lock()
    isOver = true
    let host = host.take()
    lock.unlock()
    withExtendedLifetime(host) {}
  }
}
