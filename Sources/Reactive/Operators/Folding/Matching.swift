extension Publisher {
  /// Sends whether a closure accepts any value.
  ///
  ///     [1, 2, 3].publisher.contains { $0 > 2 }  // true
  ///
  /// Asks upstream for everything, and cancels it as soon as the answer is known; the answer waits
  /// for demand. A failure before that passes.
  @inlinable public func contains(
    where predicate: @escaping (Output) -> Bool
  ) -> Publishers.ContainsWhere<Self> {
    Publishers.ContainsWhere(upstream: self, predicate: predicate)
  }

  /// Sends whether a closure, which may throw, accepts any value.
  ///
  ///     [1, 2, 3].publisher.tryContains { try check($0) > 2 }  // true
  ///
  /// Asks upstream for everything, and cancels it as soon as the answer is known; the answer waits
  /// for demand. A failure before that passes. A throw cancels upstream and fails the stream.
  @inlinable public func tryContains(
    where predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryContainsWhere<Self> {
    Publishers.TryContainsWhere(upstream: self, predicate: predicate)
  }

  /// Sends whether a closure accepts all values.
  ///
  ///     [1, 2, 3].publisher.allSatisfy { $0 > 2 }  // false
  ///
  /// Of no values it is true. Asks upstream for everything, and cancels it as soon as the answer is
  /// known; the answer waits for demand. A failure before that passes.
  @inlinable
  public func allSatisfy(_ predicate: @escaping (Output) -> Bool) -> Publishers.AllSatisfy<Self> {
    Publishers.AllSatisfy(upstream: self, predicate: predicate)
  }

  /// Sends whether a closure, which may throw, accepts all values.
  ///
  ///     [1, 2, 3].publisher.tryAllSatisfy { try check($0) > 2 }  // false
  ///
  /// Of no values it is true. Asks upstream for everything, and cancels it as soon as the answer is
  /// known; the answer waits for demand. A failure before that passes. A throw cancels upstream and
  /// fails the stream.
  @inlinable public func tryAllSatisfy(
    _ predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryAllSatisfy<Self> {
    Publishers.TryAllSatisfy(upstream: self, predicate: predicate)
  }
}

extension Publisher where Output: Equatable {
  /// Sends whether there is a value that equals another.
  ///
  ///     [1, 2, 3].publisher.contains(2)  // true
  ///
  /// Asks upstream for everything, and cancels it as soon as the answer is known; the answer waits
  /// for demand. A failure before that passes.
  @inlinable public func contains(_ output: Output) -> Publishers.Contains<Self> {
    Publishers.Contains(upstream: self, output: output)
  }
}

extension Publishers {
  /// Sends whether its upstream sends a value.
  public struct Contains<Upstream: Publisher>: Operator where Upstream.Output: Equatable {
    public typealias Output = Bool
    public let upstream: Upstream
    /// The value looked for.
    public let output: Upstream.Output

    /// Makes a publisher of the answer.
    @inlinable public init(upstream: Upstream, output: Upstream.Output) {
      (self.upstream, self.output) = (upstream, output)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let output = output
      let rule = Containing(
        Total<Upstream.Output, Bool, Failure> { $0 == output }, label: "Contains")
      upstream.receive(subscriber: Fold(rule, subscriber))
    }
  }

  /// Sends whether a closure accepts any value of its upstream.
  public struct ContainsWhere<Upstream: Publisher>: Operator {
    public typealias Output = Bool
    public let upstream: Upstream
    /// What is asked about each value.
    public let predicate: (Upstream.Output) -> Bool

    /// Makes a publisher of the answer.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      upstream.receive(
        subscriber: Fold(Containing(Total<Upstream.Output, Bool, Failure>(predicate)), subscriber))
    }
  }

  /// Sends whether a closure, which may throw, accepts any value of its upstream.
  public struct TryContainsWhere<Upstream: Publisher>: Operator {
    public typealias Output = Bool
    public typealias Failure = any Error
    public let upstream: Upstream
    /// What is asked about each value.
    public let predicate: (Upstream.Output) throws -> Bool

    /// Makes a publisher of the answer.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      upstream.receive(
        subscriber: Fold(
          Containing(Throwing<Upstream.Output, Bool, Upstream.Failure>(predicate)), subscriber))
    }
  }

  /// Sends whether a closure accepts all values of its upstream.
  public struct AllSatisfy<Upstream: Publisher>: Operator {
    public typealias Output = Bool
    public let upstream: Upstream
    /// What is asked about each value.
    public let predicate: (Upstream.Output) -> Bool

    /// Makes a publisher of the answer.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      upstream.receive(
        subscriber: Fold(
          AllSatisfying(Total<Upstream.Output, Bool, Failure>(predicate)), subscriber))
    }
  }

  /// Sends whether a closure, which may throw, accepts all values of its upstream.
  public struct TryAllSatisfy<Upstream: Publisher>: Operator {
    public typealias Output = Bool
    public typealias Failure = any Error
    public let upstream: Upstream
    /// What is asked about each value.
    public let predicate: (Upstream.Output) throws -> Bool

    /// Makes a publisher of the answer.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      upstream.receive(
        subscriber: Fold(
          AllSatisfying(Throwing<Upstream.Output, Bool, Upstream.Failure>(predicate)), subscriber))
    }
  }
}

extension Publishers.Contains: Equatable where Upstream: Equatable {}

@usableFromInline struct Containing<Closure: Attempt>: AttemptingRule where Closure.Output == Bool {
  @usableFromInline typealias Input = Closure.Input
  @usableFromInline typealias Answer = Bool
  @usableFromInline typealias InputFailure = Closure.InputFailure
  @usableFromInline typealias Failure = Closure.Failure

  @usableFromInline let attempt: Closure
  @usableFromInline let label: String
  @inlinable var initialAnswer: Bool? { false }

  @inlinable init(_ attempt: Closure, label: String = Closure.name("ContainsWhere")) {
    (self.attempt, self.label) = (attempt, label)
  }

  @inlinable func receive(_ input: Input, _ answer: inout Bool?) -> FoldStep<Closure.Failure> {
    switch attempt(input) {
    case .success(let holds):
      answer = holds
      return holds ? .known : .goOn
    case .failure(let error):
      return .fail(error)
    }
  }
}

@usableFromInline
struct AllSatisfying<Closure: Attempt>: AttemptingRule where Closure.Output == Bool {
  @usableFromInline typealias Input = Closure.Input
  @usableFromInline typealias Answer = Bool
  @usableFromInline typealias InputFailure = Closure.InputFailure
  @usableFromInline typealias Failure = Closure.Failure

  @usableFromInline let attempt: Closure
  @inlinable var initialAnswer: Bool? { true }

  @inlinable init(_ attempt: Closure) { self.attempt = attempt }

  @usableFromInline var label: String { Closure.name("AllSatisfy") }

  @inlinable func receive(_ input: Input, _ answer: inout Bool?) -> FoldStep<Closure.Failure> {
    switch attempt(input) {
    case .success(let holds):
      answer = holds
      return holds ? .goOn : .known
    case .failure(let error):
      return .fail(error)
    }
  }
}
