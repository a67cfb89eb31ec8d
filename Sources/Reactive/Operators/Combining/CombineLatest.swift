extension Publishers {
  /// Sends the latest values of two publishers, whenever any sends one.
  public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where B.Failure == A.Failure {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure
    /// The publishers combined.
    public let a: A, b: B
    /// Makes a publisher of two others.
    @inlinable public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }
    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let slots = Slots2<Latest<A.Output>, Latest<B.Output>>()
      let gather = Gather(slots, legs: 2, label: "CombineLatest", subscriber)
      a.receive(subscriber: Leg(gather, 0) { $0.a.store(&$1) })
      b.receive(subscriber: Leg(gather, 1) { $0.b.store(&$1) })
      gather.start()
    }
  }

  /// Sends the latest values of three publishers, whenever any sends one.
  public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
  where B.Failure == A.Failure, C.Failure == A.Failure {
    public typealias Output = (A.Output, B.Output, C.Output)
    public typealias Failure = A.Failure
    /// The publishers combined.
    public let a: A, b: B, c: C
    /// Makes a publisher of three others.
    @inlinable public init(_ a: A, _ b: B, _ c: C) { (self.a, self.b, self.c) = (a, b, c) }
    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let slots = Slots3<Latest<A.Output>, Latest<B.Output>, Latest<C.Output>>()
      let gather = Gather(slots, legs: 3, label: "CombineLatest", subscriber)
      a.receive(subscriber: Leg(gather, 0) { $0.a.store(&$1) })
      b.receive(subscriber: Leg(gather, 1) { $0.b.store(&$1) })
      c.receive(subscriber: Leg(gather, 2) { $0.c.store(&$1) })
      gather.start()
    }
  }

  /// Sends the latest values of four publishers, whenever any sends one.
  public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
  where B.Failure == A.Failure, C.Failure == A.Failure, D.Failure == A.Failure {
    public typealias Output = (A.Output, B.Output, C.Output, D.Output)
    public typealias Failure = A.Failure
    /// The publishers combined.
    public let a: A, b: B, c: C, d: D
    /// Makes a publisher of four others.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C, _ d: D) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }
    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
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
