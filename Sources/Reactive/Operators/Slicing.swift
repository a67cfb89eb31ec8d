extension Publisher {
  /// Drops a number of values at the start.
  ///
  ///     [1, 2, 3].publisher.dropFirst()  // 2, 3
  ///
  /// Asks for `count` values more than the downstream does.
  ///
  /// - Precondition: `count` is not negative.
  @inlinable
  public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
    Publishers.Drop(upstream: self, count: count)
  }

  /// Passes on the first values, then finishes, right after the last of them.
  ///
  ///     [1, 2, 3].publisher.prefix(2)  // 1, 2
  ///
  /// `prefix(0)` finishes as soon as it is subscribed to, and asks upstream for nothing.
  ///
  /// - Precondition: `maxLength` is not negative.
  @inlinable
  public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
    precondition(maxLength >= 0, "prefix(\(maxLength)): a length cannot be negative.")
    return Publishers.Output(upstream: self, range: 0..<maxLength)
  }

  /// Passes on values as long as a closure accepts them, then finishes.
  @inlinable
  public func prefix(
    while predicate: @escaping (Output) -> Bool
  ) -> Publishers.PrefixWhile<Self> {
    Publishers.PrefixWhile(upstream: self, predicate: predicate)
  }

  /// Passes on the first value, then finishes.
  ///
  /// Asks upstream for everything; the value waits for demand.
  @inlinable
  public func first() -> Publishers.First<Self> { Publishers.First(upstream: self) }
}

extension Publishers {
  /// Drops a number of values of its upstream at the start.
  public struct Drop<Upstream: Publisher>: Publisher {
    /// The kind of value of the upstream.
    public typealias Output = Upstream.Output
    /// The kind of error of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// How many values are dropped.
    public let count: Int

    /// Makes a publisher that drops the first values of another.
    @inlinable
    public init(upstream: Upstream, count: Int) {
      precondition(count >= 0, "dropFirst(\(count)): a count cannot be negative.")
      self.upstream = upstream
      self.count = count
    }

    /// Attaches a subscriber.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Relay(Dropping<Output, Failure>(count), subscriber))
    }
  }

  /// Passes on the values of its upstream whose positions are in a range, then finishes.
  public struct Output<Upstream: Publisher>: Publisher {
    /// The kind of value of the upstream.
    public typealias Output = Upstream.Output
    /// The kind of error of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// Which values pass, counted from 0.
    public let range: CountableRange<Int>

    /// Makes a publisher that passes a range of another's values.
    @inlinable
    public init(upstream: Upstream, range: CountableRange<Int>) {
      self.upstream = upstream
      self.range = range
    }

    /// Attaches a subscriber.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Relay(Ranging<Output, Failure>(range), subscriber))
    }
  }

  /// Passes on the values of its upstream as long as a closure accepts them, then finishes.
  public struct PrefixWhile<Upstream: Publisher>: Publisher {
    /// The kind of value of the upstream.
    public typealias Output = Upstream.Output
    /// The kind of error of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// Whether to go on.
    public let predicate: (Output) -> Bool

    /// Makes a publisher that stops at the first value refused.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches a subscriber.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Relay(PrefixTaking<Output, Failure>(predicate), subscriber))
    }
  }

  /// Passes on the first value of its upstream, then finishes.
  public struct First<Upstream: Publisher>: Publisher {
    /// The kind of value of the upstream.
    public typealias Output = Upstream.Output
    /// The kind of error of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream

    /// Makes a publisher of another's first value.
    @inlinable
    public init(upstream: Upstream) { self.upstream = upstream }

    /// Attaches a subscriber.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(
        subscriber: Fold<Output, Output, S>(nil, label: "First", subscriber) {
          if $0 == nil { $0 = $1 }
          return true
        })
    }
  }
}

extension Publishers.Drop: Equatable where Upstream: Equatable {}
extension Publishers.Output: Equatable where Upstream: Equatable {}
extension Publishers.First: Equatable where Upstream: Equatable {}

@usableFromInline
struct Dropping<Input, Failure: Error>: Stage {
  @usableFromInline typealias InputFailure = Failure
  @usableFromInline let extraDemand: Int

  @inlinable
  init(_ count: Int) { extraDemand = count }

  @usableFromInline var label: String { "Drop" }

  /// How many values are still to be dropped.
  @inlinable var initialMemory: Int { extraDemand }

  @inlinable
  func receive(_ input: Input, _ left: inout Int) -> Step<Input, Failure> {
    if left == 0 { return .emit(input) }
    left -= 1
    return .absorb
  }
}

@usableFromInline
struct Ranging<Input, Failure: Error>: Stage {
  @usableFromInline typealias InputFailure = Failure
  @usableFromInline let range: Range<Int>

  @inlinable
  init(_ range: Range<Int>) { self.range = range.clamped(to: 0..<Int.max) }

  @usableFromInline var label: String { "Output" }

  @inlinable var endsAtOnce: Bool { range.isEmpty }

  /// The position of the next value.
  @inlinable var initialMemory: Int { 0 }

  @inlinable
  func receive(_ input: Input, _ position: inout Int) -> Step<Input, Failure> {
    let here = position
    // A value that comes from inside the delivery of the last one is too late.
    guard here < range.upperBound else { return .absorb }
    position += 1
    if here < range.lowerBound { return .skip }
    return position < range.upperBound ? .emit(input) : .emitLast(input)
  }
}

@usableFromInline
struct PrefixTaking<Input, Failure: Error>: Stage {
  @usableFromInline typealias InputFailure = Failure
  @usableFromInline let predicate: (Input) -> Bool

  @inlinable
  init(_ predicate: @escaping (Input) -> Bool) { self.predicate = predicate }

  @usableFromInline var label: String { "PrefixWhile" }

  @inlinable
  func receive(_ input: Input, _: inout Void) -> Step<Input, Failure> {
    predicate(input) ? .emit(input) : .finish
  }
}
