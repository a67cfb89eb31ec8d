import Synchronization

/// The subscription of a source that makes its values on demand. Stores the loop that makes them,
/// specialised where the source met its subscriber. One thread at a time runs the loop; demand that
/// arrives meanwhile, from inside or from another thread, extends it instead of nesting.
@usableFromInline final class PullSubscription: Canceller, Subscription, CustomStringConvertible {
  /// Delivers as many values as its second argument allows, or until the source is exhausted.
  @usableFromInline typealias Loop = (PullSubscription, Subscribers.Demand) -> Void

  @usableFromInline let cancelled = Atomic<Bool>(false)
  private let lock = Lock()
  @exclusivity(unchecked) private var demand = Subscribers.Demand.none
  @exclusivity(unchecked) private var isRunning = false
  /// Nil once the source is exhausted or cancelled.
  @exclusivity(unchecked) private var loop: Loop?
  private let describing: () -> String

  @usableFromInline init(describing: @escaping () -> String, loop: @escaping Loop) {
    (self.describing, self.loop) = (describing, loop)
  }

  @usableFromInline var description: String { describing() }
  @usableFromInline var isCancelled: Bool { @inlinable get { cancelled.load(ordering: .relaxed) } }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    lock.lock()
    self.demand += demand
    guard !isRunning, let loop else { return lock.unlock() }
    isRunning = true
    while self.demand > 0, !isCancelled {
      let allowance = self.demand
      if allowance != .unlimited { self.demand = .none }
      lock.unlock()
      loop(self, allowance)
      lock.lock()
    }
    isRunning = false
    let exhausted = isCancelled ? self.loop : nil
    if isCancelled { self.loop = nil }
    lock.unlock()
    withExtendedLifetime(exhausted) {}
  }

  /// Ends the subscription, then the downstream unless it has cancelled; called by the loop.
  @usableFromInline func finish(_ complete: () -> Void) {
    if !cancelled.exchange(true, ordering: .relaxed) { complete() }
  }

  @usableFromInline override func cancel() {
    cancelled.store(true, ordering: .relaxed)
    lock.lock()
    // A running loop is freed by the thread that runs it.
    let taken = isRunning ? nil : loop
    if !isRunning { loop = nil }
    lock.unlock()
    withExtendedLifetime(taken) {}
  }
}
