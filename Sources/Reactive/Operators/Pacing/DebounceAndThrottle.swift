extension Publisher {
  /// Sends a value when an interval has passed without another.
  ///
  ///     $username.debounce(for: .milliseconds(500), scheduler: DispatchQueue.main)
  ///
  /// Requests everything from upstream. Completion discards a value that is still waiting, and is
  /// itself scheduled. A value that is due without demand is lost. Values arrive in order and one
  /// at a time, however the scheduler orders its work. A stream that never pauses sends nothing;
  /// use ``Publisher/throttle(for:scheduler:latest:)`` there.
  @inlinable public func debounce<S: Scheduler>(
    for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.Debounce<Self, S> {
    .init(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
  }

  /// Sends at most one value in each interval.
  ///
  ///     locations.throttle(for: .milliseconds(500), scheduler: DispatchQueue.main, latest: true)
  ///
  /// The first value is sent as soon as the scheduler runs; of those that come before the interval
  /// is over, the latest (or the first, if not `latest`) is sent at its end. Until a value has been
  /// sent, a later one replaces it (or is dropped), and a completion waits for it. Requests
  /// everything from upstream; a value that comes without demand is lost. Values arrive in order
  /// and one at a time, however the scheduler orders its work.
  @inlinable public func throttle<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool
  ) -> Publishers.Throttle<Self, S> {
    .init(upstream: self, interval: interval, scheduler: scheduler, latest: latest)
  }
}

extension Publishers {
  /// Sends a value of its upstream when an interval has passed without another.
  public struct Debounce<Upstream: Publisher, Context: Scheduler>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// The time without values before one is sent.
    public let dueTime: Context.SchedulerTimeType.Stride
    /// The scheduler that measures the time and sends the values.
    public let scheduler: Context
    /// The options that the scheduler gets with each piece of work.
    public let options: Context.SchedulerOptions?
    /// Makes a publisher that waits for quiet.
    @inlinable public init(
      upstream: Upstream, dueTime: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions?
    ) {
      (self.upstream, self.dueTime) = (upstream, dueTime)
      (self.scheduler, self.options) = (scheduler, options)
    }

    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      let rule = Debouncing<Upstream.Output, Context.SchedulerTimeType>(dueTime)
      upstream.receive(subscriber: Pacer(rule, scheduler, options, label: "Debounce", subscriber))
    }
  }

  /// Sends at most one value of its upstream in each interval.
  public struct Throttle<Upstream: Publisher, Context: Scheduler>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// The time from one value to the next.
    public let interval: Context.SchedulerTimeType.Stride
    /// The scheduler that measures the time and sends the values.
    public let scheduler: Context
    /// True to send the latest value of an interval, false for the first.
    public let latest: Bool
    /// Makes a publisher that sends no faster than an interval.
    @inlinable public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
      latest: Bool
    ) {
      (self.upstream, self.interval) = (upstream, interval)
      (self.scheduler, self.latest) = (scheduler, latest)
    }

    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      let rule = Throttling<Upstream.Output, Context.SchedulerTimeType>(interval, latest: latest)
      upstream.receive(subscriber: Pacer(rule, scheduler, nil, label: "Throttle", subscriber))
    }
  }
}

/// The rule by which each value moves the deadline; a timer that fires early is set again.
@usableFromInline struct Debouncing<Value, Time: Strideable>: PacingRule {
  @usableFromInline let dueTime: Time.Stride
  @usableFromInline var pending: Value?
  @usableFromInline var deadline: Time?
  @inlinable init(_ dueTime: Time.Stride) { self.dueTime = dueTime }
  @inlinable static var bindsOnArrival: Bool { false }
  @inlinable mutating func receive(_ value: Value, at now: Time) -> PacingStep<Value, Time> {
    let (date, isArmed) = (now.advanced(by: dueTime), pending != nil)
    (pending, deadline) = (value, date)
    return isArmed ? .wait : .arm(date)
  }

  @inlinable mutating func timerFired(armedFor date: Time, at _: Time) -> PacingStep<Value, Time> {
    guard let value = pending, let deadline else { return .wait }
    if date < deadline { return .arm(deadline) }
    pending = nil
    return .emit(value)
  }
}

@usableFromInline struct Throttling<Value, Time: Strideable>: PacingRule {
  @usableFromInline let interval: Time.Stride, latest: Bool
  @usableFromInline var pending: Value?
  @usableFromInline var windowEnd: Time?
  @inlinable
  init(_ interval: Time.Stride, latest: Bool) { (self.interval, self.latest) = (interval, latest) }
  @inlinable static var bindsOnArrival: Bool { true }
  @inlinable mutating func receive(_ value: Value, at now: Time) -> PacingStep<Value, Time> {
    if pending != nil {
      if latest { pending = value }
      return .wait
    }
    pending = value
    return if let end = windowEnd, now < end { .arm(end) } else { .armNow }
  }

  @inlinable mutating func timerFired(armedFor _: Time, at now: Time) -> PacingStep<Value, Time> {
    guard let value = pending else { return .wait }
    (pending, windowEnd) = (nil, now.advanced(by: interval))
    return .emit(value)
  }
}
