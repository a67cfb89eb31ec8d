import Dispatch
import Foundation
import Reactive
import Synchronization

/// An operation queue runs scheduled closures as operations.
///
///     let queue = OperationQueue()
///     queue.maxConcurrentOperationCount = 1
///     values.receive(on: queue).sink { store($0) }.store(in: &cancellables)
///
/// Values keep their order and come one at a time, also on a queue that runs several operations at
/// once; of closures scheduled by hand only a queue of one keeps the order.
extension OperationQueue: Scheduler {
  /// An instant on the queue's clock.
  public typealias SchedulerTimeType = DateSchedulerTime

  /// The scheduler has no options.
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
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) { add(Delay(ScheduledWork(action)), notBefore: date, tolerance) }

  /// Runs a closure as soon as possible after an instant, and again an interval after each run,
  /// until cancelled. Each run is a separate operation.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let repetition = Repetition(self, ScheduledWork(action), interval, tolerance)
    repetition.add(notBefore: date)
    return AnyCancellable { repetition.cancel() }
  }

  /// Operations that run one closure, each added when the one before it has run.
  private final class Repetition: Sendable {
    private enum State {
      case running
      case waiting(Delay)
      case cancelled
    }

    private let queue: OperationQueue, work: ScheduledWork
    private let interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride
    private let state = Locked(State.running)

    init(
      _ queue: OperationQueue, _ work: ScheduledWork, _ interval: SchedulerTimeType.Stride,
      _ tolerance: SchedulerTimeType.Stride
    ) {
      (self.queue, self.work) = (queue, work)
      (self.interval, self.tolerance) = (interval, tolerance)
    }

    func add(notBefore date: SchedulerTimeType) {
      // Stored before it is added, so that `cancel` finds it. None is made without need: a timer
      // that was never activated must not be freed.
      let added: Delay? = state.withLock { state in
        if case .cancelled = state { return nil }
        let delay = Delay(ScheduledWork { self.run() })
        state = .waiting(delay)
        return delay
      }
      if let added { queue.add(added, notBefore: date, tolerance) }
    }

    private func run() {
      work.action()
      add(notBefore: queue.now.advanced(by: interval))
    }

    func cancel() {
      let before = state.withLock { state in
        defer { state = .cancelled }
        return state
      }
      if case .waiting(let delay) = before { delay.cancel() }
    }
  }

  private func add(
    _ delay: Delay, notBefore date: SchedulerTimeType, _ tolerance: SchedulerTimeType.Stride
  ) {
    addOperation(delay.operation)
    delay.end(in: now.distance(to: date), tolerance)
  }

  /// An operation that becomes ready at some instant.
  ///
  /// It depends on another operation, in no queue, that a timer starts. So no operation occupies a
  /// thread while it waits, and `cancelAllOperations` reaches the waiting ones.
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
      // The timer keeps this object, and releases it when it is cancelled.
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
