extension Publisher {
  /// Passes on the values that a closure accepts.
  ///
  ///     [1, 2, 3, 4].publisher.filter { $0 % 2 == 0 }  // 2, 4
  ///
  /// Asks for one more value in place of each that it drops.
  @inlinable public func filter(
    _ isIncluded: @escaping (Output) -> Bool
  ) -> Publishers.Filter<Self> { .init(upstream: self, isIncluded: isIncluded) }

  /// As `filter`, by a closure that may throw. A throw cancels upstream and fails the stream.
  ///
  ///     [1, 2, 3, 4].publisher.tryFilter { try check($0) > 2 }  // 3, 4
  @inlinable public func tryFilter(
    _ isIncluded: @escaping (Output) throws -> Bool
  ) -> Publishers.TryFilter<Self> { .init(upstream: self, isIncluded: isIncluded) }
}

extension Publishers {
  /// Passes on the values of its upstream that a closure accepts.
  public struct Filter<Upstream: Publisher>: Operator {
    /// Whose values are asked about, and which of them pass.
    public let upstream: Upstream, isIncluded: (Upstream.Output) -> Bool
    /// Makes a publisher that drops some values of another.
    @inlinable public init(upstream: Upstream, isIncluded: @escaping (Upstream.Output) -> Bool) {
      (self.upstream, self.isIncluded) = (upstream, isIncluded)
    }

    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      upstream.receive(
        subscriber: Forward(Filtering(Total(isIncluded)), subscriber, relabels: true))
    }

    /// Composes two conditions into one step.
    @inlinable
    public func filter(_ isIncluded: @escaping (Upstream.Output) -> Bool) -> Filter<Upstream> {
      .init(upstream: upstream) { [first = self.isIncluded] in first($0) && isIncluded($0) }
    }
    /// Composes two conditions into one step, the second of which may throw.
    @inlinable public func tryFilter(
      _ isIncluded: @escaping (Upstream.Output) throws -> Bool
    ) -> TryFilter<Upstream> {
      .init(upstream: upstream) { [first = self.isIncluded] in try first($0) && isIncluded($0) }
    }
  }

  /// Passes on the values of its upstream that a closure, which may throw, accepts.
  public struct TryFilter<Upstream: Publisher>: Operator {
    public typealias Failure = any Error
    /// Whose values are asked about, and which of them pass.
    public let upstream: Upstream, isIncluded: (Upstream.Output) throws -> Bool
    /// Makes a publisher that drops some values of another.
    @inlinable public init(
      upstream: Upstream, isIncluded: @escaping (Upstream.Output) throws -> Bool
    ) { (self.upstream, self.isIncluded) = (upstream, isIncluded) }
    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      upstream.receive(subscriber: Relay(Filtering(Throwing(isIncluded)), subscriber))
    }

    /// Composes two conditions into one step.
    @inlinable public func filter(
      _ isIncluded: @escaping (Upstream.Output) -> Bool
    ) -> TryFilter<Upstream> { tryFilter(isIncluded) }
    /// Composes two conditions into one step.
    @inlinable public func tryFilter(
      _ isIncluded: @escaping (Upstream.Output) throws -> Bool
    ) -> TryFilter<Upstream> {
      .init(upstream: upstream) { [first = self.isIncluded] in try first($0) && isIncluded($0) }
    }
  }
}

@usableFromInline struct Filtering<Closure: Attempt>: AttemptingStage where Closure.Output == Bool {
  @usableFromInline let attempt: Closure
  @inlinable init(_ attempt: Closure) { self.attempt = attempt }
  @usableFromInline var label: String { Closure.name("Filter") }
  @inlinable func receive(_ input: Input, _: inout Void) -> Step<Input, Failure> {
    switch attempt(input) {
    case .success(let isIncluded): isIncluded ? .emit(input) : .skip
    case .failure(let error): .fail(error)
    }
  }
}
