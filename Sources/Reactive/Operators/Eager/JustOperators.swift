// Operators that are evaluated when they are written down, once, not for each subscriber.

extension Just: _OneOrNone, _OneOrFailure {
  /// The value.
  @inlinable public var _value: Output? { output }
  /// The value, changed by a closure.
  @inlinable public func map<T>(_ transform: @escaping (Output) -> T) -> Just<T> {
    .init(transform(output))
  }
  /// The value, changed by a closure, unless that returns nil.
  @inlinable public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> T?.Publisher {
    .init(transform(output))
  }
  /// The value, if a closure accepts it.
  @inlinable public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Output?.Publisher {
    .init(isIncluded(output) ? output : nil)
  }
  /// The value, changed by a closure, or the error that the closure throws.
  @inlinable public func tryMap<T>(
    _ transform: @escaping (Output) throws -> T
  ) -> Result<T, any Error>.Publisher { Result { try transform(output) }.publisher }
  /// The same value, under another failure type; the closure is never called.
  @inlinable public func mapError<E: Error>(_ transform: @escaping (Never) -> E)
    -> Result<Output, E>.Publisher
  { .init(output) }
  /// The same value, under another failure type.
  @inlinable public func setFailureType<E: Error>(to failureType: E.Type)
    -> Result<Output, E>.Publisher
  { .init(output) }
  /// The result of a closure for the given result and the value.
  @inlinable public func scan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Result<T, Never>.Publisher { reduce(initialResult, nextPartialResult) }
  /// Returns this publisher, as it never fails.
  @inlinable public func replaceError(with output: Output) -> Just { self }
  /// An array of the value.
  @inlinable public func collect() -> Just<[Output]> { .init([output]) }
  /// 1.
  @inlinable public func count() -> Just<Int> { .init(1) }
  /// The result of a closure for the given result and the value.
  @inlinable public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Result<T, Never>.Publisher { .init(nextPartialResult(initialResult, output)) }
  /// True if a closure accepts the value.
  @inlinable public func allSatisfy(_ predicate: @escaping (Output) -> Bool) -> Just<Bool> {
    map(predicate)
  }
  /// True if a closure accepts the value.
  @inlinable public func contains(where predicate: @escaping (Output) -> Bool) -> Just<Bool> {
    map(predicate)
  }
  /// The given values, then this one.
  @inlinable public func prepend(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
    prepend(elements)
  }
  /// The elements of a sequence, then the value.
  @inlinable public func prepend<S: Sequence<Output>>(
    _ elements: S
  ) -> Publishers.Sequence<[Output], Never> { .init(sequence: elements + [output]) }
  /// The value, then the given ones.
  @inlinable public func append(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
    append(elements)
  }
  /// The value, then the elements of a sequence.
  @inlinable public func append<S: Sequence<Output>>(
    _ elements: S
  ) -> Publishers.Sequence<[Output], Never> { .init(sequence: [output] + elements) }
}

extension Just where Output: Equatable {
  /// True if the value equals another.
  @inlinable public func contains(_ output: Output) -> Just<Bool> { .init(self.output == output) }
}
