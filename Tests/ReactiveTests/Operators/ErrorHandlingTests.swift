import ReactiveExtras
import TestSupport
import Reactive
import Testing

@Suite("Error handling")
struct ErrorHandlingTests {
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
    let upstream = ManualPublisher<Int, TestError>()
    let probe = ProbeSubscriber<Int, Never>(demand: .none)
    upstream.replaceError(with: 7).subscribe(probe)
    upstream.send(completion: .failure(.expected))
    #expect(probe.log == ["subscription"])
    probe.request(.max(1))
    #expect(probe.log == ["subscription", "value 7", "finished"])
  }

  @Test("demand not met carries over to the replacement, and to the next attempt")
  func demandCarriesOver() {
    let (first, second) = (ManualPublisher<Int, TestError>(), ManualPublisher<Int, TestError>())
    let probe = ProbeSubscriber<Int, TestError>(demand: .max(3))
    first.catch { _ in second }.subscribe(probe)
    first.send(1)
    first.send(completion: .failure(.expected))
    #expect(second.requests == [.max(2)])

    let again = ManualPublisher<Int, TestError>()
    let patient = ProbeSubscriber<Int, TestError>(demand: .max(3))
    again.retry(1).subscribe(patient)
    again.connections[0].send(1)
    again.connections[0].send(completion: .failure(.expected))
    #expect(again.connections.count == 2)
    #expect(again.connections[1].requests == [.max(2)])
    #expect(patient.log == ["subscription", "value 1"])
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
    let (first, second) = (ManualPublisher<Int, TestError>(), ManualPublisher<Int, TestError>())
    let probe = ProbeSubscriber<Int, any Error>(demand: .max(3))
    first.tryCatch { _ in second }.subscribe(probe)
    first.send(1)
    first.send(completion: .failure(.expected))
    #expect(second.requests == [.max(2)])
  }

  @Test("assertNoFailure stops the program at a failure")
  func assertNoFailureStops() async {
    await #expect(processExitsWith: .failure) {
      _ = Fail<Int, TestError>(error: .expected).assertNoFailure("law").sink { _ in }
    }
  }
}
