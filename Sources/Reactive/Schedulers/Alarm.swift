/// At most one piece of work that waits for its time on a scheduler, and is freed when it is no
/// longer wanted.
///
/// The scheduler gets a closure that captures the alarm, not the work: whatever it does with that
/// closure, the work is freed when it has run, was replaced, or when the alarm is cleared or ends.
/// To make the scheduler release the closure as well, the work is scheduled as repeating, because
/// only that can be cancelled; it never actually repeats.
@usableFromInline package final class Alarm {
  private let lock = Lock()
  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) private var work: (() -> Void)?
  @exclusivity(unchecked) private var waiting: (any Cancellable)?
  /// Changes whenever the work is replaced or cleared.
  @exclusivity(unchecked) private var generation = 0
  @exclusivity(unchecked) private var isOver = false

  /// Makes an alarm that is not set.
  @usableFromInline package init() {}

  /// True if work is waiting to run.
  package var isSet: Bool { lock.withLock { work != nil } }

  /// Runs a closure at an instant, replacing the one that was waiting before; does nothing after
  /// the end.
  @usableFromInline package func set<S: Scheduler>(
    on scheduler: S, at date: S.SchedulerTimeType, options: S.SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    guard let mine = replace(by: action) else { return }
    let begun = scheduler.schedule(
      after: date, interval: .seconds(86_400), tolerance: scheduler.minimumTolerance,
      options: options
    ) { self.ring(mine) }
    lock.lock()
    let isWaiting = generation == mine
    if isWaiting { waiting = begun }
    lock.unlock()
    if !isWaiting { begun.cancel() }
  }

  /// Runs a closure as soon as possible, replacing the one that was waiting before; does nothing
  /// after the end.
  @usableFromInline package func setNow<S: Scheduler>(
    on scheduler: S, options: S.SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    guard let mine = replace(by: action) else { return }
    scheduler.schedule(options: options) { self.ring(mine) }
  }

  /// Releases the work that waits.
  package func clear() { drop(forEver: false) }

  /// Releases the waiting work, and any later work.
  @usableFromInline package func end() { drop(forEver: true) }

  private func ring(_ number: Int) {
    lock.lock()
    if generation != number { return lock.unlock() }
    generation += 1
    let (due, done) = (work.take(), waiting.take())
    lock.unlock()
    done?.cancel()
    due?()
  }

  /// Returns the number of the new work; nil after the end.
  private func replace(by action: @escaping () -> Void) -> Int? {
    lock.lock()
    if isOver {
      lock.unlock()
      return nil
    }
    generation += 1
    let (mine, dropped, cancelled) = (generation, work.take(), waiting.take())
    work = action
    lock.unlock()
    cancelled?.cancel()
    withExtendedLifetime(dropped) {}
    return mine
  }

  private func drop(forEver: Bool) {
    lock.lock()
    generation += 1
    if forEver { isOver = true }
    let (dropped, cancelled) = (work.take(), waiting.take())
    lock.unlock()
    cancelled?.cancel()
    withExtendedLifetime(dropped) {}
  }
}
