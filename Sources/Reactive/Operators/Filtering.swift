extension Publisher {
  /// Passes on the values that a closure accepts.
  ///
  ///     [1, 2, 3, 4].publisher.filter { $0 % 2 == 0 }  // 2, 4
  ///
  /// Asks for one more value in place of each that it drops.
  @inlinable
  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
    Publishers.Filter(upstream: self, isIncluded: isIncluded)
  }

  /// Passes on what a closure makes of each value, without the nils.
  @inlinable
  public func compactMap<T>(
    _ transform: @escaping (Output) -> T?
  ) -> Publishers.CompactMap<Self, T> {
    Publishers.CompactMap(upstream: self, transform: transform)
  }

  /// Drops each value that equals, by a closure, the one before it.
  ///
  /// The closure gets the previous value and the current one. The first value always passes.
  @inlinable
  public func removeDuplicates(
    by predicate: @escaping (Output, Output) -> Bool
  ) -> Publishers.RemoveDuplicates<Self> {
    Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
  }
}

extension Publisher where Output: Equatable {
  /// Drops each value that equals the one before it.
  ///
  ///     [1, 1, 2, 1].publisher.removeDuplicates()  // 1, 2, 1
  @inlinable
  public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
    removeDuplicates(by: ==)
  }
}

extension Publishers {
  /// Passes on the values of its upstream that a closure accepts.
  public struct Filter<Upstream: Publisher>: Publisher {
    /// The kind of value of the upstream.
    public typealias Output = Upstream.Output
    /// The kind of error of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// Which values pass.
    public let isIncluded: (Output) -> Bool

    /// Makes a publisher that drops some values of another.
    @inlinable
    public init(upstream: Upstream, isIncluded: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }

    /// Attaches a subscriber.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let stage = Filtering<Output, Failure>(isIncluded)
      upstream.receive(subscriber: Forward(stage, subscriber, relabels: true))
    }

    /// Composes two conditions into one step.
    @inlinable
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Upstream> {
      let first = self.isIncluded
      return Publishers.Filter(upstream: upstream) { first($0) && isIncluded($0) }
    }
  }

  /// Passes on what a closure makes of the values of its upstream, without the nils.
  public struct CompactMap<Upstream: Publisher, Output>: Publisher {
    /// The kind of error of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// What becomes of a value.
    public let transform: (Upstream.Output) -> Output?

    /// Makes a publisher that changes the values of another and drops the nils.
    @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }

    /// Attaches a subscriber.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let stage = CompactMapping<Upstream.Output, Output, Failure>(transform)
      upstream.receive(subscriber: Forward(stage, subscriber, relabels: true))
    }

    /// Composes two closures into one step.
    @inlinable
    public func compactMap<T>(
      _ transform: @escaping (Output) -> T?
    ) -> Publishers.CompactMap<Upstream, T> {
      let first = self.transform
      return Publishers.CompactMap(upstream: upstream) { first($0).flatMap(transform) }
    }

    /// Composes two closures into one step.
    @inlinable
    public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.CompactMap<Upstream, T> {
      let first = self.transform
      return Publishers.CompactMap(upstream: upstream) { first($0).map(transform) }
    }
  }

  /// Drops each value of its upstream that equals the one before it.
  public struct RemoveDuplicates<Upstream: Publisher>: Publisher {
    /// The kind of value of the upstream.
    public typealias Output = Upstream.Output
    /// The kind of error of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// Whether two values count as equal.
    public let predicate: (Output, Output) -> Bool

    /// Makes a publisher that drops repeated values of another.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Output, Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches a subscriber.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let stage = DuplicateRemoval<Output, Failure>(predicate)
      upstream.receive(subscriber: Relay(stage, subscriber))
    }
  }
}

@usableFromInline
struct Filtering<Input, Failure: Error>: Stage {
  @usableFromInline typealias InputFailure = Failure
  @usableFromInline let isIncluded: (Input) -> Bool

  @inlinable
  init(_ isIncluded: @escaping (Input) -> Bool) { self.isIncluded = isIncluded }

  @usableFromInline var label: String { "Filter" }

  @inlinable
  func receive(_ input: Input, _: inout Void) -> Step<Input, Failure> {
    isIncluded(input) ? .emit(input) : .skip
  }
}

@usableFromInline
struct CompactMapping<Input, Output, Failure: Error>: Stage {
  @usableFromInline typealias InputFailure = Failure
  @usableFromInline let transform: (Input) -> Output?

  @inlinable
  init(_ transform: @escaping (Input) -> Output?) { self.transform = transform }

  @usableFromInline var label: String { "CompactMap" }

  @inlinable
  func receive(_ input: Input, _: inout Void) -> Step<Output, Failure> {
    if let output = transform(input) { .emit(output) } else { .skip }
  }
}

@usableFromInline
struct DuplicateRemoval<Input, Failure: Error>: Stage {
  @usableFromInline typealias InputFailure = Failure
  @usableFromInline let predicate: (Input, Input) -> Bool
  @inlinable var initialMemory: Input? { nil }

  @inlinable
  init(_ predicate: @escaping (Input, Input) -> Bool) { self.predicate = predicate }

  @usableFromInline var label: String { "RemoveDuplicates" }

  @inlinable
  func receive(_ input: Input, _ last: inout Input?) -> Step<Input, Failure> {
    if let last, predicate(last, input) { return .skip }
    last = input
    return .emit(input)
  }
}
