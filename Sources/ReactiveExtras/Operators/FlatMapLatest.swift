import Reactive

extension Publisher {
  /// Turns each value into a publisher, and sends the values of the latest of them.
  ///
  ///     $query.flatMapLatest { search($0) }  // a new query cancels the search before it
  ///
  /// The same as `map` and `switchToLatest`: finishes when this publisher and the latest have.
  @inlinable public func flatMapLatest<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.SwitchToLatest<P, Publishers.Map<Self, P>> where P.Failure == Failure {
    map(transform).switchToLatest()
  }

  /// Turns each value into a publisher that cannot fail, and sends the values of the latest of
  /// them.
  @inlinable public func flatMapLatest<P: Publisher>(_ transform: @escaping (Output) -> P)
    -> Publishers.SwitchToLatest<
      Publishers.SetFailureType<P, Failure>,
      Publishers.Map<Self, Publishers.SetFailureType<P, Failure>>
    > where P.Failure == Never
  { flatMapLatest { transform($0).setFailureType(to: Failure.self) } }
}

extension Publisher where Failure == Never {
  /// Turns each value into a publisher, and sends the values of the latest of them.
  @inlinable public func flatMapLatest<P: Publisher>(
    _ transform: @escaping (Output) -> P
  )
    -> Publishers.SwitchToLatest<
      P, Publishers.Map<Publishers.SetFailureType<Self, P.Failure>, P>
    >
  {
    setFailureType(to: P.Failure.self).flatMapLatest(transform)
  }

  /// Turns each value into a publisher that cannot fail, and sends the values of the latest of
  /// them.
  @inlinable public func flatMapLatest<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.SwitchToLatest<P, Publishers.Map<Self, P>> where P.Failure == Never {
    map(transform).switchToLatest()
  }
}
