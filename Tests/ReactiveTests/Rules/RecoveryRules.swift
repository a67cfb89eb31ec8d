import ReactiveExtras
import TestSupport
import Reactive
import Testing

/// What the operators do that deal with failure and with nothing: rules 62 to 64, 71 and 74.
@Suite("Rules: errors")
struct RecoveryRules {
  typealias Upstream = ManualPublisher<Int, TestError>
  typealias Probe = ProbeSubscriber<Int, TestError>

  let upstream = Upstream()
  let replacement = Upstream()

  @Test("Rule 62a: catch requests of the replacement what the failed upstream did not send")
  func catchDemand() {
    let probe = Probe(demand: .max(3))
    upstream.catch { _ in replacement }.subscribe(probe)
    upstream.send(1)
    upstream.send(completion: .failure(.expected))
    #expect(replacement.requests == [.max(2)])
    replacement.send(2)
    replacement.send(completion: .finished)
    #expect(probe.log == ["subscription", "value 1", "value 2", "finished"])
  }

  @Test("Rule 62b: catch recovers once; the replacement's failure passes, in its own type")
  func catchOnce() {
    struct Other: Error {}
    let other = ManualPublisher<Int, Other>()
    var calls = 0
    let probe = ProbeSubscriber<Int, Other>()
    upstream.catch { _ in
      calls += 1
      return other
    }.subscribe(probe)
    upstream.send(completion: .failure(.expected))
    other.send(completion: .failure(Other()))
    #expect(calls == 1)
    #expect(probe.log == ["subscription", "failure Other()"])
  }

  @Test("Rule 62c: what tryCatch's closure throws takes the failure's place")
  func tryCatchThrows() {
    let throwing = upstream.tryCatch { _ throws -> Upstream in throw TestError.other }
    let probe = ProbeSubscriber<Int, any Error>(demand: .none)
    throwing.subscribe(probe)
    upstream.send(completion: .failure(.expected))
    #expect(probe.log == ["subscription", "failure other"])
  }

  @Test("Rule 63a: retry(n) makes n attempts more, at once, under one subscription")
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

  @Test("Rule 63b: retry without a count goes on for ever, and stops at a finish")
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

  @Test("Rule 64a: replaceError's substitute waits for demand")
  func replaceError() {
    let probe = ProbeSubscriber<Int, Never>(demand: .none)
    upstream.replaceError(with: 9).subscribe(probe)
    upstream.send(completion: .failure(.expected))
    #expect(probe.log == ["subscription"])
    probe.request(.max(1))
    #expect(probe.log == ["subscription", "value 9", "finished"])
  }

  @Test("Rule 64b: replaceEmpty's substitute waits for demand; a failure passes through")
  func replaceEmpty() {
    let probe = Probe(demand: .none)
    upstream.replaceEmpty(with: 9).subscribe(probe)
    upstream.send(completion: .finished)
    #expect(probe.log == ["subscription"])
    probe.request(.max(1))
    #expect(probe.log == ["subscription", "value 9", "finished"])
    #expect(
      Fail<Int, TestError>(error: .expected).replaceEmpty(with: 9).log()
        == ["subscription", "failure expected"])
  }

  @Test("Rule 64c: replaceEmpty asks for what it is asked for, so that it overruns nobody")
  func replaceEmptyDemand() {
    let probe = Probe(demand: .max(2))
    upstream.replaceEmpty(with: 9).subscribe(probe)
    #expect(upstream.requests == [.max(2)])
    let source = Publishers.Sequence<Range<Int>, TestError>(sequence: 0..<5)
    let limited = Probe(demand: .max(2))
    source.replaceEmpty(with: 9).subscribe(limited)
    #expect(limited.values == [0, 1])
  }

  @Test("Rule 71c: assertNoFailure passes everything else")
  func assertNoFailure() {
    let probe = ProbeSubscriber<Int, Never>(demand: .max(2))
    upstream.assertNoFailure().subscribe(probe)
    #expect(upstream.requests == [.max(2)])
    upstream.send(1)
    upstream.send(completion: .finished)
    #expect(probe.log == ["subscription", "value 1", "finished"])
  }

  @Test("Rule 74: setFailureType changes what cannot fail alone, and so can only finish")
  func setFailureType() {
    let publisher: Publishers.SetFailureType<Just<Int>, TestError> =
      .init(upstream: Just(1))
    #expect(publisher.log() == ["subscription", "value 1", "finished"])
    let never: Empty<Int, Never> = Empty()
    #expect(never.setFailureType(to: TestError.self).log() == ["subscription", "finished"])
  }
}
