import Reactive

/// Publishers of functions that take a while. They do their work once for each subscription.
package enum BackgroundWork {
  /// The executor of tasks that subscriptions start; nil for the usual one.
  @TaskLocal static var executor: (any TaskExecutor)?

  /// Runs a function that blocks on a scheduler.
  package static func publisher<Output: Sendable>(
    on scheduler: some Scheduler, _ work: @escaping @Sendable () throws -> Output
  ) -> AnyPublisher<Output, any Error> {
    Deferred { Future<Output, any Error> { $0(Result { try work() }) } }.subscribe(on: scheduler)
      .eraseToAnyPublisher()
  }

  /// Runs an asynchronous function in a task, which is cancelled with the subscription.
  static func publisher<Output: Sendable>(
    _ work: @escaping @Sendable () async throws -> Output
  ) -> AnyPublisher<Output, any Error> {
    Deferred { () -> AnyPublisher<Output, any Error> in
      var task: Task<Void, Never>?
      let answer = Future<Output, any Error> { promise in
        let promise = Handover(value: promise)
        task = Task(executorPreference: executor) {
          do { promise.value(.success(try await work())) } catch { promise.value(.failure(error)) }
        }
      }
      return answer.handleEvents(receiveCancel: { [task] in task?.cancel() }).eraseToAnyPublisher()
    }
    .eraseToAnyPublisher()
  }

  /// The task's share of a publisher. Unchecked, because a promise may be kept on any thread.
  private struct Handover<Value>: @unchecked Sendable { let value: Value }
}
