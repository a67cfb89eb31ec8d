import Reactive

/// A publisher of the result or the error of an asynchronous function.
///
///     let users = TaskPublisher { try await repository.users() }
///     let cancellable = users.sink(receiveCompletion: { print($0) }, receiveValue: { show($0) })
///     cancellable.cancel()  // cancels the task as well
///
/// Nothing runs before a subscription, and each has its own task, which a cancel cancels: the
/// function notices that as in any task. A success waits for demand, a failure does not; both come
/// from the task's thread.
public struct TaskPublisher<Output: Sendable, Failure: Error>: Publisher {
  private let operation: @Sendable () async throws(Failure) -> Output

  /// Makes a publisher from an asynchronous function, which is called once for each subscription.
  public init(_ operation: @escaping @Sendable () async throws(Failure) -> Output) {
    self.operation = operation
  }

  public func receive(subscriber: some Subscriber<Output, Failure>) {
    var task: Task<Void, Never>?
    let future = Future<Output, Failure> { [operation] promise in
      task = Future.fulfil(promise, with: operation)
    }
    future.handleEvents(receiveCancel: { [task] in task?.cancel() }).receive(subscriber: subscriber)
  }
}
