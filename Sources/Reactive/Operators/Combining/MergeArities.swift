// What `merge` returns for three publishers and more; two and any number are in Merge.swift.

extension Publishers {
  /// Sends the values of 3 publishers as they come.
  public struct Merge3<A: Publisher, B: Publisher, C: Publisher>: Publisher
  where
    B.Output == A.Output, B.Failure == A.Failure,
    C.Output == A.Output, C.Failure == A.Failure
  {
    /// The publishers' kind of value.
    public typealias Output = A.Output
    /// The publishers' kind of error.
    public typealias Failure = A.Failure
    /// The publishers merged.
    public let a: A, b: B, c: C

    /// Makes a publisher of 3 others.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C) {
      self.a = a
      self.b = b
      self.c = c
    }

    /// Attaches a subscriber.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let join = Join(subscriber, label: "Merge", children: 3)
      subscriber.receive(subscription: join)
      a.receive(subscriber: JoinChild(join, 0))
      b.receive(subscriber: JoinChild(join, 1))
      c.receive(subscriber: JoinChild(join, 2))
    }
  }

  /// Sends the values of 4 publishers as they come.
  public struct Merge4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
  where
    B.Output == A.Output, B.Failure == A.Failure,
    C.Output == A.Output, C.Failure == A.Failure,
    D.Output == A.Output, D.Failure == A.Failure
  {
    /// The publishers' kind of value.
    public typealias Output = A.Output
    /// The publishers' kind of error.
    public typealias Failure = A.Failure
    /// The publishers merged.
    public let a: A, b: B, c: C, d: D

    /// Makes a publisher of 4 others.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
    }

    /// Attaches a subscriber.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let join = Join(subscriber, label: "Merge", children: 4)
      subscriber.receive(subscription: join)
      a.receive(subscriber: JoinChild(join, 0))
      b.receive(subscriber: JoinChild(join, 1))
      c.receive(subscriber: JoinChild(join, 2))
      d.receive(subscriber: JoinChild(join, 3))
    }
  }

  /// Sends the values of 5 publishers as they come.
  public struct Merge5<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher>:
    Publisher
  where
    B.Output == A.Output, B.Failure == A.Failure,
    C.Output == A.Output, C.Failure == A.Failure,
    D.Output == A.Output, D.Failure == A.Failure,
    E.Output == A.Output, E.Failure == A.Failure
  {
    /// The publishers' kind of value.
    public typealias Output = A.Output
    /// The publishers' kind of error.
    public typealias Failure = A.Failure
    /// The publishers merged.
    public let a: A, b: B, c: C, d: D, e: E

    /// Makes a publisher of 5 others.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
    }

    /// Attaches a subscriber.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let join = Join(subscriber, label: "Merge", children: 5)
      subscriber.receive(subscription: join)
      a.receive(subscriber: JoinChild(join, 0))
      b.receive(subscriber: JoinChild(join, 1))
      c.receive(subscriber: JoinChild(join, 2))
      d.receive(subscriber: JoinChild(join, 3))
      e.receive(subscriber: JoinChild(join, 4))
    }
  }

  /// Sends the values of 6 publishers as they come.
  public struct Merge6<
    A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher
  >: Publisher
  where
    B.Output == A.Output, B.Failure == A.Failure,
    C.Output == A.Output, C.Failure == A.Failure,
    D.Output == A.Output, D.Failure == A.Failure,
    E.Output == A.Output, E.Failure == A.Failure,
    F.Output == A.Output, F.Failure == A.Failure
  {
    /// The publishers' kind of value.
    public typealias Output = A.Output
    /// The publishers' kind of error.
    public typealias Failure = A.Failure
    /// The publishers merged.
    public let a: A, b: B, c: C, d: D, e: E, f: F

    /// Makes a publisher of 6 others.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
      self.f = f
    }

    /// Attaches a subscriber.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let join = Join(subscriber, label: "Merge", children: 6)
      subscriber.receive(subscription: join)
      a.receive(subscriber: JoinChild(join, 0))
      b.receive(subscriber: JoinChild(join, 1))
      c.receive(subscriber: JoinChild(join, 2))
      d.receive(subscriber: JoinChild(join, 3))
      e.receive(subscriber: JoinChild(join, 4))
      f.receive(subscriber: JoinChild(join, 5))
    }
  }

  /// Sends the values of 7 publishers as they come.
  public struct Merge7<
    A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher
  >: Publisher
  where
    B.Output == A.Output, B.Failure == A.Failure,
    C.Output == A.Output, C.Failure == A.Failure,
    D.Output == A.Output, D.Failure == A.Failure,
    E.Output == A.Output, E.Failure == A.Failure,
    F.Output == A.Output, F.Failure == A.Failure,
    G.Output == A.Output, G.Failure == A.Failure
  {
    /// The publishers' kind of value.
    public typealias Output = A.Output
    /// The publishers' kind of error.
    public typealias Failure = A.Failure
    /// The publishers merged.
    public let a: A, b: B, c: C, d: D, e: E, f: F, g: G

    /// Makes a publisher of 7 others.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
      self.f = f
      self.g = g
    }

    /// Attaches a subscriber.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let join = Join(subscriber, label: "Merge", children: 7)
      subscriber.receive(subscription: join)
      a.receive(subscriber: JoinChild(join, 0))
      b.receive(subscriber: JoinChild(join, 1))
      c.receive(subscriber: JoinChild(join, 2))
      d.receive(subscriber: JoinChild(join, 3))
      e.receive(subscriber: JoinChild(join, 4))
      f.receive(subscriber: JoinChild(join, 5))
      g.receive(subscriber: JoinChild(join, 6))
    }
  }

  /// Sends the values of 8 publishers as they come.
  public struct Merge8<
    A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher,
    G: Publisher, H: Publisher
  >: Publisher
  where
    B.Output == A.Output, B.Failure == A.Failure,
    C.Output == A.Output, C.Failure == A.Failure,
    D.Output == A.Output, D.Failure == A.Failure,
    E.Output == A.Output, E.Failure == A.Failure,
    F.Output == A.Output, F.Failure == A.Failure,
    G.Output == A.Output, G.Failure == A.Failure,
    H.Output == A.Output, H.Failure == A.Failure
  {
    /// The publishers' kind of value.
    public typealias Output = A.Output
    /// The publishers' kind of error.
    public typealias Failure = A.Failure
    /// The publishers merged.
    public let a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H

    /// Makes a publisher of 8 others.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
      self.f = f
      self.g = g
      self.h = h
    }

    /// Attaches a subscriber.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let join = Join(subscriber, label: "Merge", children: 8)
      subscriber.receive(subscription: join)
      a.receive(subscriber: JoinChild(join, 0))
      b.receive(subscriber: JoinChild(join, 1))
      c.receive(subscriber: JoinChild(join, 2))
      d.receive(subscriber: JoinChild(join, 3))
      e.receive(subscriber: JoinChild(join, 4))
      f.receive(subscriber: JoinChild(join, 5))
      g.receive(subscriber: JoinChild(join, 6))
      h.receive(subscriber: JoinChild(join, 7))
    }
  }
}

extension Publishers.Merge3: Equatable
where A: Equatable, B: Equatable, C: Equatable {}

extension Publishers.Merge4: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

extension Publishers.Merge5: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable {}

extension Publishers.Merge6: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable {}

extension Publishers.Merge7: Equatable
where
  A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable
{}

extension Publishers.Merge8: Equatable
where
  A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable,
  H: Equatable
{}
