extension Publisher {
  /// Passes on the first values, then finishes, right after the last of them.
  ///
  ///     [1, 2, 3].publisher.prefix(2)  // 1, 2
  ///
  /// `prefix(0)` finishes on subscription, and requests nothing from upstream.
  /// - Precondition: `maxLength` is not negative.
  @inlinable public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
    precondition(maxLength >= 0, "prefix(\(maxLength)): a length cannot be negative.")
    return .init(upstream: self, range: 0..<maxLength)
  }

  /// Passes on values as long as a closure accepts them, then finishes.
  ///
  ///     [1, 2, 3, 1].publisher.prefix { $0 < 3 }  // 1, 2
  @inlinable public func prefix(
    while predicate: @escaping (Output) -> Bool
  ) -> Publishers.PrefixWhile<Self> { .init(upstream: self, predicate: predicate) }

  /// As `prefix(while:)`, by a closure that may throw. A throw cancels upstream and fails.
  ///
  ///     [1, 2, 3, 1].publisher.tryPrefix { try check($0) < 3 }  // 1, 2
  @inlinable public func tryPrefix(
    while predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryPrefixWhile<Self> { .init(upstream: self, predicate: predicate) }

  /// Passes on the value at a position, counted from 0, then finishes.
  ///
  ///     ["a", "b", "c"].publisher.output(at: 1)  // "b"
  ///
  /// Requests one more value for each before it.
  /// - Precondition: `index` is not negative, and less than `Int.max`.
  @inlinable public func output(at index: Int) -> Publishers.Output<Self> {
    precondition(
      index >= 0 && index < Int.max, "output(at: \(index)): a position is from 0 to Int.max - 1.")
    return .init(upstream: self, range: index..<(index + 1))
  }

  /// Passes on the values at the positions in a range, and finishes right after the last.
  ///
  ///     ["a", "b", "c", "d"].publisher.output(in: 1...2)  // "b", "c"
  ///
  /// Requests one more value for each earlier one. Positions below 0 do not count.
  @inlinable public func output<R: RangeExpression<Int>>(in range: R) -> Publishers.Output<Self> {
    .init(upstream: self, range: range.relative(to: 0..<Int.max))
  }
}

extension Publishers {
  /// Passes on the values of its upstream at the positions in a range, then finishes.
  public struct Output<Upstream: Publisher>: _Operator {
    public typealias Output = Upstream.Output
    /// The upstream publisher.
    public let upstream: Upstream
    /// The positions of the values that pass, counted from 0.
    public let range: CountableRange<Int>
    /// Makes a publisher that passes a range of another's values.
    @inlinable public init(upstream: Upstream, range: CountableRange<Int>) {
      (self.upstream, self.range) = (upstream, range)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      upstream.receive(subscriber: Processor(Ranging(range), subscriber))
    }

    @inlinable public func _attach<S: Subscriber<Output, Failure>>(
      _ make: (_Host) -> S
    ) -> AnyCancellable? {
      range.isEmpty ? nil : upstream._attach { Embedded(Ranging(range), $0, make($0)) }
    }
  }

  /// Passes on the values of its upstream as long as a closure accepts them, then finishes.
  public struct PrefixWhile<Upstream: Publisher>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns true if a value passes; called until one does not.
    public let predicate: (Upstream.Output) -> Bool
    /// Makes a publisher that stops at the first value refused.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }

    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      upstream.receive(subscriber: Processor(PrefixTaking(Total(predicate)), subscriber))
    }
  }

  /// Passes on the values of its upstream as long as a closure, which may throw, accepts them.
  public struct TryPrefixWhile<Upstream: Publisher>: _TryOperator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns true if a value passes; called until one does not.
    public let predicate: (Upstream.Output) throws -> Bool
    /// Makes a publisher that stops at the first value refused.
    @inlinable public init(
      upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool
    ) { (self.upstream, self.predicate) = (upstream, predicate) }
    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      upstream.receive(subscriber: Processor(PrefixTaking(Throwing(predicate)), subscriber))
    }
  }
}

extension Publishers.Output: Equatable where Upstream: Equatable {}

@usableFromInline struct Ranging<Input, Failure: Error>: Stage {
  @usableFromInline let range: Range<Int>
  @inlinable init(_ range: Range<Int>) { self.range = range.clamped(to: 0..<Int.max) }
  @usableFromInline var label: String { "Output" }
  @inlinable var acceptsNoDemand: Bool { true }
  @inlinable var endsAtOnce: Bool { range.isEmpty }
  /// The position of the next value.
  @inlinable var initialMemory: Int { 0 }
  @inlinable func receive(_ input: Input, _ position: inout Int) -> Step<Input, Failure> {
    let here = position
    // A value from inside the delivery of the last one is too late.
    guard here < range.upperBound else { return .absorb }
    position += 1
    if here < range.lowerBound { return .skip }
    return position < range.upperBound ? .emit(input) : .emitLast(input)
  }
}

@usableFromInline
struct PrefixTaking<Closure: Attempt>: AttemptingStage where Closure.Output == Bool {
  @usableFromInline let attempt: Closure
  @inlinable init(_ attempt: Closure) { self.attempt = attempt }
  @usableFromInline var label: String { Closure.name("PrefixWhile") }
  @inlinable func receive(_ input: Input, _: inout Void) -> Step<Input, Failure> {
    attempt.step(input) { $0 ? .emit(input) : .finish }
  }
}
