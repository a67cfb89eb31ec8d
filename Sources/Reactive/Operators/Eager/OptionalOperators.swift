// Operators that are evaluated when they are written down, once, not for each subscriber.

extension Swift.Optional.Publisher: _OneOrNone {
  /// The value, if there is one.
  @inlinable public var _value: Wrapped? { output }
  /// The value, if there is one, changed by a closure.
  @inlinable public func map<T>(_ transform: @escaping (Output) -> T) -> T?.Publisher {
    .init(output.map(transform))
  }
  /// The value, if there is one, changed by a closure, unless that returns nil.
  @inlinable public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> T?.Publisher {
    .init(output.flatMap(transform))
  }
  /// The value, if there is one and a closure accepts it.
  @inlinable public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Output?.Publisher {
    compactMap { isIncluded($0) ? $0 : nil }
  }
  /// The result of a closure for the given result and the value; no value if there is none.
  @inlinable public func scan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> T?.Publisher { map { nextPartialResult(initialResult, $0) } }
  /// Returns this publisher, as it never fails.
  @inlinable public func replaceError(with output: Output) -> Self { self }
  /// The value, or the given one if there is none.
  @inlinable public func replaceEmpty(with output: Output) -> Just<Output> {
    .init(self.output ?? output)
  }
}

// As in Combine, these operators finish without a result if there is no value, unlike those of
// other publishers.
extension Swift.Optional.Publisher {
  /// An array of the value, or of none.
  @inlinable public func collect() -> [Output]?.Publisher { .init(output.map { [$0] } ?? []) }
  /// 1 if there is a value; nothing if there is none.
  @inlinable public func count() -> Int?.Publisher { map { _ in 1 } }
  /// The result of a closure for the given result and the value; nothing if there is no value.
  @inlinable public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> T?.Publisher { map { nextPartialResult(initialResult, $0) } }
  /// True if a closure accepts the value; nothing if there is none.
  @inlinable public func allSatisfy(_ predicate: @escaping (Output) -> Bool) -> Bool?.Publisher {
    map(predicate)
  }
  /// True if a closure accepts the value; nothing if there is none.
  @inlinable public func contains(where predicate: @escaping (Output) -> Bool) -> Bool?.Publisher {
    map(predicate)
  }
}

extension Swift.Optional.Publisher where Wrapped: Equatable {
  /// True if the value equals another; nothing if there is none.
  @inlinable public func contains(_ output: Output) -> Bool?.Publisher { map { $0 == output } }
}
