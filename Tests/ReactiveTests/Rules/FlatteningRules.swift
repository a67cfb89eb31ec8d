import TestSupport
import Reactive
import Testing

/// What the operators do that go from one publisher to others: rules 40 to 42.
@Suite("Rules: flattening and chaining")
struct FlatteningRules {
  typealias Upstream = ManualPublisher<Int, TestError>
  typealias Outer = ManualPublisher<Upstream, TestError>
  typealias Probe = ProbeSubscriber<Int, TestError>

  let outer = Outer()
  let a = Upstream()
  let b = Upstream()
  let c = Upstream()

  func flatMap(
    _ maximum: Subscribers.Demand = .unlimited, demand: Subscribers.Demand = .unlimited
  ) -> Probe {
    let probe = Probe(demand: demand)
    outer.flatMap(maxPublishers: maximum) { $0 }.subscribe(probe)
    return probe
  }

  func switchToLatest(demand: Subscribers.Demand = .unlimited) -> Probe {
    let probe = Probe(demand: demand)
    outer.switchToLatest().subscribe(probe)
    return probe
  }

  // MARK: flatMap

  @Test("Rule 40a: flatMap asks for maxPublishers, and for one more for each child that completes")
  func flatMapAdmission() {
    let probe = flatMap(.max(2))
    #expect(outer.requests == [.max(2)])
    outer.send(a)
    outer.send(b)
    #expect(outer.requests == [.max(2)])
    a.send(completion: .finished)
    #expect(outer.requests == [.max(2), .max(1)])
    probe.cancel()
    let unlimited = ManualPublisher<Upstream, TestError>()
    unlimited.flatMap { $0 }.subscribe(Probe())
    let child = Upstream()
    unlimited.send(child)
    child.send(completion: .finished)
    #expect(unlimited.requests == [.unlimited])
  }

  @Test("Rule 40b: flatMap asks its children for everything if asked so, else for one at a time")
  func flatMapChildren() {
    let probe = flatMap(demand: .max(2))
    outer.send(a)
    #expect(a.requests == [.max(1)])
    for value in 1...3 { a.sendIfWanted(value) }
    #expect(probe.values == [1, 2])
    #expect(a.connections[0].demand == .none)
    probe.request(.unlimited)
    #expect(probe.values == [1, 2, 3])
    #expect(a.requests.last == .unlimited)
    outer.send(b)
    #expect(b.requests == [.unlimited])
  }

  @Test("Rule 40c: flatMap queues what comes without demand")
  func flatMapQueues() {
    let probe = flatMap(demand: .max(1))
    outer.send(a)
    outer.send(b)
    a.send(1)
    b.send(2)
    a.send(3)
    #expect(probe.values == [1])
    probe.request(.max(2))
    #expect(probe.values == [1, 2, 3])
  }

  @Test("Rule 40d: flatMap finishes once outer and children have, and the queue is empty")
  func flatMapFinishes() {
    let probe = flatMap(demand: .max(1))
    outer.send(a)
    outer.send(b)
    a.send(1)
    a.send(2)
    a.send(completion: .finished)
    outer.send(completion: .finished)
    #expect(!probe.hasEnded)
    b.send(completion: .finished)
    #expect(!probe.hasEnded)
    probe.request(.max(1))
    #expect(probe.log.suffix(2) == ["value 2", "finished"])
    // The children's ends alone are no end.
    let (other, child) = (Outer(), Upstream())
    let second = Probe()
    other.flatMap { $0 }.subscribe(second)
    other.send(child)
    child.send(completion: .finished)
    #expect(!second.hasEnded)
  }

  @Test("Rule 40e: a child's failure cancels the other children and the outer, and fails the whole")
  func flatMapChildFails() {
    let probe = flatMap()
    outer.send(a)
    outer.send(b)
    a.send(completion: .failure(.expected))
    #expect(probe.log == ["subscription", "failure expected"])
    #expect(b.cancelCount == 1)
    #expect(outer.cancelCount == 1)
  }

  @Test("Rule 40f: an outer failure cancels the children")
  func flatMapOuterFails() {
    let probe = flatMap()
    outer.send(a)
    outer.send(b)
    outer.send(completion: .failure(.expected))
    #expect(probe.log == ["subscription", "failure expected"])
    #expect(a.cancelCount == 1)
    #expect(b.cancelCount == 1)
  }

  // MARK: switchToLatest

  @Test("Rule 41a: switchToLatest asks for all, and cancels the old child before it takes the new")
  func switchOrder() {
    _ = switchToLatest(demand: .max(1))
    #expect(outer.requests == [.unlimited])
    var log: [String] = []
    let publishers = PassthroughSubject<AnyPublisher<Int, TestError>, TestError>()
    let cancellable = publishers.switchToLatest().sink(
      receiveCompletion: { _ in }, receiveValue: { _ in })
    publishers.send(
      a.handleEvents(receiveCancel: { log.append("old cancelled") }).eraseToAnyPublisher())
    publishers.send(
      b.handleEvents(receiveSubscription: { _ in log.append("new subscribed") })
        .eraseToAnyPublisher())
    #expect(log == ["old cancelled", "new subscribed"])
    withExtendedLifetime(cancellable) {}
  }

  @Test("Rule 41b: what the old child did not meet of the demand is asked of the new")
  func switchDemand() {
    let probe = switchToLatest(demand: .max(5))
    outer.send(a)
    #expect(a.requests == [.max(5)])
    a.send(1)
    a.send(2)
    outer.send(b)
    #expect(b.requests == [.max(3)])
    a.send(9)
    b.send(3)
    #expect(probe.values == [1, 2, 3])
  }

  @Test("Rule 41c: switchToLatest finishes when outer and child have, in whichever order")
  func switchFinishes() {
    let probe = switchToLatest()
    outer.send(a)
    outer.send(completion: .finished)
    #expect(!probe.hasEnded)
    a.send(completion: .finished)
    #expect(probe.log == ["subscription", "finished"])
    let other = Outer()
    let second = Probe()
    other.switchToLatest().subscribe(second)
    other.send(b)
    b.send(completion: .finished)
    #expect(!second.hasEnded)
    other.send(completion: .finished)
    #expect(second.log == ["subscription", "finished"])
  }

  @Test("Rule 41d: a child that sends more than it was asked for does no harm")
  func switchOverrun() {
    let probe = switchToLatest(demand: .max(1))
    outer.send(a)
    for value in 1...3 { a.send(value) }
    #expect(probe.values == [1])
    probe.request(.max(2))
    #expect(probe.values == [1, 2, 3])
  }

  // MARK: append and prepend

  @Test(
    "Rule 42a: the suffix is subscribed to once the prefix has finished, and gets the demand left")
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

  @Test("Rule 42b: a failure in the prefix leaves the suffix out")
  func appendFails() {
    let probe = Probe()
    a.append(b).subscribe(probe)
    a.send(completion: .failure(.expected))
    #expect(b.connections.isEmpty)
    #expect(probe.log == ["subscription", "failure expected"])
  }

  @Test("Rule 42c: prepend is append the other way round")
  func prepend() {
    let probe = Probe(demand: .max(3))
    b.prepend(a).prepend(7, 8).subscribe(probe)
    #expect(probe.values == [7, 8])
    #expect(a.requests == [.max(1)])
    #expect(b.connections.isEmpty)
    a.send(completion: .finished)
    #expect(b.requests == [.max(1)])
  }
}
