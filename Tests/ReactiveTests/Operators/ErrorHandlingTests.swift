import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("Error handling")
struct ErrorHandlingTests {
  typealias Upstream = ManualPublisher<Int, TestError>
  typealias Probe = ProbeSubscriber<Int, TestError>

  let upstream = Upstream()
  let replacement = Upstream()

  @Test(
    "diagrams",
    arguments: [
      MarbleRow("catch goes on with the replacement", "a-#", "a--x-|") { up, marbles in
        up.catch { _ in marbles.cold("-x-|") }
      },
      MarbleRow("catch lets the end pass", "a-|", "a-|") { up, marbles in
        up.catch { _ in marbles.cold("x|") }
      },
      MarbleRow("catch recovers once", "a-#", "a--x#") { up, marbles in
        up.catch { _ in marbles.cold("-x#") }
      },
      MarbleRow("replaceError", "a-#", "a-(x|)") { up, _ in
        up.replaceError(with: "x").setFailureType(to: TestError.self)
      },
      MarbleRow("retry subscribes again, so many times", "|", "-a--a--a-#") { _, marbles in
        marbles.cold("-a-#").retry(2)
      },
      MarbleRow("retry stops at success", "a-|", "a-|") { up, _ in up.retry(2) },
      MarbleRow("tryCatch goes on with the replacement", "a-#", "a--x-|") { up, marbles in
        up.tryCatch { _ in marbles.cold("-x-|") }.testError()
      },
      MarbleRow("tryCatch fails if its closure throws", "a-#", "a-#") { up, _ in
        up.tryCatch { error throws -> Just<String> in throw error }.testError()
      },
      MarbleRow("tryCatch passes a failure of the replacement", "a-#", "a--x#") { up, marbles in
        up.tryCatch { _ in marbles.cold("-x#") }.testError()
      },
      MarbleRow("assertNoFailure passes values and the end", "a-b|", "a-b|") { up, _ in
        up.assertNoFailure().setFailureType(to: TestError.self)
      },
    ])
  func diagrams(_ row: MarbleRow) { row.check() }

  @Test("the value of replaceError waits for demand")
  func replacementWaits() {
    let probe = ProbeSubscriber<Int, Never>(demand: .none)
    upstream.replaceError(with: 7).subscribe(probe)
    upstream.send(completion: .failure(.expected))
    #expect(probe.log == ["subscription"])
    probe.request(.max(1))
    #expect(probe.log == ["subscription", "value 7", "finished"])
  }

  @Test("demand not met carries over to the replacement")
  func demandCarriesOver() {
    let probe = Probe(demand: .max(3))
    upstream.catch { _ in replacement }.subscribe(probe)
    upstream.send(1)
    upstream.send(completion: .failure(.expected))
    #expect(replacement.requests == [.max(2)])
    replacement.send(2)
    replacement.send(completion: .finished)
    #expect(probe.log == ["subscription", "value 1", "value 2", "finished"])
  }

  @Test("retry(n) makes n attempts more, each at once, and passes the last failure")
  func retryCount() {
    var attempts = 0
    let publisher = Deferred { () -> Fail<Int, TestError> in
      attempts += 1
      return Fail(error: .expected)
    }
    #expect(publisher.retry(3).log() == ["subscription", "failure expected"])
    #expect(attempts == 4)
    attempts = 0
    #expect(publisher.retry(100_000).log() == ["subscription", "failure expected"])
    #expect(attempts == 100_001)
  }

  @Test("retry(0) does not try again")
  func retryNone() {
    #expect(
      Fail<Int, TestError>(error: .expected).retry(0).log() == ["subscription", "failure expected"])
  }

  @Test("what tryCatch's closure throws takes the failure's place, and demand carries over")
  func tryCatchThrow() {
    let failing = Fail<Int, TestError>(error: .expected)
    let log = failing.tryCatch { _ -> Just<Int> in throw TestError.other }.log()
    #expect(log == ["subscription", "failure other"])
    let probe = ProbeSubscriber<Int, any Error>(demand: .max(3))
    upstream.tryCatch { _ in replacement }.subscribe(probe)
    upstream.send(1)
    upstream.send(completion: .failure(.expected))
    #expect(replacement.requests == [.max(2)])
  }

  @Test("retry(n) makes n attempts more, at once, under one subscription")
  func retry() {
    let probe = Probe(demand: .max(5))
    upstream.retry(2).subscribe(probe)
    for attempt in 0..<3 {
      #expect(upstream.connections.count == attempt + 1)
      upstream.connections[attempt].send(attempt)
      upstream.connections[attempt].send(completion: .failure(.expected))
    }
    #expect(upstream.connections.count == 3)
    // What is not met of the demand goes to the next attempt.
    #expect(upstream.requests == [.max(5), .max(4), .max(3)])
    #expect(
      probe.log == ["subscription", "value 0", "value 1", "value 2", "failure expected"])
  }

  @Test("retry asks for demand that is returned to it by a request")
  func retryRequestsWhatIsReturned() {
    let upstream = Upstream()
    let probe = Probe(demand: .max(1))
    probe.onValue = { _ in .max(2) }
    upstream.retry(1).subscribe(probe)
    upstream.send(1)
    #expect(upstream.requests == [.max(1), .max(2)])
  }

  @Test("retry without a count goes on for ever, and stops at a finish")
  func retryForEver() {
    var attempts = 0
    let source = Deferred { () -> AnyPublisher<Int, TestError> in
      attempts += 1
      return attempts < 5000
        ? Fail(error: .expected).eraseToAnyPublisher()
        : Just(attempts).setFailureType(to: TestError.self).eraseToAnyPublisher()
    }
    let retrying = Publishers.Retry(upstream: source, retries: nil)
    #expect(retrying.log() == ["subscription", "value 5000", "finished"])
  }

  @Test("assertNoFailure stops the program, and says why and where")
  func assertNoFailure() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Fail<Int, TestError>(error: .expected).assertNoFailure(
        "prices", file: "Shop.swift", line: 7
      )
      .sink { _ in }
    }
    expectMessage("Shop.swift:7: Fatal error: prices: expected", in: result)
  }

  @Test("retry with a negative count tries for ever")
  func retriesForEver() {
    var attempts = 0
    let values = Deferred { () -> AnyPublisher<Int, TestError> in
      attempts += 1
      return attempts < 1000
        ? Fail(error: .expected).eraseToAnyPublisher()
        : Just(attempts).setFailureType(to: TestError.self).eraseToAnyPublisher()
    }.retry(-1).log()
    #expect(values == ["subscription", "value 1000", "finished"])
  }

  @Test("what recovers and what comes one after another opens when its first upstream does")
  func opensWithUpstream() {
    let (silent, probe) = (NeverSubscribing(), ProbeSubscriber<Int, TestError>())
    silent.append(1).subscribe(probe)
    silent.retry(1).subscribe(probe)
    silent.tryCatch { _ in silent }.mapError { _ in .other }.subscribe(probe)
    #expect(probe.log.isEmpty)
    silent.map { Just($0).setFailureType(to: TestError.self) }.switchToLatest().subscribe(probe)
    #expect(probe.log == ["subscription"])
  }

  /// A publisher that says nothing at all.
  private struct NeverSubscribing: Publisher {
    typealias Output = Int
    typealias Failure = TestError
    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {}
  }
}
