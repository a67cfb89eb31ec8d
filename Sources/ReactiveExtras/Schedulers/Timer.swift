import Reactive

extension Scheduler {
  /// A publisher that sends this scheduler's time at each interval, once it is connected.
  ///
  ///     let cancellable = DispatchQueue.main.timerPublisher(every: .seconds(1))
  ///       .autoconnect().sink { print($0) }
  public func timerPublisher(
    every interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride? = nil,
    options: SchedulerOptions? = nil
  ) -> Publishers.Timer<Self> {
    Publishers.Timer(every: interval, tolerance: tolerance, scheduler: self, options: options)
  }
}

extension Publishers {
  /// Sends a scheduler's time at each interval, once it is connected.
  ///
  /// The first tick comes one interval after the connection. A subscriber without demand misses
  /// ticks. All connections share one timer, which runs until the last is cancelled; it never
  /// completes. With virtual time, ticks come as the clock is moved.
  public final class Timer<Context: Scheduler>: ConnectablePublisher {
    /// The scheduler's time at each tick.
    public typealias Output = Context.SchedulerTimeType
    /// It never fails.
    public typealias Failure = Never
    /// The time from one tick to the next.
    public let interval: Context.SchedulerTimeType.Stride
    /// The greatest distance of a tick from its time.
    public let tolerance: Context.SchedulerTimeType.Stride
    /// The scheduler that measures the time and sends the ticks.
    public let scheduler: Context
    /// The options that the ticks are scheduled with.
    public let options: Context.SchedulerOptions?

    private let ticks = PassthroughSubject<Output, Never>()
    private let connection = Connection()

    /// Makes a timer that does not run yet.
    public init(
      every interval: Context.SchedulerTimeType.Stride,
      tolerance: Context.SchedulerTimeType.Stride? = nil, scheduler: Context,
      options: Context.SchedulerOptions? = nil
    ) {
      (self.interval, self.tolerance) = (interval, tolerance ?? scheduler.minimumTolerance)
      (self.scheduler, self.options) = (scheduler, options)
    }

    /// Adds a subscriber to the ticks, which begin with the first connection.
    public func receive(subscriber: some Subscriber<Output, Never>) {
      ticks.receive(subscriber: subscriber)
    }

    /// Starts the timer if it does not run yet; it stops when all connections are cancelled.
    public func connect() -> any Cancellable {
      if let attempt = connection.enter() {
        connection.establish(
          scheduler.schedule(
            after: scheduler.now.advanced(by: interval), interval: interval, tolerance: tolerance,
            options: options
          ) { [ticks, scheduler] in ticks.send(scheduler.now) }, attempt)
      }
      return AnyCancellable { [connection] in connection.leave() }
    }
  }
}
