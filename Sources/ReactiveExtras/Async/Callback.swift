import Reactive

extension Publisher {
  /// Subscribes, and calls back once: with the last value when this publisher finishes, or with its
  /// failure.
  ///
  ///     func load(completion: @escaping (Result<[User]?, LoadError>) -> Void) {
  ///       users.callback(completion)
  ///     }
  ///
  /// This leads back to functions with completion handlers. Each call has its own subscription,
  /// which lives until its end without being kept, so that a second call does not affect the first,
  /// and no callback is lost. It requests everything; the thread is the publisher's.
  ///
  /// - Parameter completion: The function to call; with nil if the publisher finishes without a
  ///   value.
  /// - Returns: A cancellable that ends the subscription early; the function is then not called.
  @discardableResult public func callback(
    _ completion: @escaping (Result<Output?, Failure>) -> Void
  ) -> any Cancellable {
    var last: Output?
    let sink = Subscribers.Sink<Output, Failure> { end in
      switch end {
      case .finished: completion(.success(last))
      case .failure(let error): completion(.failure(error))
      }
    } receiveValue: {
      last = $0
    }
    subscribe(sink)
    return sink
  }

  /// Waits for the first value of this publisher; nil when it finishes without one.
  ///
  ///     let users = try await model.fetch().firstValue()
  ///
  /// It subscribes, requests one value, and cancels when that has come, or when the task is
  /// cancelled.
  ///
  /// - Throws: The publisher's failure, or `CancellationError`.
  public func firstValue(isolation: isolated (any Actor)? = #isolation) async throws -> Output? {
    var values = AsyncThrowingPublisher(self).makeAsyncIterator()
    let value = try await values.next(isolation: isolation)
    if value == nil { try Task.checkCancellation() }
    return value
  }
}
