import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("Buffered values")
struct BufferedValuesTests {
  @Test("buffered values keep what comes between two calls, then throw once")
  func buffered() async throws {
    let subject = PassthroughSubject<Int, TestError>()
    var values = subject.bufferedValues().makeAsyncIterator()
    for number in 1...3 { subject.send(number) }
    #expect(try await values.next() == 1)
    subject.send(4)
    subject.send(completion: .failure(.expected))
    for expected in 2...4 { #expect(try await values.next() == expected) }
    await #expect(throws: TestError.expected) { try await values.next() }
    #expect(try await values.next() == nil)
  }

  @Test("bounded buffers keep the newest or the oldest values, and always the failure")
  func bounded() async throws {
    let subject = PassthroughSubject<Int, TestError>()
    var newest = subject.bufferedValues(.bufferingNewest(2)).makeAsyncIterator()
    var oldest = subject.bufferedValues(.bufferingOldest(2)).makeAsyncIterator()
    for number in 1...4 { subject.send(number) }
    subject.send(completion: .failure(.expected))
    for expected in 3...4 { #expect(try await newest.next() == expected) }
    for expected in 1...2 { #expect(try await oldest.next() == expected) }
    await #expect(throws: TestError.expected) { try await newest.next() }
    await #expect(throws: TestError.expected) { try await oldest.next() }
  }

  @Test("an iterator that goes away cancels the subscription")
  func iteratorGone() {
    let upstream = ManualPublisher<Int, Never>()
    do {
      let iterator = upstream.bufferedValues().makeAsyncIterator()
      #expect(upstream.requests == [.unlimited])
      withExtendedLifetime(iterator) {}
    }
    #expect(upstream.cancelCount == 1)
  }

  @Test("a task that is cancelled cancels the subscription, and gets nil")
  func taskCancelled() async {
    let upstream = Unchecked(ManualPublisher<Int, Never>())
    let (begun, signal) = AsyncStream.makeStream(of: Void.self)
    upstream.value.onRequest = { _ in signal.yield() }
    let task = Task { () -> Int in
      var count = 0
      for await _ in upstream.value.bufferedValues() { count += 1 }
      return count
    }
    for await _ in begun { break }
    task.cancel()
    #expect(await task.value == 0)
    #expect(upstream.value.cancelCount == 1)
  }
}
