import Foundation
import Reactive

/// A run loop runs scheduled closures on its thread while the thread runs the loop.
///
///     $query.debounce(for: .milliseconds(300), scheduler: RunLoop.main).sink { search($0) }
///
/// As in Combine, delayed and repeated closures run only in the default mode: they wait while the
/// loop runs in another one, such as a tracking mode. So do closures without delay.
///
/// A run loop works while its thread runs it. The main one also works if nothing can run it: in a
/// program with an asynchronous `main` on Linux, whose main thread ends at the first `await`, the
/// main queue runs its closures, in order, on the thread of the main actor.
extension RunLoop: Scheduler {
  /// An instant on the run loop's clock.
  public typealias SchedulerTimeType = DateSchedulerTime

  /// The scheduler has no options.
  public struct SchedulerOptions: Sendable {}

  /// The present instant.
  public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

  /// None.
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Runs a closure at the run loop's next turn.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    if self === RunLoop.main { return scheduleOnMain(action) }
    let work = ScheduledWork(action)
    perform { work.action() }
    if RunLoop.current !== self { Wakening.begin(self) }
  }

  private func scheduleOnMain(_ action: @escaping () -> Void) {
    let work = OfferedWork(action)
    if !MainThread.hasEnded {
      perform { work.perform() }
      if RunLoop.current !== self { Wakening.begin(self) }
    }
    DispatchQueue.main.async { if MainThread.hasEndedForMainQueue() { work.perform() } }
  }

  /// Runs a closure once, at or after an instant.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) { _ = addTimer(at: date, every: nil, tolerance, action) }

  /// Runs a closure at or after an instant, and again at each interval, until cancelled.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable { AnyCancellable(addTimer(at: date, every: interval, tolerance, action)) }

  private func addTimer(
    at date: SchedulerTimeType, every interval: SchedulerTimeType.Stride?,
    _ tolerance: SchedulerTimeType.Stride, _ action: @escaping () -> Void
  ) -> LoopTimer {
    let timer = LoopTimer(
      on: self, at: date.date, every: interval?.timeInterval, tolerance: tolerance.timeInterval,
      action)
    timer.start(in: .default)
    return timer
  }
}

/// The loops that are being woken. Foundation on Linux lets a loop sleep on when another thread has
/// it perform something; a timer added to it wakes it. One timer is enough for all that comes until
/// it fires, since a loop performs its blocks after its timers.
private enum Wakening {
  private struct Loop: @unchecked Sendable {
    // Sendable because timers may be added from any thread, and the loop has no other use here.
    let loop: RunLoop
  }

  private static let underWay = Locked<Set<ObjectIdentifier>>([])

  static func begin(_ loop: RunLoop) {
    // Kept by the timer, so that no other loop gets the same identity meanwhile.
    let kept = Loop(loop: loop)
    guard underWay.withLock({ $0.insert(ObjectIdentifier(kept.loop)).inserted }) else { return }
    let timer = Timer(fire: Date(), interval: 0, repeats: false) { _ in
      _ = underWay.withLock { $0.remove(ObjectIdentifier(kept.loop)) }
    }
    loop.add(timer, forMode: .default)
  }
}
