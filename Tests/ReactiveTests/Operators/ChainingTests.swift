import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("Chaining")
struct ChainingTests {
  typealias Upstream = ManualPublisher<Int, TestError>
  typealias Probe = ProbeSubscriber<Int, TestError>

  let a = Upstream()
  let b = Upstream()
  let c = Upstream()

  @Test(
    "diagrams",
    arguments: [
      MarbleRow("append values", "a-|", "a-(xy|)") { up, _ in up.append("x", "y") },
      MarbleRow("append a sequence", "a-|", "a-(xy|)") { up, _ in up.append(["x", "y"]) },
      MarbleRow("append a publisher", "a-|", "a--x-|") { up, marbles in
        up.append(marbles.cold("-x-|"))
      },
      MarbleRow("a failure leaves the rest out", "a-#", "a-#") { up, _ in up.append("x") },
      MarbleRow("prepend values", "-a|", "(xy)a|") { up, _ in up.prepend("x", "y") },
      MarbleRow("prepend a sequence", "-a|", "(xy)a|") { up, _ in up.prepend(["x", "y"]) },
      MarbleRow("prepend a publisher", "a--b-|", "-x-b-|") { up, marbles in
        up.prepend(marbles.cold("-x|"))
      },
      MarbleRow("each delay starts when the one before has finished", "|", "-a-b-(c|)") { _, m in
        let one: @Sendable (String) -> Publishers.Delay<Just<String>, VirtualTimeScheduler> = {
          Just($0).delay(for: $0 == "a" ? 1 : 2, scheduler: m.scheduler)
        }
        return one("a").append(Deferred { one("b") }).append(Deferred { one("c") })
          .setFailureType(to: TestError.self)
      },
    ])
  func diagrams(_ row: MarbleRow) { row.check() }

  @Test("demand returned for a value during which the prefix ends goes to the suffix")
  func returnedDemandCarriesOver() {
    let prefix = PassthroughSubject<Int, Never>()
    let suffix = ManualPublisher<Int, Never>()
    let probe = ProbeSubscriber<Int, Never>(demand: .max(1))
    probe.onValue = { _ in
      prefix.send(completion: .finished)
      return .max(2)
    }
    prefix.append(suffix).subscribe(probe)
    prefix.send(1)
    #expect(suffix.connections[0].demand == .max(2))
  }

  @Test("a chain of two thousand appended publishers holds together")
  func deepChain() {
    var chain = Just(0).eraseToAnyPublisher()
    for value in 1...2000 { chain = chain.append(Just(value)).eraseToAnyPublisher() }
    #expect(chain.allValues().count == 2001)
  }

  @Test(
    "the suffix is subscribed to once the prefix has finished, and gets the demand left")
  func append() {
    let probe = Probe(demand: .max(4))
    a.append(b).append(c).subscribe(probe)
    a.send(1)
    #expect(b.connections.isEmpty)
    a.send(completion: .finished)
    #expect(b.requests == [.max(3)])
    b.send(2)
    b.send(completion: .finished)
    #expect(c.requests == [.max(2)])
    c.send(completion: .finished)
    #expect(probe.log == ["subscription", "value 1", "value 2", "finished"])
  }

  @Test("a failure in the prefix leaves the suffix out")
  func appendFails() {
    let probe = Probe()
    a.append(b).subscribe(probe)
    a.send(completion: .failure(.expected))
    #expect(b.connections.isEmpty)
    #expect(probe.log == ["subscription", "failure expected"])
  }
}
