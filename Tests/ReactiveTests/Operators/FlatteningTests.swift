import Reactive
import TestSupport
import Testing

@Suite("Flattening")
struct FlatteningTests {
  typealias Upstream = ManualPublisher<Int, TestError>
  typealias Probe = ProbeSubscriber<Int, TestError>

  let outer = ManualPublisher<Upstream, TestError>()
  let a = Upstream()
  let b = Upstream()

  @Test(
    "flatMap",
    arguments: [
      MarbleRow("sends what all of them send", "a-b----|", "--a-(ab|)") { up, m in
        up.flatMap { value in m.cold("--x-x|").map { _ in value } }.prefix(3)
      },
      MarbleRow("interleaves", "ab-----|", "--ababa(b|)") { up, m in
        up.flatMap { value in m.cold("--x-x-(x|)").map { _ in value } }.prefix(6)
      },
      MarbleRow("ends when all have", "a|", "--x-|") { up, m in up.flatMap { _ in m.cold("--x-|") }
      },
      MarbleRow("ends when all have, though the outer came last", "a-------|", "--x-----|") {
        up, m in up.flatMap { _ in m.cold("--x-|") }
      },
      MarbleRow("one that fails ends all", "ab-----|", "--a-#") { up, m in
        up.flatMap { value in
          value == "a" ? m.cold("--a-#") : m.cold("-----b|")
        }
      },
      MarbleRow("a failure of the outer ends all", "a-#", "--#") { up, m in
        up.flatMap { _ in m.cold("----x|") }
      },
      MarbleRow("publishers that cannot fail", "a-b|", "(aa)-(bb)|") { up, _ in
        up.flatMap { [$0, $0].publisher }
      },
    ])
  func flatMap(_ row: MarbleRow) { row.check() }

  @Test(
    "switchToLatest",
    arguments: [
      MarbleRow("hears the latest alone", "a--b-----|", "-a--b-b-(b|)") { up, m in
        up.map { value in m.cold("-x-x-x-x").map { _ in value } }.switchToLatest().prefix(4)
      },
      MarbleRow("ends when the outer and the latest have", "a-|", "-x--|") { up, m in
        up.map { _ in m.cold("-x--|") }.switchToLatest()
      },
      MarbleRow("ends with the outer if the latest has ended", "a----|", "-x---|") { up, m in
        up.map { _ in m.cold("-x|") }.switchToLatest()
      },
      MarbleRow("ends with an outer that sent nothing", "--|", "--|") { up, m in
        up.map { _ in m.cold("x") }.switchToLatest()
      },
      MarbleRow("a failure of the latest ends all", "a-----", "-x#") { up, m in
        up.map { _ in m.cold("-x#") }.switchToLatest()
      },
      MarbleRow("a failure of the outer ends all", "a-#", "--#") { up, m in
        up.map { _ in m.cold("---x") }.switchToLatest()
      },
      MarbleRow("a failure of one switched away from is not heard", "ab|", "---x-|") { up, m in
        up.map { $0 == "a" ? m.cold("--#") : m.cold("--x-|") }.switchToLatest()
      },
    ])
  func switchToLatest(_ row: MarbleRow) { row.check() }

  @Test("flatMap admits as many publishers as it may, and one more for each that ends")
  func flatMapAdmission() {
    let outer = ManualPublisher<Int, Never>()
    var children: [ManualPublisher<Int, Never>] = []
    let probe = ProbeSubscriber<Int, Never>()
    outer.flatMap(maxPublishers: .max(2)) { _ in
      children.append(ManualPublisher())
      return children.last!
    }.subscribe(probe)
    #expect(outer.requests == [.max(2)])
    outer.send(1)
    outer.send(2)
    children[0].send(completion: .finished)
    #expect(outer.requests == [.max(2), .max(1)])
    #expect(children[1].requests == [.unlimited])
    children[1].send(7)
    outer.send(completion: .finished)
    #expect(!probe.hasEnded)
    children[1].send(completion: .finished)
    #expect(probe.log == ["subscription", "value 7", "finished"])
    // Where any number may be admitted, none is asked for again.
    let unlimited = ManualPublisher<Int, Never>()
    let child = ManualPublisher<Int, Never>()
    unlimited.flatMap { _ in child }.subscribe(ProbeSubscriber())
    unlimited.send(1)
    child.send(completion: .finished)
    #expect(unlimited.requests == [.unlimited])
  }

  @Test("flatMap queues what comes without demand, and asks each child for one at a time")
  func flatMapQueue() {
    let outer = ManualPublisher<Int, Never>()
    let child = ManualPublisher<Int, Never>()
    let probe = ProbeSubscriber<Int, Never>(demand: .max(1))
    outer.flatMap { _ in child }.subscribe(probe)
    outer.send(0)
    #expect(child.requests == [.max(1)])
    child.send(1)
    #expect(child.connections[0].demand == .max(1))
    child.send(2)
    #expect(child.connections[0].demand == .none)
    child.send(completion: .finished)
    outer.send(completion: .finished)
    #expect(probe.log == ["subscription", "value 1"])
    probe.request(.max(1))
    #expect(probe.log == ["subscription", "value 1", "value 2", "finished"])
  }

  @Test("flatMap hands over its subscription before it subscribes upstream")
  func flatMapOrder() {
    let outer = ManualPublisher<Int, Never>()
    let probe = ProbeSubscriber<Int, Never>(demand: .none)
    var connectionsAtSubscription: Int?
    probe.onSubscription = { _ in connectionsAtSubscription = outer.connections.count }
    outer.flatMap { Just($0) }.subscribe(probe)
    #expect(connectionsAtSubscription == 0)
  }

  @Test("flatMap makes no publisher once it was cancelled")
  func flatMapAfterCancel() {
    let outer = ManualPublisher<Int, Never>()
    var made = 0
    let probe = ProbeSubscriber<Int, Never>()
    outer.flatMap { value -> Just<Int> in
      made += 1
      return Just(value)
    }.subscribe(probe)
    probe.cancel()
    outer.send(1)
    #expect(made == 0)
  }

  @Test("a failing child cancels its siblings and the outer before the failure is passed on")
  func flatMapFailure() {
    let outer = ManualPublisher<Int, TestError>()
    let children = [ManualPublisher<Int, TestError>(), ManualPublisher<Int, TestError>()]
    let probe = ProbeSubscriber<Int, TestError>()
    var counts: [Int] = []
    probe.onCompletion = { counts = [outer.cancelCount, children[1].cancelCount] }
    outer.flatMap { children[$0] }.subscribe(probe)
    outer.send(0)
    outer.send(1)
    children[0].send(completion: .failure(.expected))
    #expect(counts == [1, 1])
    children[1].send(5)
    #expect(probe.log == ["subscription", "failure expected"])
  }

  @Test("switchToLatest cancels the old child before it subscribes to the new")
  func switchOrder() {
    let outer = PassthroughSubject<Int, Never>()
    let old = ManualPublisher<Int, Never>()
    var cancelsAtSwitch: Int?
    let publishers: [AnyPublisher<Int, Never>] = [
      old.eraseToAnyPublisher(),
      Deferred { () -> Just<Int> in
        cancelsAtSwitch = old.cancelCount
        return Just(9)
      }.eraseToAnyPublisher(),
    ]
    let probe = ProbeSubscriber<Int, Never>(demand: .max(3))
    outer.map { publishers[$0] }.switchToLatest().subscribe(probe)
    outer.send(0)
    old.send(1)
    outer.send(1)
    #expect(cancelsAtSwitch == 1)
    #expect(probe.values == [1, 9])
  }

  @Test("demand that the old child did not meet is asked of the new")
  func switchDemand() {
    let outer = PassthroughSubject<ManualPublisher<Int, Never>, Never>()
    let (old, new) = (ManualPublisher<Int, Never>(), ManualPublisher<Int, Never>())
    let probe = ProbeSubscriber<Int, Never>(demand: .max(3))
    outer.switchToLatest().subscribe(probe)
    outer.send(old)
    #expect(old.requests == [.max(3)])
    old.send(1)
    outer.send(new)
    #expect(new.requests == [.max(2)])
    old.send(2)
    #expect(probe.values == [1])
  }

  @Test("a child that overproduces does not trap; the rest waits for demand")
  func switchOverproduction() {
    let outer = PassthroughSubject<ManualPublisher<Int, Never>, Never>()
    let child = ManualPublisher<Int, Never>()
    let probe = ProbeSubscriber<Int, Never>(demand: .max(1))
    outer.switchToLatest().subscribe(probe)
    outer.send(child)
    child.send(1)
    child.send(2)
    #expect(probe.values == [1])
    probe.request(.max(1))
    #expect(probe.values == [1, 2])
  }

  @Test("a new child is asked for one value, although an old one's has only just gone out")
  func placeOfAnEndedChild() {
    let outer = PassthroughSubject<Int, Never>()
    let children = [ManualPublisher<Int, Never>(), ManualPublisher<Int, Never>()]
    let probe = ProbeSubscriber<Int, Never>(demand: .none)
    outer.flatMap { children[$0] }.subscribe(probe)
    outer.send(0)
    children[0].send(1)
    children[0].send(completion: .finished)
    probe.onValue = { _ in
      outer.send(1)
      return .none
    }
    probe.request(.max(1))
    #expect(probe.values == [1])
    #expect(children[1].requests == [.max(1)])
  }

  @Test("flatMap asks its children for everything if asked so, else for one at a time")
  func flatMapChildren() {
    let probe = Probe(demand: .max(2))
    outer.flatMap { $0 }.subscribe(probe)
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

  @Test("an outer failure cancels the children")
  func flatMapOuterFails() {
    let probe = Probe()
    outer.flatMap { $0 }.subscribe(probe)
    outer.send(a)
    outer.send(b)
    outer.send(completion: .failure(.expected))
    #expect(probe.log == ["subscription", "failure expected"])
    #expect(a.cancelCount == 1)
    #expect(b.cancelCount == 1)
  }

  @Test(
    "a value that was asked for comes before a failure that followed it, also inside a delivery")
  func valuesBeforeFailure() {
    func check(_ build: (Subject, Subject) -> some Publisher<Int, TestError>, _ expected: [String])
    {
      let (a, b) = (Subject(), Subject())
      let probe = Probe()
      probe.onValue = { value in
        if value != 0 { return .none }
        b.send(1)
        b.send(completion: .failure(.expected))
        return .none
      }
      build(a, b).subscribe(probe)
      b.send(9)
      a.send(0)
      #expect(probe.log == ["subscription"] + expected + ["failure expected"])
    }
    let both = ["value 9", "value 0", "value 1"]
    check({ a, b in [a, b].publisher.setFailureType(to: TestError.self).flatMap { $0 } }, both)
    check({ a, b in a.merge(with: b) }, both)
    check({ a, b in b.zip(a.append([7, 8])).map { $1 } }, ["value 0"])
  }

  private typealias Subject = PassthroughSubject<Int, TestError>

  @Test("once a new publisher is taken nothing of the old one goes out, not even what waits")
  func switchDropsWhatWaits() {
    let outer = PassthroughSubject<AnyPublisher<Int, Never>, Never>()
    let probe = ProbeSubscriber<Int, Never>()
    probe.onValue = { value in
      if value == 0 { outer.send([10, 11, 12].publisher.eraseToAnyPublisher()) }
      if value == 10 { outer.send([20, 21].publisher.eraseToAnyPublisher()) }
      return .none
    }
    outer.switchToLatest().subscribe(probe)
    outer.send(Just(0).eraseToAnyPublisher())
    #expect(probe.values == [0, 10, 20, 21])
  }

  @Test("a cancel reaches the children first, the publisher of publishers last")
  func cancelOrder() {
    func check(
      _ build: (AnyPublisher<Int, TestError>, AnyPublisher<Int, TestError>) -> some Publisher<
        Int, TestError
      >
    ) {
      var order: [String] = []
      let outer = PassthroughSubject<Int, TestError>()
      let child = PassthroughSubject<Int, TestError>()
      let probe = Probe()
      build(
        outer.handleEvents(receiveCancel: { order.append("outer") }).eraseToAnyPublisher(),
        child.handleEvents(receiveCancel: { order.append("child") }).eraseToAnyPublisher()
      ).subscribe(probe)
      outer.send(1)
      probe.cancel()
      #expect(order == ["child", "outer"])
    }
    check { outer, child in outer.flatMap { _ in child } }
    check { outer, child in outer.map { _ in child }.switchToLatest() }
  }

  @Test("demand returned from a value goes back to the latest publisher as it is returned")
  func switchReturnsDemand() {
    let probe = Probe(demand: .max(1))
    probe.onValue = { _ in .max(2) }
    outer.switchToLatest().subscribe(probe)
    outer.send(a)
    a.send(1)
    #expect(a.requests == [.max(1)])
    #expect(a.connections[0].demand == .max(2))
  }
}
