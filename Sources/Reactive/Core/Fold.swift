import Synchronization

/// The host of operators that take values in and send one answer, or none.
///
/// Asks upstream for everything, until it ends or the answer is known; keeps the answer until the
/// downstream asks for it.
@usableFromInline
final class Fold<Answer, Input, Downstream: Subscriber>: Subscriber, Subscription,
  CustomStringConvertible
where Downstream.Input == Answer {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  /// Takes a value in; returns whether the answer is known.
  @usableFromInline let accumulate: (inout Answer?, Input) -> Bool
  @usableFromInline let description: String
  @usableFromInline let isDone = Atomic<Bool>(false)
  // Exclusivity is unchecked: `answer` belongs to upstream's calls, which never overlap, until
  // upstream has ended; the rest changes under `lock`.
  @exclusivity(unchecked) @usableFromInline var answer: Answer?
  private let lock = Lock()
  @exclusivity(unchecked) private var upstream = UpstreamState.awaiting
  @exclusivity(unchecked) private var hasDemand = false
  @exclusivity(unchecked) private var hasAnswer = false

  @inlinable
  init(
    _ initial: Answer?, label: String, _ downstream: Downstream,
    _ accumulate: @escaping (inout Answer?, Input) -> Bool
  ) {
    answer = initial
    description = label
    self.downstream = downstream
    self.accumulate = accumulate
  }

  @usableFromInline
  func receive(subscription: any Subscription) {
    guard lock.withLock({ upstream.accept(subscription) }) else {
      return subscription.cancel()
    }
    downstream.receive(subscription: self)
    lock.withLock { upstream.subscription }?.request(.unlimited)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    if !isDone.load(ordering: .relaxed), accumulate(&answer, input) { endEarly() }
    return .none
  }

  /// Cancels upstream, because the answer is known.
  @usableFromInline
  @inline(never)
  func endEarly() {
    lock.lock()
    let ended = upstream.end()
    lock.unlock()
    guard ended.isFirst else { return }
    ended.cancel()
    lock.lock()
    hasAnswer = true
    deliverAndUnlock()
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) {
    lock.lock()
    let ended = upstream.end()
    guard ended.isFirst else { return lock.unlock() }
    switch completion {
    case .finished:
      hasAnswer = true
      deliverAndUnlock()
    case .failure:
      let wasDone = isDone.exchange(true, ordering: .relaxed)
      lock.unlock()
      if !wasDone { downstream.receive(completion: completion) }
    }
    ended.release()
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    precondition(
      demand > 0, "\(description): a subscriber requested no values; ask for at least one.")
    lock.lock()
    hasDemand = true
    deliverAndUnlock()
  }

  /// Sends the answer, once there is one and it is wanted. Called under the lock.
  private func deliverAndUnlock() {
    // That there is none needs no demand.
    guard hasAnswer, hasDemand || answer == nil, !isDone.load(ordering: .relaxed) else {
      return lock.unlock()
    }
    hasAnswer = false
    lock.unlock()
    if let answer { _ = downstream.receive(answer) }
    if !isDone.exchange(true, ordering: .relaxed) { downstream.receive(completion: .finished) }
  }

  @usableFromInline
  func cancel() {
    isDone.store(true, ordering: .relaxed)
    lock.withLock { upstream.end() }.cancel()
  }
}
