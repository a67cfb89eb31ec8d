extension Publisher where Failure == Never {
  /// The values of this publisher as an asynchronous sequence.
  ///
  ///     for await name in model.$name.values { print(name) }
  ///
  /// Subscribes to upstream when the loop begins, and requests one value at each `next()`. So a
  /// subject drops the values sent while the loop's body runs; put a
  /// ``Publisher/buffer(size:prefetch:whenFull:)`` before to keep them. Cancelling the task cancels
  /// the subscription and ends the loop; so does leaving the loop. A publisher must not send more
  /// than was requested: a value without a waiting `next()` traps.
  public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}

extension Publisher {
  /// The values of this publisher as an asynchronous sequence that throws its failure.
  ///
  ///     for try await line in log.values { print(line) }
  ///
  /// The failure is thrown once; cancelling the task ends the loop without one. One value is
  /// requested at each `next()`, as from a publisher that cannot fail.
  public var values: AsyncThrowingPublisher<Self> { AsyncThrowingPublisher(self) }
}

/// The values of a publisher that cannot fail, as an asynchronous sequence.
public struct AsyncPublisher<P: Publisher>: AsyncSequence where P.Failure == Never {
  public typealias Element = P.Output
  public typealias Failure = Never
  private let publisher: P
  /// Makes a sequence of a publisher's values.
  public init(_ publisher: P) { self.publisher = publisher }
  public func makeAsyncIterator() -> Iterator { Iterator(publisher) }

  /// One subscription, which requests one value at a time; cancelled with its last copy.
  public struct Iterator: AsyncIteratorProtocol {
    public typealias Element = P.Output
    public typealias Failure = Never
    private let subscription: AsyncSubscription<P.Output, Never>
    fileprivate init(_ publisher: P) { subscription = AsyncSubscription(publisher) }
    public mutating func next() async -> P.Output? { await next(isolation: nil) }
    public mutating func next(isolation actor: isolated (any Actor)?) async -> P.Output? {
      await subscription.next(isolation: actor).get()
    }
  }
}

/// The values of a publisher as an asynchronous sequence that throws its failure.
public struct AsyncThrowingPublisher<P: Publisher>: AsyncSequence {
  public typealias Element = P.Output
  public typealias Failure = any Error
  private let publisher: P
  /// Makes a sequence of a publisher's values.
  public init(_ publisher: P) { self.publisher = publisher }
  public func makeAsyncIterator() -> Iterator { Iterator(publisher) }

  /// One subscription, which requests one value at a time; cancelled with its last copy.
  public struct Iterator: AsyncIteratorProtocol {
    public typealias Element = P.Output
    public typealias Failure = any Error
    private let subscription: AsyncSubscription<P.Output, P.Failure>
    fileprivate init(_ publisher: P) { subscription = AsyncSubscription(publisher) }
    public mutating func next() async throws -> P.Output? { try await next(isolation: nil) }
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(any Error) -> P.Output? { try await subscription.next(isolation: actor).get() }
  }
}
