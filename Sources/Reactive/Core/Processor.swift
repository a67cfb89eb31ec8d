/// The host of a stage that has a memory or ends the stream itself. Values take no lock: the
/// upstream serialises them, and only its calls touch the stage. Only the link back, request and
/// cancel, is guarded.
@usableFromInline
package final class Processor<S: Stage, Downstream: Subscriber>: UpstreamLink, Subscriber,
  Subscription, CustomStringConvertible
where Downstream.Input == S.Output, Downstream.Failure == S.Failure {
  @usableFromInline let stage: S
  // Exclusivity is unchecked because calls from upstream never overlap; see above.
  // The byte keeps the size above zero: an empty memory would have the object's address. Every
  // request reads the class there, and the thread sanitizer would report a race with that.
  @exclusivity(unchecked) @usableFromInline var memory: (of: S.Memory, own: UInt8)
  @usableFromInline let downstream: Downstream

  @inlinable package init(_ stage: S, _ downstream: Downstream) {
    (self.stage, memory, self.downstream) = (stage, (stage.initialMemory, 0), downstream)
    super.init()
  }

  @usableFromInline package var description: String { stage.label }

  @inlinable package func receive(subscription: any Subscription) {
    guard accept(subscription) else { return }
    stage.begin(&memory.of)
    if let extra = stage.extraDemand {
      let demand = lock.withLock { earlyDemand } + .max(extra)
      return demand > 0 ? ask(demand) : ()
    }
    downstream.receive(subscription: self)
    if stage.endsAtOnce { end(.finished) }
  }

  @inlinable package func receive(_ input: S.Input) -> Subscribers.Demand {
    if isOver { return .none }
    switch stage.receive(input, &memory.of) {
    case .emit(let output):
      let more = stage.upstreamDemand(for: downstream.receive(output))
      if stage.returnsDemand { return more }
      if more > 0 { ask(more) }
    case .skip: return .max(1)
    case .absorb: break
    case .emitLast(let output):
      _ = downstream.receive(output)
      end(.finished)
    case .finish: end(.finished)
    case .fail(let error): end(.failure(error))
    }
    return .none
  }

  @usableFromInline @inline(never) func end(_ completion: Subscribers.Completion<S.Failure>) {
    if endEarly() { downstream.receive(completion: completion) }
  }

  @inlinable package func receive(completion: Subscribers.Completion<S.InputFailure>) {
    guard letGo() else { return }
    if !isOver, !completion.isFailure, let rest = stage.rest(&memory.of) {
      _ = downstream.receive(rest)
    }
    guard takeEnd() else { return }
    downstream.receive(completion: stage.receive(completion: completion))
  }

  @inlinable package func request(_ demand: Subscribers.Demand) {
    if !stage.acceptsNoDemand { demand.requirePositive(stage.label) }
    // A stage that ends at once asks its upstream for nothing.
    if !stage.endsAtOnce { ask(stage.upstreamDemand(for: demand)) }
  }
}
