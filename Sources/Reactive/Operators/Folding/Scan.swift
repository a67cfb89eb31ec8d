extension Publisher {
  /// Sends, for each value, the result of a closure for the result before and the value.
  ///
  ///     [1, 2, 3, 4].publisher.scan(1, *)  // 1, 2, 6, 24
  ///
  /// The initial result is not sent.
  @inlinable public func scan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Publishers.Scan<Self, T> {
    .init(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }

  /// As `scan`, by a closure that may throw. A throw cancels upstream and fails the stream.
  ///
  ///     [1, 2, 3].publisher.tryScan(0) { try check($0 + $1) }  // 1, 3, 6
  @inlinable public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryScan<Self, T> {
    .init(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// Sends the running result of a closure over the values of its upstream.
  public struct Scan<Upstream: Publisher, Output>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// The result before the first value.
    public let initialResult: Output
    /// Makes the next result of the last one and a value.
    public let nextPartialResult: (Output, Upstream.Output) -> Output
    /// Makes a publisher of running results.
    @inlinable public init(
      upstream: Upstream, initialResult: Output,
      nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
      (self.upstream, self.initialResult) = (upstream, initialResult)
      self.nextPartialResult = nextPartialResult
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      upstream.receive(
        subscriber: Processor(Scanning(initialResult, TotalPair(nextPartialResult)), subscriber))
    }

    @inlinable public func _attach<S: Subscriber<Output, Failure>>(
      _ make: (_Host) -> S
    ) -> AnyCancellable? {
      upstream._attach {
        Embedded(Scanning(initialResult, TotalPair(nextPartialResult)), $0, make($0))
      }
    }
  }

  /// Sends the running result of a closure, which may throw, over the values of its upstream.
  public struct TryScan<Upstream: Publisher, Output>: _TryOperator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// The result before the first value.
    public let initialResult: Output
    /// Makes the next result of the last one and a value.
    public let nextPartialResult: (Output, Upstream.Output) throws -> Output
    /// Makes a publisher of running results.
    @inlinable public init(
      upstream: Upstream, initialResult: Output,
      nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
    ) {
      (self.upstream, self.initialResult) = (upstream, initialResult)
      self.nextPartialResult = nextPartialResult
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      upstream.receive(
        subscriber: Processor(Scanning(initialResult, ThrowingPair(nextPartialResult)), subscriber))
    }
  }
}

@usableFromInline struct Scanning<Input, Output, Closure: Attempt>: AttemptingStage
where Closure.Input == (Output, Input), Closure.Output == Output {
  @usableFromInline let initialMemory: Output, attempt: Closure
  @inlinable
  init(_ initial: Output, _ attempt: Closure) { (initialMemory, self.attempt) = (initial, attempt) }
  @usableFromInline var label: String { Closure.name("Scan") }
  @inlinable var acceptsNoDemand: Bool { true }
  @inlinable func receive(_ input: Input, _ result: inout Output) -> Step<Output, Failure> {
    attempt.step((result, input)) {
      result = $0
      return .emit($0)
    }
  }
}
