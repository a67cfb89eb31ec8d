import Reactive

extension Publisher where Output: Sendable {
  /// This publisher's values as an asynchronous sequence, which keeps values until they are
  /// awaited.
  ///
  ///     for try await location in locations.bufferedValues(.bufferingNewest(10)) {
  ///       await upload(location)  // what comes meanwhile is kept
  ///     }
  ///
  /// Each iteration subscribes again, and requests everything. By default the values kept have no
  /// bound, and none is lost. A failure is thrown after the values that came before it, then nil
  /// follows. The subscription is cancelled with the task that waits, and when the iterator is
  /// freed.
  public func bufferedValues(
    _ policy: AsyncStream<Output>.Continuation.BufferingPolicy = .unbounded
  ) -> BufferedValues<Self> { BufferedValues(publisher: self, policy: policy) }
}

/// The values of a publisher as an asynchronous sequence, kept until they are awaited.
public struct BufferedValues<Source: Publisher>: AsyncSequence where Source.Output: Sendable {
  public typealias Element = Source.Output
  public typealias Failure = Source.Failure

  /// The rule that decides which values are kept if there are too many.
  typealias Policy = AsyncStream<Element>.Continuation.BufferingPolicy

  private let publisher: Source
  private let policy: Policy

  init(publisher: Source, policy: Policy) { (self.publisher, self.policy) = (publisher, policy) }

  public func makeAsyncIterator() -> Iterator {
    let (values, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
    let failure = Locked<Failure?>(nil)
    // Unchecked because cancelling is safe from any thread.
    nonisolated(unsafe) let cancellable = publisher.sink { completion in
      if case .failure(let error) = completion { failure.withLock { $0 = error } }
      continuation.finish()
    } receiveValue: { value in
      continuation.yield(value)
    }
    continuation.onTermination = { _ in cancellable.cancel() }
    return Iterator(values: values.makeAsyncIterator(), failure: failure)
  }

  /// The iterator over the values.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var values: AsyncStream<Element>.Iterator
    /// The error that the publisher ended with, until it is thrown.
    fileprivate let failure: Locked<Failure?>

    public mutating func next() async throws(Failure) -> Element? { try await next(isolation: nil) }

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Failure) -> Element? {
      if let value = await values.next(isolation: actor) { return value }
      if let error = failure.withLock({ $0.take() }) { throw error }
      return nil
    }
  }
}
