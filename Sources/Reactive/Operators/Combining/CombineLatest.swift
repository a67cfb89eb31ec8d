extension Publishers {
  /// Sends the latest values of two publishers, whenever any sends one.
  public struct CombineLatest<A: Publisher, B: Publisher>: Publisher
  where B.Failure == A.Failure {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure
    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B

    /// Makes a publisher of two others.
    @inlinable public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let slots = LatestSlots2<A.Output, B.Output>()
      let gather = Gather(slots, legs: 2, label: "CombineLatest", subscriber)
      a.receive(subscriber: Leg(gather, 0) { $0.store0(&$1) })
      b.receive(subscriber: Leg(gather, 1) { $0.store1(&$1) })
      gather.start()
    }
  }

  /// Sends the latest values of three publishers, whenever any sends one.
  public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
  where B.Failure == A.Failure, C.Failure == A.Failure {
    public typealias Output = (A.Output, B.Output, C.Output)
    public typealias Failure = A.Failure
    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B
    /// The third publisher.
    public let c: C

    /// Makes a publisher of three others.
    @inlinable public init(_ a: A, _ b: B, _ c: C) { (self.a, self.b, self.c) = (a, b, c) }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let slots = LatestSlots3<A.Output, B.Output, C.Output>()
      let gather = Gather(slots, legs: 3, label: "CombineLatest", subscriber)
      a.receive(subscriber: Leg(gather, 0) { $0.store0(&$1) })
      b.receive(subscriber: Leg(gather, 1) { $0.store1(&$1) })
      c.receive(subscriber: Leg(gather, 2) { $0.store2(&$1) })
      gather.start()
    }
  }

  /// Sends the latest values of four publishers, whenever any sends one.
  public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
  where B.Failure == A.Failure, C.Failure == A.Failure, D.Failure == A.Failure {
    public typealias Output = (A.Output, B.Output, C.Output, D.Output)
    public typealias Failure = A.Failure
    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B
    /// The third publisher.
    public let c: C
    /// The fourth publisher.
    public let d: D

    /// Makes a publisher of four others.
    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      (self.a, self.b, self.c, self.d) = (a, b, c, d)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let slots = LatestSlots4<A.Output, B.Output, C.Output, D.Output>()
      let gather = Gather(slots, legs: 4, label: "CombineLatest", subscriber)
      a.receive(subscriber: Leg(gather, 0) { $0.store0(&$1) })
      b.receive(subscriber: Leg(gather, 1) { $0.store1(&$1) })
      c.receive(subscriber: Leg(gather, 2) { $0.store2(&$1) })
      d.receive(subscriber: Leg(gather, 3) { $0.store3(&$1) })
      gather.start()
    }
  }
}

extension Publishers.CombineLatest: Equatable
where A: Equatable, B: Equatable {}

extension Publishers.CombineLatest3: Equatable
where A: Equatable, B: Equatable, C: Equatable {}

extension Publishers.CombineLatest4: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

@usableFromInline struct LatestSlots2<A, B>: Slots {
  @usableFromInline var value0: A?
  @usableFromInline var value1: B?

  @inlinable init() {}

  @inlinable static var absorbsReentrantValues: Bool { true }

  @inlinable mutating func store0(_ value: inout A?) { swap(&value0, &value) }

  @inlinable mutating func store1(_ value: inout B?) { swap(&value1, &value) }

  @inlinable mutating func next() -> (A, B)? {
    guard let value0, let value1 else { return nil }
    return (value0, value1)
  }

  @inlinable func isExhausted(finished: Set<Int>) -> Bool { finished.count == 2 }
}

@usableFromInline struct LatestSlots3<A, B, C>: Slots {
  @usableFromInline var value0: A?
  @usableFromInline var value1: B?
  @usableFromInline var value2: C?

  @inlinable init() {}

  @inlinable static var absorbsReentrantValues: Bool { true }

  @inlinable mutating func store0(_ value: inout A?) { swap(&value0, &value) }

  @inlinable mutating func store1(_ value: inout B?) { swap(&value1, &value) }

  @inlinable mutating func store2(_ value: inout C?) { swap(&value2, &value) }

  @inlinable mutating func next() -> (A, B, C)? {
    guard let value0, let value1, let value2 else { return nil }
    return (value0, value1, value2)
  }

  @inlinable func isExhausted(finished: Set<Int>) -> Bool { finished.count == 3 }
}

@usableFromInline struct LatestSlots4<A, B, C, D>: Slots {
  @usableFromInline var value0: A?
  @usableFromInline var value1: B?
  @usableFromInline var value2: C?
  @usableFromInline var value3: D?

  @inlinable init() {}

  @inlinable static var absorbsReentrantValues: Bool { true }

  @inlinable mutating func store0(_ value: inout A?) { swap(&value0, &value) }

  @inlinable mutating func store1(_ value: inout B?) { swap(&value1, &value) }

  @inlinable mutating func store2(_ value: inout C?) { swap(&value2, &value) }

  @inlinable mutating func store3(_ value: inout D?) { swap(&value3, &value) }

  @inlinable mutating func next() -> (A, B, C, D)? {
    guard let value0, let value1, let value2, let value3 else { return nil }
    return (value0, value1, value2, value3)
  }

  @inlinable func isExhausted(finished: Set<Int>) -> Bool { finished.count == 4 }
}
