import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("Amb")
struct AmbTests {
  @Test(
    "amb follows the first to send anything",
    arguments: [
      .init("the other is first", ["--a-b|", "-x-y-z|"], "-x-y-z|") { s in s[0].amb(s[1]) },
      .init("both at once", ["-a-b|", "-x-y-z|"], "-a-b|") { s in s[0].amb(s[1]) },
      .init("an end counts", ["--|", "---x"], "--|") { s in s[0].amb(s[1]) },
      .init("a failure counts", ["--a", "-#"], "-#") { s in s[0].amb(s[1]) },
      .init("the winner fails later", ["-a--#", "--x"], "-a--#") { s in s[0].amb(s[1]) },
      .init("three in a collection", ["---a|", "--b-b|", "----c"], "--b-b|") { s in s.amb() },
      .init("an empty collection", [], "|") { s in s.amb() },
    ] as [MarbleRow])
  func amb(_ row: MarbleRow) { row.check() }

  @Test("amb asks all for what is wanted until one wins, then that one alone")
  func ambDemand() {
    let runners = (0..<3).map { _ in ManualPublisher<Int, TestError>() }
    let probe = ProbeSubscriber<Int, TestError>(demand: .max(2))
    runners.amb().subscribe(probe)
    probe.request(.max(1))
    #expect(runners.allSatisfy { $0.requests == [.max(2), .max(1)] })
    probe.onValue = { _ in .max(1) }
    runners[1].send(1)
    #expect(runners.map(\.cancelCount) == [1, 0, 1])
    runners[0].send(7)
    runners[2].send(completion: .failure(.other))
    probe.request(.max(5))
    #expect(runners[0].requests.count == 2)
    #expect(runners[1].connections[0].demand == .max(8))
    #expect(probe.log == ["subscription", "value 1"])
    probe.cancel()
    #expect(runners.map(\.cancelCount) == [1, 1, 1])
  }

  @Test("amb does not subscribe to those after one that answers at once")
  func ambAtOnce() {
    var attached = 0
    let late = Deferred { () -> Just<Int> in
      attached += 1
      return Just(2)
    }
    #expect(Just(1).amb(late).log() == ["subscription", "value 1", "finished"])
    #expect(attached == 0)
  }
}
