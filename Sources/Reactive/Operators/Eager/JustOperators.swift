// Operators whose outcome is known as soon as they are written down: they are worked out then and
// once, not for each subscriber. For the rest see the operators of the same names on every
// publisher.

extension Just {
  @inlinable var optional: Output?.Publisher { .init(output) }
  /// The value, changed by a closure.
  @inlinable public func map<T>(_ transform: (Output) -> T) -> Just<T> { .init(transform(output)) }
  /// The value, changed by a closure, or what the closure throws.
  @inlinable public func tryMap<T>(
    _ transform: (Output) throws -> T
  ) -> Result<T, any Error>.Publisher { Result { try transform(output) }.publisher }
  /// The same value, under another failure type; the closure is never called.
  @inlinable
  public func mapError<E: Error>(_ transform: (Never) -> E) -> Result<Output, E>.Publisher {
    .init(output)
  }
  /// The same value, under another failure type.
  @inlinable
  public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Output, E>.Publisher {
    .init(output)
  }
  /// What a closure makes of the value, if anything.
  @inlinable public func compactMap<T>(_ transform: (Output) -> T?) -> T?.Publisher {
    .init(transform(output))
  }
  /// The result of a closure that gets the given one and the value.
  @inlinable public func scan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Never>.Publisher { reduce(initialResult, nextPartialResult) }
  /// The result of a closure that gets the given one and the value, or what the closure throws.
  @inlinable public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher { tryReduce(initialResult, nextPartialResult) }
  /// The value, if a closure accepts it.
  @inlinable public func filter(_ isIncluded: (Output) -> Bool) -> Output?.Publisher {
    optional.filter(isIncluded)
  }
  /// The same; the closure is not called, as there is nothing to compare the value with.
  @inlinable public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Just { self }
  /// The same, or what the closure throws; it is asked about the value and itself, as in Combine.
  @inlinable public func tryRemoveDuplicates(
    by predicate: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    setFailureType(to: Never.self).tryRemoveDuplicates(by: predicate)
  }
  /// The same, as it never fails.
  @inlinable public func replaceError(with output: Output) -> Just { self }
  /// The same, as it is never empty.
  @inlinable public func replaceEmpty(with output: Output) -> Just { self }
  /// The same, as it never fails.
  @inlinable public func retry(_ times: Int) -> Just { self }
  /// No value.
  @inlinable public func ignoreOutput() -> Empty<Output, Never> { .init() }
  /// An array of the value.
  @inlinable public func collect() -> Just<[Output]> { .init([output]) }
  /// 1.
  @inlinable public func count() -> Just<Int> { .init(1) }
  /// The result of a closure that gets the given one and the value.
  @inlinable public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Never>.Publisher { .init(nextPartialResult(initialResult, output)) }
  /// The result of a closure that gets the given one and the value, or what the closure throws.
  @inlinable public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher { tryMap { try nextPartialResult(initialResult, $0) } }
  /// The same; the closure is not called, as there is nothing to compare the value with.
  @inlinable public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just { self }
  /// The same; the closure is not called, as there is nothing to compare the value with.
  @inlinable public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just { self }
  /// Whether a closure accepts the value.
  @inlinable public func allSatisfy(_ predicate: (Output) -> Bool) -> Just<Bool> { map(predicate) }
  /// Whether a closure accepts the value, or what the closure throws.
  @inlinable public func tryAllSatisfy(
    _ predicate: (Output) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher { tryMap(predicate) }
  /// Whether a closure accepts the value.
  @inlinable
  public func contains(where predicate: (Output) -> Bool) -> Just<Bool> { map(predicate) }
  /// Whether a closure accepts the value, or what the closure throws.
  @inlinable public func tryContains(
    where predicate: (Output) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher { tryMap(predicate) }
  /// The same.
  @inlinable public func first() -> Just { self }
  /// The value, if a closure accepts it.
  @inlinable public func first(where predicate: (Output) -> Bool) -> Output?.Publisher {
    optional.filter(predicate)
  }
  /// The same.
  @inlinable public func last() -> Just { self }
  /// The value, if a closure accepts it.
  @inlinable public func last(where predicate: (Output) -> Bool) -> Output?.Publisher {
    optional.filter(predicate)
  }
  /// The value, if none are dropped.
  @inlinable
  public func dropFirst(_ count: Int = 1) -> Output?.Publisher { optional.dropFirst(count) }
  /// The value, unless a closure accepts it.
  @inlinable public func drop(while predicate: (Output) -> Bool) -> Output?.Publisher {
    optional.drop(while: predicate)
  }
  /// The value, unless the number is 0.
  @inlinable
  public func prefix(_ maxLength: Int) -> Output?.Publisher { optional.prefix(maxLength) }
  /// The value, if a closure accepts it.
  @inlinable public func prefix(while predicate: (Output) -> Bool) -> Output?.Publisher {
    optional.filter(predicate)
  }
  /// The value, if the position is 0.
  @inlinable public func output(at index: Int) -> Output?.Publisher { optional.output(at: index) }
  /// The value, if the range contains 0.
  @inlinable public func output<R: RangeExpression<Int>>(
    in range: R
  ) -> Output?.Publisher { optional.output(in: range) }
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
  /// Whether the value equals another.
  @inlinable public func contains(_ output: Output) -> Just<Bool> { .init(self.output == output) }
  /// The same.
  @inlinable public func removeDuplicates() -> Just { self }
}

extension Just where Output: Comparable {
  /// The same.
  @inlinable public func min() -> Just { self }
  /// The same.
  @inlinable public func max() -> Just { self }
}
