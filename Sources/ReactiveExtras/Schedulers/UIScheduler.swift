import Dispatch
import Reactive

/// A scheduler that runs a closure at once if called on the main queue, and otherwise as soon as
/// possible on that queue.
///
///     model.$title.receive(on: UIScheduler.shared).sink { label.text = $0 }
///
/// `DispatchQueue.main` would wait for its next turn even when called there, which shows as a flash
/// of old content. What matters is the main queue, and queues that target it, not the thread: they
/// differ once `dispatchMain()` has been called, and inside `sync` from the main thread. So work
/// may run before work that was scheduled on the main queue earlier. Work with a later deadline
/// never runs at once.
public struct UIScheduler: Scheduler, Sendable {
  /// The main queue's kind of time.
  public typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
  /// The scheduler has no options.
  public typealias SchedulerOptions = Never

  /// The scheduler of the main queue.
  public static let shared = UIScheduler()

  // The key is sendable, which Swift before 6.2 does not know.
  private let mark = Handover(DispatchSpecificKey<Void>())

  private init() { DispatchQueue.main.setSpecific(key: mark.value, value: ()) }

  /// The current instant on the main queue's clock.
  public var now: SchedulerTimeType { DispatchQueue.main.now }

  /// The smallest tolerance that the main queue keeps to.
  public var minimumTolerance: SchedulerTimeType.Stride { DispatchQueue.main.minimumTolerance }

  /// Runs a closure at once on the main queue, or as soon as possible from elsewhere.
  public func schedule(options: Never?, _ action: @escaping () -> Void) {
    if DispatchQueue.getSpecific(key: mark.value) != nil { return action() }
    DispatchQueue.main.schedule(action)
  }

  /// Runs a closure on the main queue at some time after an instant, never at once.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) { DispatchQueue.main.schedule(after: date, tolerance: tolerance, action) }

  /// Runs a closure on the main queue at some time after an instant, and again at each interval,
  /// until cancelled.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    DispatchQueue.main.schedule(after: date, interval: interval, tolerance: tolerance, action)
  }
}
