extension Publisher {
  /// Sends the least value by an order when upstream finishes.
  ///
  /// Of equal values the first is sent; without values, none. Requests everything from upstream;
  /// the value waits for demand. A failure discards it.
  @inlinable public func min(
    by areInIncreasingOrder: @escaping (Output, Output) -> Bool
  ) -> Publishers.Comparison<Self> { .init(upstream: self) { areInIncreasingOrder($1, $0) } }

  /// As `min`, by an order that may throw. A throw cancels upstream and fails the stream.
  ///
  ///     [3, 1, 2].publisher.tryMin { try check($0) < $1 }  // 1
  @inlinable public func tryMin(
    by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryComparison<Self> { .init(upstream: self) { try areInIncreasingOrder($1, $0) } }

  /// Sends the greatest value by an order, when upstream finishes, as `min` does the least.
  @inlinable public func max(by areInIncreasingOrder: @escaping (Output, Output) -> Bool)
    -> Publishers.Comparison<Self>
  { .init(upstream: self, areInIncreasingOrder: areInIncreasingOrder) }

  /// As `max`, by an order that may throw. A throw cancels upstream and fails the stream.
  ///
  ///     [1, 3, 2].publisher.tryMax { try check($0) < $1 }  // 3
  @inlinable public func tryMax(by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool)
    -> Publishers.TryComparison<Self>
  { .init(upstream: self, areInIncreasingOrder: areInIncreasingOrder) }
}

extension Publisher where Output: Comparable {
  /// Sends the least value, when upstream finishes, as `min(by:)` does.
  ///
  ///     [3, 1, 2].publisher.min()  // 1
  @inlinable public func min() -> Publishers.Comparison<Self> { min(by: <) }

  /// Sends the greatest value, when upstream finishes, as `max(by:)` does.
  ///
  ///     [1, 3, 2].publisher.max()  // 3
  @inlinable public func max() -> Publishers.Comparison<Self> { max(by: <) }
}

extension Publishers {
  /// Sends the greatest value of its upstream by an order.
  public struct Comparison<Upstream: Publisher>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns true if the first of two values is less than the second.
    public let areInIncreasingOrder: (Upstream.Output, Upstream.Output) -> Bool
    /// Makes a publisher of the greatest value.
    @inlinable public init(
      upstream: Upstream, areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) -> Bool
    ) { (self.upstream, self.areInIncreasingOrder) = (upstream, areInIncreasingOrder) }
    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      upstream.receive(subscriber: Fold(Greatest(TotalPair(areInIncreasingOrder)), subscriber))
    }
  }

  /// Sends the greatest value of its upstream by an order that may throw.
  public struct TryComparison<Upstream: Publisher>: _TryOperator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns true if the first of two values is less than the second.
    public let areInIncreasingOrder: (Upstream.Output, Upstream.Output) throws -> Bool
    /// Makes a publisher of the greatest value.
    @inlinable public init(
      upstream: Upstream,
      areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) throws -> Bool
    ) { (self.upstream, self.areInIncreasingOrder) = (upstream, areInIncreasingOrder) }
    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      upstream.receive(subscriber: Fold(Greatest(ThrowingPair(areInIncreasingOrder)), subscriber))
    }
  }
}

/// Keeps the first of the greatest values, as the standard library's `max` does.
@usableFromInline struct Greatest<Input, Closure: Attempt>: AttemptingRule
where Closure.Input == (Input, Input), Closure.Output == Bool {
  @usableFromInline let attempt: Closure
  @inlinable init(_ attempt: Closure) { self.attempt = attempt }
  @usableFromInline var label: String { Closure.name("Comparison") }
  @inlinable var initialAnswer: Input? { nil }
  @inlinable func receive(_ input: Input, _ greatest: inout Input?) -> FoldStep<Failure> {
    guard let current = greatest else {
      greatest = input
      return .goOn
    }
    return attempt.step((current, input)) {
      if $0 { greatest = input }
      return .goOn
    }
  }
}
