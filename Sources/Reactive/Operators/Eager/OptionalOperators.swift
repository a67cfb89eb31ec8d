// Operators that are worked out when they are written down, once, not for each subscriber.

extension Swift.Optional.Publisher {
  /// The value, if there is one, changed by a closure.
  @inlinable
  public func map<T>(_ transform: (Output) -> T) -> T?.Publisher { .init(output.map(transform)) }
  /// What a closure makes of the value, if anything.
  @inlinable public func compactMap<T>(_ transform: (Output) -> T?) -> T?.Publisher {
    .init(output.flatMap(transform))
  }
  /// The result of a closure that gets the given one and the value, if there is one.
  @inlinable public func scan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> T?.Publisher { map { nextPartialResult(initialResult, $0) } }
  /// The value, if a closure accepts it.
  @inlinable public func filter(_ isIncluded: (Output) -> Bool) -> Self {
    compactMap { isIncluded($0) ? $0 : nil }
  }
  /// The same; the closure is not called, as there is nothing to compare the value with.
  @inlinable public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Self { self }
  /// The same, as it never fails.
  @inlinable public func replaceError(with output: Output) -> Self { self }
  /// The value, or the given one if there is none.
  @inlinable
  public func replaceEmpty(with output: Output) -> Just<Output> { .init(self.output ?? output) }
  /// The same, as it never fails.
  @inlinable public func retry(_ times: Int) -> Self { self }
  /// No value.
  @inlinable public func ignoreOutput() -> Empty<Output, Never> { .init() }
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
  /// The same; the closure is not called, as there is nothing to compare the value with.
  @inlinable public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Self { self }
  /// The same; the closure is not called, as there is nothing to compare the value with.
  @inlinable public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Self { self }
  /// Whether a closure accepts the value; nothing if there is none.
  @inlinable
  public func allSatisfy(_ predicate: (Output) -> Bool) -> Bool?.Publisher { map(predicate) }
  /// Whether a closure accepts the value; nothing if there is none.
  @inlinable
  public func contains(where predicate: (Output) -> Bool) -> Bool?.Publisher { map(predicate) }
}

extension Swift.Optional.Publisher {
  /// The same.
  @inlinable public func first() -> Self { self }
  /// The value, if a closure accepts it.
  @inlinable public func first(where predicate: (Output) -> Bool) -> Self { filter(predicate) }
  /// The same.
  @inlinable public func last() -> Self { self }
  /// The value, if a closure accepts it.
  @inlinable public func last(where predicate: (Output) -> Bool) -> Self { filter(predicate) }
  /// The value, if none are dropped.
  /// - Precondition: `count` is not negative.
  @inlinable public func dropFirst(_ count: Int = 1) -> Self {
    precondition(count >= 0, "dropFirst(\(count)): a count cannot be negative.")
    return .init(count == 0 ? output : nil)
  }
  /// The value, unless a closure accepts it.
  @inlinable
  public func drop(while predicate: (Output) -> Bool) -> Self { filter { !predicate($0) } }
  /// The value, unless the number is 0.
  /// - Precondition: `maxLength` is not negative.
  @inlinable public func prefix(_ maxLength: Int) -> Self {
    precondition(maxLength >= 0, "prefix(\(maxLength)): a length cannot be negative.")
    return .init(maxLength > 0 ? output : nil)
  }
  /// The value, if a closure accepts it.
  @inlinable public func prefix(while predicate: (Output) -> Bool) -> Self { filter(predicate) }
  /// The value, if the position is 0.
  /// - Precondition: `index` is not negative, and less than `Int.max`.
  @inlinable public func output(at index: Int) -> Self {
    precondition(
      index >= 0 && index < Int.max, "output(at: \(index)): a position is from 0 to Int.max - 1.")
    return .init(index == 0 ? output : nil)
  }
  /// The value, if the range contains 0.
  @inlinable public func output<R: RangeExpression<Int>>(in range: R) -> Self {
    .init(range.relative(to: 0..<Int.max).contains(0) ? output : nil)
  }
}

extension Swift.Optional.Publisher where Wrapped: Equatable {
  /// Whether the value equals another; nothing if there is none.
  @inlinable public func contains(_ output: Output) -> Bool?.Publisher { map { $0 == output } }
  /// The same.
  @inlinable public func removeDuplicates() -> Self { self }
}

extension Swift.Optional.Publisher where Wrapped: Comparable {
  /// The same.
  @inlinable public func min() -> Self { self }
  /// The same.
  @inlinable public func max() -> Self { self }
}
