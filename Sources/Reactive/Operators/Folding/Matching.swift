extension Publisher {
  /// Sends true if a closure accepts any value, otherwise false.
  ///
  ///     [1, 2, 3].publisher.contains { $0 > 2 }  // true
  ///
  /// Requests everything from upstream, and cancels it once the answer is known. The answer waits
  /// for demand.
  @inlinable public func contains(
    where predicate: @escaping (Output) -> Bool
  ) -> Publishers.ContainsWhere<Self> { .init(upstream: self, predicate: predicate) }

  /// As `contains`, by a closure that may throw. A throw cancels upstream and fails the stream.
  ///
  ///     [1, 2, 3].publisher.tryContains { try check($0) > 2 }  // true
  @inlinable public func tryContains(
    where predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryContainsWhere<Self> { .init(upstream: self, predicate: predicate) }

  /// Sends true if a closure accepts all values, otherwise false.
  ///
  ///     [1, 2, 3].publisher.allSatisfy { $0 > 2 }  // false
  ///
  /// The answer for no values is true. Demand, cancellation and failure are as with `contains`.
  @inlinable public func allSatisfy(
    _ predicate: @escaping (Output) -> Bool
  ) -> Publishers.AllSatisfy<Self> { .init(upstream: self, predicate: predicate) }

  /// As `allSatisfy`, by a closure that may throw. A throw cancels upstream and fails the stream.
  ///
  ///     [1, 2, 3].publisher.tryAllSatisfy { try check($0) > 2 }  // false
  @inlinable public func tryAllSatisfy(
    _ predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryAllSatisfy<Self> { .init(upstream: self, predicate: predicate) }
}

extension Publisher where Output: Equatable {
  /// Sends true if any value equals the given one, otherwise false.
  ///
  ///     [1, 2, 3].publisher.contains(2)  // true
  @inlinable public func contains(_ output: Output) -> Publishers.Contains<Self> {
    .init(upstream: self, output: output)
  }
}

extension Publishers {
  /// Sends true if its upstream sends a given value, otherwise false.
  public struct Contains<Upstream: Publisher>: _Operator where Upstream.Output: Equatable {
    public typealias Output = Bool
    /// The upstream publisher.
    public let upstream: Upstream
    /// The value to look for.
    public let output: Upstream.Output
    /// Makes a publisher of the answer.
    @inlinable public init(upstream: Upstream, output: Upstream.Output) {
      (self.upstream, self.output) = (upstream, output)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let output = output
      upstream.receive(
        subscriber: Fold(Deciding(by: true, Total { $0 == output }, label: "Contains"), subscriber))
    }
  }

  /// Sends true if a closure accepts any value of its upstream, otherwise false.
  public struct ContainsWhere<Upstream: Publisher>: _Operator {
    public typealias Output = Bool
    /// The upstream publisher.
    public let upstream: Upstream
    /// The condition for a value.
    public let predicate: (Upstream.Output) -> Bool
    /// Makes a publisher of the answer.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      upstream.receive(subscriber: Fold(Deciding(by: true, Total(predicate)), subscriber))
    }
  }

  /// Sends true if a closure, which may throw, accepts any value of its upstream, otherwise false.
  public struct TryContainsWhere<Upstream: Publisher>: _TryOperator {
    public typealias Output = Bool
    /// The upstream publisher.
    public let upstream: Upstream
    /// The condition for a value.
    public let predicate: (Upstream.Output) throws -> Bool
    /// Makes a publisher of the answer.
    @inlinable public init(
      upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool
    ) { (self.upstream, self.predicate) = (upstream, predicate) }
    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      upstream.receive(subscriber: Fold(Deciding(by: true, Throwing(predicate)), subscriber))
    }
  }

  /// Sends true if a closure accepts all values of its upstream, otherwise false.
  public struct AllSatisfy<Upstream: Publisher>: _Operator {
    public typealias Output = Bool
    /// The upstream publisher.
    public let upstream: Upstream
    /// The condition for every value.
    public let predicate: (Upstream.Output) -> Bool
    /// Makes a publisher of the answer.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      upstream.receive(subscriber: Fold(Deciding(by: false, Total(predicate)), subscriber))
    }
  }

  /// Sends true if a closure, which may throw, accepts all values of its upstream, otherwise false.
  public struct TryAllSatisfy<Upstream: Publisher>: _TryOperator {
    public typealias Output = Bool
    /// The upstream publisher.
    public let upstream: Upstream
    /// The condition for every value.
    public let predicate: (Upstream.Output) throws -> Bool
    /// Makes a publisher of the answer.
    @inlinable public init(
      upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool
    ) { (self.upstream, self.predicate) = (upstream, predicate) }
    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      upstream.receive(subscriber: Fold(Deciding(by: false, Throwing(predicate)), subscriber))
    }
  }
}

extension Publishers.Contains: Equatable where Upstream: Equatable {}

/// The rule that waits for the first value for which a closure returns the deciding result.
@usableFromInline struct Deciding<Closure: Attempt>: AttemptingRule where Closure.Output == Bool {
  @usableFromInline let decisive: Bool, attempt: Closure, ownLabel: String?
  @inlinable init(by decisive: Bool, _ attempt: Closure, label: String? = nil) {
    (self.decisive, self.attempt, ownLabel) = (decisive, attempt, label)
  }

  @usableFromInline
  var label: String { ownLabel ?? Closure.name(decisive ? "ContainsWhere" : "AllSatisfy") }
  @inlinable var initialAnswer: Bool? { !decisive }
  @inlinable func receive(_ input: Input, _ answer: inout Bool?) -> FoldStep<Failure> {
    attempt.step(input) {
      answer = $0
      return $0 == decisive ? .known : .goOn
    }
  }
}
