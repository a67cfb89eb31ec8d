import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("Publishers of asynchronous sequences")
struct AsyncSequencePublisherTests {
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

  /// Reports when it is asked for an element, sends none, and reports when its task is cancelled.
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
    .untilStandstill)
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
    "a subscription that ends lets go of the subscriber", .untilStandstill,
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
    // The task is over soon; nothing says when.
    while weakHeld != nil { await Task.yield() }
    withExtendedLifetime(cancellable) {}
  }
}
