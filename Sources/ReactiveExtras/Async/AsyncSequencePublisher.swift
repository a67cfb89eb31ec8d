import Reactive
import Synchronization

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// A publisher of this sequence's elements: as many as are requested, and none sooner.
  ///
  ///     let cancellable = lines.publisher.receive(on: DispatchQueue.main).sink { show($0) }
  ///
  /// Each subscription iterates the sequence again, in its own task; cancelling the subscription
  /// cancels the task. Values and the completion are sent on that task's thread. The end is found
  /// by requesting a further element, so reaching it takes demand; the sequence's error is the
  /// failure.
  public var publisher: Publishers.AsyncElements<Self> { Publishers.AsyncElements(sequence: self) }
}

extension Publishers {
  /// Publishes the elements of an asynchronous sequence: as many as are requested, none sooner.
  public struct AsyncElements<Elements: AsyncSequence & Sendable>: Publisher
  where Elements.Element: Sendable {
    public typealias Output = Elements.Element
    public typealias Failure = Elements.Failure
    /// The source of the values; iterated again for each subscriber.
    fileprivate let sequence: Elements

    public func receive(subscriber: some Subscriber<Output, Failure>) {
      subscriber.receive(subscription: AsyncPull(sequence, ErasedSubscriber(subscriber)))
    }
  }
}

/// The subscription of an asynchronous sequence, with a task only while there is demand.
///
/// The subscriber's type is erased, because a task may not know types that are not sendable.
private final class AsyncPull<Elements: AsyncSequence & Sendable>: Subscription,
  CustomStringConvertible, @unchecked Sendable
where Elements.Element: Sendable {
  typealias Downstream = ErasedSubscriber<Elements.Element, Elements.Failure>

  // Sendable because `lock` guards the state, and one task at a time, the one for which `isRunning`
  // was set, touches the iterator and calls the downstream. A subscriber may be called from any
  // thread, one call at a time.

  private let downstream: Downstream
  private let lock = Lock()
  // Exclusivity is unchecked for the reason that makes it sendable.
  @exclusivity(unchecked) private var demand = Subscribers.Demand.none
  @exclusivity(unchecked) private var isRunning = false
  @exclusivity(unchecked) private var isDone = false
  @exclusivity(unchecked) private var task: Task<Void, Never>?
  @exclusivity(unchecked) private var iterator: Elements.AsyncIterator?

  init(_ sequence: Elements, _ downstream: Downstream) {
    self.downstream = downstream
    iterator = sequence.makeAsyncIterator()
  }

  var description: String { "AsyncElements" }

  func request(_ more: Subscribers.Demand) {
    more.requirePositive(description)
    lock.lock()
    demand += more
    guard !isRunning, !isDone else { return lock.unlock() }
    isRunning = true
    // Made under the lock, so that a cancel finds the task; it runs elsewhere.
    let before = task
    task = Task { await self.run() }
    lock.unlock()
    withExtendedLifetime(before) {}
  }

  private func run() async {
    guard var elements = iterator else { return stop(nil) }
    iterator = nil
    do throws(Elements.Failure) {
      while takeDemand() {
        guard let element = try await elements.next(isolation: nil) else { return end(.finished) }
        deliver(element)
      }
    } catch { return end(.failure(error)) }
    stop(elements)
  }

  /// Takes the demand for one element; returns false if there is none.
  private func takeDemand() -> Bool {
    lock.lock()
    defer { lock.unlock() }
    if isDone || demand == 0 { return false }
    demand -= 1
    return true
  }

  private func deliver(_ element: Elements.Element) {
    if lock.withLock({ isDone }) { return }
    let more = downstream.receive(element)
    if more > 0 { lock.withLock { demand += more } }
  }

  /// Keeps the iterator for the next demand, or continues if there is some already.
  private func stop(_ elements: Elements.AsyncIterator?) {
    lock.lock()
    if !isDone { iterator = elements }
    isRunning = false
    let goesOn = !isDone && demand > 0 && elements != nil
    if goesOn {
      isRunning = true
      task = Task { await self.run() }
    }
    lock.unlock()
  }

  private func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    lock.lock()
    let wasDone = isDone
    (isDone, isRunning) = (true, false)
    lock.unlock()
    if !wasDone { downstream.receive(completion: completion) }
  }

  func cancel() {
    lock.lock()
    isDone = true
    let (running, idle) = (task, isRunning ? nil : iterator)
    task = nil
    if !isRunning { iterator = nil }
    lock.unlock()
    running?.cancel()
    withExtendedLifetime(idle) {}
  }
}
