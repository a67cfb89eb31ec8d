extension Future where Failure == Never {
  #if compiler(>=6.2)
    /// The value of the future, as soon as it exists.
    ///
    ///     let future = Future<Int, Never> { promise in promise(.success(3)) }
    ///     print(await future.value)  // 3
    ///
    /// Cancelling the task does not end the wait: there would be no value to return.
    nonisolated(nonsending) public var value: Output {
      get async { await AsyncSubscriber.result(of: self).get() }
    }
  #else
    public var value: Output { get async { await AsyncSubscriber.result(of: self).get() } }
  #endif
}

extension Future {
  #if compiler(>=6.2)
    /// The value of the future, as soon as it exists; throws its failure.
    ///
    ///     let size = try await sizeOfFile.value
    nonisolated(nonsending) public var value: Output {
      get async throws { try await AsyncSubscriber.result(of: self).get() }
    }
  #else
    public var value: Output {
      get async throws { try await AsyncSubscriber.result(of: self).get() }
    }
  #endif
}

extension AsyncSubscriber {
  fileprivate static func result(
    of future: Future<Input, Failure>, isolation: isolated (any Actor)? = #isolation
  ) async -> Result<Input, Failure> {
    let subscriber = AsyncSubscriber()
    future.receive(subscriber: subscriber)
    // A future sends a value or fails, so there is no nil.
    return await subscriber.next(isolation: isolation).map { $0! }
  }
}
