import Combine

extension Publishers {
  /// A timer of the library's own, beside Foundation's `Timer.publish`.
  public struct Timer<S: Scheduler>: ConnectablePublisher {
    public typealias Output = S.SchedulerTimeType
    public typealias Failure = Never

    public let interval: S.SchedulerTimeType.Stride
    public let scheduler: S
    private let subject = PassthroughSubject<S.SchedulerTimeType, Never>()

    public init(every interval: S.SchedulerTimeType.Stride, scheduler: S) {
      (self.interval, self.scheduler) = (interval, scheduler)
    }

    public func receive<T: Subscriber>(subscriber: T)
    where T.Input == S.SchedulerTimeType, T.Failure == Never {
      subject.receive(subscriber: subscriber)
    }

    public func connect() -> Cancellable {
      scheduler.schedule(
        after: scheduler.now.advanced(by: interval), interval: interval,
        tolerance: scheduler.minimumTolerance, options: nil
      ) { [subject, scheduler] in subject.send(scheduler.now) }
    }
  }
}
