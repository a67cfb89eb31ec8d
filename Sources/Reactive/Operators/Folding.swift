extension Publisher {
  /// Sends, for each value, what a closure makes of it and of the result before.
  ///
  ///     [1, 2, 3, 4].publisher.scan(1, *)  // 1, 2, 6, 24
  ///
  /// The initial result is not sent.
  @inlinable
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Publishers.Scan<Self, T> {
    Publishers.Scan(
      upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }

  /// Sends one result, made of all values, when upstream finishes.
  ///
  ///     [1, 2, 3, 4].publisher.reduce(1, *)  // 24
  ///
  /// Asks upstream for everything; the result waits for demand. A failure discards it.
  @inlinable
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Publishers.Reduce<Self, T> {
    Publishers.Reduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }

  /// Sends all values as one array when upstream finishes.
  ///
  /// Asks upstream for everything; the array waits for demand. A failure discards it.
  @inlinable
  public func collect() -> Publishers.Collect<Self> { Publishers.Collect(upstream: self) }
}

extension Publishers {
  /// Sends the running result of a closure over the values of its upstream.
  public struct Scan<Upstream: Publisher, Output>: Publisher {
    /// The kind of error of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// What the closure gets with the first value.
    public let initialResult: Output
    /// Makes a result of the one before and a value.
    public let nextPartialResult: (Output, Upstream.Output) -> Output

    /// Makes a publisher of running results.
    @inlinable
    public init(
      upstream: Upstream, initialResult: Output,
      nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
      self.upstream = upstream
      self.initialResult = initialResult
      self.nextPartialResult = nextPartialResult
    }

    /// Attaches a subscriber.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let stage = Scanning<Upstream.Output, Output, Failure>(initialResult, nextPartialResult)
      upstream.receive(subscriber: Relay(stage, subscriber))
    }
  }

  /// Sends one result made of all values of its upstream.
  public struct Reduce<Upstream: Publisher, Output>: Publisher {
    /// The kind of error of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// What the closure gets with the first value.
    public let initial: Output
    /// Makes a result of the one before and a value.
    public let nextPartialResult: (Output, Upstream.Output) -> Output

    /// Makes a publisher of one result.
    @inlinable
    public init(
      upstream: Upstream, initial: Output,
      nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
      self.upstream = upstream
      self.initial = initial
      self.nextPartialResult = nextPartialResult
    }

    /// Attaches a subscriber.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let next = nextPartialResult
      upstream.receive(
        subscriber: Fold<Output, Upstream.Output, S>(initial, label: "Reduce", subscriber) {
          $0 = next($0!, $1)
          return false
        })
    }
  }

  /// Sends all values of its upstream as one array.
  public struct Collect<Upstream: Publisher>: Publisher {
    /// An array of the upstream's values.
    public typealias Output = [Upstream.Output]
    /// The kind of error of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream

    /// Makes a publisher of one array.
    @inlinable
    public init(upstream: Upstream) { self.upstream = upstream }

    /// Attaches a subscriber.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(
        subscriber: Fold<Output, Upstream.Output, S>([], label: "Collect", subscriber) {
          $0!.append($1)
          return false
        })
    }
  }
}

extension Publishers.Collect: Equatable where Upstream: Equatable {}

@usableFromInline
struct Scanning<Input, Output, Failure: Error>: Stage {
  @usableFromInline typealias InputFailure = Failure
  @usableFromInline let initialMemory: Output
  @usableFromInline let next: (Output, Input) -> Output

  @inlinable
  init(_ initial: Output, _ next: @escaping (Output, Input) -> Output) {
    initialMemory = initial
    self.next = next
  }

  @usableFromInline var label: String { "Scan" }

  @inlinable
  func receive(_ input: Input, _ result: inout Output) -> Step<Output, Failure> {
    let output = next(result, input)
    result = output
    return .emit(output)
  }
}
