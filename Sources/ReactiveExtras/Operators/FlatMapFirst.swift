import Reactive

extension Publisher {
  /// Turns a value into a publisher, and drops further values until that one has finished.
  ///
  ///     loginTaps.flatMapFirst { logIn() }  // taps during a login do nothing
  ///
  /// Requests everything from upstream. Finishes when this publisher and the active one have; fails
  /// when either fails.
  @inlinable public func flatMapFirst<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMapFirst<P, Self> where P.Failure == Failure {
    Publishers.FlatMapFirst(upstream: self, transform: transform)
  }

  /// Turns a value into a publisher that cannot fail, and drops further values until that one has
  /// finished.
  @inlinable public func flatMapFirst<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMapFirst<Publishers.SetFailureType<P, Failure>, Self>
  where P.Failure == Never {
    flatMapFirst { transform($0).setFailureType(to: Failure.self) }
  }
}

extension Publisher where Failure == Never {
  /// Turns a value into a publisher, and drops further values until that one has finished.
  @inlinable public func flatMapFirst<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMapFirst<P, Publishers.SetFailureType<Self, P.Failure>> {
    setFailureType(to: P.Failure.self).flatMapFirst(transform)
  }

  /// Turns a value into a publisher that cannot fail, and drops further values until that one has
  /// finished.
  @inlinable public func flatMapFirst<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMapFirst<P, Self> where P.Failure == Never {
    Publishers.FlatMapFirst(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// Turns a value of its upstream into a publisher whenever the one before has finished.
  public struct FlatMapFirst<NewPublisher: Publisher, Upstream: Publisher>: _Operator
  where NewPublisher.Failure == Upstream.Failure {
    public typealias Output = NewPublisher.Output
    /// The upstream publisher.
    public let upstream: Upstream
    /// Makes a publisher of a value.
    @usableFromInline let transform: (Upstream.Output) -> NewPublisher

    /// Makes a publisher of the values of publishers, one of which is active at a time.
    @inlinable init(upstream: Upstream, transform: @escaping (Upstream.Output) -> NewPublisher) {
      (self.upstream, self.transform) = (upstream, transform)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let join = Join(subscriber, label: "FlatMapFirst", admission: .one)
      upstream.receive(subscriber: FlatMapOuter(join, .unlimited, transform))
    }
  }
}
