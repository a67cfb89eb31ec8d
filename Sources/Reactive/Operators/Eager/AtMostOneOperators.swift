// Operators whose result is known when they are applied: they are evaluated then, once, not for
// each subscriber. These are the same for every publisher of at most one value; those of the single
// types are in the other files of this folder. For the rest see the operators of the same names on
// every publisher.
//
// In a chain the compiler must prefer each of these to the operator of every publisher, and to that
// of the type which the latter returns. So closures are `@escaping` here as well; and `map`,
// `filter` and `compactMap` are members of the single types, as they are of `Map`, `Filter` and
// `CompactMap`.

/// A publisher of at most one existing value: `Just`, an optional's or a result's.
///
/// It is public because public types take operators from it.
public protocol _AtMostOne: Publisher {}

extension _AtMostOne {
  /// Returns this publisher without calling the closure, as there is no other value to compare.
  @inlinable public func removeDuplicates(by predicate: @escaping (Output, Output) -> Bool) -> Self
  { self }
  /// Returns this publisher, as another attempt would end alike.
  @inlinable public func retry(_ times: Int) -> Self { self }
  /// Sends no value, and no failure either, as in Combine: an ``Empty`` can only finish. If a
  /// result's failure matters, erase the publisher's type first.
  @inlinable public func ignoreOutput() -> Empty<Output, Failure> { .init() }
  /// Returns this publisher without calling the closure, as there is no other value to compare.
  @inlinable public func min(by areInIncreasingOrder: @escaping (Output, Output) -> Bool) -> Self {
    self
  }
  /// Returns this publisher without calling the closure, as there is no other value to compare.
  @inlinable public func max(by areInIncreasingOrder: @escaping (Output, Output) -> Bool) -> Self {
    self
  }
  /// Returns this publisher.
  @inlinable public func first() -> Self { self }
  /// Returns this publisher.
  @inlinable public func last() -> Self { self }
}

extension _AtMostOne where Output: Equatable {
  /// Returns this publisher.
  @inlinable public func removeDuplicates() -> Self { self }
}

extension _AtMostOne where Output: Comparable {
  /// Returns this publisher.
  @inlinable public func min() -> Self { self }
  /// Returns this publisher.
  @inlinable public func max() -> Self { self }
}

/// A publisher of at most one value that cannot fail: `Just` or an optional's.
///
/// It is public because public types take operators from it.
public protocol _OneOrNone: _AtMostOne where Failure == Never {
  /// The value, if there is one.
  var _value: Output? { get }
}

extension _OneOrNone {
  /// The value, if a closure accepts it.
  @inlinable public func first(where predicate: @escaping (Output) -> Bool) -> Output?.Publisher {
    .init(_value.flatMap { predicate($0) ? $0 : nil })
  }
  /// The value, if a closure accepts it.
  @inlinable public func last(where predicate: @escaping (Output) -> Bool) -> Output?.Publisher {
    first(where: predicate)
  }
  /// The value, if none are dropped.
  /// - Precondition: `count` is not negative.
  @inlinable public func dropFirst(_ count: Int = 1) -> Output?.Publisher {
    precondition(count >= 0, "dropFirst(\(count)): a count cannot be negative.")
    return .init(count == 0 ? _value : nil)
  }
  /// The value, unless a closure accepts it.
  @inlinable public func drop(while predicate: @escaping (Output) -> Bool) -> Output?.Publisher {
    first { !predicate($0) }
  }
  /// The value, unless the number is 0.
  /// - Precondition: `maxLength` is not negative.
  @inlinable public func prefix(_ maxLength: Int) -> Output?.Publisher {
    precondition(maxLength >= 0, "prefix(\(maxLength)): a length cannot be negative.")
    return .init(maxLength > 0 ? _value : nil)
  }
  /// The value, if a closure accepts it.
  @inlinable public func prefix(while predicate: @escaping (Output) -> Bool) -> Output?.Publisher {
    first(where: predicate)
  }
  /// The value, if the position is 0.
  /// - Precondition: `index` is not negative, and less than `Int.max`.
  @inlinable public func output(at index: Int) -> Output?.Publisher {
    precondition(
      index >= 0 && index < Int.max, "output(at: \(index)): a position is from 0 to Int.max - 1.")
    return .init(index == 0 ? _value : nil)
  }
  /// The value, if the range contains 0.
  @inlinable public func output<R: RangeExpression<Int>>(in range: R) -> Output?.Publisher {
    .init(range.relative(to: 0..<Int.max).contains(0) ? _value : nil)
  }
}

/// A publisher of one value or a failure: `Just` or a result's.
///
/// It is public because public types take operators from it.
public protocol _OneOrFailure: _AtMostOne {
  /// The value, changed by a closure, or the error that the closure throws.
  func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Result<T, any Error>.Publisher
}

extension _OneOrFailure {
  /// Returns this publisher, as it is never empty.
  @inlinable public func replaceEmpty(with output: Output) -> Self { self }
  /// Returns this publisher, or fails with the closure's error; the closure is called with the
  /// value twice, as in Combine.
  @inlinable public func tryRemoveDuplicates(
    by predicate: @escaping (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    tryMap {
      _ = try predicate($0, $0)
      return $0
    }
  }
  /// The result of a closure for the given result and the value, or the error that the closure
  /// throws.
  @inlinable public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher { tryReduce(initialResult, nextPartialResult) }
  /// The result of a closure for the given result and the value, or the error that the closure
  /// throws.
  @inlinable public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher { tryMap { try nextPartialResult(initialResult, $0) } }
  /// True if a closure accepts the value, or the error that the closure throws.
  @inlinable public func tryAllSatisfy(_ predicate: @escaping (Output) throws -> Bool)
    -> Result<Bool, any Error>.Publisher
  { tryMap(predicate) }
  /// True if a closure accepts the value, or the error that the closure throws.
  @inlinable public func tryContains(where predicate: @escaping (Output) throws -> Bool)
    -> Result<Bool, any Error>.Publisher
  { tryMap(predicate) }
}
