extension Publisher {
  /// Turns each value into a publisher, and sends the values of all of them as they come.
  ///
  ///     [1, 2].publisher.flatMap { [$0, $0 * 10].publisher }  // 1, 10, 2, 20
  ///
  /// At most `maxPublishers` of them are active at a time; each that finishes makes room for one
  /// more. Finishes when this publisher and all of them have; any failure cancels all the others.
  @inlinable public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where P.Failure == Failure {
    .init(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }
  /// Turns each value into a publisher that cannot fail, and sends the values of all of them.
  @inlinable public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
    flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
  }
}

extension Publisher where Failure == Never {
  /// Turns each value into a publisher, and sends the values of all of them.
  @inlinable public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
    setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
  }
  /// Turns each value into a publisher that cannot fail, and sends the values of all of them.
  @inlinable public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where P.Failure == Never {
    .init(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }
}

extension Publisher where Output: Publisher, Output.Failure == Failure {
  /// Sends the values of the latest publisher that this one has sent.
  ///
  ///     queries.map { search($0) }.switchToLatest()
  ///
  /// A new one cancels the one before. Finishes when this publisher and the latest have.
  @inlinable public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
    .init(upstream: self)
  }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
  /// Sends the values of the latest publisher that this one has sent.
  @inlinable public func switchToLatest()
    -> Publishers.SwitchToLatest<
      Publishers.SetFailureType<Output, Failure>,
      Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
    >
  { map { $0.setFailureType(to: Failure.self) }.switchToLatest() }
}

extension Publisher where Failure == Never, Output: Publisher {
  /// Sends the values of the latest publisher that this one has sent.
  @inlinable public func switchToLatest()
    -> Publishers.SwitchToLatest<Output, Publishers.SetFailureType<Self, Output.Failure>>
  { setFailureType(to: Output.Failure.self).switchToLatest() }
}

extension Publisher where Failure == Never, Output: Publisher, Output.Failure == Never {
  /// Sends the values of the latest publisher that this one has sent.
  @inlinable public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
    .init(upstream: self)
  }
}

extension Publishers {
  /// Turns each value of its upstream into a publisher, and sends the values of all of them.
  public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: _Operator
  where NewPublisher.Failure == Upstream.Failure {
    public typealias Output = NewPublisher.Output
    /// The upstream publisher.
    public let upstream: Upstream
    /// The number of publishers that may be active at a time.
    public let maxPublishers: Subscribers.Demand
    /// Makes a publisher of each value.
    public let transform: (Upstream.Output) -> NewPublisher
    /// Makes a publisher of the values of publishers.
    @inlinable public init(
      upstream: Upstream, maxPublishers: Subscribers.Demand,
      transform: @escaping (Upstream.Output) -> NewPublisher
    ) { (self.upstream, self.maxPublishers, self.transform) = (upstream, maxPublishers, transform) }
    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let join = Join(
        subscriber, label: "FlatMap", admission: maxPublishers == .unlimited ? .all : .limited)
      upstream.receive(subscriber: FlatMapOuter(join, maxPublishers, transform))
    }
  }

  /// Sends the values of the latest publisher that its upstream has sent.
  public struct SwitchToLatest<P: Publisher, Upstream: Publisher>: _Operator
  where P == Upstream.Output, P.Failure == Upstream.Failure {
    public typealias Output = P.Output
    /// The upstream publisher.
    public let upstream: Upstream
    /// Makes a publisher of the latest publisher's values.
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }
    @inlinable public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.receive(subscriber: SwitchOuter<P, S>(Switch(subscriber)))
    }
  }
}

/// The subscriber of the publisher whose values become publishers.
@usableFromInline
package struct FlatMapOuter<Input, NewPublisher: Publisher, Downstream: Subscriber>: Intermediary
where Downstream.Input == NewPublisher.Output, Downstream.Failure == NewPublisher.Failure {
  @usableFromInline let join: Join<Downstream>, maxPublishers: Subscribers.Demand
  @usableFromInline let transform: (Input) -> NewPublisher
  @inlinable package init(
    _ join: Join<Downstream>, _ maxPublishers: Subscribers.Demand,
    _ transform: @escaping (Input) -> NewPublisher
  ) { (self.join, self.maxPublishers, self.transform) = (join, maxPublishers, transform) }
  @usableFromInline package var combineIdentifier: CombineIdentifier { CombineIdentifier(join) }
  @inlinable package func receive(subscription: any Subscription) {
    if join.keep(subscription, from: 0) { subscription.request(maxPublishers) }
  }

  @inlinable package func receive(_ input: Input) -> Subscribers.Demand {
    let (isOpen, takesOneValue) = join.opening
    guard isOpen else { return .none }
    let child = transform(input)
    // One value needs no subscription if the demand is unlimited.
    if takesOneValue, let value = child.onlyValue {
      join.send(value)
      return join.isLimited ? .max(1) : .none
    }
    if let index = join.addChild() { child.receive(subscriber: Inlet(join, index)) }
    return .none
  }

  @inlinable package func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    join.receive(completion: completion, from: 0)
  }
}

/// The host of operators that follow only the latest of several publishers.
///
/// Unmet demand is requested from the new publisher. The earlier publisher is cancelled first, and
/// ignored from then on.
///
/// The publisher of publishers has index 0, the latest publisher index 1.
@usableFromInline final class Switch<Downstream: Subscriber>: Outbox<Downstream>, Junction {
  // Exclusivity is unchecked because the outbox's lock guards every access. The two ways back are
  // not in `upstreams`, because each value reads them, and an array would copy its element for
  // that.
  /// The link back to the publisher of publishers.
  @exclusivity(unchecked) @usableFromInline var outer = UpstreamState.awaiting
  /// The link back to the latest publisher.
  @exclusivity(unchecked) @usableFromInline var inner = UpstreamState.ended
  /// Counts the publishers, so that an earlier one is not taken for the latest.
  @exclusivity(unchecked) @usableFromInline var latest = 0

  @usableFromInline init(_ downstream: Downstream) {
    super.init(downstream, label: "SwitchToLatest", upstreams: 0, isOpen: true)
    downstream.receive(subscription: self)
  }

  @usableFromInline override func endUpstreams() -> [UpstreamState] { [inner.end(), outer.end()] }

  // MARK: The publisher of publishers

  @inlinable func acceptOuter(_ subscription: any Subscription) {
    guard lock.withLock({ outer.accept(subscription) }) else { return subscription.cancel() }
    subscription.request(.unlimited)
  }

  /// Cancels the present publisher and makes room for the next; nil once nothing more can come.
  @inlinable func switchOver() -> Int? {
    lock.lock()
    if !ledger.isOpen || outer.hasEnded {
      lock.unlock()
      return nil
    }
    let old = inner.end()
    inner = .awaiting
    latest += 1
    let number = latest
    let dropped = ledger.dropWaiting()
    lock.unlock()
    old.cancel()
    withExtendedLifetime(dropped) {}
    return number
  }

  /// Sends the one value of a publisher that ends with it; false unless the demand is unlimited.
  @inlinable func switchOver(to value: Downstream.Input) -> Bool {
    let me = currentThread()
    lock.lock(me)
    guard ledger.demand == .unlimited, inner.hasEnded, !outer.hasEnded else {
      lock.unlock()
      return false
    }
    latest += 1
    let dropped = ledger.dropWaiting()
    let isAdmitted = ledger.admit(value, by: me)
    lock.unlock()
    if isAdmitted { deliver(value, by: me) }
    withExtendedLifetime(dropped) {}
    return true
  }

  @inlinable func receiveOuter(completion: Completion) {
    settle(lock.withLock { outer.complete() }, completion)
  }

  /// Ends the stream if that is due after the end of one of the two.
  @inlinable func settle(_ ended: UpstreamState, _ completion: Completion) {
    guard ended.isFirst else { return }
    if completion.isFailure {
      cutOff(completion)
    } else if lock.withLock({ outer.hasEnded && inner.hasEnded }) {
      end(.finished)
    }
    ended.release()
  }

  // MARK: The latest publisher

  @inlinable func accept(_ subscription: any Subscription, from number: Int) {
    lock.lock()
    let accepted = number == latest && inner.accept(subscription)
    let outstanding = ledger.demand - (ledger.waiting?.count ?? 0)
    if accepted { ledger.unforwarded = .none }
    lock.unlock()
    if !accepted { return subscription.cancel() }
    if outstanding > 0 { subscription.request(outstanding) }
  }

  @inlinable func receive(_ value: Downstream.Input, from number: Int) -> Subscribers.Demand {
    let me = currentThread()
    lock.lock(me)
    let isAdmitted = number == latest && ledger.admit(value, by: me)
    lock.unlock()
    return isAdmitted ? deliverReturning(value, by: me) : .none
  }

  @inlinable func receive(completion: Completion, from number: Int) {
    lock.lock()
    let ended = number == latest ? inner.complete() : nil
    lock.unlock()
    if let ended { settle(ended, completion) }
  }

  @usableFromInline override func forward() {
    let (held, demand) = lock.withLock { (inner.held, ledger.takeUnforwarded()) }
    if demand > 0 { held.request(demand) }
  }
}

/// The subscriber of the publisher that sends publishers.
@usableFromInline struct SwitchOuter<Input: Publisher, Downstream: Subscriber>: Intermediary
where Input.Output == Downstream.Input, Input.Failure == Downstream.Failure {
  @usableFromInline let host: Switch<Downstream>

  @inlinable init(_ host: Switch<Downstream>) { self.host = host }
  @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(host) }
  @inlinable func receive(subscription: any Subscription) { host.acceptOuter(subscription) }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    // One value needs no subscription if the demand is unlimited.
    if let value = input.onlyValue, host.switchOver(to: value) { return .none }
    if let number = host.switchOver() { input.receive(subscriber: Inlet(host, number)) }
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    host.receiveOuter(completion: completion)
  }
}
