extension Publisher {
  /// Passes on the first value, then finishes.
  ///
  ///     [1, 2, 3].publisher.first()  // 1
  ///
  /// Requests everything from upstream, and cancels it at the value. The value, if any, waits for
  /// demand.
  @inlinable public func first() -> Publishers.First<Self> { .init(upstream: self) }

  /// Passes on the first value that a closure accepts, as `first` does.
  ///
  ///     [1, 2, 3].publisher.first { $0 > 1 }  // 2
  @inlinable public func first(
    where predicate: @escaping (Output) -> Bool
  ) -> Publishers.FirstWhere<Self> { .init(upstream: self, predicate: predicate) }

  /// Like `first(where:)`, with a closure that may throw. A throw cancels upstream and fails.
  ///
  ///     [1, 2, 3].publisher.tryFirst { try check($0) > 1 }  // 2
  @inlinable public func tryFirst(
    where predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryFirstWhere<Self> { .init(upstream: self, predicate: predicate) }

  /// Passes on the last value, when upstream finishes.
  ///
  ///     [1, 2, 3].publisher.last()  // 3
  ///
  /// Requests everything from upstream; the value, if any, waits for demand. A failure discards it.
  @inlinable public func last() -> Publishers.Last<Self> { .init(upstream: self) }

  /// Passes on the last value that a closure accepts, as `last` does.
  ///
  ///     [1, 2, 3].publisher.last { $0 < 3 }  // 2
  @inlinable public func last(
    where predicate: @escaping (Output) -> Bool
  ) -> Publishers.LastWhere<Self> { .init(upstream: self, predicate: predicate) }

  /// Like `last(where:)`, with a closure that may throw. A throw cancels upstream and fails.
  ///
  ///     [1, 2, 3].publisher.tryLast { try check($0) < 3 }  // 2
  @inlinable public func tryLast(
    where predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryLastWhere<Self> { .init(upstream: self, predicate: predicate) }
}

extension Publishers {
  /// Passes on the first value of its upstream, then finishes.
  public struct First<Upstream: Publisher>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// Makes a publisher of another's first value.
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }
    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      upstream.receive(
        subscriber: Fold(Finding(.first, Total { _ in true }, label: "First"), subscriber))
    }
  }

  /// Passes on the first value of its upstream that a closure accepts, then finishes.
  public struct FirstWhere<Upstream: Publisher>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// The condition for a value.
    public let predicate: (Upstream.Output) -> Bool
    /// Makes a publisher of the answer.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }

    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      upstream.receive(subscriber: Fold(Finding(.first, Total(predicate)), subscriber))
    }
  }

  /// Passes on the first value of its upstream that a closure, which may throw, accepts.
  public struct TryFirstWhere<Upstream: Publisher>: _TryOperator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// The condition for a value.
    public let predicate: (Upstream.Output) throws -> Bool
    /// Makes a publisher of the answer.
    @inlinable public init(
      upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool
    ) { (self.upstream, self.predicate) = (upstream, predicate) }
    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      upstream.receive(subscriber: Fold(Finding(.first, Throwing(predicate)), subscriber))
    }
  }

  /// Passes on the last value of its upstream.
  public struct Last<Upstream: Publisher>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// Makes a publisher of another's last value.
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }
    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      upstream.receive(
        subscriber: Fold(Finding(.last, Total { _ in true }, label: "Last"), subscriber))
    }
  }

  /// Passes on the last value of its upstream that a closure accepts.
  public struct LastWhere<Upstream: Publisher>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// The condition for a value.
    public let predicate: (Upstream.Output) -> Bool
    /// Makes a publisher of the answer.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }

    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      upstream.receive(subscriber: Fold(Finding(.last, Total(predicate)), subscriber))
    }
  }

  /// Passes on the last value of its upstream that a closure, which may throw, accepts.
  public struct TryLastWhere<Upstream: Publisher>: _TryOperator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// The condition for a value.
    public let predicate: (Upstream.Output) throws -> Bool
    /// Makes a publisher of the answer.
    @inlinable public init(
      upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool
    ) { (self.upstream, self.predicate) = (upstream, predicate) }
    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      upstream.receive(subscriber: Fold(Finding(.last, Throwing(predicate)), subscriber))
    }
  }
}

extension Publishers.First: Equatable where Upstream: Equatable {}
extension Publishers.Last: Equatable where Upstream: Equatable {}

/// Finds the first or the last value that a closure accepts.
@usableFromInline struct Finding<Closure: Attempt>: AttemptingRule where Closure.Output == Bool {
  @usableFromInline enum Which { case first, last }

  @usableFromInline let which: Which, attempt: Closure, ownLabel: String?
  @inlinable init(_ which: Which, _ attempt: Closure, label: String? = nil) {
    (self.which, self.attempt, ownLabel) = (which, attempt, label)
  }

  @usableFromInline
  var label: String { ownLabel ?? Closure.name(which == .first ? "FirstWhere" : "LastWhere") }
  @inlinable var initialAnswer: Input? { nil }
  @inlinable func receive(_ input: Input, _ answer: inout Input?) -> FoldStep<Failure> {
    attempt.step(input) {
      if $0 { answer = input }
      return $0 && which == .first ? .known : .goOn
    }
  }
}
