extension Publisher {
  /// Sends, for each value, the time since the one before.
  ///
  ///     // a value 2 s after the subscription, another 3 s later
  ///     values.measureInterval(using: DispatchQueue.main)  // 2 s, 3 s
  ///
  /// The first counts from the subscription. The scheduler is only used for the time; it gets no
  /// options.
  @inlinable public func measureInterval<S: Scheduler>(
    using scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.MeasureInterval<Self, S> { .init(upstream: self, scheduler: scheduler) }
}

extension Publishers {
  /// Sends, for each value of its upstream, the time since the one before.
  public struct MeasureInterval<Upstream: Publisher, Context: Scheduler>: _Operator {
    public typealias Output = Context.SchedulerTimeType.Stride
    /// The upstream publisher.
    public let upstream: Upstream
    /// The scheduler that measures the time.
    public let scheduler: Context
    /// Makes a publisher that measures.
    @inlinable public init(upstream: Upstream, scheduler: Context) {
      (self.upstream, self.scheduler) = (upstream, scheduler)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      upstream.receive(subscriber: Processor(IntervalMeasuring(scheduler), subscriber))
    }
  }
}

@usableFromInline struct IntervalMeasuring<Input, Failure: Error, Context: Scheduler>: Stage {
  @usableFromInline let scheduler: Context
  @inlinable init(_ scheduler: Context) { self.scheduler = scheduler }
  @usableFromInline var label: String { "MeasureInterval" }
  @inlinable var acceptsNoDemand: Bool { true }
  @inlinable var returnsDemand: Bool { false }
  /// The time of the last value.
  @inlinable var initialMemory: Context.SchedulerTimeType { scheduler.now }
  @inlinable func begin(_ last: inout Context.SchedulerTimeType) { last = scheduler.now }
  @inlinable func receive(
    _ input: Input, _ last: inout Context.SchedulerTimeType
  ) -> Step<Context.SchedulerTimeType.Stride, Failure> {
    let now = scheduler.now
    defer { last = now }
    return .emit(last.distance(to: now))
  }
}
