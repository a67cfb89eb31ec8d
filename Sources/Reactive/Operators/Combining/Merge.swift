extension Publisher {
  /// Sends the values of this publisher and another as they come.
  ///
  ///     keys.merge(with: mouse)
  ///
  /// Finishes when both have; a failure of either cancels the other. Limited demand is passed on to
  /// each publisher one value at a time.
  @inlinable public func merge<B: Publisher<Output, Failure>>(with b: B)
    -> Publishers.Merge<Self, B>
  { .init(self, b) }
  /// Sends the values of this publisher and 2 others as they come.
  @inlinable public func merge<B: Publisher<Output, Failure>, C: Publisher<Output, Failure>>(
    with b: B, _ c: C
  ) -> Publishers.Merge3<Self, B, C> { .init(self, b, c) }
  /// Sends the values of this publisher and 3 others as they come.
  @inlinable
  public func merge<
    B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>
  >(with b: B, _ c: C, _ d: D) -> Publishers.Merge4<Self, B, C, D> { .init(self, b, c, d) }
  /// Sends the values of this publisher and 4 others as they come.
  @inlinable
  public func merge<
    B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>,
    E: Publisher<Output, Failure>
  >(with b: B, _ c: C, _ d: D, _ e: E) -> Publishers.Merge5<Self, B, C, D, E> {
    .init(self, b, c, d, e)
  }
  /// Sends the values of this publisher and 5 others as they come.
  @inlinable
  public func merge<
    B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>,
    E: Publisher<Output, Failure>, F: Publisher<Output, Failure>
  >(with b: B, _ c: C, _ d: D, _ e: E, _ f: F) -> Publishers.Merge6<Self, B, C, D, E, F> {
    .init(self, b, c, d, e, f)
  }
  /// Sends the values of this publisher and 6 others as they come.
  @inlinable
  public func merge<
    B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>,
    E: Publisher<Output, Failure>, F: Publisher<Output, Failure>, G: Publisher<Output, Failure>
  >(with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) -> Publishers.Merge7<Self, B, C, D, E, F, G>
  { .init(self, b, c, d, e, f, g) }
  /// Sends the values of this publisher and 7 others as they come.
  @inlinable
  public func merge<
    B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>,
    E: Publisher<Output, Failure>, F: Publisher<Output, Failure>, G: Publisher<Output, Failure>,
    H: Publisher<Output, Failure>
  >(with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H)
    -> Publishers.Merge8<Self, B, C, D, E, F, G, H>
  { .init(self, b, c, d, e, f, g, h) }
  /// Sends the values of this publisher and another of the same type as they come.
  @inlinable public func merge(with other: Self) -> Publishers.MergeMany<Self> {
    .init(self, other)
  }
}

extension Publishers {
  /// Sends the values of 2 publishers as they come.
  public struct Merge<A: Publisher, B: Publisher<A.Output, A.Failure>>: _Combination {
    /// The publishers merged.
    public let a: A, b: B
    /// Makes a publisher of 2 others.
    @inlinable public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }
    @inlinable public func receive(subscriber: some Subscriber<A.Output, A.Failure>) {
      Merging(2, into: subscriber).add(a).add(b)
    }
  }

  /// Sends the values of any number of publishers of one type as they come.
  public struct MergeMany<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    /// The publishers merged.
    public let publishers: [Upstream]
    /// Makes a publisher of others.
    @inlinable public init(_ upstream: Upstream...) { publishers = upstream }
    /// Makes a publisher of others.
    @inlinable
    public init<S: Swift.Sequence<Upstream>>(_ upstream: S) { publishers = Array(upstream) }
    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let merging = Merging(publishers.count, into: subscriber)
      if publishers.isEmpty { return merging.join.end(.finished) }
      _ = publishers.reduce(merging) { $0.add($1) }
    }

    /// Adds a publisher.
    @inlinable public func merge(with other: Upstream) -> Publishers.MergeMany<Upstream> {
      .init(publishers + [other])
    }
  }
}

extension Publishers.Merge: Equatable where A: Equatable, B: Equatable {}
extension Publishers.MergeMany: Equatable where Upstream: Equatable {}
