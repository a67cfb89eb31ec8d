import Reactive
import ReactiveExtras
import Synchronization
import TestSupport
import Testing

@Suite("A future of an asynchronous function")
struct FutureTaskTests {
  @Test("runs the function once, however many subscribe, and also without any")
  func once() async {
    let calls = Atomic(0)
    let future = Future<Int, Never> { calls.add(1, ordering: .relaxed).newValue }
    #expect(await future.value == 1)
    #expect(await future.value == 1)
    #expect(calls.load(ordering: .relaxed) == 1)
  }

  @Test("fails with the type of error that the function throws")
  func typedFailure() async {
    let future = Future { () async throws(TestError) -> Int in throw .expected }
    await #expect(throws: TestError.expected) { try await future.value }
    #expect(type(of: future).Failure.self == TestError.self)
  }

  @Test("a subscription that is cancelled does not end the function, whose result others get")
  func cancelled() async {
    let started = AsyncStream.makeStream(of: Void.self)
    let gate = AsyncStream.makeStream(of: Void.self)
    let future = Future<Bool, Never> {
      started.continuation.finish()
      for await _ in gate.stream {}
      return Task.isCancelled
    }
    let cancellable = future.sink { _ in Issue.record("a value behind a cancel") }
    for await _ in started.stream {}
    cancellable.cancel()
    gate.continuation.finish()
    #expect(await future.value == false)
  }

  @Test("a promise and a function are told apart by the closure")
  func promise() async {
    let promised = Future<Int, Never> { promise in promise(.success(1)) }
    let named = Future<Int, Never> { $0(.success(2)) }
    let awaited = Future<Int, Never> {
      await Task.yield()
      return 3
    }
    #expect(await promised.value + named.value == awaited.value)
  }
}
