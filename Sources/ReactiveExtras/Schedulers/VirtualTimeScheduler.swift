import Reactive

/// A scheduler whose clock moves only on request, for tests without waiting.
///
///     let scheduler = VirtualTimeScheduler()
///     let cancellable = subject.debounce(for: .milliseconds(500), scheduler: scheduler)
///       .sink { print($0) }
///     subject.send("a")
///     scheduler.advance(by: .milliseconds(499))  // nothing
///     scheduler.advance(by: .milliseconds(1))  // prints "a"
///
/// Work due at the same instant runs in the order it was scheduled. Work may be scheduled on any
/// thread; `advance` and `run` belong to one, and run the work on it. O(log n) per piece of work.
public final class VirtualTimeScheduler: Scheduler, Sendable {
  /// An instant, counted from the making of the scheduler.
  public typealias SchedulerTimeType = MonotonicInstant

  /// The scheduler has no options.
  public typealias SchedulerOptions = Never

  /// A piece of work to run.
  ///
  /// Unchecked, because the closure is handed over: made on one thread, run and released on the one
  /// that moves the clock or cancels.
  private struct Work: @unchecked Sendable { let run: () -> Void }

  private struct State {
    var now = MonotonicInstant(nanoseconds: 0)
    var heap = DeadlineHeap<Work>()

    /// Takes the next work that is due by an instant, and moves the clock to its time.
    mutating func takeNext(dueBy limit: MonotonicInstant) -> Work? {
      guard let next = heap.nextDeadline, next <= limit else { return nil }
      now = max(now, next)
      return heap.popDue(by: next)
    }
  }

  private let state = Locked(State())

  /// Makes a scheduler whose clock starts at zero.
  public init() {}

  /// The present instant of the clock.
  public var now: MonotonicInstant { state.withLock { $0.now } }

  /// None: work runs exactly when it is due.
  public var minimumTolerance: MonotonicInstant.Stride { 0 }

  /// True if work is waiting.
  public var hasWork: Bool { state.withLock { !$0.heap.isEmpty } }

  /// The time at which the next work is due.
  public var nextDate: MonotonicInstant? { state.withLock { $0.heap.nextDeadline } }

  /// Runs a closure at the current instant, by the next `advance` or `run`.
  public func schedule(options: Never?, _ action: @escaping () -> Void) {
    _ = insert(Work(run: action), at: nil)
  }

  /// Runs a closure at an instant; if it is in the past, at the current one.
  public func schedule(
    after date: MonotonicInstant, tolerance: MonotonicInstant.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) { _ = insert(Work(run: action), at: date) }

  /// Runs a closure at an instant and again at each interval, until cancelled.
  public func schedule(
    after date: MonotonicInstant, interval: MonotonicInstant.Stride,
    tolerance: MonotonicInstant.Stride, options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let token = insert(Work(run: action), at: date, repeatingEvery: interval)
    return AnyCancellable { [state] in
      // Returned, so that it is released outside the lock: its captures may call back.
      _ = state.withLock { $0.heap.remove(token) }
    }
  }

  /// Advances the clock, and runs all work that comes due meanwhile, each at its own instant.
  public func advance(by duration: MonotonicInstant.Stride = .zero) {
    advance(to: now.advanced(by: duration))
  }

  /// Advances the clock to an instant, and runs all work that comes due meanwhile.
  public func advance(to instant: MonotonicInstant) {
    while let work = state.withLock({ $0.takeNext(dueBy: instant) }) { work.run() }
    state.withLock { $0.now = max($0.now, instant) }
  }

  /// Runs the next piece of work due by an instant, at its own; returns false if there is none.
  package func runNext(dueBy instant: MonotonicInstant) -> Bool {
    guard let work = state.withLock({ $0.takeNext(dueBy: instant) }) else { return false }
    work.run()
    return true
  }

  /// Runs all work, moving the clock as far as it takes. Never returns while work repeats.
  public func run() {
    let end = MonotonicInstant(nanoseconds: .max)
    while let work = state.withLock({ $0.takeNext(dueBy: end) }) { work.run() }
  }

  /// Adds work at an instant, or at the current one if that is past or missing.
  private func insert(
    _ work: Work, at date: MonotonicInstant?,
    repeatingEvery interval: MonotonicInstant.Stride? = nil
  ) -> DeadlineToken {
    state.withLock { state in
      state.heap.insert(work, at: max(date ?? state.now, state.now), repeatingEvery: interval)
    }
  }
}
