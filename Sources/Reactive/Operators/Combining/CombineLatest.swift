extension Publisher {
  /// Sends the latest values of two publishers, whenever either sends one.
  ///
  ///     // numbers: 1     2
  ///     // letters:    a     b
  ///     numbers.combineLatest(letters)  // (1, a), (2, a), (2, b)
  ///
  /// Sends nothing until both have sent a value. Finishes when both have, though one may have sent
  /// nothing (Apple's documentation states that it never finishes then); fails when either fails.
  /// Each request goes to both; a combination without demand is dropped, but its parts are kept. A
  /// value sent from inside the delivery of a combination replaces its part without making a
  /// combination; a value that results from demand made there is combined as usual.
  @inlinable
  public func combineLatest<P: Publisher>(_ other: P) -> Publishers.CombineLatest<Self, P>
  where P.Failure == Failure { .init(self, other) }
  /// Sends the result of a closure for the latest values of two publishers.
  @inlinable public func combineLatest<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T>
  where P.Failure == Failure { combineLatest(other).map(transform) }
  /// Sends the latest values of three publishers, whenever any sends one.
  @inlinable public func combineLatest<P: Publisher, Q: Publisher>(_ publisher1: P, _ publisher2: Q)
    -> Publishers.CombineLatest3<Self, P, Q> where P.Failure == Failure, Q.Failure == Failure
  { .init(self, publisher1, publisher2) }
  /// Sends the result of a closure for the latest values of three publishers.
  @inlinable public func combineLatest<P: Publisher, Q: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest3<Self, P, Q>, T>
  where P.Failure == Failure, Q.Failure == Failure {
    combineLatest(publisher1, publisher2).map(transform)
  }
  /// Sends the latest values of four publishers, whenever any sends one.
  @inlinable public func combineLatest<P: Publisher, Q: Publisher, R: Publisher>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R
  ) -> Publishers.CombineLatest4<Self, P, Q, R>
  where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
    .init(self, publisher1, publisher2, publisher3)
  }
  /// Sends the result of a closure for the latest values of four publishers.
  @inlinable public func combineLatest<P: Publisher, Q: Publisher, R: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R,
    _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest4<Self, P, Q, R>, T>
  where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
    combineLatest(publisher1, publisher2, publisher3).map(transform)
  }
}

extension Publishers {
  /// Sends the latest values of two publishers, whenever any sends one.
  public struct CombineLatest<A: Publisher, B: Publisher>: _Combination
  where B.Failure == A.Failure {
    public typealias Output = (A.Output, B.Output)
    /// The publishers combined.
    public let a: A, b: B
    /// Makes a publisher from two others.
    @inlinable public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }
    @inlinable public func receive(subscriber: some Subscriber<Output, A.Failure>) {
      let slots = Slots2<Latest<A.Output>, Latest<B.Output>>()
      let gather = Gather(slots, legs: 2, label: "CombineLatest", subscriber)
      a.receive(subscriber: Leg(gather, 0) { $0.a.store(&$1) })
      b.receive(subscriber: Leg(gather, 1) { $0.b.store(&$1) })
      gather.start()
    }
  }

  /// Sends the latest values of three publishers, whenever any sends one.
  public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: _Combination
  where B.Failure == A.Failure, C.Failure == A.Failure {
    public typealias Output = (A.Output, B.Output, C.Output)
    /// The publishers combined.
    public let a: A, b: B, c: C
    /// Makes a publisher of three others.
    @inlinable public init(_ a: A, _ b: B, _ c: C) { (self.a, self.b, self.c) = (a, b, c) }
    @inlinable public func receive(subscriber: some Subscriber<Output, A.Failure>) {
      let slots = Slots3<Latest<A.Output>, Latest<B.Output>, Latest<C.Output>>()
      let gather = Gather(slots, legs: 3, label: "CombineLatest", subscriber)
      a.receive(subscriber: Leg(gather, 0) { $0.a.store(&$1) })
      b.receive(subscriber: Leg(gather, 1) { $0.b.store(&$1) })
      c.receive(subscriber: Leg(gather, 2) { $0.c.store(&$1) })
      gather.start()
    }
  }

  /// Sends the latest values of four publishers, whenever any sends one.
  public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: _Combination
  where B.Failure == A.Failure, C.Failure == A.Failure, D.Failure == A.Failure {
    public typealias Output = (A.Output, B.Output, C.Output, D.Output)
    /// The publishers combined.
    public let a: A, b: B, c: C, d: D
    /// Makes a publisher of four others.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C, _ d: D) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }
    @inlinable public func receive(subscriber: some Subscriber<Output, A.Failure>) {
      let slots = Slots4<Latest<A.Output>, Latest<B.Output>, Latest<C.Output>, Latest<D.Output>>()
      let gather = Gather(slots, legs: 4, label: "CombineLatest", subscriber)
      a.receive(subscriber: Leg(gather, 0) { $0.a.store(&$1) })
      b.receive(subscriber: Leg(gather, 1) { $0.b.store(&$1) })
      c.receive(subscriber: Leg(gather, 2) { $0.c.store(&$1) })
      d.receive(subscriber: Leg(gather, 3) { $0.d.store(&$1) })
      gather.start()
    }
  }
}

extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {}
extension Publishers.CombineLatest3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.CombineLatest4: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
