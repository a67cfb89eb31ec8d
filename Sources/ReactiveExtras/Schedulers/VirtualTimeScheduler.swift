import Reactive

/// A scheduler whose clock moves only when it is told to, for tests without waiting.
///
///     let scheduler = VirtualTimeScheduler()
///     let cancellable = subject.debounce(for: .milliseconds(500), scheduler: scheduler)
///       .sink { print($0) }
///     subject.send("a")
///     scheduler.advance(by: .milliseconds(499))  // nothing
///     scheduler.advance(by: .milliseconds(1))  // prints "a"
///
/// Work due at the same instant runs in the order it was scheduled. Scheduling may happen on any
/// thread; `advance` and `run` belong to one, and run the work on it. O(log n) per piece of work.
public final class VirtualTimeScheduler: Scheduler, @unchecked Sendable {
  // Sendable because `lock` guards every access to the state.

  public typealias SchedulerTimeType = NanosecondInstant

  public typealias SchedulerOptions = Never

  private struct Work {
    var date: Int
    var sequence: Int
    var interval: Int?
    var action: () -> Void

    func comes(before other: Work) -> Bool { (date, sequence) < (other.date, other.sequence) }
  }

  private let lock = Lock()
  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) private var time = 0
  @exclusivity(unchecked) private var sequence = 0
  @exclusivity(unchecked) private var heap: [Work] = []
  @exclusivity(unchecked) private var cancelled: Set<Int> = []

  /// Makes a scheduler whose clock stands at zero.
  public init() {}

  /// The instant at which the clock stands.
  public var now: SchedulerTimeType { SchedulerTimeType(nanoseconds: lock.withLock { time }) }

  /// None: work runs exactly when it is due.
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Whether work is waiting.
  public var hasWork: Bool { lock.withLock { !heap.isEmpty } }

  /// When the next work is due.
  public var nextDate: SchedulerTimeType? {
    lock.withLock { heap.first.map { SchedulerTimeType(nanoseconds: $0.date) } }
  }

  /// Has a closure run at the present instant, by the next `advance` or `run`.
  public func schedule(options: Never?, _ action: @escaping () -> Void) {
    _ = insert(after: now.nanoseconds, interval: nil, action)
  }

  /// Has a closure run at an instant; if that is past, at the present one.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) {
    _ = insert(after: date.nanoseconds, interval: nil, action)
  }

  /// Has a closure run at an instant and again at each interval, until cancelled.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let id = insert(after: date.nanoseconds, interval: max(1, interval.nanoseconds), action)
    return AnyCancellable { self.cancel(id) }
  }

  /// Moves the clock on, and runs what comes due on the way, each at its own instant.
  public func advance(by duration: SchedulerTimeType.Stride = .zero) {
    advance(to: now.advanced(by: duration))
  }

  /// Moves the clock on to an instant, and runs what comes due on the way.
  public func advance(to instant: SchedulerTimeType) {
    while let action = takeNext(dueBy: instant.nanoseconds) { action() }
    lock.withLock { time = max(time, instant.nanoseconds) }
  }

  /// Runs all work, moving the clock as far as it takes. Never returns while work repeats.
  public func run() { while let action = takeNext(dueBy: .max) { action() } }

  private func insert(after date: Int, interval: Int?, _ action: @escaping () -> Void) -> Int {
    lock.lock()
    defer { lock.unlock() }
    sequence += 1
    push(Work(date: max(date, time), sequence: sequence, interval: interval, action: action))
    return sequence
  }

  private func cancel(_ id: Int) {
    lock.lock()
    let before = heap
    if heap.contains(where: { $0.sequence == id }) {
      heap.removeAll { $0.sequence == id }
      heap.sort { $0.comes(before: $1) }
    } else {
      cancelled.insert(id)
    }
    lock.unlock()
    withExtendedLifetime(before) {}
  }

  private func takeNext(dueBy limit: Int) -> (() -> Void)? {
    lock.lock()
    guard let first = heap.first, first.date <= limit else {
      lock.unlock()
      return nil
    }
    time = max(time, first.date)
    pop()
    lock.unlock()
    guard let interval = first.interval else { return first.action }
    return {
      first.action()
      self.lock.lock()
      if self.cancelled.remove(first.sequence) == nil {
        var next = first
        next.date += interval
        self.push(next)
      }
      self.lock.unlock()
    }
  }

  private func push(_ work: Work) {
    heap.append(work)
    var child = heap.count - 1
    while child > 0, heap[child].comes(before: heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private func pop() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].comes(before: heap[least]) { least = child }
      if least == parent { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
