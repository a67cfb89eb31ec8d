/// An operator's rule for making one answer of many values, without knowing who sends them. A plain
/// value, as a ``Stage`` is; the answer so far is kept apart from it.
@usableFromInline protocol FoldRule<Input, Answer> {
  associatedtype Input
  associatedtype Answer
  associatedtype InputFailure: Error = Failure
  associatedtype Failure: Error

  /// The operator's name in `print` and in descriptions.
  var label: String { get }
  /// The answer before the first value; nil for none.
  var initialAnswer: Answer? { get }
  /// Takes a value into the answer.
  func receive(_ input: Input, _ answer: inout Answer?) -> FoldStep<Failure>
  /// Makes the stream's error of the upstream's.
  func widen(_ failure: InputFailure) -> Failure
}

extension FoldRule where InputFailure == Failure {
  @inlinable func widen(_ failure: Failure) -> Failure { failure }
}

/// The step of a fold after a value.
@usableFromInline enum FoldStep<Failure: Error>: FailableStep {
  /// The fold takes the next value in.
  case goOn
  /// The fold needs no further value: the answer is known.
  case known
  /// The stream fails.
  case fail(Failure)
}

/// The host of operators that take values in and send one answer, or none. Requests everything from
/// upstream until it ends or the answer is known; keeps the answer until the downstream asks for
/// it.
@usableFromInline
final class Fold<Rule: FoldRule, Downstream: Subscriber>: UpstreamLink, Subscriber, Subscription,
  CustomStringConvertible
where Downstream.Input == Rule.Answer, Downstream.Failure == Rule.Failure {
  @usableFromInline let rule: Rule, downstream: Downstream
  // Exclusivity is unchecked: `answer` and `isKnown` belong to upstream's calls, which never
  // overlap, until upstream has ended; the rest changes under `lock`.
  @exclusivity(unchecked) @usableFromInline var answer: Rule.Answer?
  @exclusivity(unchecked) @usableFromInline var isKnown = false
  @exclusivity(unchecked) @usableFromInline var hasDemand = false
  @exclusivity(unchecked) @usableFromInline var hasAnswer = false

  @inlinable init(_ rule: Rule, _ downstream: Downstream) {
    (self.rule, self.downstream, answer) = (rule, downstream, rule.initialAnswer)
    super.init()
  }

  @usableFromInline var description: String { rule.label }

  @usableFromInline func receive(subscription: any Subscription) {
    guard accept(subscription) else { return }
    downstream.receive(subscription: self)
    ask(.unlimited)
  }

  @inlinable func receive(_ input: Rule.Input) -> Subscribers.Demand {
    if isKnown || isOver { return .none }
    switch rule.receive(input, &answer) {
    case .goOn: break
    case .known: stop()
    case .fail(let error): fail(error)
    }
    return .none
  }

  /// Cancels upstream, because the answer is known.
  @usableFromInline @inline(never) func stop() {
    isKnown = true
    let ended = lock.withLock { upstream.end() }
    guard ended.isFirst else { return }
    ended.cancel()
    deliver { hasAnswer = true }
  }

  @usableFromInline @inline(never) func fail(_ error: Rule.Failure) {
    if endEarly() { downstream.receive(completion: .failure(error)) }
  }

  @usableFromInline func receive(completion: Subscribers.Completion<Rule.InputFailure>) {
    let ended = lock.withLock { upstream.complete() }
    guard ended.isFirst else { return }
    switch completion {
    case .finished:
      isKnown = true
      deliver { hasAnswer = true }
    case .failure(let error):
      if takeEnd() { downstream.receive(completion: .failure(rule.widen(error))) }
    }
    ended.release()
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    demand.requirePositive(description)
    deliver { hasDemand = true }
  }

  /// Sends the result if a change makes it due: once it exists and is requested.
  private func deliver(after change: () -> Void) {
    lock.lock()
    change()
    // An end without an answer waits for demand, too, unless there can be none.
    let isDue = hasAnswer && (hasDemand || Rule.Answer.self == Never.self) && !isOver
    if isDue { hasAnswer = false }
    lock.unlock()
    guard isDue else { return }
    if let answer { _ = downstream.receive(answer) }
    if takeEnd() { downstream.receive(completion: .finished) }
  }
}
