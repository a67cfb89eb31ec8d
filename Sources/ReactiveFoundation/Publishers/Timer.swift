import Foundation
import Reactive

extension Timer {
  /// A publisher that, once connected, sends the date after each interval.
  ///
  ///     let cancellable = Timer.publish(every: 1, on: .main, in: .common)
  ///       .autoconnect()
  ///       .sink { show($0) }
  ///
  /// - Parameters:
  ///   - interval: The seconds from one date to the next; less than 0.1 ms counts as 0.1 ms.
  ///   - tolerance: How late a date may be sent, in seconds; nil for no tolerance.
  ///   - runLoop: The run loop that runs the timer.
  ///   - mode: The run loop's mode, or set of modes, in which the timer fires.
  ///   - options: Not used: run loops have no scheduler options.
  public static func publish(
    every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop,
    in mode: RunLoop.Mode, options: RunLoop.SchedulerOptions? = nil
  ) -> TimerPublisher {
    TimerPublisher(
      interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode, options: options)
  }

  /// Sends the date at each interval, from its connection on.
  ///
  /// Each subscriber has its own demand; a date without demand is dropped. It never completes.
  /// Disconnecting releases all subscribers; later ones can be connected again.
  public final class TimerPublisher: ConnectablePublisher {
    /// The date at which the timer fired.
    public typealias Output = Date
    /// Cannot fail.
    public typealias Failure = Never

    /// The seconds from one date to the next.
    public let interval: TimeInterval
    /// How late a date may be sent, in seconds; nil for no tolerance.
    public let tolerance: TimeInterval?
    /// The run loop that runs the timer.
    public let runLoop: RunLoop
    /// The run loop's mode, or set of modes, in which the timer fires.
    public let mode: RunLoop.Mode
    /// Not used: run loops have no scheduler options.
    public let options: RunLoop.SchedulerOptions?

    private let ticker = Ticker()

    /// Makes a publisher of dates.
    public init(
      interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop,
      mode: RunLoop.Mode, options: RunLoop.SchedulerOptions? = nil
    ) {
      (self.interval, self.tolerance, self.runLoop) = (interval, tolerance, runLoop)
      (self.mode, self.options) = (mode, options)
    }

    /// Attaches a subscriber, which gets nothing until the publisher is connected.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let subscription = DroppingSubscription(subscriber, label: "Timer")
      ticker.add(subscription)
      subscriber.receive(subscription: subscription)
    }

    /// Starts the timer; the first date comes an interval from now. Has no effect while it runs.
    ///
    /// - Returns: A cancellable that stops the timer. It runs until then, even if this is freed.
    public func connect() -> any Cancellable {
      // With a date to begin at: without one, Foundation on Linux begins at once.
      let timer = LoopTimer(
        on: runLoop, at: Date(timeIntervalSinceNow: interval), every: interval,
        tolerance: tolerance ?? 0
      ) { [ticker] in ticker.tick() }
      if ticker.install(timer) { timer.start(in: mode) }
      return ticker
    }
  }
}
