extension Publisher {
  /// Sends the values of each length of time as one array.
  ///
  ///     readings.collect(.byTime(DispatchQueue.main, .seconds(1)))
  ///
  ///     readings.collect(.byTimeOrCount(DispatchQueue.main, .seconds(1), 100))
  ///
  /// The intervals follow one another from the subscription on, whatever comes; at the end of one
  /// without values nothing is sent. An array that is full before goes out at once. Arrays and the
  /// completion are sent on the scheduler, and wait for demand. When upstream finishes, what has
  /// been collected goes out; a failure discards it, and overtakes arrays nobody has asked for.
  ///
  /// By time, upstream is asked for one value after another while there is demand, or for
  /// everything if the demand is unlimited; by time or count, for `count` values for each array.
  ///
  /// - Precondition: The count is greater than zero.
  @inlinable public func collect<S: Scheduler>(
    _ strategy: Publishers.TimeGroupingStrategy<S>, options: S.SchedulerOptions? = nil
  ) -> Publishers.CollectByTime<Self, S> {
    Publishers.CollectByTime(upstream: self, strategy: strategy, options: options)
  }
}

extension Publishers {
  /// When an array of collected values is sent.
  public enum TimeGroupingStrategy<Context: Scheduler> {
    /// At the end of each length of time.
    case byTime(Context, Context.SchedulerTimeType.Stride)
    /// At the end of each length of time, and before it when there are so many values.
    case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
  }

  /// Sends the values of its upstream in an array for each length of time.
  public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: Operator {
    public typealias Output = [Upstream.Output]
    public let upstream: Upstream
    /// When an array is sent, and by which scheduler.
    public let strategy: TimeGroupingStrategy<Context>
    /// What the scheduler is told with each piece of work.
    public let options: Context.SchedulerOptions?

    /// Makes a publisher of arrays.
    @inlinable public init(
      upstream: Upstream, strategy: TimeGroupingStrategy<Context>,
      options: Context.SchedulerOptions?
    ) {
      if case .byTimeOrCount(_, _, let count) = strategy {
        precondition(count > 0, "collect by time or \(count): an array needs one value or more.")
      }
      (self.upstream, self.strategy, self.options) = (upstream, strategy, options)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      upstream.receive(
        subscriber: TimedBatching<Upstream.Output, _, _>(strategy, options, subscriber))
    }
  }
}

/// The host of `collect` by time.
///
/// Only a batch with values has a timer, set for the end of the interval, and one piece of work at
/// most delivers: so calls into the downstream never overlap, and arrays keep their order, even on a
/// scheduler that runs work concurrently.
@usableFromInline
final class TimedBatching<Input, Context: Scheduler, Downstream: Subscriber>: Subscriber,
  Subscription, CustomStringConvertible
where Downstream.Input == [Input] {
  @usableFromInline typealias Failure = Downstream.Failure

  private let scheduler: Context
  private let options: Context.SchedulerOptions?
  private let interval: Context.SchedulerTimeType.Stride
  private let count: Int?
  private let downstream: Downstream

  private let lock = Lock()
  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) private var upstream = UpstreamState.awaiting
  @exclusivity(unchecked) private var demand = Subscribers.Demand.none
  @exclusivity(unchecked) private var batch: [Input] = []
  /// Arrays that wait for demand or for the scheduler.
  @exclusivity(unchecked) private var due = RingBuffer<[Input]>()
  @exclusivity(unchecked) private var ending: Subscribers.Completion<Failure>?
  @exclusivity(unchecked) private var isOver = false
  /// Whether work that delivers is scheduled or running.
  @exclusivity(unchecked) private var isDelivering = false
  /// Whether the one value that upstream was asked for has yet to come; by time only.
  @exclusivity(unchecked) private var isPulling = false
  @exclusivity(unchecked) private var asksForAll = false
  @exclusivity(unchecked) private var isArmed = false
  // Belongs to whoever sets `isArmed`, until the timer fires.
  /// The end of an interval: the present one, unless it is past.
  @exclusivity(unchecked) private var boundary: Context.SchedulerTimeType

  @usableFromInline init(
    _ strategy: Publishers.TimeGroupingStrategy<Context>, _ options: Context.SchedulerOptions?,
    _ downstream: Downstream
  ) {
    switch strategy {
    case .byTime(let scheduler, let interval):
      (self.scheduler, self.interval, count) = (scheduler, interval, nil)
    case .byTimeOrCount(let scheduler, let interval, let count):
      (self.scheduler, self.interval, self.count) = (scheduler, interval, count)
    }
    (self.options, self.downstream) = (options, downstream)
    boundary = scheduler.now.advanced(by: interval)
  }

  @usableFromInline var description: String { "CollectByTime" }

  // MARK: Upstream

  @usableFromInline func receive(subscription: any Subscription) {
    guard lock.withLock({ upstream.accept(subscription) }) else { return subscription.cancel() }
    downstream.receive(subscription: self)
  }

  @usableFromInline func receive(_ input: Input) -> Subscribers.Demand {
    lock.lock()
    if upstream.hasEnded {
      lock.unlock()
      return .none
    }
    batch.append(input)
    isPulling = false
    if batch.count == count {
      due.append(batch)
      batch = []
      deliverAndUnlock()
    } else if !isArmed {
      isArmed = true
      lock.unlock()
      arm()
    } else {
      lock.unlock()
    }
    return lock.withLock { demandAfter(.none) }
  }

  @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
    lock.lock()
    let ended = upstream.end()
    guard ended.isFirst else { return lock.unlock() }
    ending = completion
    let lost = batch
    if !completion.isFailure, !batch.isEmpty { due.append(batch) }
    batch = []
    deliverAndUnlock()
    withExtendedLifetime(lost) {}
    ended.release()
  }

  /// Under the lock: what to ask upstream for, now that the downstream has asked for `more`.
  private func demandAfter(_ more: Subscribers.Demand) -> Subscribers.Demand {
    if let count { return more * count }
    if asksForAll { return .none }
    if demand.isUnlimited {
      asksForAll = true
      return .unlimited
    }
    if isPulling || demand <= due.count { return .none }
    isPulling = true
    return .max(1)
  }

  // MARK: The clock

  /// Sets the timer for the first end of an interval that is not past.
  private func arm() {
    let now = scheduler.now
    if interval > .zero, boundary < now {
      boundary = boundary.advanced(by: wholeIntervals(to: now))
    }
    scheduler.schedule(after: boundary, tolerance: scheduler.minimumTolerance, options: options) {
      self.timerFired()
    }
  }

  /// The least number of intervals that take the boundary to an instant. By doubling, for there may
  /// be millions of them after a long silence, and strides cannot be divided.
  private func wholeIntervals(
    to now: Context.SchedulerTimeType
  ) -> Context.SchedulerTimeType.Stride {
    let distance = boundary.distance(to: now)
    var steps = [interval]
    while let last = steps.last, last < distance - last { steps.append(last + last) }
    var sum = Context.SchedulerTimeType.Stride.zero
    for step in steps.reversed() where step < distance - sum { sum += step }
    return sum + interval
  }

  private func timerFired() {
    lock.lock()
    isArmed = false
    boundary = boundary.advanced(by: interval)
    if !batch.isEmpty { due.append(batch) }
    batch = []
    if isDelivering || !isDue { return lock.unlock() }
    isDelivering = true
    drainAndUnlock()
  }

  // MARK: Downstream

  private var isDue: Bool {
    if isOver { return false }
    if demand > 0 && !due.isEmpty { return true }
    return ending.map { $0.isFailure || due.isEmpty } ?? false
  }

  /// Has what is due delivered by the scheduler. Called under the lock; gives it up.
  private func deliverAndUnlock() {
    if isDelivering || !isDue { return lock.unlock() }
    isDelivering = true
    lock.unlock()
    scheduler.schedule(options: options) {
      self.lock.lock()
      self.drainAndUnlock()
    }
  }

  /// Delivers what is due. Called under the lock with `isDelivering` set; gives both up.
  private func drainAndUnlock() {
    while isDue {
      guard demand > 0, !due.isEmpty else { return finishAndUnlock() }
      demand -= 1
      let more = sendFirstAndUnlock()
      if more > 0 { add(more) }
      lock.lock()
    }
    isDelivering = false
    lock.unlock()
  }

  /// A function of its own, so that the array is freed before the lock is taken again.
  private func sendFirstAndUnlock() -> Subscribers.Demand {
    let values = due.popFirst()!
    lock.unlock()
    return downstream.receive(values)
  }

  private func finishAndUnlock() {
    isOver = true
    let (completion, lost) = (ending!, due)
    due = RingBuffer()
    lock.unlock()
    downstream.receive(completion: completion)
    withExtendedLifetime(lost) {}
  }

  @usableFromInline func request(_ more: Subscribers.Demand) {
    precondition(more > 0, "CollectByTime: a subscriber requested no values; ask for at least one.")
    add(more)
  }

  private func add(_ more: Subscribers.Demand) {
    lock.lock()
    demand += more
    let wanted = demandAfter(more)
    let subscription = wanted > 0 ? upstream.subscription : nil
    deliverAndUnlock()
    subscription?.request(wanted)
  }

  @usableFromInline func cancel() {
    lock.lock()
    isOver = true
    let (ended, lost) = (upstream.end(), (batch, due))
    (batch, due) = ([], RingBuffer())
    lock.unlock()
    ended.cancel()
    withExtendedLifetime(lost) {}
  }
}
