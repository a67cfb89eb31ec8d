extension Publisher {
  /// Drops values until another publisher sends its first.
  ///
  ///     moves.drop(untilOutputFrom: start)  // what comes after the start
  ///
  /// Subscribes to the other first, and asks it for one value. If the other finishes without a
  /// value, so does this; if it fails before, so does this. A value that is dropped uses up demand,
  /// as in Combine, and is not asked for again.
  @inlinable public func drop<P: Publisher>(
    untilOutputFrom publisher: P
  ) -> Publishers.DropUntilOutput<Self, P> where P.Failure == Failure {
    Publishers.DropUntilOutput(upstream: self, other: publisher)
  }

  /// Passes values on until another publisher sends its first, then finishes.
  ///
  ///     moves.prefix(untilOutputFrom: end)
  ///
  /// Subscribes to the other first, and asks it for one value; its end, even by a failure, means
  /// nothing. Demand passes through.
  @inlinable public func prefix<P: Publisher>(
    untilOutputFrom publisher: P
  ) -> Publishers.PrefixUntilOutput<Self, P> {
    Publishers.PrefixUntilOutput(upstream: self, other: publisher)
  }
}

extension Publishers {
  /// Drops the values of its upstream until another publisher sends its first.
  public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Operator
  where Upstream.Failure == Other.Failure {
    public typealias Output = Upstream.Output
    public let upstream: Upstream
    /// What is waited for.
    public let other: Other

    /// Makes a publisher that waits for another.
    @inlinable public init(upstream: Upstream, other: Other) {
      (self.upstream, self.other) = (upstream, other)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let gate = Gate(subscriber, isOpen: false, label: "DropUntilOutput")
      other.receive(
        subscriber: GateTrigger(
          gate, onValue: { gate.open() }, onCompletion: { gate.triggerEnded($0) }))
      upstream.receive(subscriber: gate)
    }
  }

  /// Passes on the values of its upstream until another publisher sends its first.
  public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: Operator {
    public typealias Output = Upstream.Output
    public let upstream: Upstream
    /// What is waited for.
    public let other: Other

    /// Makes a publisher that ends with another's first value.
    @inlinable public init(upstream: Upstream, other: Other) {
      (self.upstream, self.other) = (upstream, other)
    }

    @inlinable public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let gate = Gate(subscriber, isOpen: true, label: "PrefixUntilOutput")
      other.receive(
        subscriber: GateTrigger<Other.Output, Other.Failure, S>(
          gate, onValue: { gate.close() }, onCompletion: { _ in gate.triggerEnded(nil) }))
      upstream.receive(subscriber: gate)
    }
  }
}

extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}

/// The host of operators that let values through until, or from, another publisher's first value.
@usableFromInline
final class Gate<Downstream: Subscriber>: Subscriber, Subscription, CustomStringConvertible {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline typealias Completion = Subscribers.Completion<Failure>

  @usableFromInline let outbox: Outbox<Downstream>
  @usableFromInline let description: String
  // Exclusivity is unchecked because the outbox's lock guards every access.
  @exclusivity(unchecked) @usableFromInline var isOpen: Bool
  @exclusivity(unchecked) private var upstream = UpstreamState.awaiting
  @exclusivity(unchecked) private var trigger = UpstreamState.awaiting
  /// Whether the downstream has its subscription, so that the stream may end.
  @exclusivity(unchecked) private var isReady = false
  /// The end that came too early.
  @exclusivity(unchecked) private var early: Completion?

  @usableFromInline init(_ downstream: Downstream, isOpen: Bool, label: String) {
    outbox = Outbox(downstream, isOpen: true)
    self.isOpen = isOpen
    description = label
    outbox.onDemand = { [unowned self] in self.forward($0) }
  }

  // MARK: The upstream

  @usableFromInline func receive(subscription: any Subscription) {
    outbox.lock.lock()
    let accepted = upstream.accept(subscription)
    let endsAtOnce = early != nil && !isReady
    outbox.lock.unlock()
    if !accepted { subscription.cancel() }
    guard accepted || endsAtOnce else { return }
    outbox.downstream.receive(subscription: self)
    becomeReady()
  }

  private func becomeReady() {
    outbox.lock.lock()
    let ending = isReady ? nil : early
    isReady = true
    if let ending { outbox.endAndUnlock(ending) } else { outbox.lock.unlock() }
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    outbox.lock.lock()
    if isOpen {
      _ = outbox.sendAndUnlock(input)
    } else {
      outbox.demand -= 1
      outbox.lock.unlock()
    }
    return .none
  }

  @usableFromInline func receive(completion: Completion) {
    outbox.lock.lock()
    let ended = upstream.end()
    guard ended.isFirst else { return outbox.lock.unlock() }
    let other = trigger.end()
    outbox.lock.unlock()
    other.cancel()
    outbox.lock.lock()
    endAndUnlock(completion)
    ended.release()
  }

  private func endAndUnlock(_ completion: Completion) {
    if isReady { return outbox.endAndUnlock(completion) }
    early = completion
    outbox.lock.unlock()
  }

  // MARK: The trigger

  @usableFromInline func acceptTrigger(_ subscription: any Subscription) {
    guard outbox.lock.withLock({ trigger.accept(subscription) }) else {
      return subscription.cancel()
    }
    subscription.request(.max(1))
  }

  /// Lets values through from now on.
  @usableFromInline func open() {
    outbox.lock.lock()
    let ended = trigger.end()
    if ended.isFirst { isOpen = true }
    outbox.lock.unlock()
    ended.cancel()
  }

  /// Lets nothing through from now on, and finishes.
  @usableFromInline func close() {
    outbox.lock.lock()
    let ended = trigger.end()
    guard ended.isFirst else { return outbox.lock.unlock() }
    let source = upstream.end()
    outbox.lock.unlock()
    ended.cancel()
    source.cancel()
    outbox.lock.lock()
    endAndUnlock(.finished)
  }

  /// Ends the stream if the trigger has ended without a value and that matters.
  @usableFromInline func triggerEnded(_ completion: Completion?) {
    outbox.lock.lock()
    let ended = trigger.end()
    if ended.isFirst, let completion {
      let source = upstream.end()
      outbox.lock.unlock()
      source.cancel()
      outbox.lock.lock()
      endAndUnlock(completion)
    } else {
      outbox.lock.unlock()
    }
    ended.release()
  }

  // MARK: Subscription

  private func forward(_ demand: Subscribers.Demand) {
    outbox.lock.withLock { upstream.held }.request(demand)
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    precondition(
      demand > 0, "\(description): a subscriber requested no values; ask for at least one.")
    becomeReady()
    outbox.request(demand)
  }

  @usableFromInline func cancel() {
    outbox.lock.lock()
    let leftovers = outbox.closeLocked()
    let (source, other) = (upstream.end(), trigger.end())
    outbox.lock.unlock()
    source.cancel()
    other.cancel()
    withExtendedLifetime(leftovers) {}
  }
}

/// The subscriber of the publisher that is waited for.
@usableFromInline struct GateTrigger<Input, Failure: Error, Downstream: Subscriber>: Subscriber {
  @usableFromInline let gate: Gate<Downstream>
  @usableFromInline let onValue: () -> Void
  @usableFromInline let onCompletion: (Subscribers.Completion<Failure>) -> Void

  @inlinable init(
    _ gate: Gate<Downstream>, onValue: @escaping () -> Void,
    onCompletion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) {
    (self.gate, self.onValue, self.onCompletion) = (gate, onValue, onCompletion)
  }

  @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(gate) }

  @inlinable func receive(subscription: any Subscription) { gate.acceptTrigger(subscription) }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    onValue()
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) { onCompletion(completion) }
}
