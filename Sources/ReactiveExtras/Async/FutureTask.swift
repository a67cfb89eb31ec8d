import Reactive

extension Future {
  /// Runs an asynchronous function once, immediately, in its own task.
  ///
  ///     let users = Future { try await repository.users() }
  ///     let cancellable = users.sink(receiveCompletion: { print($0) }, receiveValue: { show($0) })
  ///
  /// Its result goes to all subscribers, from the task's thread. The function runs to its end, with
  /// or without subscribers; a ``TaskPublisher`` begins with each subscription, and a cancel ends
  /// it. If the function throws errors of one type, the future fails with that type; otherwise with
  /// any error.
  ///
  /// - Parameter operation: The function to run.
  public convenience init(_ operation: sending @escaping () async throws(Failure) -> Output)
  where Output: Sendable {
    // Handed over: only the task calls it.
    let operation = Handover(operation)
    self.init { (promise: @escaping Promise) in
      _ = Self.fulfil(promise) { () async throws(Failure) in try await operation.value() }
    }
  }

  /// Keeps a promise with the result of an asynchronous function, in its own task.
  static func fulfil(
    _ promise: @escaping Promise,
    with operation: @escaping @Sendable () async throws(Failure) -> Output
  ) -> Task<Void, Never> where Output: Sendable {
    // Handed over: only the task calls it.
    let promise = Handover(promise)
    return Task {
      do throws(Failure) { promise.value(.success(try await operation())) } catch {
        promise.value(.failure(error))
      }
    }
  }
}
