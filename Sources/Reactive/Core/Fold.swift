/// How an operator makes one answer of many values, without knowing who sends them. A plain value,
/// as a ``Stage`` is; the answer so far is apart from it.
@usableFromInline package protocol FoldRule<Input, Answer> {
  associatedtype Input
  associatedtype Answer
  associatedtype InputFailure: Error = Failure
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
  @inlinable package func widen(_ failure: Failure) -> Failure { failure }
}

/// What a fold does after a value.
@usableFromInline package enum FoldStep<Failure: Error> {
  /// It takes the next value in.
  case goOn
  /// It needs no further value: the answer is known.
  case known
  /// The stream fails.
  case fail(Failure)
}

/// The host of operators that take values in and send one answer, or none. Asks upstream for
/// everything, until it ends or the answer is known; keeps the answer until the downstream asks for
/// it.
@usableFromInline
package final class Fold<Rule: FoldRule, Downstream: Subscriber>: UpstreamLink, Subscriber,
  Subscription,
  CustomStringConvertible
where Downstream.Input == Rule.Answer, Downstream.Failure == Rule.Failure {
  @usableFromInline package let rule: Rule, downstream: Downstream
  // Exclusivity is unchecked: `answer` and `isKnown` belong to upstream's calls, which never
  // overlap, until upstream has ended; the rest changes under `lock`.
  @exclusivity(unchecked) @usableFromInline package var answer: Rule.Answer?
  @exclusivity(unchecked) @usableFromInline package var isKnown = false
  @exclusivity(unchecked) @usableFromInline package var hasDemand = false, hasAnswer = false

  @inlinable package init(_ rule: Rule, _ downstream: Downstream) {
    (self.rule, self.downstream, answer) = (rule, downstream, rule.initialAnswer)
    super.init()
  }

  @usableFromInline package var description: String { rule.label }

  @usableFromInline package func receive(subscription: any Subscription) {
    guard accept(subscription) else { return }
    downstream.receive(subscription: self)
    ask(.unlimited)
  }

  @inlinable package func receive(_ input: Rule.Input) -> Subscribers.Demand {
    if isKnown || isOver { return .none }
    switch rule.receive(input, &answer) {
    case .goOn: break
    case .known: stop()
    case .fail(let error): fail(error)
    }
    return .none
  }

  /// Cancels upstream, because the answer is known.
  @usableFromInline @inline(never) package func stop() {
    isKnown = true
    let ended = lock.withLock { upstream.end() }
    guard ended.isFirst else { return }
    ended.cancel()
    lock.lock()
    hasAnswer = true
    deliverAndUnlock()
  }

  @usableFromInline @inline(never) package func fail(_ error: Rule.Failure) {
    if endEarly() { downstream.receive(completion: .failure(error)) }
  }

  @usableFromInline package func receive(completion: Subscribers.Completion<Rule.InputFailure>) {
    lock.lock()
    let ended = upstream.end()
    guard ended.isFirst else { return lock.unlock() }
    switch completion {
    case .finished:
      isKnown = true
      hasAnswer = true
      deliverAndUnlock()
    case .failure(let error):
      let isFirst = takeEnd()
      lock.unlock()
      if isFirst { downstream.receive(completion: .failure(rule.widen(error))) }
    }
    ended.release()
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    demand.requirePositive(description)
    lock.lock()
    hasDemand = true
    deliverAndUnlock()
  }

  /// Sends the answer, once there is one and it is wanted. Called under the lock.
  private func deliverAndUnlock() {
    // That there is none needs no demand.
    guard hasAnswer, hasDemand || answer == nil, !isOver else { return lock.unlock() }
    hasAnswer = false
    lock.unlock()
    if let answer { _ = downstream.receive(answer) }
    if takeEnd() { downstream.receive(completion: .finished) }
  }
}
