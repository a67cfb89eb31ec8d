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
  @usableFromInline let lock = Lock()
  @exclusivity(unchecked) @usableFromInline var upstream = UpstreamState.awaiting
  @exclusivity(unchecked) @usableFromInline var isCancelled = false

  @inlinable init(_ stage: S, _ downstream: Downstream) {
    self.stage = stage
    memory = stage.initialMemory
    self.downstream = downstream
  }

  @usableFromInline var description: String { stage.label }

  @inlinable func receive(subscription: any Subscription) {
    guard lock.withLock({ upstream.accept(subscription) }) else {
      return subscription.cancel()
    }
    stage.begin(&memory)
    let extra = stage.extraDemand
    let endsAtOnce = stage.endsAtOnce
    downstream.receive(subscription: self)
    if endsAtOnce { return end(.finished) }
    if extra > 0 { requestUpstream(.max(extra)) }
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
    // The downstream may have cancelled from inside upstream's cancel.
    if lock.withLock({ isCancelled }) { return }
    downstream.receive(completion: completion)
  }

  @inlinable func receive(completion: Subscribers.Completion<S.InputFailure>) {
    lock.withLock { upstream.end() }.release()
    if !isDone.load(ordering: .relaxed), !completion.isFailure, let rest = stage.rest(&memory) {
      _ = downstream.receive(rest)
    }
    guard !isDone.exchange(true, ordering: .relaxed) else { return }
    downstream.receive(completion: stage.receive(completion: completion))
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    precondition(
      demand > 0, "\(stage.label): a subscriber requested no values; ask for at least one.")
    // A stage that ends at once asks its upstream for nothing.
    if stage.endsAtOnce { return }
    requestUpstream(stage.upstreamDemand(for: demand))
  }

  @inlinable func requestUpstream(_ demand: Subscribers.Demand) {
    lock.lock()
    let subscription = upstream.held
    lock.unlock()
    subscription.request(demand)
  }

  @inlinable func cancel() {
    isDone.store(true, ordering: .relaxed)
    lock.lock()
    isCancelled = true
    let ended = upstream.end()
    lock.unlock()
    ended.cancel()
  }
}
