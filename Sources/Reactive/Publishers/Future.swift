/// A publisher that runs a closure once, when it is made, and sends its one result to all
/// subscribers.
///
///     let future = Future<Int, Never> { promise in promise(.success(3)) }
///     let cancellable = future.sink { print($0) }  // 3
///
/// A success waits for a subscriber's demand; a failure does not. Only the first promise counts.
public final class Future<Output, Failure: Error>: Publisher {
  /// The closure to call with the result.
  public typealias Promise = (Result<Output, Failure>) -> Void
  private let lock = Lock()
  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) private var result: Result<Output, Failure>?
  @exclusivity(unchecked) private var waiting: ContiguousArray<Waiter> = []
  /// Runs a closure, which calls the promise at once or later.
  public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
    attemptToFulfill { self.fulfill($0) }
  }

  private func fulfill(_ newResult: Result<Output, Failure>) {
    lock.lock()
    guard result == nil else { return lock.unlock() }
    result = newResult
    let waiters = waiting
    waiting = []
    lock.unlock()
    for waiter in waiters { waiter.fulfill(newResult) }
  }

  public func receive(subscriber: some Subscriber<Output, Failure>) {
    let waiter = Waiter(ErasedSubscriber(subscriber), future: self)
    // An existing value is sent as soon as it is requested, as by a Just.
    if let early = lock.withLock({ result }), case .success = early {
      waiter.fulfill(early)
      return subscriber.receive(subscription: waiter)
    }
    subscriber.receive(subscription: waiter)
    lock.lock()
    let known = result
    if known == nil { waiting.append(waiter) }
    lock.unlock()
    if let known { return waiter.fulfill(known) }
    // A subscriber that cancelled from inside the subscription was not in the list yet.
    if waiter.isCancelled { forget(waiter) }
  }

  /// The subscription of one subscriber.
  private final class Waiter: Subscription, CustomStringConvertible {
    private let lock = Lock()
    private var downstream: ErasedSubscriber<Output, Failure>?
    private var future: Future?
    private var result: Result<Output, Failure>?
    private var hasDemand = false
    /// True if the completion may follow the value; false once cancelled.
    private var isLive = false
    init(_ downstream: ErasedSubscriber<Output, Failure>, future: Future) {
      (self.downstream, self.future) = (downstream, future)
    }

    var description: String { "Future" }
    var isCancelled: Bool { lock.withLock { downstream == nil } }
    func fulfill(_ result: Result<Output, Failure>) { deliver { self.result = result } }

    func request(_ demand: Subscribers.Demand) {
      demand.requirePositive(description)
      deliver { hasDemand = true }
    }

    /// Delivers the result, if a change makes it due: once it is known and wanted.
    private func deliver(after change: () -> Void) {
      lock.lock()
      change()
      guard let result, let downstream, hasDemand || result.isFailure else { return lock.unlock() }
      let owner = future
      (self.downstream, future, isLive) = (nil, nil, true)
      lock.unlock()
      switch result {
      case .success(let output):
        _ = downstream.receive(output)
        if lock.withLock({ isLive }) { downstream.receive(completion: .finished) }
      case .failure(let error): downstream.receive(completion: .failure(error))
      }
      withExtendedLifetime(owner) {}
    }

    func cancel() {
      lock.lock()
      let (taken, owner) = (downstream, future)
      (downstream, future, isLive) = (nil, nil, false)
      lock.unlock()
      owner?.forget(self)
      withExtendedLifetime(taken) {}
    }
  }

  private func forget(_ waiter: Waiter) {
    lock.lock()
    let before = waiting
    waiting.removeAll { $0 === waiter }
    lock.unlock()
    withExtendedLifetime(before) {}
  }
}

extension Result {
  fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
