import Synchronization

/// The host of a stage that has a memory or ends the stream itself.
///
/// Values take no lock: the upstream serialises them, and nobody else touches the stage. Only the
/// way back, request and cancel, is guarded.
@usableFromInline
final class Relay<S: Stage, Downstream: Subscriber>: Subscriber, Subscription,
  CustomStringConvertible
where Downstream.Input == S.Output, Downstream.Failure == S.Failure {
  @usableFromInline let stage: S
  // Exclusivity is unchecked because calls from upstream never overlap; see above.
  @exclusivity(unchecked) @usableFromInline var memory: S.Memory
  @usableFromInline let downstream: Downstream
  @usableFromInline let isDone = Atomic<Bool>(false)
  private let lock = Lock()
  @exclusivity(unchecked) private var upstream = UpstreamState.awaiting

  @inlinable init(_ stage: S, _ downstream: Downstream) {
    self.stage = stage
    memory = stage.initialMemory
    self.downstream = downstream
  }

  @usableFromInline var description: String { stage.label }

  @usableFromInline func receive(subscription: any Subscription) {
    guard lock.withLock({ upstream.accept(subscription) }) else {
      return subscription.cancel()
    }
    stage.begin(&memory)
    let extra = stage.extraDemand
    let endsAtOnce = stage.endsAtOnce
    downstream.receive(subscription: self)
    if endsAtOnce { return end(.finished) }
    if extra > 0 { lock.withLock { upstream.subscription }?.request(.max(extra)) }
  }

  @inlinable func receive(_ input: S.Input) -> Subscribers.Demand {
    if isDone.load(ordering: .relaxed) { return .none }
    switch stage.receive(input, &memory) {
    case .emit(let output):
      return stage.upstreamDemand(for: downstream.receive(output))
    case .skip:
      return .max(1)
    case .absorb:
      return .none
    case .emitLast(let output):
      _ = downstream.receive(output)
      end(.finished)
    case .finish:
      end(.finished)
    case .fail(let error):
      end(.failure(error))
    }
    return .none
  }

  /// Ends the stream from within: cancels the upstream first, then tells the downstream.
  @usableFromInline @inline(never) func end(_ completion: Subscribers.Completion<S.Failure>) {
    let ended = lock.withLock { upstream.end() }
    guard !isDone.exchange(true, ordering: .relaxed) else { return }
    ended.cancel()
    downstream.receive(completion: completion)
  }

  @usableFromInline func receive(completion: Subscribers.Completion<S.InputFailure>) {
    lock.withLock { upstream.end() }.release()
    if !isDone.load(ordering: .relaxed), !completion.isFailure, let rest = stage.rest(&memory) {
      _ = downstream.receive(rest)
    }
    guard !isDone.exchange(true, ordering: .relaxed) else { return }
    downstream.receive(completion: stage.receive(completion: completion))
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    precondition(
      demand > 0, "\(stage.label): a subscriber requested no values; ask for at least one.")
    // A stage that ends at once asks its upstream for nothing.
    if stage.endsAtOnce { return }
    lock.withLock { upstream.subscription }?.request(
      stage.upstreamDemand(for: demand))
  }

  @usableFromInline func cancel() {
    isDone.store(true, ordering: .relaxed)
    lock.withLock { upstream.end() }.cancel()
  }
}
