import Dispatch
import Reactive

extension Scheduler where Self == AnyScheduler<MonotonicInstant, Never> {
  /// The main queue, on the machine's monotonic clock, for code that requires that kind of time.
  ///
  ///     let scheduler = AnyScheduler.main
  public static var main: Self { .queue(.main) }

  /// A Dispatch queue, on the machine's monotonic clock.
  ///
  /// For code that takes no other kind of time than ``MonotonicInstant``. The queue's own clock is
  /// the same one.
  public static func queue(_ queue: DispatchQueue) -> Self {
    AnyScheduler(
      minimumTolerance: { .nanoseconds(0) }, now: { .now },
      scheduleImmediately: { queue.schedule($1) },
      delayed: { date, tolerance, _, action in
        queue.schedule(
          after: date.dispatchTime, tolerance: .nanoseconds(tolerance.nanoseconds), action)
      },
      interval: { date, interval, tolerance, _, action in
        queue.schedule(
          after: date.dispatchTime, interval: .nanoseconds(interval.nanoseconds),
          tolerance: .nanoseconds(tolerance.nanoseconds), action)
      })
  }
}

extension VirtualTimeScheduler {
  /// This scheduler in place of a Dispatch queue, for code that requires Dispatch's time.
  ///
  ///     let time = VirtualTimeScheduler()
  ///     let model = Search(scheduler: time.eraseToAnyScheduler(of: DispatchQueue.self))
  ///     time.advance(by: .milliseconds(300))
  ///
  /// Options and tolerances are ignored. Its first instant is one second after the machine's start,
  /// because Dispatch interprets the start itself as now.
  public func eraseToAnyScheduler(of _: DispatchQueue.Type) -> AnySchedulerOf<DispatchQueue> {
    let start = Duration.seconds(1)
    return AnyScheduler(
      minimumTolerance: { .nanoseconds(0) }, now: { (self.now + start).dispatchTime },
      scheduleImmediately: { self.schedule($1) },
      delayed: { self.schedule(after: MonotonicInstant($0) - start, $3) },
      interval: {
        self.schedule(after: MonotonicInstant($0) - start, interval: .nanoseconds($1.magnitude), $4)
      })
  }
}

extension MonotonicInstant {
  /// The instant at which a Dispatch queue's clock shows a time.
  fileprivate init(_ time: DispatchQueue.SchedulerTimeType) {
    self.init(nanoseconds: Int(clamping: time.dispatchTime.uptimeNanoseconds))
  }

  /// The time on a Dispatch queue's clock at this instant. The nanosecond after the machine's start
  /// is the first, since Dispatch takes the start itself to mean now.
  fileprivate var dispatchTime: DispatchQueue.SchedulerTimeType {
    DispatchQueue.SchedulerTimeType(
      DispatchTime(uptimeNanoseconds: UInt64(clamping: max(1, nanoseconds))))
  }
}
