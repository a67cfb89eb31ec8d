import ReactiveExtras
import TestSupport
import Reactive
import Testing

/// What the operators do that make one stream of several: rules 36 to 39.
@Suite("Rules: combining")
struct CombiningRules {
  typealias Upstream = ManualPublisher<Int, TestError>
  typealias Probe = ProbeSubscriber<Int, TestError>

  let a = Upstream()
  let b = Upstream()

  // MARK: combineLatest

  /// Attaches a probe to `a * 10 + b`.
  func combineLatest(demand: Subscribers.Demand = .unlimited) -> Probe {
    let probe = Probe(demand: demand)
    a.combineLatest(b) { $0 * 10 + $1 }.subscribe(probe)
    return probe
  }

  @Test("Rule 36a: combineLatest asks every upstream for what the downstream asks for")
  func combineLatestDemand() {
    let probe = combineLatest(demand: .max(2))
    probe.request(.max(3))
    #expect(a.requests == [.max(2), .max(3)])
    #expect(b.requests == a.requests)
  }

  @Test("Rule 36b: combineLatest sends nothing before every slot is filled")
  func combineLatestFills() {
    let probe = combineLatest()
    a.send(1)
    a.send(2)
    #expect(probe.values.isEmpty)
    b.send(3)
    #expect(probe.values == [23])
  }

  @Test("Rule 36c: combineLatest drops a combination without demand, and keeps its parts")
  func combineLatestDrops() {
    let probe = combineLatest(demand: .max(1))
    a.send(1)
    for value in 1...4 { b.send(value) }
    #expect(probe.values == [11])
    probe.request(.max(1))
    #expect(probe.values == [11])
    a.send(2)
    #expect(probe.values == [11, 24])
  }

  @Test("Rule 36d: combineLatest finishes when all have finished, though one may have sent nothing")
  func combineLatestFinishes() {
    let probe = combineLatest()
    a.send(1)
    a.send(completion: .finished)
    b.send(1)
    b.send(2)
    #expect(probe.log == ["subscription", "value 11", "value 12"])
    b.send(completion: .finished)
    #expect(probe.hasEnded)
    let empty = Empty<Int, TestError>()
    #expect(
      empty.combineLatest([1].publisher.setFailureType(to: TestError.self)) { $0 + $1 }.log()
        == ["subscription", "finished"])
  }

  @Test("Rule 36e: a failure ends combineLatest at once, unasked, and cancels the others")
  func combineLatestFails() {
    let probe = combineLatest(demand: .none)
    b.send(completion: .failure(.expected))
    #expect(probe.log == ["subscription", "failure expected"])
    #expect(a.cancelCount == 1)
    #expect(b.cancelCount == 0)
  }

  @Test("Rule 36f: a value that comes from inside a delivery only takes its slot")
  func combineLatestReentrant() {
    let probe = combineLatest()
    probe.onValue = { value in
      if value == 11 { a.send(2) }
      return .none
    }
    a.send(1)
    b.send(1)
    #expect(probe.values == [11])
    b.send(2)
    #expect(probe.values == [11, 22])
  }

  @Test("Rule 36g: combineLatest returns no demand to an upstream; it requests it of all")
  func combineLatestReturns() {
    let probe = combineLatest(demand: .max(2))
    probe.onValue = { _ in .max(1) }
    a.send(1)
    b.send(1)
    #expect(probe.values == [11])
    // Of the two asked for each has sent one; the third was requested, of both.
    #expect(a.requests == [.max(2), .max(1)])
    #expect(b.requests == [.max(2), .max(1)])
    #expect(a.connections[0].demand == .max(2))
    #expect(b.connections[0].demand == .max(2))
  }

  @Test("Rule 37a: combineLatest hands over its subscription once its upstreams have theirs")
  func combineLatestOrder() {
    var log: [String] = []
    let watched = a.handleEvents(receiveSubscription: { _ in log.append("a") })
    let other = b.handleEvents(receiveSubscription: { _ in log.append("b") })
    let probe = Probe()
    probe.onSubscription = { _ in log.append("downstream") }
    watched.combineLatest(other) { $0 + $1 }.subscribe(probe)
    #expect(log == ["a", "b", "downstream"])
  }

  @Test("Rule 37b: a completion that comes meanwhile waits for the subscription")
  func combineLatestHolds() {
    let fail = Fail<Int, TestError>(error: .expected)
    #expect(
      fail.combineLatest(b) { $0 + $1 }.unaskedLog() == ["subscription", "failure expected"])
    let empty = Empty<Int, TestError>()
    #expect(empty.combineLatest(empty) { $0 + $1 }.unaskedLog() == ["subscription", "finished"])
  }

  @Test("Rule 37c: flatMap hands over its subscription before it subscribes upstream")
  func flatMapOrder() {
    var log: [String] = []
    let probe = Probe()
    probe.onSubscription = { _ in log.append("downstream") }
    a.handleEvents(receiveSubscription: { _ in log.append("upstream") })
      .flatMap { Just($0).setFailureType(to: TestError.self) }.subscribe(probe)
    #expect(log == ["downstream", "upstream"])
  }

  // MARK: zip

  @Test("Rule 38a: zip keeps what has no partner yet, without bound")
  func zipBuffers() {
    let probe = Probe()
    a.zip(b) { $0 * 10_000 + $1 }.subscribe(probe)
    for value in 0..<2000 { a.send(value) }
    for value in 0..<2000 { b.send(value) }
    #expect(probe.values == (0..<2000).map { $0 * 10_001 })
  }

  @Test("Rule 38b: zip finishes as soon as a finished upstream has nothing left")
  func zipFinishes() {
    let probe = Probe()
    a.zip(b) { $0 * 10 + $1 }.subscribe(probe)
    a.send(1)
    a.send(2)
    a.send(completion: .finished)
    b.send(1)
    #expect(probe.log == ["subscription", "value 11"])
    b.send(2)
    #expect(probe.log == ["subscription", "value 11", "value 22", "finished"])
    #expect(b.cancelCount == 1)
  }

  @Test("Rule 38c: zip forwards each request to all its upstreams")
  func zipDemand() {
    let c = Upstream()
    let probe = Probe(demand: .max(1))
    a.zip(b, c) { $0 + $1 + $2 }.subscribe(probe)
    probe.request(.max(4))
    for upstream in [a, b, c] { #expect(upstream.requests == [.max(1), .max(4)]) }
  }

  @Test("Rule 38d: a failure ends zip and cancels the remaining upstreams")
  func zipFails() {
    let probe = Probe()
    a.zip(b) { $0 + $1 }.subscribe(probe)
    a.send(1)
    a.send(completion: .failure(.expected))
    #expect(probe.log == ["subscription", "failure expected"])
    #expect(b.cancelCount == 1)
  }

  // MARK: merge

  @Test("Rule 39a: unlimited demand passes straight through merge")
  func mergeUnlimited() {
    let probe = Probe()
    a.merge(with: b).subscribe(probe)
    #expect(a.requests == [.unlimited])
    #expect(b.requests == [.unlimited])
    for value in 1...3 { a.send(value) }
    b.send(4)
    #expect(probe.values == [1, 2, 3, 4])
    #expect(a.requests.count == 1)
  }

  @Test("Rule 39b: with limited demand merge asks each upstream for one, and holds one of each")
  func mergeLimited() {
    let probe = Probe(demand: .max(2))
    a.merge(with: b).subscribe(probe)
    #expect(a.requests == [.max(1)])
    #expect(b.requests == [.max(1)])
    for value in 1...3 { a.sendIfWanted(value) }
    // Two have gone out; the third is held, and no more is asked for.
    #expect(probe.values == [1, 2])
    #expect(a.connections[0].demand == .none)
    #expect(b.sendIfWanted(10))
    #expect(!b.sendIfWanted(11))
    probe.request(.max(2))
    #expect(probe.values == [1, 2, 3, 10])
    #expect(a.connections[0].demand == .max(1))
    #expect(b.connections[0].demand == .max(1))
  }

  @Test("Rule 39c: merge finishes when all have finished and what was held has gone out")
  func mergeFinishes() {
    let probe = Probe(demand: .none)
    a.merge(with: b).subscribe(probe)
    a.send(1)
    a.send(completion: .finished)
    b.send(completion: .finished)
    #expect(probe.log == ["subscription"])
    probe.request(.max(1))
    #expect(probe.log == ["subscription", "value 1", "finished"])
  }

  @Test("Rule 39d: the first failure ends merge and cancels the rest")
  func mergeFails() {
    let c = Upstream()
    let probe = Probe()
    a.merge(with: b, c).subscribe(probe)
    b.send(completion: .failure(.expected))
    #expect(probe.log == ["subscription", "failure expected"])
    #expect(a.cancelCount == 1)
    #expect(c.cancelCount == 1)
    #expect(b.cancelCount == 0)
  }
}
