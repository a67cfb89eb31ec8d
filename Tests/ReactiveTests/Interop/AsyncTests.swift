import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("Values for tasks")
struct AsyncTests {
  /// Something that must not go between threads unguarded, as most objects.
  final class Box {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  /// A source that answers each request at once, and writes down what it was asked for.
  static func counting<Failure: Error>(
    upTo last: Int = .max, then completion: Subscribers.Completion<Failure> = .finished
  ) -> ManualPublisher<Int, Failure> {
    let upstream = ManualPublisher<Int, Failure>()
    var next = 1
    upstream.onRequest = { connection in
      if next <= last { connection.send(next) } else { connection.send(completion: completion) }
      next += 1
    }
    return upstream
  }

  @Test("a loop gets every value, and ends when the publisher does")
  func everyValue() async {
    var values: [Int] = []
    for await value in (1...5).publisher.values { values.append(value) }
    #expect(values == [1, 2, 3, 4, 5])
  }

  @Test("each next() asks for one value; nothing is asked for before the first")
  func oneAtATime() async {
    let upstream: ManualPublisher<Int, Never> = Self.counting(upTo: 2)
    var iterator = upstream.values.makeAsyncIterator()
    #expect(upstream.connections.count == 1)
    #expect(upstream.requests.isEmpty)
    #expect(await iterator.next() == 1)
    #expect(upstream.requests == [.max(1)])
    #expect(await iterator.next() == 2)
    #expect(await iterator.next() == nil)
    #expect(upstream.requests == [.max(1), .max(1), .max(1)])
    #expect(await iterator.next() == nil)
    #expect(upstream.requests.count == 3)
    #expect(upstream.cancelCount == 0)
  }

  @Test("each loop has a subscription of its own")
  func eachItsOwn() async {
    let values = [1, 2].publisher.values
    for _ in 0..<2 {
      var all: [Int] = []
      for await value in values { all.append(value) }
      #expect(all == [1, 2])
    }
  }

  @Test("a failure is thrown once, after the values; then there is nil")
  func failure() async throws {
    let upstream: ManualPublisher<Int, TestError> = Self.counting(
      upTo: 1, then: .failure(.expected))
    var iterator = upstream.values.makeAsyncIterator()
    #expect(try await iterator.next() == 1)
    await #expect(throws: TestError.expected) { _ = try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test("a failure that comes while nobody waits is kept, and thrown once")
  func keptFailure() async throws {
    var iterator = Fail<Int, TestError>(error: .expected).values.makeAsyncIterator()
    await #expect(throws: TestError.expected) { _ = try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test("a publisher that can fail, but does not, ends its loop without an error")
  func noFailure() async throws {
    var values: [Int] = []
    let upstream: ManualPublisher<Int, TestError> = Self.counting(upTo: 3)
    for try await value in upstream.values { values.append(value) }
    #expect(values == [1, 2, 3])
  }

  @Test("leaving the loop cancels the subscription")
  func leaving() async {
    let upstream: ManualPublisher<Int, Never> = Self.counting()
    for await value in upstream.values where value == 3 { break }
    #expect(upstream.requests.count == 3)
    #expect(upstream.cancelCount == 1)
  }

  @Test("cancelling a task that waits cancels the subscription, and ends the loop with nil")
  func cancelWaiting() async {
    let upstream = Unchecked(ManualPublisher<Int, Never>())
    let (asked, onAsked) = AsyncStream.makeStream(of: Void.self)
    upstream.value.onRequest = { _ in onAsked.finish() }
    let task = Task {
      var iterator = upstream.value.values.makeAsyncIterator()
      let first = await iterator.next()
      let second = await iterator.next()
      return [first, second]
    }
    for await _ in asked {}
    task.cancel()
    #expect(await task.value == [nil, nil])
    #expect(upstream.value.cancelCount == 1)
    // What comes too late is dropped.
    upstream.value.send(1)
    upstream.value.send(completion: .finished)
  }

  @Test("a task that was cancelled before gets nil, and upstream is asked for nothing")
  func cancelledBefore() async throws {
    let upstream = Unchecked(Self.counting() as ManualPublisher<Int, TestError>)
    let (start, onCancelled) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      // Ends because the task is cancelled.
      for await _ in start {}
      var iterator = upstream.value.values.makeAsyncIterator()
      return try await iterator.next()
    }
    task.cancel()
    #expect(try await task.value == nil)
    #expect(upstream.value.requests.isEmpty)
    #expect(upstream.value.cancelCount == 1)
    withExtendedLifetime(onCancelled) {}
  }

  @Test("a passthrough subject loses what is sent between two next(); a buffer keeps it")
  func between() async {
    let subject = PassthroughSubject<Int, Never>()
    var iterator = subject.buffer(size: 9, prefetch: .byRequest, whenFull: .dropNewest).values
      .makeAsyncIterator()
    let unbuffered = subject.values.makeAsyncIterator()
    subject.send(1)
    subject.send(2)
    subject.send(completion: .finished)
    #expect(await iterator.next() == 1)
    #expect(await iterator.next() == 2)
    #expect(await iterator.next() == nil)
    var late = unbuffered
    #expect(await late.next() == nil)
  }

  @Test("a current value subject keeps the latest for the next next()")
  func currentValue() async {
    let subject = CurrentValueSubject<Int, Never>(0)
    var iterator = subject.values.makeAsyncIterator()
    #expect(await iterator.next() == 0)
    subject.value = 1
    subject.value = 2
    #expect(await iterator.next() == 2)
  }

  @Test("several next() that wait at once get a value each, and nil at the end")
  func severalWaiting() async {
    let upstream = Unchecked(ManualPublisher<Int, Never>())
    let iterator = Unchecked(upstream.value.values.makeAsyncIterator())
    let (asked, onAsked) = AsyncStream.makeStream(of: Void.self)
    upstream.value.onRequest = { _ in onAsked.yield() }
    // On one actor, because the publisher of this test does not guard what it writes down.
    let tasks = (0..<3).map { _ in
      Task { @MainActor in
        var copy = iterator.value
        return await copy.next(isolation: #isolation)
      }
    }
    var count = 0
    for await _ in asked {
      count += 1
      if count == 3 { break }
    }
    upstream.value.send(1)
    upstream.value.send(2)
    upstream.value.send(completion: .finished)
    var results: [Int?] = []
    for task in tasks { results.append(await task.value) }
    #expect(results.compactMap(\.self).sorted() == [1, 2])
    #expect(results.count { $0 == nil } == 1)
  }

  @Test("a value that no next() waits for traps, with a sentence that says why")
  func trap() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let upstream = ManualPublisher<Int, Never>()
      let iterator = upstream.values.makeAsyncIterator()
      upstream.send(1)
      withExtendedLifetime(iterator) {}
    }
    expectMessage("values: upstream sent a value that no next() had asked for", in: result)
  }

  @Test("the main actor may loop over objects that are not sendable")
  @MainActor func notSendable() async throws {
    var numbers: [Int] = []
    let boxes = [Box(1), Box(2)].publisher
    for await box in boxes.values { numbers.append(box.number) }
    for try await box in boxes.setFailureType(to: TestError.self).values {
      numbers.append(box.number)
    }
    #expect(numbers == [1, 2, 1, 2])
  }

  @Test("a future's value is there at once, or when the promise is kept")
  func future() async {
    #expect(await Future<Int, Never> { $0(.success(3)) }.value == 3)
    var promise: Future<Int, Never>.Promise?
    let future = Unchecked(Future<Int, Never> { promise = $0 })
    let keep = Unchecked(promise!)
    let task = Task { await future.value.value }
    // Also cancelled, it waits, for it has nothing else to return.
    task.cancel()
    keep.value(.success(4))
    #expect(await task.value == 4)
  }

  @Test("a future's failure is thrown, each time")
  func futureFailure() async throws {
    let future = Future<Int, TestError> { $0(.failure(.expected)) }
    for _ in 0..<2 { await #expect(throws: TestError.expected) { _ = try await future.value } }
    #expect(try await Future<Int, TestError> { $0(.success(1)) }.value == 1)
  }

  @Test("the main actor may wait for a future of its own, of an object that is not sendable")
  @MainActor func futureOfObject() async throws {
    let future = Future<Box, Never> { $0(.success(Box(5))) }
    #expect(await future.value.number == 5)
    let failing = Future<Box, TestError> { $0(.success(Box(6))) }
    #expect(try await failing.value.number == 6)
  }

  /// Those that need no clock to be driven meanwhile, and no second subscriber.
  static let pulled: [OperatorEntry] =
    OperatorEntry.mapping + OperatorEntry.filtering + OperatorEntry.folding
    + OperatorEntry.slicing + OperatorEntry.chaining + OperatorEntry.recovering
    + OperatorEntry.combining + OperatorEntry.flattening

  @Test(
    "every operator keeps to demand, and so may stand before values", arguments: pulled)
  func valuesOfOperators(_ entry: OperatorEntry) async throws {
    let source = Publishers.Sequence<Range<Int>, TestError>(sequence: 0..<6)
    let expected = ProbeSubscriber<Int, TestError>()
    let time = VirtualTimeScheduler()
    entry.build(source.eraseToAnyPublisher(), time).subscribe(expected)
    guard expected.hasEnded else { return }
    var count = 0
    do {
      for try await _ in entry.build(source.eraseToAnyPublisher(), time).values { count += 1 }
    } catch { #expect(error as? TestError == .expected) }
    // What is lost for want of demand differs.
    if !entry.has(.loses) { #expect(count == expected.values.count) }
  }
}
