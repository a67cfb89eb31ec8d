extension Publisher {
  /// Turns each value into a publisher, and sends what they all send, as it comes.
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
  /// Turns each value into a publisher that cannot fail, and sends what they all send.
  @inlinable public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
    flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
  }
}

extension Publisher where Failure == Never {
  /// Turns each value into a publisher, and sends what they all send.
  @inlinable public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
    setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
  }
  /// Turns each value into a publisher that cannot fail, and sends what they all send.
  @inlinable public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where P.Failure == Never {
    .init(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }
}

extension Publisher where Output: Publisher, Output.Failure == Failure {
  /// Sends what the latest of the publishers sends that this one sends.
  ///
  ///     queries.map { search($0) }.switchToLatest()
  ///
  /// A new one cancels the one before. Finishes when this publisher and the latest have.
  @inlinable public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
    .init(upstream: self)
  }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
  /// Sends what the latest of the publishers sends that this one sends.
  @inlinable public func switchToLatest()
    -> Publishers.SwitchToLatest<
      Publishers.SetFailureType<Output, Failure>,
      Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
    >
  { map { $0.setFailureType(to: Failure.self) }.switchToLatest() }
}

extension Publisher where Failure == Never, Output: Publisher {
  /// Sends what the latest of the publishers sends that this one sends.
  @inlinable public func switchToLatest()
    -> Publishers.SwitchToLatest<Output, Publishers.SetFailureType<Self, Output.Failure>>
  { setFailureType(to: Output.Failure.self).switchToLatest() }
}

extension Publisher where Failure == Never, Output: Publisher, Output.Failure == Never {
  /// Sends what the latest of the publishers sends that this one sends.
  @inlinable public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
    .init(upstream: self)
  }
}

extension Publishers {
  /// Turns each value of its upstream into a publisher, and sends what they all send.
  public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Operator
  where NewPublisher.Failure == Upstream.Failure {
    public typealias Output = NewPublisher.Output
    /// Whose values become publishers, how many at a time, and what makes them.
    public let upstream: Upstream, maxPublishers: Subscribers.Demand,
      transform: (Upstream.Output) -> NewPublisher
    /// Makes a publisher of the values of publishers.
    @inlinable public init(
      upstream: Upstream, maxPublishers: Subscribers.Demand,
      transform: @escaping (Upstream.Output) -> NewPublisher
    ) { (self.upstream, self.maxPublishers, self.transform) = (upstream, maxPublishers, transform) }
    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let join = Join(subscriber, label: "FlatMap", admitsLimited: maxPublishers != .unlimited)
      upstream.receive(subscriber: FlatMapOuter(join, maxPublishers, transform))
    }
  }

  /// Sends what the latest publisher sends that its upstream sent.
  public struct SwitchToLatest<P: Publisher, Upstream: Publisher>: Operator
  where P == Upstream.Output, P.Failure == Upstream.Failure {
    public typealias Output = P.Output
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
struct FlatMapOuter<Input, NewPublisher: Publisher, Downstream: Subscriber>: Intermediary
where Downstream.Input == NewPublisher.Output, Downstream.Failure == NewPublisher.Failure {
  @usableFromInline let join: Join<Downstream>, maxPublishers: Subscribers.Demand
  @usableFromInline let transform: (Input) -> NewPublisher
  @inlinable init(
    _ join: Join<Downstream>, _ maxPublishers: Subscribers.Demand,
    _ transform: @escaping (Input) -> NewPublisher
  ) { (self.join, self.maxPublishers, self.transform) = (join, maxPublishers, transform) }
  @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(join) }
  @inlinable func receive(subscription: any Subscription) {
    if join.keep(subscription, from: 0), maxPublishers > 0 { subscription.request(maxPublishers) }
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    let (isOpen, takesAll) = join.admission
    guard isOpen else { return .none }
    let child = transform(input)
    // One value needs no subscription where all are wanted.
    if takesAll, let value = child.onlyValue { return join.send(value) }
    if let place = join.addChild() { child.receive(subscriber: Inlet(join, place)) }
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    join.receive(completion: completion, from: 0)
  }
}
