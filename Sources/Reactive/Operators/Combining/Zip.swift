extension Publishers {
  /// Groups the values of two publishers, first with first, second with second.
  public struct Zip<A: Publisher, B: Publisher>: Publisher
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
      let slots = QueueSlots2<A.Output, B.Output>()
      let gather = Gather(slots, legs: 2, label: "Zip", subscriber)
      a.receive(subscriber: Leg(gather, 0) { $0.store0(&$1) })
      b.receive(subscriber: Leg(gather, 1) { $0.store1(&$1) })
      gather.start()
    }
  }

  /// Groups the values of three publishers, first with first, second with second.
  public struct Zip3<A: Publisher, B: Publisher, C: Publisher>: Publisher
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
      let slots = QueueSlots3<A.Output, B.Output, C.Output>()
      let gather = Gather(slots, legs: 3, label: "Zip", subscriber)
      a.receive(subscriber: Leg(gather, 0) { $0.store0(&$1) })
      b.receive(subscriber: Leg(gather, 1) { $0.store1(&$1) })
      c.receive(subscriber: Leg(gather, 2) { $0.store2(&$1) })
      gather.start()
    }
  }

  /// Groups the values of four publishers, first with first, second with second.
  public struct Zip4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
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
      let slots = QueueSlots4<A.Output, B.Output, C.Output, D.Output>()
      let gather = Gather(slots, legs: 4, label: "Zip", subscriber)
      a.receive(subscriber: Leg(gather, 0) { $0.store0(&$1) })
      b.receive(subscriber: Leg(gather, 1) { $0.store1(&$1) })
      c.receive(subscriber: Leg(gather, 2) { $0.store2(&$1) })
      d.receive(subscriber: Leg(gather, 3) { $0.store3(&$1) })
      gather.start()
    }
  }
}

extension Publishers.Zip: Equatable
where A: Equatable, B: Equatable {}

extension Publishers.Zip3: Equatable
where A: Equatable, B: Equatable, C: Equatable {}

extension Publishers.Zip4: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

@usableFromInline struct QueueSlots2<A, B>: Slots {
  @usableFromInline var queue0 = RingBuffer<A>()
  @usableFromInline var queue1 = RingBuffer<B>()

  @inlinable init() {}

  @inlinable static var absorbsReentrantValues: Bool { false }

  @inlinable mutating func store0(_ value: inout A?) { if let value { queue0.append(value) } }

  @inlinable mutating func store1(_ value: inout B?) { if let value { queue1.append(value) } }

  @inlinable mutating func next() -> (A, B)? {
    guard !queue0.isEmpty, !queue1.isEmpty else { return nil }
    return (queue0.popFirst()!, queue1.popFirst()!)
  }

  @inlinable func isExhausted(finished: Set<Int>) -> Bool {
    finished.contains(0) && queue0.isEmpty
      || finished.contains(1) && queue1.isEmpty
  }
}

@usableFromInline struct QueueSlots3<A, B, C>: Slots {
  @usableFromInline var queue0 = RingBuffer<A>()
  @usableFromInline var queue1 = RingBuffer<B>()
  @usableFromInline var queue2 = RingBuffer<C>()

  @inlinable init() {}

  @inlinable static var absorbsReentrantValues: Bool { false }

  @inlinable mutating func store0(_ value: inout A?) { if let value { queue0.append(value) } }

  @inlinable mutating func store1(_ value: inout B?) { if let value { queue1.append(value) } }

  @inlinable mutating func store2(_ value: inout C?) { if let value { queue2.append(value) } }

  @inlinable mutating func next() -> (A, B, C)? {
    guard !queue0.isEmpty, !queue1.isEmpty, !queue2.isEmpty else { return nil }
    return (queue0.popFirst()!, queue1.popFirst()!, queue2.popFirst()!)
  }

  @inlinable func isExhausted(finished: Set<Int>) -> Bool {
    finished.contains(0) && queue0.isEmpty
      || finished.contains(1) && queue1.isEmpty
      || finished.contains(2) && queue2.isEmpty
  }
}

@usableFromInline struct QueueSlots4<A, B, C, D>: Slots {
  @usableFromInline var queue0 = RingBuffer<A>()
  @usableFromInline var queue1 = RingBuffer<B>()
  @usableFromInline var queue2 = RingBuffer<C>()
  @usableFromInline var queue3 = RingBuffer<D>()

  @inlinable init() {}

  @inlinable static var absorbsReentrantValues: Bool { false }

  @inlinable mutating func store0(_ value: inout A?) { if let value { queue0.append(value) } }

  @inlinable mutating func store1(_ value: inout B?) { if let value { queue1.append(value) } }

  @inlinable mutating func store2(_ value: inout C?) { if let value { queue2.append(value) } }

  @inlinable mutating func store3(_ value: inout D?) { if let value { queue3.append(value) } }

  @inlinable mutating func next() -> (A, B, C, D)? {
    guard !queue0.isEmpty, !queue1.isEmpty, !queue2.isEmpty, !queue3.isEmpty else { return nil }
    return (queue0.popFirst()!, queue1.popFirst()!, queue2.popFirst()!, queue3.popFirst()!)
  }

  @inlinable func isExhausted(finished: Set<Int>) -> Bool {
    finished.contains(0) && queue0.isEmpty
      || finished.contains(1) && queue1.isEmpty
      || finished.contains(2) && queue2.isEmpty
      || finished.contains(3) && queue3.isEmpty
  }
}
