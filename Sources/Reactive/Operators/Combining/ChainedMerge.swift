// Merging with publishers that are merged already: one flat merge of all, not one inside another.

extension Publishers.Merge {
  /// Takes one more publisher in.
  @inlinable public func merge<P: Publisher<Output, Failure>>(with other: P)
    -> Publishers.Merge3<A, B, P>
  { .init(a, b, other) }
  /// Takes 2 more publishers in.
  @inlinable public func merge<Z: Publisher<Output, Failure>, Y: Publisher<Output, Failure>>(
    with z: Z, _ y: Y
  ) -> Publishers.Merge4<A, B, Z, Y> { .init(a, b, z, y) }
  /// Takes 3 more publishers in.
  @inlinable
  public func merge<
    Z: Publisher<Output, Failure>, Y: Publisher<Output, Failure>, X: Publisher<Output, Failure>
  >(with z: Z, _ y: Y, _ x: X) -> Publishers.Merge5<A, B, Z, Y, X> { .init(a, b, z, y, x) }
  /// Takes 4 more publishers in.
  @inlinable
  public func merge<
    Z: Publisher<Output, Failure>, Y: Publisher<Output, Failure>, X: Publisher<Output, Failure>,
    W: Publisher<Output, Failure>
  >(with z: Z, _ y: Y, _ x: X, _ w: W) -> Publishers.Merge6<A, B, Z, Y, X, W> {
    .init(a, b, z, y, x, w)
  }
  /// Takes 5 more publishers in.
  @inlinable
  public func merge<
    Z: Publisher<Output, Failure>, Y: Publisher<Output, Failure>, X: Publisher<Output, Failure>,
    W: Publisher<Output, Failure>, V: Publisher<Output, Failure>
  >(with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V) -> Publishers.Merge7<A, B, Z, Y, X, W, V> {
    .init(a, b, z, y, x, w, v)
  }
  /// Takes 6 more publishers in.
  @inlinable
  public func merge<
    Z: Publisher<Output, Failure>, Y: Publisher<Output, Failure>, X: Publisher<Output, Failure>,
    W: Publisher<Output, Failure>, V: Publisher<Output, Failure>, U: Publisher<Output, Failure>
  >(with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V, _ u: U) -> Publishers.Merge8<A, B, Z, Y, X, W, V, U>
  { .init(a, b, z, y, x, w, v, u) }
}

extension Publishers.Merge3 {
  /// Takes one more publisher in.
  @inlinable public func merge<P: Publisher<Output, Failure>>(with other: P)
    -> Publishers.Merge4<A, B, C, P>
  { .init(a, b, c, other) }
  /// Takes 2 more publishers in.
  @inlinable public func merge<Z: Publisher<Output, Failure>, Y: Publisher<Output, Failure>>(
    with z: Z, _ y: Y
  ) -> Publishers.Merge5<A, B, C, Z, Y> { .init(a, b, c, z, y) }
  /// Takes 3 more publishers in.
  @inlinable
  public func merge<
    Z: Publisher<Output, Failure>, Y: Publisher<Output, Failure>, X: Publisher<Output, Failure>
  >(with z: Z, _ y: Y, _ x: X) -> Publishers.Merge6<A, B, C, Z, Y, X> { .init(a, b, c, z, y, x) }
  /// Takes 4 more publishers in.
  @inlinable
  public func merge<
    Z: Publisher<Output, Failure>, Y: Publisher<Output, Failure>, X: Publisher<Output, Failure>,
    W: Publisher<Output, Failure>
  >(with z: Z, _ y: Y, _ x: X, _ w: W) -> Publishers.Merge7<A, B, C, Z, Y, X, W> {
    .init(a, b, c, z, y, x, w)
  }
  /// Takes 5 more publishers in.
  @inlinable
  public func merge<
    Z: Publisher<Output, Failure>, Y: Publisher<Output, Failure>, X: Publisher<Output, Failure>,
    W: Publisher<Output, Failure>, V: Publisher<Output, Failure>
  >(with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V) -> Publishers.Merge8<A, B, C, Z, Y, X, W, V> {
    .init(a, b, c, z, y, x, w, v)
  }
}

extension Publishers.Merge4 {
  /// Takes one more publisher in.
  @inlinable public func merge<P: Publisher<Output, Failure>>(with other: P)
    -> Publishers.Merge5<A, B, C, D, P>
  { .init(a, b, c, d, other) }
  /// Takes 2 more publishers in.
  @inlinable public func merge<Z: Publisher<Output, Failure>, Y: Publisher<Output, Failure>>(
    with z: Z, _ y: Y
  ) -> Publishers.Merge6<A, B, C, D, Z, Y> { .init(a, b, c, d, z, y) }
  /// Takes 3 more publishers in.
  @inlinable
  public func merge<
    Z: Publisher<Output, Failure>, Y: Publisher<Output, Failure>, X: Publisher<Output, Failure>
  >(with z: Z, _ y: Y, _ x: X) -> Publishers.Merge7<A, B, C, D, Z, Y, X> {
    .init(a, b, c, d, z, y, x)
  }
  /// Takes 4 more publishers in.
  @inlinable
  public func merge<
    Z: Publisher<Output, Failure>, Y: Publisher<Output, Failure>, X: Publisher<Output, Failure>,
    W: Publisher<Output, Failure>
  >(with z: Z, _ y: Y, _ x: X, _ w: W) -> Publishers.Merge8<A, B, C, D, Z, Y, X, W> {
    .init(a, b, c, d, z, y, x, w)
  }
}

extension Publishers.Merge5 {
  /// Takes one more publisher in.
  @inlinable public func merge<P: Publisher<Output, Failure>>(with other: P)
    -> Publishers.Merge6<A, B, C, D, E, P>
  { .init(a, b, c, d, e, other) }
  /// Takes 2 more publishers in.
  @inlinable public func merge<Z: Publisher<Output, Failure>, Y: Publisher<Output, Failure>>(
    with z: Z, _ y: Y
  ) -> Publishers.Merge7<A, B, C, D, E, Z, Y> { .init(a, b, c, d, e, z, y) }
  /// Takes 3 more publishers in.
  @inlinable
  public func merge<
    Z: Publisher<Output, Failure>, Y: Publisher<Output, Failure>, X: Publisher<Output, Failure>
  >(with z: Z, _ y: Y, _ x: X) -> Publishers.Merge8<A, B, C, D, E, Z, Y, X> {
    .init(a, b, c, d, e, z, y, x)
  }
}

extension Publishers.Merge6 {
  /// Takes one more publisher in.
  @inlinable public func merge<P: Publisher<Output, Failure>>(with other: P)
    -> Publishers.Merge7<A, B, C, D, E, F, P>
  { .init(a, b, c, d, e, f, other) }
  /// Takes 2 more publishers in.
  @inlinable public func merge<Z: Publisher<Output, Failure>, Y: Publisher<Output, Failure>>(
    with z: Z, _ y: Y
  ) -> Publishers.Merge8<A, B, C, D, E, F, Z, Y> { .init(a, b, c, d, e, f, z, y) }
}

extension Publishers.Merge7 {
  /// Takes one more publisher in.
  @inlinable public func merge<P: Publisher<Output, Failure>>(with other: P)
    -> Publishers.Merge8<A, B, C, D, E, F, G, P>
  { .init(a, b, c, d, e, f, g, other) }
}
