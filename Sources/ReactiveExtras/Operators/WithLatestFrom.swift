import Reactive

extension Publisher {
  /// Sends, for each value, what a closure makes of it and of the latest value of another publisher.
  ///
  ///     // numbers: 1     2  3
  ///     // letters:    a        b
  ///     numbers.withLatestFrom(letters) { "\($0)\($1)" }  // "2a", "3a"
  ///
  /// The other is subscribed to first, and asked for everything. A value that comes before the
  /// other's first is dropped, and another is asked for in its place. Finishes when this publisher
  /// does; that the other finishes means nothing. Fails when either fails.
  @inlinable public func withLatestFrom<Other: Publisher, Result>(
    _ other: Other, resultSelector: @escaping (Output, Other.Output) -> Result
  ) -> Publishers.WithLatestFrom<Self, Other, Result> where Other.Failure == Failure {
    Publishers.WithLatestFrom(upstream: self, other: other, resultSelector: resultSelector)
  }

  /// Sends, for each value, the latest value of another publisher.
  ///
  ///     saveTaps.withLatestFrom($document)
  @inlinable public func withLatestFrom<Other: Publisher>(
    _ other: Other
  ) -> Publishers.WithLatestFrom<Self, Other, Other.Output> where Other.Failure == Failure {
    withLatestFrom(other) { $1 }
  }

  /// Sends, for each value, what a closure makes of it and of the latest values of two publishers.
  ///
  /// A value is dropped until both have sent one.
  @inlinable public func withLatestFrom<A: Publisher, B: Publisher, Result>(
    _ a: A, _ b: B, resultSelector: @escaping (Output, (A.Output, B.Output)) -> Result
  ) -> Publishers.WithLatestFrom<Self, Publishers.CombineLatest<A, B>, Result>
  where A.Failure == Failure, B.Failure == Failure {
    withLatestFrom(a.combineLatest(b), resultSelector: resultSelector)
  }

  /// Sends, for each value, the latest values of two publishers.
  @inlinable public func withLatestFrom<A: Publisher, B: Publisher>(
    _ a: A, _ b: B
  ) -> Publishers.WithLatestFrom<Self, Publishers.CombineLatest<A, B>, (A.Output, B.Output)>
  where A.Failure == Failure, B.Failure == Failure {
    withLatestFrom(a, b) { $1 }
  }

  /// Sends, for each value, what a closure makes of it and of the latest values of three publishers.
  ///
  /// A value is dropped until all three have sent one.
  @inlinable public func withLatestFrom<A: Publisher, B: Publisher, C: Publisher, Result>(
    _ a: A, _ b: B, _ c: C,
    resultSelector: @escaping (Output, (A.Output, B.Output, C.Output)) -> Result
  ) -> Publishers.WithLatestFrom<Self, Publishers.CombineLatest3<A, B, C>, Result>
  where A.Failure == Failure, B.Failure == Failure, C.Failure == Failure {
    withLatestFrom(a.combineLatest(b, c), resultSelector: resultSelector)
  }

  /// Sends, for each value, the latest values of three publishers.
  @inlinable public func withLatestFrom<A: Publisher, B: Publisher, C: Publisher>(
    _ a: A, _ b: B, _ c: C
  )
    -> Publishers.WithLatestFrom<
      Self, Publishers.CombineLatest3<A, B, C>, (A.Output, B.Output, C.Output)
    > where A.Failure == Failure, B.Failure == Failure, C.Failure == Failure
  {
    withLatestFrom(a, b, c) { $1 }
  }
}

extension Publishers {
  /// Sends, for each value of its upstream, what a closure makes of it and of another's latest.
  public struct WithLatestFrom<Upstream: Publisher, Other: Publisher, Output>: Operator
  where Upstream.Failure == Other.Failure {
    public let upstream: Upstream
    /// Whose latest value is looked up.
    public let other: Other
    /// Makes what is sent of a value and the other's latest.
    public let resultSelector: (Upstream.Output, Other.Output) -> Output

    /// Makes a publisher that looks another's latest value up.
    @inlinable public init(
      upstream: Upstream, other: Other,
      resultSelector: @escaping (Upstream.Output, Other.Output) -> Output
    ) {
      (self.upstream, self.other, self.resultSelector) = (upstream, other, resultSelector)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let sampler = Sampler(subscriber, resultSelector)
      subscriber.receive(subscription: sampler)
      other.receive(subscriber: SampledLeg(sampler))
      upstream.receive(subscriber: SamplingLeg(sampler))
    }
  }
}
