import Combine
import Testing

// Swift 6.2 does not let the promise into the task.
#if compiler(>=6.3)
  /// The initialiser that articles add to `Future` themselves, where ReactiveExtras is not
  /// imported.
  extension Future where Failure == Error {
    fileprivate convenience init(operation: @escaping @Sendable () async throws -> Output) {
      self.init { promise in
        nonisolated(unsafe) let promise = promise
        Task {
          do {
            let output = try await operation()
            promise(.success(output))
          } catch {
            promise(.failure(error))
          }
        }
      }
    }
  }

  @Suite("Articles: a future of an asynchronous function, with an initialiser of one's own")
  struct OwnAsyncFuture {
    @Test("runs it and sends what it returns")
    func value() async throws {
      let future = Future(operation: { try await Self.load() })
      #expect(try await future.value == 3)
    }

    private static func load() async throws -> Int { 3 }
  }
#endif
