extension Publisher {
  /// Sends the values of each interval as one array.
  ///
  ///     readings.collect(.byTime(DispatchQueue.main, .seconds(1)))
  ///
  ///     readings.collect(.byTimeOrCount(DispatchQueue.main, .seconds(1), 100))
  ///
  /// The intervals follow one another from the subscription on, regardless of the values; nothing
  /// is sent at the end of an interval without values. An array that is full earlier is sent at
  /// once. Arrays and the completion are sent on the scheduler, one at a time, and wait for demand.
  /// The values collected so far are sent when upstream finishes; a failure discards them, and
  /// overtakes arrays that wait for demand. By time, upstream is asked for one value after another
  /// while there is demand, for everything if that is unlimited; by time or count, for `count`
  /// values for each array.
  /// - Precondition: The count is greater than zero.
  @inlinable public func collect<S: Scheduler>(
    _ strategy: Publishers.TimeGroupingStrategy<S>, options: S.SchedulerOptions? = nil
  ) -> Publishers.CollectByTime<Self, S> {
    .init(upstream: self, strategy: strategy, options: options)
  }
}

extension Publishers {
  /// The time at which an array of collected values is sent.
  public enum TimeGroupingStrategy<Context: Scheduler> {
    /// At the end of each interval.
    case byTime(Context, Context.SchedulerTimeType.Stride)
    /// At the end of each interval, and earlier after this many values.
    case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
  }

  /// Sends the values of its upstream in an array for each interval.
  public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: _Operator {
    public typealias Output = [Upstream.Output]
    /// The upstream publisher.
    public let upstream: Upstream
    /// The times at which an array is sent, and the scheduler that sends it.
    public let strategy: TimeGroupingStrategy<Context>
    /// The options that the scheduler gets with each piece of work.
    public let options: Context.SchedulerOptions?
    /// Makes a publisher of arrays.
    @inlinable public init(
      upstream: Upstream, strategy: TimeGroupingStrategy<Context>,
      options: Context.SchedulerOptions?
    ) {
      if case .byTimeOrCount(_, _, let count) = strategy {
        precondition(count > 0, "collect by time or \(count): the count must be at least 1.")
      }
      (self.upstream, self.strategy, self.options) = (upstream, strategy, options)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      upstream.receive(
        subscriber: TimedBatching<Upstream.Output, _, _>(strategy, options, subscriber))
    }
  }
}

/// The host of `collect` by time. Only a batch with values has a timer, set for the end of the
/// interval.
@usableFromInline
final class TimedBatching<Input, Context: Scheduler, Downstream: Subscriber>:
  Deliverer<Context, Downstream>, Intermediary
where Downstream.Input == [Input] {
  @usableFromInline typealias Time = Context.SchedulerTimeType

  private let interval: Time.Stride, count: Int?
  // Exclusivity is unchecked because the outbox's lock guards every access.
  @exclusivity(unchecked) private var batch: [Input] = []
  /// True if the one value requested from upstream has yet to come; by time only.
  @exclusivity(unchecked) private var isPulling = false
  @exclusivity(unchecked) private var asksForAll = false
  @exclusivity(unchecked) private var isArmed = false
  private let alarm = Alarm()
  /// The end of the present interval, unless it is past. Belongs to the call that sets `isArmed`.
  @exclusivity(unchecked) private var boundary: Time
  @usableFromInline init(
    _ strategy: Publishers.TimeGroupingStrategy<Context>, _ options: Context.SchedulerOptions?,
    _ downstream: Downstream
  ) {
    let scheduler: Context
    switch strategy {
    case .byTime(let context, let interval):
      (scheduler, self.interval, count) = (context, interval, nil)
    case .byTimeOrCount(let context, let interval, let count):
      (scheduler, self.interval, self.count) = (context, interval, count)
    }
    boundary = scheduler.now.advanced(by: interval)
    super.init(
      downstream, label: "CollectByTime", endRule: .failureOvertakesValues, scheduler, options)
  }

  @usableFromInline func receive(_ input: Input) -> Subscribers.Demand {
    lock.lock()
    if !ledger.isOpen {
      lock.unlock()
      return .none
    }
    batch.append(input)
    isPulling = false
    let isFull = batch.count == count
    if isFull { closeBatch() }
    let isDue = isFull && ledger.isDue
    let isFirst = !isFull && !isArmed
    if isFirst { isArmed = true }
    lock.unlock()
    if isDue { scheduleDelivery() }
    if isFirst { arm() }
    return lock.withLock { demandAfter(.none) }
  }

  @usableFromInline func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    lock.lock()
    let ended = upstreams[0].complete()
    let lost = batch
    var isDue = false
    if ended.isFirst {
      if completion.isFailure { batch = [] } else { closeBatch() }
      ledger.end(completion)
      isDue = ledger.isDue
    }
    lock.unlock()
    if ended.isFirst { alarm.end() }
    if isDue { scheduleDelivery() }
    withExtendedLifetime(lost) {}
    ended.release()
  }

  /// Queues the batch if it has values; the caller holds the lock.
  private func closeBatch() {
    if batch.isEmpty || ledger.isClosed { return }
    ledger.enqueue(batch)
    batch = []
  }

  /// Returns the demand for upstream after the downstream has requested `more`; the caller holds
  /// the lock.
  private func demandAfter(_ more: Subscribers.Demand) -> Subscribers.Demand {
    if let count { return more * count }
    if asksForAll { return .none }
    if ledger.demand.isUnlimited {
      asksForAll = true
      return .unlimited
    }
    if isPulling || !ledger.hasRoom { return .none }
    isPulling = true
    return .max(1)
  }

  /// Sets the timer for the next end of an interval.
  private func arm() {
    let now = scheduler.now
    if interval > .zero, boundary < now {
      boundary = boundary.advanced(by: wholeIntervals(to: now))
    }
    alarm.set(on: scheduler, at: boundary, options: options, timerFired)
  }

  /// The least number of intervals that take the boundary to an instant. By doubling, as there may
  /// be millions of them after a long silence, and strides cannot be divided.
  private func wholeIntervals(to now: Time) -> Time.Stride {
    let distance = boundary.distance(to: now)
    var steps = [interval]
    while let last = steps.last, last < distance - last { steps.append(last + last) }
    var sum = Time.Stride.zero
    for step in steps.reversed() where step < distance - sum { sum += step }
    return sum + interval
  }

  private func timerFired() {
    lock.lock()
    isArmed = false
    boundary = boundary.advanced(by: interval)
    closeBatch()
    lock.unlock()
    drain()
  }

  @usableFromInline override func forward() {
    let wanted = lock.withLock { demandAfter(ledger.takeUnforwarded()) }
    if wanted > 0 { ask(wanted) }
  }

  @usableFromInline override func request(_ more: Subscribers.Demand) {
    more.requirePositive(description)
    lock.lock()
    ledger.demand += more
    let wanted = demandAfter(more)
    let isDue = ledger.isDue
    lock.unlock()
    if isDue { scheduleDelivery() }
    if wanted > 0 { ask(wanted) }
  }

  @usableFromInline override func cancel() {
    super.cancel()
    alarm.end()
    lock.lock()
    let lost = batch
    batch = []
    lock.unlock()
    withExtendedLifetime(lost) {}
  }
}
