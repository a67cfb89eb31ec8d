import Synchronization

/// How an operator makes one answer of many values, without knowing who sends them.
///
/// A plain value, as a ``Stage`` is; the answer so far is apart from it.
@usableFromInline protocol FoldRule<Input, Answer> {
  associatedtype Input
  associatedtype Answer
  associatedtype InputFailure: Error
  associatedtype Failure: Error

  /// What the operator is called in `print` and in descriptions.
  var label: String { get }

  /// The answer before the first value; nil for none.
  var initialAnswer: Answer? { get }

  /// Takes a value in.
  func receive(_ input: Input, _ answer: inout Answer?) -> FoldStep<Failure>

  /// Makes the stream's error of the upstream's.
  func widen(_ failure: InputFailure) -> Failure
}

extension FoldRule where InputFailure == Failure {
  @inlinable func widen(_ failure: Failure) -> Failure { failure }
}

/// What a fold does after a value.
@usableFromInline enum FoldStep<Failure: Error> {
  /// It takes the next value in.
  case goOn
  /// It needs no further value: the answer is known.
  case known
  /// The stream fails.
  case fail(Failure)
}

/// The host of operators that take values in and send one answer, or none.
///
/// Asks upstream for everything, until it ends or the answer is known; keeps the answer until the
/// downstream asks for it.
@usableFromInline
final class Fold<Rule: FoldRule, Downstream: Subscriber>: Subscriber, Subscription,
  CustomStringConvertible
where Downstream.Input == Rule.Answer, Downstream.Failure == Rule.Failure {
  @usableFromInline typealias Input = Rule.Input
  @usableFromInline typealias Failure = Rule.InputFailure

  @usableFromInline let rule: Rule
  @usableFromInline let downstream: Downstream
  @usableFromInline let isDone = Atomic<Bool>(false)
  // Exclusivity is unchecked: `answer` and `isKnown` belong to upstream's calls, which never
  // overlap, until upstream has ended; the rest changes under `lock`.
  @exclusivity(unchecked) @usableFromInline var answer: Rule.Answer?
  @exclusivity(unchecked) @usableFromInline var isKnown = false
  private let lock = Lock()
  @exclusivity(unchecked) private var upstream = UpstreamState.awaiting
  @exclusivity(unchecked) private var hasDemand = false
  @exclusivity(unchecked) private var hasAnswer = false
  @exclusivity(unchecked) private var isCancelled = false

  @inlinable init(_ rule: Rule, _ downstream: Downstream) {
    self.rule = rule
    self.downstream = downstream
    answer = rule.initialAnswer
  }

  @usableFromInline var description: String { rule.label }

  @usableFromInline func receive(subscription: any Subscription) {
    guard lock.withLock({ upstream.accept(subscription) }) else {
      return subscription.cancel()
    }
    downstream.receive(subscription: self)
    lock.withLock { upstream.held }.request(.unlimited)
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    if isKnown || isDone.load(ordering: .relaxed) { return .none }
    switch rule.receive(input, &answer) {
    case .goOn: break
    case .known: endEarly()
    case .fail(let error): fail(error)
    }
    return .none
  }

  /// Cancels upstream, because the answer is known.
  @usableFromInline @inline(never) func endEarly() {
    isKnown = true
    lock.lock()
    let ended = upstream.end()
    lock.unlock()
    guard ended.isFirst else { return }
    ended.cancel()
    lock.lock()
    hasAnswer = true
    deliverAndUnlock()
  }

  /// Ends the stream from within: cancels the upstream first, then tells the downstream.
  @usableFromInline @inline(never) func fail(_ error: Rule.Failure) {
    let ended = lock.withLock { upstream.end() }
    guard !isDone.exchange(true, ordering: .relaxed) else { return }
    ended.cancel()
    // The downstream may have cancelled from inside upstream's cancel.
    if lock.withLock({ isCancelled }) { return }
    downstream.receive(completion: .failure(error))
  }

  @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
    lock.lock()
    let ended = upstream.end()
    guard ended.isFirst else { return lock.unlock() }
    switch completion {
    case .finished:
      isKnown = true
      hasAnswer = true
      deliverAndUnlock()
    case .failure(let error):
      let wasDone = isDone.exchange(true, ordering: .relaxed)
      lock.unlock()
      if !wasDone { downstream.receive(completion: .failure(rule.widen(error))) }
    }
    ended.release()
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
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

  @usableFromInline func cancel() {
    isDone.store(true, ordering: .relaxed)
    lock.lock()
    isCancelled = true
    let ended = upstream.end()
    lock.unlock()
    ended.cancel()
  }
}
