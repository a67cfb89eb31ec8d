extension Publisher {
  /// Sends one result, made of all values, when upstream finishes.
  ///
  ///     [1, 2, 3, 4].publisher.reduce(1, *)  // 24
  ///
  /// Requests everything from upstream; the result waits for demand. A failure discards it.
  @inlinable public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Publishers.Reduce<Self, T> {
    .init(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }

  /// As `reduce`, by a closure that may throw. A throw cancels upstream and fails the stream.
  ///
  ///     [1, 2, 3].publisher.tryReduce(0) { try check($0 + $1) }  // 6
  @inlinable public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryReduce<Self, T> {
    .init(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }

  /// Sends the number of values, when upstream finishes, as `reduce` does.
  ///
  ///     ["a", "b", "c"].publisher.count()  // 3
  @inlinable public func count() -> Publishers.Count<Self> { .init(upstream: self) }
}

extension Publishers {
  /// Sends one result made of all values of its upstream.
  public struct Reduce<Upstream: Publisher, Output>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// The result before the first value.
    public let initial: Output
    /// Makes the next result of the last one and a value.
    public let nextPartialResult: (Output, Upstream.Output) -> Output
    /// Makes a publisher of one result.
    @inlinable public init(
      upstream: Upstream, initial: Output,
      nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
      (self.upstream, self.initial, self.nextPartialResult) = (upstream, initial, nextPartialResult)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      upstream.receive(
        subscriber: Fold(Reducing(initial, TotalPair(nextPartialResult)), subscriber))
    }
  }

  /// Sends one result made by a closure, which may throw, of all values of its upstream.
  public struct TryReduce<Upstream: Publisher, Output>: _TryOperator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// The result before the first value.
    public let initial: Output
    /// Makes the next result of the last one and a value.
    public let nextPartialResult: (Output, Upstream.Output) throws -> Output
    /// Makes a publisher of one result.
    @inlinable public init(
      upstream: Upstream, initial: Output,
      nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
    ) {
      (self.upstream, self.initial, self.nextPartialResult) = (upstream, initial, nextPartialResult)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      upstream.receive(
        subscriber: Fold(Reducing(initial, ThrowingPair(nextPartialResult)), subscriber))
    }
  }

  /// Sends the number of values of its upstream.
  public struct Count<Upstream: Publisher>: _Operator {
    public typealias Output = Int
    /// The upstream publisher.
    public let upstream: Upstream
    /// Makes a publisher of a count.
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }
    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let counting = TotalPair<Int, Upstream.Output, Int, Failure> { count, _ in count + 1 }
      upstream.receive(subscriber: Fold(Reducing(0, counting, label: "Count"), subscriber))
    }
  }
}

extension Publishers.Count: Equatable where Upstream: Equatable {}

@usableFromInline struct Reducing<Input, Answer, Closure: Attempt>: AttemptingRule
where Closure.Input == (Answer, Input), Closure.Output == Answer {
  @usableFromInline let initialAnswer: Answer?, attempt: Closure, label: String
  @inlinable init(_ initial: Answer, _ attempt: Closure, label: String = Closure.name("Reduce")) {
    (initialAnswer, self.attempt, self.label) = (initial, attempt, label)
  }

  @inlinable func receive(_ input: Input, _ answer: inout Answer?) -> FoldStep<Failure> {
    attempt.step((answer!, input)) {
      answer = $0
      return .goOn
    }
  }
}
