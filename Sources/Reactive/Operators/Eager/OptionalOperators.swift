// Operators that are worked out when they are written down, once, not for each subscriber.

extension Swift.Optional.Publisher: _OneOrNone {
  /// The value, if there is one.
  @inlinable public var _value: Wrapped? { output }
  /// The value, if there is one, changed by a closure.
  @inlinable public func map<T>(_ transform: (Output) -> T) -> T?.Publisher {
    .init(output.map(transform))
  }
  /// The result of a closure that gets the given one and the value, if there is one.
  @inlinable public func scan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> T?.Publisher { map { nextPartialResult(initialResult, $0) } }
  /// The same, as it never fails.
  @inlinable public func replaceError(with output: Output) -> Self { self }
  /// The value, or the given one if there is none.
  @inlinable public func replaceEmpty(with output: Output) -> Just<Output> {
    .init(self.output ?? output)
  }
}

// Where there is no value there is, as in Combine, nothing to be counted, reduced, or asked about
// either: these then finish without a value, unlike the operators of other publishers.
extension Swift.Optional.Publisher {
  /// An array of the value, or of none.
  @inlinable public func collect() -> [Output]?.Publisher { .init(output.map { [$0] } ?? []) }
  /// 1 if there is a value; nothing if there is none.
  @inlinable public func count() -> Int?.Publisher { map { _ in 1 } }
  /// The result of a closure that gets the given one and the value; nothing if there is none.
  @inlinable public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> T?.Publisher { map { nextPartialResult(initialResult, $0) } }
  /// Whether a closure accepts the value; nothing if there is none.
  @inlinable public func allSatisfy(_ predicate: (Output) -> Bool) -> Bool?.Publisher {
    map(predicate)
  }
  /// Whether a closure accepts the value; nothing if there is none.
  @inlinable public func contains(where predicate: (Output) -> Bool) -> Bool?.Publisher {
    map(predicate)
  }
}

extension Swift.Optional.Publisher where Wrapped: Equatable {
  /// Whether the value equals another; nothing if there is none.
  @inlinable public func contains(_ output: Output) -> Bool?.Publisher { map { $0 == output } }
}
