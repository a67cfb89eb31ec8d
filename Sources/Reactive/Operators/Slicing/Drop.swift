extension Publisher {
  /// Drops a number of values at the start.
  ///
  ///     [1, 2, 3].publisher.dropFirst()  // 2, 3
  ///
  /// Requests `count` values more than the downstream does.
  /// - Precondition: `count` is not negative.
  @inlinable public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
    .init(upstream: self, count: count)
  }

  /// Drops values as long as a closure accepts them, and passes on all from the first it refuses.
  ///
  ///     [1, 2, 3, 1].publisher.drop { $0 < 3 }  // 3, 1
  ///
  /// The closure is not asked again then. Requests one more value for each that it drops.
  @inlinable public func drop(
    while predicate: @escaping (Output) -> Bool
  ) -> Publishers.DropWhile<Self> { .init(upstream: self, predicate: predicate) }

  /// As `drop(while:)`, by a closure that may throw. A throw cancels upstream and fails the stream.
  ///
  ///     [1, 2, 3, 1].publisher.tryDrop { try check($0) < 3 }  // 3, 1
  @inlinable public func tryDrop(
    while predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryDropWhile<Self> { .init(upstream: self, predicate: predicate) }
}

extension Publishers {
  /// Drops a number of values of its upstream at the start.
  public struct Drop<Upstream: Publisher>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// The number of values to drop.
    public let count: Int
    /// Makes a publisher that drops the first values of another.
    @inlinable public init(upstream: Upstream, count: Int) {
      (self.upstream, self.count) = (upstream, count)
    }

    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      let host = Processor(Dropping(count), subscriber)
      subscriber.receive(subscription: host)
      upstream.receive(subscriber: host)
    }

    @inlinable public func _attach<S: Subscriber<Output, Failure>>(
      _ make: (_Host) -> S
    ) -> AnyCancellable? { upstream._attach { Embedded(Dropping(count), $0, make($0)) } }
  }

  /// Drops values of its upstream as long as a closure accepts them.
  public struct DropWhile<Upstream: Publisher>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns true if a value is dropped; called until one is not.
    public let predicate: (Upstream.Output) -> Bool
    /// Makes a publisher that drops the first values of another by a closure.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }

    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      upstream.receive(subscriber: Processor(DroppingWhile(Total(predicate)), subscriber))
    }
  }

  /// Drops values of its upstream as long as a closure, which may throw, accepts them.
  public struct TryDropWhile<Upstream: Publisher>: _TryOperator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns true if a value is dropped; called until one is not.
    public let predicate: (Upstream.Output) throws -> Bool
    /// Makes a publisher that drops the first values of another by a closure.
    @inlinable public init(
      upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool
    ) { (self.upstream, self.predicate) = (upstream, predicate) }
    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      upstream.receive(subscriber: Processor(DroppingWhile(Throwing(predicate)), subscriber))
    }
  }
}

extension Publishers.Drop: Equatable where Upstream: Equatable {}

@usableFromInline struct Dropping<Input, Failure: Error>: Stage {
  @usableFromInline let extraDemand: Int?
  @inlinable init(_ count: Int) {
    precondition(count >= 0, "dropFirst(\(count)): a count cannot be negative.")
    extraDemand = count
  }
  @usableFromInline var label: String { "Drop" }
  /// The number of values still to be dropped.
  @inlinable var initialMemory: Int { extraDemand ?? 0 }
  @inlinable func receive(_ input: Input, _ left: inout Int) -> Step<Input, Failure> {
    if left == 0 { return .emit(input) }
    left -= 1
    return .absorb
  }
}

@usableFromInline
struct DroppingWhile<Closure: Attempt>: AttemptingStage where Closure.Output == Bool {
  @usableFromInline let attempt: Closure
  @inlinable init(_ attempt: Closure) { self.attempt = attempt }
  @usableFromInline var label: String { Closure.name("DropWhile") }
  /// True while values still have to be tested.
  @inlinable var initialMemory: Bool { true }
  @inlinable func receive(_ input: Input, _ isDropping: inout Bool) -> Step<Input, Failure> {
    if !isDropping { return .emit(input) }
    return attempt.step(input) {
      isDropping = $0
      return $0 ? .skip : .emit(input)
    }
  }
}
