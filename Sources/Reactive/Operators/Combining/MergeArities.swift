extension Publishers {
  /// Sends the values of 3 publishers as they come.
  public struct Merge3<
    A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>
  >: _Combination {
    /// The publishers merged.
    public let a: A, b: B, c: C
    /// Makes a publisher of 3 others.
    @inlinable public init(_ a: A, _ b: B, _ c: C) { (self.a, self.b, self.c) = (a, b, c) }
    @inlinable public func receive(subscriber: some Subscriber<A.Output, A.Failure>) {
      Merging(3, into: subscriber).add(a).add(b).add(c)
    }
  }

  /// Sends the values of 4 publishers as they come.
  public struct Merge4<
    A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>,
    D: Publisher<A.Output, A.Failure>
  >: _Combination {
    /// The publishers merged.
    public let a: A, b: B, c: C, d: D
    /// Makes a publisher of 4 others.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C, _ d: D) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }
    @inlinable public func receive(subscriber: some Subscriber<A.Output, A.Failure>) {
      Merging(4, into: subscriber).add(a).add(b).add(c).add(d)
    }
  }

  /// Sends the values of 5 publishers as they come.
  public struct Merge5<
    A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>,
    D: Publisher<A.Output, A.Failure>, E: Publisher<A.Output, A.Failure>
  >: _Combination {
    /// The publishers merged.
    public let a: A, b: B, c: C, d: D, e: E
    /// Makes a publisher of 5 others.
    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E) {
      (self.a, self.b, self.c, self.d, self.e) = (a, b, c, d, e)
    }

    @inlinable public func receive(subscriber: some Subscriber<A.Output, A.Failure>) {
      Merging(5, into: subscriber).add(a).add(b).add(c).add(d).add(e)
    }
  }

  /// Sends the values of 6 publishers as they come.
  public struct Merge6<
    A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>,
    D: Publisher<A.Output, A.Failure>, E: Publisher<A.Output, A.Failure>,
    F: Publisher<A.Output, A.Failure>
  >: _Combination {
    /// The publishers merged.
    public let a: A, b: B, c: C, d: D, e: E, f: F
    /// Makes a publisher of 6 others.
    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) {
      (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
    }

    @inlinable public func receive(subscriber: some Subscriber<A.Output, A.Failure>) {
      Merging(6, into: subscriber).add(a).add(b).add(c).add(d).add(e).add(f)
    }
  }

  /// Sends the values of 7 publishers as they come.
  public struct Merge7<
    A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>,
    D: Publisher<A.Output, A.Failure>, E: Publisher<A.Output, A.Failure>,
    F: Publisher<A.Output, A.Failure>, G: Publisher<A.Output, A.Failure>
  >: _Combination {
    /// The publishers merged.
    public let a: A, b: B, c: C, d: D, e: E, f: F, g: G
    /// Makes a publisher of 7 others.
    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) {
      (self.a, self.b, self.c, self.d, self.e, self.f, self.g) = (a, b, c, d, e, f, g)
    }

    @inlinable public func receive(subscriber: some Subscriber<A.Output, A.Failure>) {
      Merging(7, into: subscriber).add(a).add(b).add(c).add(d).add(e).add(f).add(g)
    }
  }

  /// Sends the values of 8 publishers as they come.
  public struct Merge8<
    A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>,
    D: Publisher<A.Output, A.Failure>, E: Publisher<A.Output, A.Failure>,
    F: Publisher<A.Output, A.Failure>, G: Publisher<A.Output, A.Failure>,
    H: Publisher<A.Output, A.Failure>
  >: _Combination {
    /// The publishers merged.
    public let a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H
    /// Makes a publisher of 8 others.
    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H) {
      (self.a, self.b, self.c, self.d, self.e, self.f, self.g, self.h) = (a, b, c, d, e, f, g, h)
    }

    @inlinable public func receive(subscriber: some Subscriber<A.Output, A.Failure>) {
      Merging(8, into: subscriber).add(a).add(b).add(c).add(d).add(e).add(f).add(g).add(h)
    }
  }
}

extension Publishers.Merge3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
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
  A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable,
  G: Equatable, H: Equatable
{}
