extension Publisher {
  /// Passes on the values that a closure accepts.
  ///
  ///     [1, 2, 3, 4].publisher.filter { $0 % 2 == 0 }  // 2, 4
  ///
  /// Requests one more value for each that it drops.
  @inlinable public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self>
  { .init(upstream: self, isIncluded: isIncluded) }

  /// As `filter`, by a closure that may throw. A throw cancels upstream and fails the stream.
  ///
  ///     [1, 2, 3, 4].publisher.tryFilter { try check($0) > 2 }  // 3, 4
  @inlinable public func tryFilter(
    _ isIncluded: @escaping (Output) throws -> Bool
  ) -> Publishers.TryFilter<Self> { .init(upstream: self, isIncluded: isIncluded) }
}

extension Publishers {
  /// Passes on the values of its upstream that a closure accepts.
  public struct Filter<Upstream: Publisher>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// The condition for a value to pass.
    public let isIncluded: (Upstream.Output) -> Bool
    /// Makes a publisher that drops some values of another.
    @inlinable public init(upstream: Upstream, isIncluded: @escaping (Upstream.Output) -> Bool) {
      (self.upstream, self.isIncluded) = (upstream, isIncluded)
    }

    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      upstream.receive(subscriber: Forward(Filtering(isIncluded), subscriber))
    }

    @inlinable public func _attach<S: Subscriber<Output, Failure>>(
      _ make: (_Host) -> S
    ) -> AnyCancellable? { upstream._attach { Forward(Filtering(isIncluded), make($0)) } }

    /// Composes two conditions into one step.
    @inlinable
    public func filter(_ isIncluded: @escaping (Upstream.Output) -> Bool) -> Filter<Upstream> {
      .init(upstream: upstream) { [first = self.isIncluded] in first($0) && isIncluded($0) }
    }
    /// Composes two conditions into one step; the second may throw.
    @inlinable public func tryFilter(_ isIncluded: @escaping (Upstream.Output) throws -> Bool)
      -> TryFilter<Upstream>
    { .init(upstream: upstream) { [first = self.isIncluded] in try first($0) && isIncluded($0) } }
  }

  /// Passes on the values of its upstream that a closure, which may throw, accepts.
  public struct TryFilter<Upstream: Publisher>: _TryOperator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// The condition for a value to pass.
    public let isIncluded: (Upstream.Output) throws -> Bool
    /// Makes a publisher that drops some values of another.
    @inlinable public init(
      upstream: Upstream, isIncluded: @escaping (Upstream.Output) throws -> Bool
    ) { (self.upstream, self.isIncluded) = (upstream, isIncluded) }
    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      upstream.receive(subscriber: Processor(TryFiltering(isIncluded), subscriber))
    }

    /// Composes two conditions into one step.
    @inlinable public func filter(
      _ isIncluded: @escaping (Upstream.Output) -> Bool
    ) -> TryFilter<Upstream> { tryFilter(isIncluded) }
    /// Composes two conditions into one step.
    @inlinable public func tryFilter(_ isIncluded: @escaping (Upstream.Output) throws -> Bool)
      -> TryFilter<Upstream>
    { .init(upstream: upstream) { [first = self.isIncluded] in try first($0) && isIncluded($0) } }
  }
}

@usableFromInline struct Filtering<Input, Failure: Error>: PureStage {
  @usableFromInline typealias InputFailure = Failure
  @usableFromInline let isIncluded: (Input) -> Bool
  @inlinable init(_ isIncluded: @escaping (Input) -> Bool) { self.isIncluded = isIncluded }
  @inlinable static var label: String? { "Filter" }
  @inlinable func pass<D: Subscriber>(_ input: Input, to downstream: D) -> Subscribers.Demand
  where D.Input == Input { isIncluded(input) ? downstream.receive(input) : .max(1) }
}

@usableFromInline struct TryFiltering<Input, InputFailure: Error>: AttemptingStage {
  @usableFromInline let attempt: Throwing<Input, Bool, InputFailure>
  @inlinable init(_ isIncluded: @escaping (Input) throws -> Bool) { attempt = Throwing(isIncluded) }

  @usableFromInline var label: String { "TryFilter" }
  @inlinable func receive(_ input: Input, _: inout Void) -> Step<Input, any Error> {
    attempt.step(input) { $0 ? .emit(input) : .skip }
  }
}

// MARK: - compactMap

extension Publisher {
  /// Passes on the results of a closure for the values, without the nils.
  ///
  ///     ["1", "x", "3"].publisher.compactMap { Int($0) }  // 1, 3
  ///
  /// Requests one more value for each nil.
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
  /// Passes on the results of a closure for the values of its upstream, without the nils.
  public struct CompactMap<Upstream: Publisher, Output>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// The closure that changes each value; it returns nil to drop it.
    public let transform: (Upstream.Output) -> Output?
    /// Makes a publisher that changes the values of another and drops the nils.
    @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?) {
      (self.upstream, self.transform) = (upstream, transform)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      upstream.receive(subscriber: Forward(CompactMapping(transform), subscriber))
    }

    @inlinable public func _attach<S: Subscriber<Output, Failure>>(
      _ make: (_Host) -> S
    ) -> AnyCancellable? { upstream._attach { Forward(CompactMapping(transform), make($0)) } }

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

  /// Passes on the results of a closure, which may throw, for its upstream's values, without the
  /// nils.
  public struct TryCompactMap<Upstream: Publisher, Output>: _TryOperator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// The closure that changes each value; it returns nil to drop it.
    public let transform: (Upstream.Output) throws -> Output?
    /// Makes a publisher that changes the values of another and drops the nils.
    @inlinable public init(
      upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output?
    ) { (self.upstream, self.transform) = (upstream, transform) }
    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      upstream.receive(subscriber: Processor(TryCompactMapping(transform), subscriber))
    }

    /// Composes two closures into one step.
    @inlinable public func compactMap<T>(_ transform: @escaping (Output) throws -> T?)
      -> TryCompactMap<Upstream, T>
    { .init(upstream: upstream) { [first = self.transform] in try first($0).flatMap(transform) } }
  }
}

@usableFromInline struct CompactMapping<Input, Output, Failure: Error>: PureStage {
  @usableFromInline typealias InputFailure = Failure
  @usableFromInline let transform: (Input) -> Output?
  @inlinable init(_ transform: @escaping (Input) -> Output?) { self.transform = transform }
  @inlinable static var label: String? { "CompactMap" }
  @inlinable func pass<D: Subscriber>(_ input: Input, to downstream: D) -> Subscribers.Demand
  where D.Input == Output {
    if let output = transform(input) { downstream.receive(output) } else { .max(1) }
  }
}

@usableFromInline struct TryCompactMapping<Input, Output, InputFailure: Error>: AttemptingStage {
  @usableFromInline let attempt: Throwing<Input, Output?, InputFailure>
  @inlinable init(_ transform: @escaping (Input) throws -> Output?) {
    attempt = Throwing(transform)
  }

  @usableFromInline var label: String { "TryCompactMap" }
  @inlinable func receive(_ input: Input, _: inout Void) -> Step<Output, any Error> {
    attempt.step(input) { if let output = $0 { .emit(output) } else { .skip } }
  }
}

// MARK: - removeDuplicates

extension Publisher {
  /// Drops each value that equals, by a closure, the one before it.
  ///
  /// The closure gets the previous value, then the current one. Requests one more for each that is
  /// dropped.
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
  public struct RemoveDuplicates<Upstream: Publisher>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns true if two values count as equal; the earlier one comes first.
    public let predicate: (Upstream.Output, Upstream.Output) -> Bool
    /// Makes a publisher that drops repeated values of another.
    @inlinable public init(
      upstream: Upstream, predicate: @escaping (Upstream.Output, Upstream.Output) -> Bool
    ) { (self.upstream, self.predicate) = (upstream, predicate) }
    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      upstream.receive(subscriber: Processor(DuplicateRemoval(TotalPair(predicate)), subscriber))
    }

    @inlinable public func _attach<S: Subscriber<Output, Failure>>(
      _ make: (_Host) -> S
    ) -> AnyCancellable? {
      upstream._attach { Embedded(DuplicateRemoval(TotalPair(predicate)), $0, make($0)) }
    }
  }

  /// Drops each value of its upstream that equals, by a closure that may throw, the one before it.
  public struct TryRemoveDuplicates<Upstream: Publisher>: _TryOperator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns true if two values count as equal; the earlier one comes first.
    public let predicate: (Upstream.Output, Upstream.Output) throws -> Bool
    /// Makes a publisher that drops repeated values of another.
    @inlinable public init(
      upstream: Upstream, predicate: @escaping (Upstream.Output, Upstream.Output) throws -> Bool
    ) { (self.upstream, self.predicate) = (upstream, predicate) }
    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      upstream.receive(subscriber: Processor(DuplicateRemoval(ThrowingPair(predicate)), subscriber))
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

extension Publisher {
  /// Sends a value if upstream finishes without any.
  ///
  ///     [Int]().publisher.replaceEmpty(with: 0)  // 0
  ///
  /// Demand passes through, while `collect` and its like ask for everything. The value waits for
  /// demand, too.
  @inlinable public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
    .init(upstream: self, output: output)
  }
}

extension Publishers {
  /// Sends a value if its upstream finishes without any.
  public struct ReplaceEmpty<Upstream: Publisher>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// The value sent if upstream sends none.
    public let output: Upstream.Output
    /// Makes a publisher that sends at least one value.
    @inlinable public init(upstream: Upstream, output: Upstream.Output) {
      (self.upstream, self.output) = (upstream, output)
    }

    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      let (output, seen, arbiter) = (output, Seen(), Arbiter(subscriber, label: "ReplaceEmpty"))
      let looking = upstream.map { value in
        seen.any = true
        return value
      }
      arbiter.goOver(to: looking) { completion in
        guard !completion.isFailure, !seen.any else { return arbiter.finish(completion) }
        arbiter.goOver(to: Just(output)) { _ in arbiter.finish(.finished) }
      }
    }
  }
}

extension Publishers.ReplaceEmpty: Equatable where Upstream: Equatable, Output: Equatable {}

/// Remembers that there was a value.
@usableFromInline final class Seen {
  // Exclusivity is unchecked because calls from upstream never overlap, and nothing else reads it.
  @exclusivity(unchecked) @usableFromInline var any = false
  @inlinable init() {}
}
