import Dispatch
import Foundation
import Reactive
import Synchronization

/// An operation queue runs scheduled closures as operations.
///
///     let queue = OperationQueue()
///     queue.maxConcurrentOperationCount = 1
///     values.receive(on: queue).sink { store($0) }
///
/// Values keep their order only on a queue that runs one operation at a time.
extension OperationQueue: Scheduler {
  /// An instant on the queue's clock.
  public typealias SchedulerTimeType = DateSchedulerTime

  /// There is nothing to choose.
  public struct SchedulerOptions: Sendable {}

  /// The present instant.
  public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

  /// None.
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Runs a closure as soon as the queue gets to it.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    let work = ScheduledWork(action)
    addOperation { work.action() }
  }

  /// Runs a closure once, as soon as the queue gets to it after an instant.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    _ = add(action, notBefore: date, tolerance)
  }

  /// Runs a closure once, an interval after an instant, unless cancelled before.
  ///
  /// Once, and not at the instant itself: so does Combine's operation queue, although other
  /// schedulers begin at the instant and repeat.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    let delay = add(action, notBefore: date.advanced(by: interval), tolerance)
    return AnyCancellable { delay.cancel() }
  }

  private func add(
    _ action: @escaping () -> Void, notBefore date: SchedulerTimeType,
    _ tolerance: SchedulerTimeType.Stride
  ) -> Delay {
    let delay = Delay(ScheduledWork(action))
    addOperation(delay.operation)
    delay.end(in: now.distance(to: date), tolerance)
    return delay
  }

  /// An operation that becomes ready at some instant.
  ///
  /// It depends on another one, in no queue, that a timer starts: so no operation sits on a thread
  /// while it waits, and `cancelAllOperations` reaches what is waiting.
  private final class Delay: @unchecked Sendable {
    // Sendable because operations and timers of Dispatch are made for use from any thread.
    let operation: Operation
    private let gate = BlockOperation()
    private let isOpen = Atomic<Bool>(false)
    private let timer = DispatchSource.makeTimerSource()

    init(_ work: ScheduledWork) {
      operation = BlockOperation { work.action() }
      operation.addDependency(gate)
    }

    func end(in delay: SchedulerTimeType.Stride, _ tolerance: SchedulerTimeType.Stride) {
      // The timer keeps this object, and lets go of it when it is cancelled.
      timer.setEventHandler { self.openGate() }
      timer.schedule(
        deadline: .now() + max(0, delay.timeInterval),
        leeway: .nanoseconds(Int(max(0, min(tolerance.timeInterval, 3600)) * 1e9)))
      timer.activate()
    }

    private func openGate() {
      timer.cancel()
      if !isOpen.exchange(true, ordering: .relaxed) { gate.start() }
    }

    /// Cancels the operation and lets it leave its queue at once.
    func cancel() {
      operation.cancel()
      openGate()
    }
  }
}
