extension Publisher {
  /// Continues with another publisher, made of the error, when this one fails.
  ///
  ///     load().catch { _ in Just(cached) }
  ///
  /// Unmet demand carries over. The replacement's own failure passes through.
  @inlinable public func `catch`<P: Publisher>(_ handler: @escaping (Failure) -> P)
    -> Publishers.Catch<Self, P> where P.Output == Output
  { .init(upstream: self, handler: handler) }

  /// As `catch`, by a closure that may throw; its error is the failure instead.
  ///
  ///     load().tryCatch { error in
  ///       guard error == .offline else { throw error }
  ///       return Just(cached)
  ///     }
  @inlinable public func tryCatch<P: Publisher>(_ handler: @escaping (Failure) throws -> P)
    -> Publishers.TryCatch<Self, P> where P.Output == Output
  { .init(upstream: self, handler: handler) }

  /// Stops the program, release builds too, if this publisher fails; the stream cannot fail then.
  ///
  ///     [1, 2].publisher.setFailureType(to: ParseError.self).assertNoFailure("numbers")  // 1, 2
  @inlinable public func assertNoFailure(
    _ prefix: String = "", file: StaticString = #file, line: UInt = #line
  ) -> Publishers.AssertNoFailure<Self> {
    .init(upstream: self, prefix: prefix, file: file, line: line)
  }

  /// Sends a value in place of an error, then finishes. The value waits for demand.
  ///
  ///     Fail<Int, ParseError>(error: .empty).replaceError(with: 0)  // 0
  @inlinable public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
    .init(upstream: self, output: output)
  }

  /// Subscribes again when this publisher fails, at most `retries` times more.
  ///
  ///     load().retry(3)
  ///
  /// Unmet demand carries over. Many attempts that fail at once use no more stack than one.
  /// - Precondition: `retries` is not negative.
  @inlinable public func retry(_ retries: Int) -> Publishers.Retry<Self> {
    .init(upstream: self, retries: retries)
  }
}

extension Publishers {
  /// Continues with another publisher when its upstream fails.
  public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: _Operator
  where Upstream.Output == NewPublisher.Output {
    public typealias Failure = NewPublisher.Failure
    /// The upstream publisher.
    public let upstream: Upstream
    /// Makes the replacement of the error.
    public let handler: (Upstream.Failure) -> NewPublisher
    /// Makes a publisher with a replacement.
    @inlinable public init(
      upstream: Upstream, handler: @escaping (Upstream.Failure) -> NewPublisher
    ) { (self.upstream, self.handler) = (upstream, handler) }
    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      upstream.receive(recovering: subscriber, label: "Catch", Total(handler))
    }
  }

  /// Continues with another publisher when its upstream fails, or fails with another error.
  public struct TryCatch<Upstream: Publisher, NewPublisher: Publisher>: _TryOperator
  where Upstream.Output == NewPublisher.Output {
    /// The upstream publisher.
    public let upstream: Upstream
    /// Makes the replacement of the error.
    public let handler: (Upstream.Failure) throws -> NewPublisher
    /// Makes a publisher with a replacement.
    @inlinable public init(
      upstream: Upstream, handler: @escaping (Upstream.Failure) throws -> NewPublisher
    ) { (self.upstream, self.handler) = (upstream, handler) }
    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      upstream.receive(recovering: subscriber, label: "TryCatch", Throwing(handler))
    }
  }

  /// Stops the program if its upstream fails.
  public struct AssertNoFailure<Upstream: Publisher>: _Operator {
    public typealias Failure = Never
    /// The upstream publisher.
    public let upstream: Upstream
    /// The text that the message begins with.
    public let prefix: String
    /// The file that the message names.
    public let file: StaticString
    /// The line that the message names.
    public let line: UInt
    /// Makes a publisher that stops the program at a failure.
    @inlinable public init(upstream: Upstream, prefix: String, file: StaticString, line: UInt) {
      (self.upstream, self.prefix, self.file, self.line) = (upstream, prefix, file, line)
    }

    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      let (prefix, file, line) = (prefix.isEmpty ? "" : prefix + ": ", file, line)
      let stage = ErrorMapping<Upstream.Output, Upstream.Failure, Never> {
        fatalError("\(prefix)\($0)", file: file, line: line)
      }
      upstream.receive(subscriber: Forward(stage, subscriber))
    }
  }

  /// Sends a value in place of an error.
  public struct ReplaceError<Upstream: Publisher>: _Operator {
    public typealias Failure = Never
    /// The upstream publisher.
    public let upstream: Upstream
    /// The value sent in place of an error.
    public let output: Upstream.Output
    /// Makes a publisher that cannot fail.
    @inlinable public init(upstream: Upstream, output: Upstream.Output) {
      (self.upstream, self.output) = (upstream, output)
    }

    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Never>) {
      let output = output
      upstream.receive(recovering: subscriber, label: "ReplaceError", Total { _ in Just(output) })
    }
  }

  /// Subscribes to its upstream again when that fails.
  public struct Retry<Upstream: Publisher>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// The number of attempts after the first; nil, or a negative number, for no end of them.
    public let retries: Int?
    /// Makes a publisher that tries again.
    @inlinable public init(upstream: Upstream, retries: Int?) {
      (self.upstream, self.retries) = (upstream, retries)
    }

    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      attempt(Arbiter(subscriber, label: "Retry", returnsDemand: false), left: retries)
    }

    @inlinable
    func attempt(_ arbiter: Arbiter<some Subscriber<Upstream.Output, Failure>>, left: Int?) {
      arbiter.goOver(to: upstream) { completion in
        guard completion.isFailure, left != 0 else { return arbiter.finish(completion) }
        attempt(arbiter, left: left.map { $0 &- 1 })
      }
    }
  }
}

extension Publishers.ReplaceError: Equatable where Upstream: Equatable, Output: Equatable {}
extension Publishers.Retry: Equatable where Upstream: Equatable {}

extension Publisher {
  /// Attaches a subscriber that continues with a replacement when this publisher fails.
  @inlinable
  func receive<S: Subscriber, A: Attempt>(recovering subscriber: S, label: String, _ replacement: A)
  where
    S.Input == Output, A.Input == Failure, A.Output: Publisher, A.Output.Output == Output,
    A.InputFailure == A.Output.Failure, A.Failure == S.Failure
  {
    let arbiter = Arbiter(subscriber, label: label)
    arbiter.goOver(to: self) { completion in
      guard case .failure(let error) = completion else { return arbiter.finish(.finished) }
      arbiter.goOver {
        switch replacement(error) {
        case .success(let publisher):
          publisher.receive(
            subscriber: ArbiterLeg<A.InputFailure, S>(arbiter) {
              arbiter.finish($0.mapFailure(replacement.widen))
            })
        case .failure(let error): arbiter.finish(.failure(error))
        }
      }
    }
  }
}
