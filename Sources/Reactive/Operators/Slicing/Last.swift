extension Publisher {
  /// Passes on the last value, when upstream finishes.
  ///
  ///     [1, 2, 3].publisher.last()  // 3
  ///
  /// Asks upstream for everything; the value waits for demand. A failure discards it. If there is
  /// none, it finishes without one.
  @inlinable public func last() -> Publishers.Last<Self> { Publishers.Last(upstream: self) }

  /// Passes on the last value that a closure accepts, when upstream finishes.
  ///
  ///     [1, 2, 3].publisher.last { $0 < 3 }  // 2
  ///
  /// Asks upstream for everything; the value waits for demand. A failure discards it. If there is
  /// none, it finishes without one.
  @inlinable
  public func last(where predicate: @escaping (Output) -> Bool) -> Publishers.LastWhere<Self> {
    Publishers.LastWhere(upstream: self, predicate: predicate)
  }

  /// Passes on the last value that a closure, which may throw, accepts, when upstream finishes.
  ///
  ///     [1, 2, 3].publisher.tryLast { try check($0) < 3 }  // 2
  ///
  /// Asks upstream for everything; the value waits for demand. A failure discards it. If there is
  /// none, it finishes without one. A throw cancels upstream and fails the stream.
  @inlinable public func tryLast(
    where predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryLastWhere<Self> {
    Publishers.TryLastWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// Passes on the last value of its upstream.
  public struct Last<Upstream: Publisher>: Operator {
    public typealias Output = Upstream.Output
    public let upstream: Upstream

    /// Makes a publisher of another's last value.
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let any = Total<Output, Bool, Failure> { _ in true }
      upstream.receive(subscriber: Fold(LastMatching(any, label: "Last"), subscriber))
    }
  }

  /// Passes on the last value of its upstream that a closure accepts.
  public struct LastWhere<Upstream: Publisher>: Operator {
    public typealias Output = Upstream.Output
    public let upstream: Upstream
    /// What is asked about each value.
    public let predicate: (Upstream.Output) -> Bool

    /// Makes a publisher of the answer.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      upstream.receive(
        subscriber: Fold(LastMatching(Total<Upstream.Output, Bool, Failure>(predicate)), subscriber)
      )
    }
  }

  /// Passes on the last value of its upstream that a closure, which may throw, accepts.
  public struct TryLastWhere<Upstream: Publisher>: Operator {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error
    public let upstream: Upstream
    /// What is asked about each value.
    public let predicate: (Upstream.Output) throws -> Bool

    /// Makes a publisher of the answer.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      upstream.receive(
        subscriber: Fold(
          LastMatching(Throwing<Upstream.Output, Bool, Upstream.Failure>(predicate)), subscriber))
    }
  }
}

extension Publishers.Last: Equatable where Upstream: Equatable {}

@usableFromInline
struct LastMatching<Closure: Attempt>: AttemptingRule where Closure.Output == Bool {
  @usableFromInline typealias Input = Closure.Input
  @usableFromInline typealias Answer = Closure.Input
  @usableFromInline typealias InputFailure = Closure.InputFailure
  @usableFromInline typealias Failure = Closure.Failure

  @usableFromInline let attempt: Closure
  @usableFromInline let label: String
  @inlinable var initialAnswer: Closure.Input? { nil }

  @inlinable init(_ attempt: Closure, label: String = Closure.name("LastWhere")) {
    (self.attempt, self.label) = (attempt, label)
  }

  @inlinable
  func receive(_ input: Input, _ answer: inout Closure.Input?) -> FoldStep<Closure.Failure> {
    switch attempt(input) {
    case .success(let holds):
      if holds { answer = input }
      return .goOn
    case .failure(let error):
      return .fail(error)
    }
  }
}
