extension Publisher {
  /// Pairs the values of two publishers, first with first, second with second.
  ///
  ///     // numbers: 1  2        3
  ///     // letters:    a  b        c
  ///     numbers.zip(letters)  // (1, a), (2, b), (3, c)
  ///
  /// Keeps values that have no partner yet, without bound. Finishes as soon as a publisher that has
  /// finished has no value left; fails when either fails. Each request goes to both. The subscriber
  /// gets its subscription when the last of them has handed over its own.
  @inlinable public func zip<P: Publisher>(_ other: P) -> Publishers.Zip<Self, P>
  where P.Failure == Failure { .init(self, other) }
  /// Pairs the values of two publishers and changes each pair.
  @inlinable public func zip<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.Zip<Self, P>, T>
  where P.Failure == Failure { zip(other).map(transform) }
  /// Groups the values of three publishers.
  @inlinable public func zip<P: Publisher, Q: Publisher>(_ publisher1: P, _ publisher2: Q)
    -> Publishers.Zip3<Self, P, Q> where P.Failure == Failure, Q.Failure == Failure
  { .init(self, publisher1, publisher2) }
  /// Groups the values of three publishers and changes each group.
  @inlinable public func zip<P: Publisher, Q: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Map<Publishers.Zip3<Self, P, Q>, T>
  where P.Failure == Failure, Q.Failure == Failure { zip(publisher1, publisher2).map(transform) }
  /// Groups the values of four publishers.
  @inlinable public func zip<P: Publisher, Q: Publisher, R: Publisher>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R
  ) -> Publishers.Zip4<Self, P, Q, R>
  where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
    .init(self, publisher1, publisher2, publisher3)
  }
  /// Groups the values of four publishers and changes each group.
  @inlinable public func zip<P: Publisher, Q: Publisher, R: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R,
    _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Map<Publishers.Zip4<Self, P, Q, R>, T>
  where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
    zip(publisher1, publisher2, publisher3).map(transform)
  }
}

extension Publishers {
  /// Groups the values of two publishers, first with first, second with second.
  public struct Zip<A: Publisher, B: Publisher>: _Combination where B.Failure == A.Failure {
    public typealias Output = (A.Output, B.Output)
    /// The publishers combined.
    public let a: A, b: B
    /// Makes a publisher from two others.
    @inlinable public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }
    @inlinable public func receive(subscriber: some Subscriber<Output, A.Failure>) {
      let slots = Slots2<Unpaired<A.Output>, Unpaired<B.Output>>()
      let gather = Gather(slots, legs: 2, label: "Zip", subscriber)
      a.receive(subscriber: Leg(gather, 0) { $0.a.store(&$1) })
      b.receive(subscriber: Leg(gather, 1) { $0.b.store(&$1) })
    }
  }

  /// Groups the values of three publishers, first with first, second with second.
  public struct Zip3<A: Publisher, B: Publisher, C: Publisher>: _Combination
  where B.Failure == A.Failure, C.Failure == A.Failure {
    public typealias Output = (A.Output, B.Output, C.Output)
    /// The publishers combined.
    public let a: A, b: B, c: C
    /// Makes a publisher of three others.
    @inlinable public init(_ a: A, _ b: B, _ c: C) { (self.a, self.b, self.c) = (a, b, c) }
    @inlinable public func receive(subscriber: some Subscriber<Output, A.Failure>) {
      let slots = Slots3<Unpaired<A.Output>, Unpaired<B.Output>, Unpaired<C.Output>>()
      let gather = Gather(slots, legs: 3, label: "Zip", subscriber)
      a.receive(subscriber: Leg(gather, 0) { $0.a.store(&$1) })
      b.receive(subscriber: Leg(gather, 1) { $0.b.store(&$1) })
      c.receive(subscriber: Leg(gather, 2) { $0.c.store(&$1) })
    }
  }

  /// Groups the values of four publishers, first with first, second with second.
  public struct Zip4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: _Combination
  where B.Failure == A.Failure, C.Failure == A.Failure, D.Failure == A.Failure {
    public typealias Output = (A.Output, B.Output, C.Output, D.Output)
    /// The publishers combined.
    public let a: A, b: B, c: C, d: D
    /// Makes a publisher of four others.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C, _ d: D) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }
    @inlinable public func receive(subscriber: some Subscriber<Output, A.Failure>) {
      let slots = Slots4<
        Unpaired<A.Output>, Unpaired<B.Output>, Unpaired<C.Output>, Unpaired<D.Output>
      >()
      let gather = Gather(slots, legs: 4, label: "Zip", subscriber)
      a.receive(subscriber: Leg(gather, 0) { $0.a.store(&$1) })
      b.receive(subscriber: Leg(gather, 1) { $0.b.store(&$1) })
      c.receive(subscriber: Leg(gather, 2) { $0.c.store(&$1) })
      d.receive(subscriber: Leg(gather, 3) { $0.d.store(&$1) })
    }
  }
}

extension Publishers.Zip: Equatable where A: Equatable, B: Equatable {}
extension Publishers.Zip3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.Zip4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
