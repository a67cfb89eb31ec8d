// Operators that are evaluated when they are applied; a failure usually stays unchanged.

extension Swift.Result.Publisher: _OneOrFailure {
  /// The value, changed by a closure.
  @inlinable public func map<T>(_ transform: @escaping (Output) -> T)
    -> Result<T, Failure>.Publisher
  { result.map(transform).publisher }
  /// The value, changed by a closure, or the error that the closure throws.
  @inlinable public func tryMap<T>(_ transform: @escaping (Output) throws -> T)
    -> Result<T, any Error>.Publisher
  { Result<T, any Error> { try transform(result.get()) }.publisher }
  /// The error, changed by a closure.
  @inlinable public func mapError<E: Error>(
    _ transform: @escaping (Failure) -> E
  ) -> Result<Output, E>.Publisher { result.mapError(transform).publisher }
  /// The result of a closure for the given result and the value.
  @inlinable public func scan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Result<T, Failure>.Publisher { map { nextPartialResult(initialResult, $0) } }
  /// The value, or the given one in place of the failure.
  @inlinable public func replaceError(with output: Output) -> Result<Output, Never>.Publisher {
    .init((try? result.get()) ?? output)
  }
  /// An array of the value.
  @inlinable public func collect() -> Result<[Output], Failure>.Publisher { map { [$0] } }
  /// 1.
  @inlinable public func count() -> Result<Int, Failure>.Publisher { map { _ in 1 } }
  /// The result of a closure for the given result and the value.
  @inlinable public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Result<T, Failure>.Publisher { map { nextPartialResult(initialResult, $0) } }
  /// Returns this publisher, or fails with the closure's error; the closure is called with the
  /// value twice, as in Combine.
  @inlinable public func tryMin(
    by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher { tryRemoveDuplicates(by: areInIncreasingOrder) }
  /// Returns this publisher, or fails with the closure's error; the closure is called with the
  /// value twice, as in Combine.
  @inlinable public func tryMax(
    by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher { tryRemoveDuplicates(by: areInIncreasingOrder) }
  /// True if a closure accepts the value.
  @inlinable public func allSatisfy(
    _ predicate: @escaping (Output) -> Bool
  ) -> Result<Bool, Failure>.Publisher { map(predicate) }
  /// True if a closure accepts the value.
  @inlinable public func contains(
    where predicate: @escaping (Output) -> Bool
  ) -> Result<Bool, Failure>.Publisher { map(predicate) }
}

extension Swift.Result.Publisher where Failure == Never {
  /// The same value, under another failure type.
  @inlinable public func setFailureType<E: Error>(to failureType: E.Type)
    -> Result<Output, E>.Publisher
  { .init(result.get()) }
}

extension Swift.Result.Publisher where Success: Equatable {
  /// True if the value equals another.
  @inlinable
  public func contains(_ output: Output) -> Result<Bool, Failure>.Publisher { map { $0 == output } }
}
