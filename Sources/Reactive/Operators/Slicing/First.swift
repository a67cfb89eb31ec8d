extension Publisher {
  /// Passes on the first value, then finishes.
  ///
  ///     [1, 2, 3].publisher.first()  // 1
  ///
  /// Asks upstream for everything; the value waits for demand.
  @inlinable public func first() -> Publishers.First<Self> { Publishers.First(upstream: self) }

  /// Passes on the first value that a closure accepts, then finishes.
  ///
  ///     [1, 2, 3].publisher.first { $0 > 1 }  // 2
  ///
  /// Asks upstream for everything, and cancels it as soon as the value has come; the value waits
  /// for demand. If there is none, it finishes without one.
  @inlinable
  public func first(where predicate: @escaping (Output) -> Bool) -> Publishers.FirstWhere<Self> {
    Publishers.FirstWhere(upstream: self, predicate: predicate)
  }

  /// Passes on the first value that a closure, which may throw, accepts, then finishes.
  ///
  ///     [1, 2, 3].publisher.tryFirst { try check($0) > 1 }  // 2
  ///
  /// Asks upstream for everything, and cancels it as soon as the value has come; the value waits
  /// for demand. If there is none, it finishes without one. A throw cancels upstream and fails the
  /// stream.
  @inlinable public func tryFirst(
    where predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryFirstWhere<Self> {
    Publishers.TryFirstWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// Passes on the first value of its upstream, then finishes.
  public struct First<Upstream: Publisher>: Operator {
    public typealias Output = Upstream.Output
    public let upstream: Upstream

    /// Makes a publisher of another's first value.
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let any = Total<Output, Bool, Failure> { _ in true }
      upstream.receive(subscriber: Fold(FirstMatching(any, label: "First"), subscriber))
    }
  }

  /// Passes on the first value of its upstream that a closure accepts, then finishes.
  public struct FirstWhere<Upstream: Publisher>: Operator {
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
        subscriber: Fold(
          FirstMatching(Total<Upstream.Output, Bool, Failure>(predicate)), subscriber))
    }
  }

  /// Passes on the first value of its upstream that a closure, which may throw, accepts, then
  /// finishes.
  public struct TryFirstWhere<Upstream: Publisher>: Operator {
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
          FirstMatching(Throwing<Upstream.Output, Bool, Upstream.Failure>(predicate)), subscriber))
    }
  }
}

extension Publishers.First: Equatable where Upstream: Equatable {}

@usableFromInline
struct FirstMatching<Closure: Attempt>: AttemptingRule where Closure.Output == Bool {
  @usableFromInline typealias Input = Closure.Input
  @usableFromInline typealias Answer = Closure.Input
  @usableFromInline typealias InputFailure = Closure.InputFailure
  @usableFromInline typealias Failure = Closure.Failure

  @usableFromInline let attempt: Closure
  @usableFromInline let label: String
  @inlinable var initialAnswer: Closure.Input? { nil }

  @inlinable init(_ attempt: Closure, label: String = Closure.name("FirstWhere")) {
    (self.attempt, self.label) = (attempt, label)
  }

  @inlinable
  func receive(_ input: Input, _ answer: inout Closure.Input?) -> FoldStep<Closure.Failure> {
    switch attempt(input) {
    case .success(let holds):
      if !holds { return .goOn }
      answer = input
      return .known
    case .failure(let error):
      return .fail(error)
    }
  }
}
