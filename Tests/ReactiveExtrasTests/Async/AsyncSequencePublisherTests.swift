import ReactiveExtras
import TestSupport
import Reactive
import Testing

@Suite("Extras: asynchronous sequences")
struct ExtraAsyncTests {
  /// Counts up, counts how often it is asked, and fails or finishes at the end.
  struct Counting: AsyncSequence, Sendable {
    let asked: Counter
    let limit: Int
    var fails = false

    struct AsyncIterator: AsyncIteratorProtocol {
      let sequence: Counting
      var number = 0

      mutating func next() async throws(TestError) -> Int? { try await next(isolation: nil) }

      mutating func next(isolation actor: isolated (any Actor)?) async throws(TestError) -> Int? {
        sequence.asked.add()
        number += 1
        if number <= sequence.limit { return number }
        if sequence.fails { throw .expected }
        return nil
      }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(sequence: self) }
  }

  @Test("a sequence's publisher sends all elements, then how it ended", arguments: [true, false])
  func elements(fails: Bool) async {
    let publisher = Counting(asked: Counter(), limit: 100, fails: fails).publisher
    for _ in 0..<2 {
      var values: [Int] = []
      do throws(TestError) {
        for try await value in publisher.bufferedValues() { values.append(value) }
        #expect(!fails)
      } catch {
        #expect(fails)
        #expect(error == .expected)
      }
      #expect(values == Array(1...100))
    }
  }

  @Test("a sequence is asked for as many elements as there is demand")
  func demand() async {
    let asked = Counter()
    let (reached, signal) = AsyncStream.makeStream(of: Int.self)
    let probe = ConcurrentProbe<Int, TestError>(demand: .max(2)) { value in
      signal.yield(value)
      return value == 3 ? .max(1) : .none
    }
    var values = reached.makeAsyncIterator()
    Counting(asked: asked, limit: 9).publisher.subscribe(probe)
    for expected in 1...2 { #expect(await values.next() == expected) }
    #expect(asked.value == 2)
    probe.request(.max(1))
    for expected in 3...4 { #expect(await values.next() == expected) }
    #expect(asked.value == 4)
    probe.cancel()
    probe.request(.unlimited)
    probe.checkSerial()
    #expect(probe.completions == 0)
  }

  @Test("a stream that cannot fail makes a publisher that cannot")
  func infallible() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    for number in 1...3 { continuation.yield(number) }
    continuation.finish()
    let publisher: Publishers.AsyncElements<AsyncStream<Int>> = stream.publisher
    let sum: Int = await withCheckedContinuation { done in
      nonisolated(unsafe) var kept: AnyCancellable?
      kept = publisher.reduce(0, +).sink {
        done.resume(returning: $0)
        withExtendedLifetime(kept) {}
      }
    }
    #expect(sum == 6)
  }

  /// Tells when it is asked for an element, sends none, and tells when its task is cancelled.
  struct Waiting: AsyncSequence, Sendable {
    let begun: AsyncStream<Void>.Continuation
    let ended: AsyncStream<Void>.Continuation

    struct AsyncIterator: AsyncIteratorProtocol {
      let sequence: Waiting

      mutating func next() async -> Int? {
        let (silence, continuation) = AsyncStream.makeStream(of: Int.self)
        sequence.begun.yield()
        for await _ in silence {}
        sequence.ended.yield()
        withExtendedLifetime(continuation) {}
        return 7
      }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(sequence: self) }
  }

  @Test(
    "a cancel reaches a sequence that is being waited for, and nothing comes after",
    .timeLimit(.minutes(1)))
  func cancel() async {
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let probe = ConcurrentProbe<Int, Never>()
    Waiting(begun: begin, ended: end).publisher.subscribe(probe)
    for await _ in begun { break }
    probe.cancel()
    for await _ in ended { break }
    #expect(probe.values.isEmpty)
    #expect(probe.completions == 0)
  }

  @Test(
    "a subscription that ends lets go of the subscriber", .timeLimit(.minutes(1)),
    arguments: [true, false])
  func release(byCancel: Bool) async {
    final class Held: Sendable {}
    weak var weakHeld: Held?
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let cancellable: AnyCancellable
    do {
      let held = Held()
      weakHeld = held
      cancellable = stream.publisher.sink { _ in _ = held }
    }
    if byCancel { cancellable.cancel() } else { continuation.finish() }
    // The task is over soon; nothing tells when.
    while weakHeld != nil { await Task.yield() }
    withExtendedLifetime(cancellable) {}
  }

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
