import Dispatch
import Foundation
import Reactive

/// A timer of a run loop; if the main run loop no longer runs, the main queue continues it.
///
/// See ``MainThread``. Once started it runs, even if nothing else keeps it, until it is cancelled
/// or, without an interval, has fired.
final class LoopTimer: Cancellable, @unchecked Sendable {
  // Sendable because `lock` guards the source, and a timer of Foundation may be invalidated
  // anywhere.
  private let loop: RunLoop
  private let timer: Timer
  private let work: ScheduledWork
  private let lock = Lock()
  private var source: (any DispatchSourceTimer)?

  /// Makes a timer that does work at a date, and again after each interval if there is one.
  init(
    on loop: RunLoop, at date: Date, every interval: TimeInterval?, tolerance: TimeInterval,
    _ action: @escaping () -> Void
  ) {
    let once = interval == nil ? OfferedWork(action) : nil
    let work = ScheduledWork(once.map { once in { once.perform() } } ?? action)
    (self.loop, self.work) = (loop, work)
    // No interval is 0.1 ms, as on Apple's systems; Foundation on Linux would not repeat.
    let period = interval.map { max($0, 1e-4) }
    timer = Timer(fire: date, interval: period ?? 0, repeats: period != nil) { _ in work.action() }
    timer.tolerance = tolerance
  }

  /// Starts the timer; must be called once. Has no effect after `cancel`.
  func start(in mode: RunLoop.Mode) {
    if loop === RunLoop.main { startSource() }
    if loop !== RunLoop.main || !MainThread.hasEnded { loop.add(timer, forMode: mode) }
  }

  /// Makes the main queue fire as well if the main thread has ended.
  private func startSource() {
    let source = DispatchSource.makeTimerSource(queue: .main)
    // The handler keeps this object, and the source, until the source is cancelled.
    source.setEventHandler {
      if MainThread.hasEndedForMainQueue() { self.work.action() }
      if !self.timer.isRepeating { self.cancelSource() }
    }
    source.schedule(
      deadline: .now() + .nanoseconds(Self.nanoseconds(timer.fireDate.timeIntervalSinceNow)),
      repeating: timer.isRepeating ? .nanoseconds(Self.nanoseconds(timer.timeInterval)) : .never,
      leeway: .nanoseconds(Self.nanoseconds(timer.tolerance)))
    let isWanted = lock.withLock {
      if timer.isValid { self.source = source }
      return timer.isValid
    }
    source.activate()
    if !isWanted { source.cancel() }
  }

  /// A number of seconds for Dispatch, from none to a year, which is as good as for ever.
  private static func nanoseconds(_ seconds: TimeInterval) -> Int {
    Int(min(max(0, seconds), 365 * 86_400) * 1e9)
  }

  func cancel() {
    lock.withLock { timer.invalidate() }
    cancelSource()
  }

  private func cancelSource() { lock.withLock { source.take() }?.cancel() }
}

extension Timer { fileprivate var isRepeating: Bool { timeInterval > 0 } }
