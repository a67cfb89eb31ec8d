extension Future where Failure == Never {
  /// The value of the future, once it is there.
  ///
  ///     let future = Future<Int, Never> { promise in promise(.success(3)) }
  ///     print(await future.value)  // 3
  ///
  /// Cancelling the task does not end the wait: there would be no value to return.
  nonisolated(nonsending) public var value: Output {
    get async { await AsyncSubscriber.result(of: self).get() }
  }
}

extension Future {
  /// The value of the future, once it is there; throws its failure.
  ///
  ///     let size = try await sizeOfFile.value
  nonisolated(nonsending) public var value: Output {
    get async throws { try await AsyncSubscriber.result(of: self).get() }
  }
}

extension AsyncSubscriber {
  nonisolated(nonsending) fileprivate static func result(
    of future: Future<Input, Failure>
  ) async -> Result<Input, Failure> {
    let subscriber = AsyncSubscriber()
    future.receive(subscriber: subscriber)
    // A future sends a value or fails, so there is no nil.
    return await subscriber.next(isolation: #isolation).map { $0! }
  }
}
