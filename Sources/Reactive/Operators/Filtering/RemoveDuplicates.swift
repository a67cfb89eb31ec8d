extension Publisher {
  /// Drops each value that equals, by a closure, the one before it.
  ///
  /// The closure gets the previous value, then the current one. Asks for one more for each dropped.
  @inlinable public func removeDuplicates(
    by predicate: @escaping (Output, Output) -> Bool
  ) -> Publishers.RemoveDuplicates<Self> { .init(upstream: self, predicate: predicate) }

  /// As `removeDuplicates`, by a closure that may throw. A throw cancels upstream and fails.
  ///
  ///     [1, 3, 2].publisher.tryRemoveDuplicates { try check($0) % 2 == $1 % 2 }  // 1, 2
  @inlinable public func tryRemoveDuplicates(
    by predicate: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryRemoveDuplicates<Self> { .init(upstream: self, predicate: predicate) }
}

extension Publisher where Output: Equatable {
  /// Drops each value that equals the one before it.
  ///
  ///     [1, 1, 2, 1].publisher.removeDuplicates()  // 1, 2, 1
  @inlinable
  public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> { removeDuplicates(by: ==) }
}

extension Publishers {
  /// Drops each value of its upstream that equals the one before it.
  public struct RemoveDuplicates<Upstream: Publisher>: Operator {
    /// Whose values are compared, and whether two of them count as equal.
    public let upstream: Upstream, predicate: (Upstream.Output, Upstream.Output) -> Bool
    /// Makes a publisher that drops repeated values of another.
    @inlinable public init(
      upstream: Upstream, predicate: @escaping (Upstream.Output, Upstream.Output) -> Bool
    ) { (self.upstream, self.predicate) = (upstream, predicate) }
    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      upstream.receive(subscriber: Relay(DuplicateRemoval(TotalPair(predicate)), subscriber))
    }
  }

  /// Drops each value of its upstream that equals, by a closure that may throw, the one before it.
  public struct TryRemoveDuplicates<Upstream: Publisher>: Operator {
    public typealias Failure = any Error
    /// Whose values are compared, and whether two of them count as equal.
    public let upstream: Upstream, predicate: (Upstream.Output, Upstream.Output) throws -> Bool
    /// Makes a publisher that drops repeated values of another.
    @inlinable public init(
      upstream: Upstream, predicate: @escaping (Upstream.Output, Upstream.Output) throws -> Bool
    ) { (self.upstream, self.predicate) = (upstream, predicate) }
    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      upstream.receive(subscriber: Relay(DuplicateRemoval(ThrowingPair(predicate)), subscriber))
    }
  }
}

@usableFromInline struct DuplicateRemoval<Input, Closure: Attempt>: AttemptingStage
where Closure.Input == (Input, Input), Closure.Output == Bool {
  @usableFromInline let attempt: Closure
  @inlinable init(_ attempt: Closure) { self.attempt = attempt }
  @usableFromInline var label: String { Closure.name("RemoveDuplicates") }
  @inlinable var initialMemory: Input? { nil }
  @inlinable func receive(_ input: Input, _ last: inout Input?) -> Step<Input, Failure> {
    if let previous = last {
      switch attempt((previous, input)) {
      case .success(true): return .skip
      case .success(false): break
      case .failure(let error): return .fail(error)
      }
    }
    last = input
    return .emit(input)
  }
}
