extension Publisher {
  /// Passes on what a closure makes of each value, without the nils.
  ///
  ///     ["1", "x", "3"].publisher.compactMap { Int($0) }  // 1, 3
  ///
  /// Asks for one more value in place of each nil.
  @inlinable public func compactMap<T>(
    _ transform: @escaping (Output) -> T?
  ) -> Publishers.CompactMap<Self, T> { .init(upstream: self, transform: transform) }

  /// As `compactMap`, by a closure that may throw. A throw cancels upstream and fails the stream.
  ///
  ///     ["1", "x", "3"].publisher.tryCompactMap { try parse($0) }  // 1, 3
  @inlinable public func tryCompactMap<T>(
    _ transform: @escaping (Output) throws -> T?
  ) -> Publishers.TryCompactMap<Self, T> { .init(upstream: self, transform: transform) }
}

extension Publishers {
  /// Passes on what a closure makes of the values of its upstream, without the nils.
  public struct CompactMap<Upstream: Publisher, Output>: Operator {
    /// Whose values are changed, and what becomes of each.
    public let upstream: Upstream, transform: (Upstream.Output) -> Output?
    /// Makes a publisher that changes the values of another and drops the nils.
    @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?) {
      (self.upstream, self.transform) = (upstream, transform)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      upstream.receive(
        subscriber: Forward(CompactMapping(Total(transform)), subscriber, relabels: true))
    }

    /// Composes two closures into one step.
    @inlinable
    public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> CompactMap<Upstream, T> {
      .init(upstream: upstream) { [first = self.transform] in first($0).flatMap(transform) }
    }
    /// Composes two closures into one step.
    @inlinable public func map<T>(_ transform: @escaping (Output) -> T) -> CompactMap<Upstream, T> {
      .init(upstream: upstream) { [first = self.transform] in first($0).map(transform) }
    }
  }

  /// Passes on what a closure, which may throw, makes of its upstream's values, without the nils.
  public struct TryCompactMap<Upstream: Publisher, Output>: Operator {
    public typealias Failure = any Error
    /// Whose values are changed, and what becomes of each.
    public let upstream: Upstream, transform: (Upstream.Output) throws -> Output?
    /// Makes a publisher that changes the values of another and drops the nils.
    @inlinable public init(
      upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output?
    ) { (self.upstream, self.transform) = (upstream, transform) }
    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      upstream.receive(subscriber: Relay(CompactMapping(Throwing(transform)), subscriber))
    }

    /// Composes two closures into one step.
    @inlinable public func compactMap<T>(
      _ transform: @escaping (Output) throws -> T?
    ) -> TryCompactMap<Upstream, T> {
      .init(upstream: upstream) { [first = self.transform] in try first($0).flatMap(transform) }
    }
  }
}

@usableFromInline
struct CompactMapping<Closure: Attempt, Output>: AttemptingStage where Closure.Output == Output? {
  @usableFromInline let attempt: Closure
  @inlinable init(_ attempt: Closure) { self.attempt = attempt }
  @usableFromInline var label: String { Closure.name("CompactMap") }
  @inlinable func receive(_ input: Input, _: inout Void) -> Step<Output, Failure> {
    switch attempt(input) {
    case .success(let output?): .emit(output)
    case .success(nil): .skip
    case .failure(let error): .fail(error)
    }
  }
}
