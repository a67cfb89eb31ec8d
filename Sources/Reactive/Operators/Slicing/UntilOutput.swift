extension Publisher {
  /// Drops values until another publisher sends its first.
  ///
  ///     moves.drop(untilOutputFrom: start)  // what comes after the start
  ///
  /// Hands its subscription over before it subscribes: to the other first, from which it requests
  /// one value; if that ends without one, so does this. A value that is dropped uses up demand, as
  /// in Combine, and is not requested again.
  @inlinable public func drop<P: Publisher>(untilOutputFrom publisher: P)
    -> Publishers.DropUntilOutput<Self, P> where P.Failure == Failure
  { .init(upstream: self, other: publisher) }

  /// Passes values on until another publisher sends its first, then finishes.
  ///
  ///     moves.prefix(untilOutputFrom: end)
  ///
  /// Subscribes to the other first, and asks it for one value; its end, even a failure, is ignored.
  @inlinable public func prefix<P: Publisher>(
    untilOutputFrom publisher: P
  ) -> Publishers.PrefixUntilOutput<Self, P> { .init(upstream: self, other: publisher) }
}

extension Publishers {
  /// Drops the values of its upstream until another publisher sends its first.
  public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: _Operator
  where Upstream.Failure == Other.Failure {
    /// The upstream publisher.
    public let upstream: Upstream
    /// The publisher to wait for.
    public let other: Other
    /// Makes a publisher that waits for another.
    @inlinable public init(upstream: Upstream, other: Other) {
      (self.upstream, self.other) = (upstream, other)
    }

    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      let gate = Gate(subscriber, isOpen: false, label: "DropUntilOutput")
      gate.start()
      gate.listen(to: other) { gate.end(with: $0, from: 1) }
      upstream.receive(subscriber: gate)
    }
  }

  /// Passes on the values of its upstream until another publisher sends its first.
  public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// The publisher to wait for.
    public let other: Other
    /// Makes a publisher that ends with another's first value.
    @inlinable public init(upstream: Upstream, other: Other) {
      (self.upstream, self.other) = (upstream, other)
    }

    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      let gate = Gate(subscriber, isOpen: true, label: "PrefixUntilOutput")
      gate.listen(to: other) { _ in gate.end(with: nil, from: 1) }
      upstream.receive(subscriber: gate)
    }
  }
}

extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}

/// Lets values through until, or from, another publisher's first: the trigger, which has index 1.
@usableFromInline final class Gate<Downstream: Subscriber>: Outbox<Downstream>, Intermediary {
  // Exclusivity is unchecked because the outbox's lock guards every access.
  @exclusivity(unchecked) @usableFromInline var letsThrough: Bool
  @usableFromInline init(_ downstream: Downstream, isOpen: Bool, label: String) {
    letsThrough = isOpen
    super.init(downstream, label: label, upstreams: 2, isOpen: false)
  }

  @usableFromInline func receive(subscription: any Subscription) {
    // The trigger may have ended the stream already; that, too, needs a subscription first.
    let isKept = keep(subscription, from: 0)
    if isKept || lock.withLock({ upstreams[0].hasEnded }) { start() }
    // The demand requested before there was an upstream.
    if isKept { forward() }
  }

  @inlinable func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    lock.lock()
    let isAdmitted = letsThrough && ledger.admit(input)
    if !letsThrough { ledger.demand -= 1 }
    lock.unlock()
    return isAdmitted ? deliverReturning(input) : .none
  }

  @usableFromInline func receive(completion: Completion) { end(with: completion, from: 0) }

  /// A request for nothing is not a mistake here.
  @usableFromInline override func request(_ more: Subscribers.Demand) {
    if more > 0 { super.request(more) }
  }

  /// Subscribes to the trigger, with the action for its end.
  @usableFromInline func listen<Trigger: Publisher>(
    to trigger: Trigger, onCompletion: @escaping (Subscribers.Completion<Trigger.Failure>) -> Void
  ) {
    trigger.receive(
      subscriber: AnySubscriber(
        receiveSubscription: { if self.keep($0, from: 1) { $0.request(.max(1)) } },
        receiveValue: { _ in
          self.triggerFired()
          return .none
        }, receiveCompletion: onCompletion))
  }

  /// Lets values through from now on; or if it has done so until now, nothing more, and finishes.
  private func triggerFired() {
    lock.lock()
    let ended = upstreams[1].end()
    let source = ended.isFirst && letsThrough ? upstreams[0].end() : nil
    if ended.isFirst { letsThrough = true }
    lock.unlock()
    ended.cancel()
    guard let source else { return }
    source.cancel()
    end(.finished)
  }

  /// Ends the stream when the upstream has ended, or when the trigger has and that matters.
  @usableFromInline func end(with completion: Completion?, from index: Int) {
    let ended = lock.withLock { upstreams[index].complete() }
    if ended.isFirst, let completion { cutOff(completion) }
    ended.release()
  }
}
