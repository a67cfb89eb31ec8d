import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("Combining")
struct CombiningTests {
  typealias Upstream = ManualPublisher<Int, TestError>
  typealias Probe = ProbeSubscriber<Int, TestError>

  let a = Upstream()
  let b = Upstream()

  @Test(
    "the examples of the introduction: combineLatest and zip of one input, merge",
    arguments: [
      MarbleRow("combineLatest", ["a-bc---|", "-1--23-|"], "-[a1][b1][c1][c2][c3]-|") {
        $0[0].combineLatest($0[1]).map { $0 + $1 }
      },
      MarbleRow("zip", ["a-bc---|", "-1--23-|"], "-[a1]--[b2][c3]-|") {
        $0[0].zip($0[1]).map { $0 + $1 }
      },
      MarbleRow("merge", ["1-3|", "-2-|"], "123|") { $0[0].merge(with: $0[1]) },
    ])
  func examples(_ row: MarbleRow) { row.check() }

  @Test(
    "merge",
    arguments: [
      MarbleRow("ends when both have", ["a|", "-b--c|"], "ab--c|") { $0[0].merge(with: $0[1]) },
      MarbleRow("fails when either does", ["a--#", "-b-----c"], "ab-#") {
        $0[0].merge(with: $0[1])
      },
      MarbleRow("three", ["a--|", "-b-|", "--c|"], "abc|") { $0[0].merge(with: $0[1], $0[2]) },
      MarbleRow("four", ["a---|", "-b-|", "--c|", "---d|"], "abcd|") {
        $0[0].merge(with: $0[1], $0[2], $0[3])
      },
      MarbleRow("five", ["a---|", "-b-|", "--c|", "---d|"], "(ea)bcd|") {
        $0[0].merge(with: $0[1], $0[2], $0[3], one("e"))
      },
      MarbleRow("six", ["a---|", "-b-|", "--c|", "---d|"], "(efa)bcd|") {
        $0[0].merge(with: $0[1], $0[2], $0[3], one("e"), one("f"))
      },
      MarbleRow("seven", ["a---|", "-b-|", "--c|", "---d|"], "(efga)bcd|") {
        $0[0].merge(with: $0[1], $0[2], $0[3], one("e"), one("f"), one("g"))
      },
      MarbleRow("eight", ["a---|", "-b-|", "--c|", "---d|"], "(efgha)bcd|") {
        $0[0].merge(with: $0[1], $0[2], $0[3], one("e"), one("f"), one("g"), one("h"))
      },
      MarbleRow("many", ["a---|", "-b-|", "--c|", "---d|"], "abcd|") { Publishers.MergeMany($0) },
      MarbleRow("none at all", [], "|") { Publishers.MergeMany($0) },
      MarbleRow("many and one more", ["a---|", "-b-|", "--c|"], "abc-|") {
        Publishers.MergeMany($0[0], $0[1]).merge(with: $0[2])
      },
    ])
  func merge(_ row: MarbleRow) { row.check() }

  @Test(
    "combineLatest",
    arguments: [
      MarbleRow("waits for both", ["ab-|", "--1|"], "--[b1]|") {
        $0[0].combineLatest($0[1]).map { $0 + $1 }
      },
      MarbleRow("ends when both have", ["a|", "-1-2-|"], "-[a1]-[a2]-|") {
        $0[0].combineLatest($0[1]) { $0 + $1 }
      },
      MarbleRow("ends when both have, though one sent nothing", ["a--|", "|"], "---|") {
        $0[0].combineLatest($0[1]) { $0 + $1 }
      },
      MarbleRow("fails when either does", ["a--#", "1------2"], "[a1]--#") {
        $0[0].combineLatest($0[1]) { $0 + $1 }
      },
      MarbleRow("three", ["a--b|", "-1--|", "--x|"], "--[a1x][b1x]|") {
        $0[0].combineLatest($0[1], $0[2]) { $0 + $1 + $2 }
      },
      MarbleRow("four", ["a--b|", "-1--|", "--x|", "y|"], "--[a1xy][b1xy]|") {
        $0[0].combineLatest($0[1], $0[2], $0[3]) { $0 + $1 + $2 + $3 }
      },
    ])
  func combineLatest(_ row: MarbleRow) { row.check() }

  @Test(
    "zip",
    arguments: [
      MarbleRow("keeps what has no partner", ["abc--|", "---1-2|"], "---[a1]-[b2]|") {
        $0[0].zip($0[1]) { $0 + $1 }
      },
      MarbleRow("ends when a finished one has nothing left", ["ab|", "--1-2--3"], "--[a1]-([b2]|)")
      {
        $0[0].zip($0[1]) { $0 + $1 }
      },
      MarbleRow("fails when either does", ["ab#", "----1"], "--#") { $0[0].zip($0[1]) { $0 + $1 } },
      MarbleRow("three", ["ab|", "-12|", "x--y|"], "-[a1x]-([b2y]|)") {
        $0[0].zip($0[1], $0[2]) { $0 + $1 + $2 }
      },
      MarbleRow("four", ["ab|", "-12|", "x--y|", "m---n|"], "-[a1xm]--([b2yn]|)") {
        $0[0].zip($0[1], $0[2], $0[3]) { $0 + $1 + $2 + $3 }
      },
    ])
  func zip(_ row: MarbleRow) { row.check() }

  @Test("combineLatest asks all for what it is asked for, and returns no demand to one")
  func combineLatestDemand() {
    let probe = Probe(demand: .max(2))
    probe.onValue = { _ in .max(1) }
    a.combineLatest(b) { $0 * 10 + $1 }.subscribe(probe)
    probe.request(.max(3))
    a.send(1)
    #expect(a.connections[0].demand == .max(4))
    b.send(1)
    #expect(probe.values == [11])
    // What the value returned was requested, of both.
    #expect(a.requests == [.max(2), .max(3), .max(1)])
    #expect(b.requests == a.requests)
    #expect(a.connections[0].demand == .max(5))
    #expect(b.connections[0].demand == .max(5))
  }

  @Test("combineLatest drops a combination without demand, and keeps its parts")
  func combineLatestWithoutDemand() {
    let probe = Probe(demand: .max(1))
    a.combineLatest(b) { $0 * 10 + $1 }.subscribe(probe)
    a.send(1)
    b.send(1)
    b.send(2)
    a.send(3)
    #expect(probe.values == [11])
    probe.request(.max(1))
    #expect(probe.values == [11])
    b.send(4)
    #expect(probe.values == [11, 34])
  }

  @Test("combineLatest of sequences goes on as long as one value is asked for after another")
  func combineLatestStaysAlive() {
    let (a, b) = ([1, 2, 3].publisher, [10, 20, 30].publisher)
    let returning = ProbeSubscriber<Int, Never>(demand: .max(1))
    returning.onValue = { _ in .max(1) }
    a.combineLatest(b) { $0 + $1 }.subscribe(returning)
    #expect(returning.log.last == "finished")
    #expect(returning.values.last == 33 || returning.values.last == 23)

    let asking = ProbeSubscriber<Int, Never>(demand: .max(1))
    asking.onValue = { [unowned asking] _ in
      asking.request(.max(1))
      return .none
    }
    a.combineLatest(b) { $0 + $1 }.subscribe(asking)
    #expect(asking.log.last == "finished")
  }

  @Test("a value sent from inside a combination's delivery takes its place without another")
  func combineLatestReentrant() {
    let probe = Probe()
    probe.onValue = { value in
      if value == 11 { a.send(2) }
      return .none
    }
    a.combineLatest(b) { $0 * 10 + $1 }.subscribe(probe)
    a.send(1)
    b.send(1)
    #expect(probe.values == [11])
    b.send(3)
    #expect(probe.values == [11, 23])
  }

  @Test("combineLatest holds an end that comes before its subscription is handed over")
  func combineLatestHolds() {
    let failing = Fail<Int, TestError>(error: .expected)
    let log = failing.combineLatest(b) { $0 + $1 }.unaskedLog()
    #expect(log == ["subscription", "failure expected"])
    #expect(b.cancelCount == 1)
    let empty = Empty<Int, TestError>()
    #expect(empty.combineLatest(empty) { $0 + $1 }.unaskedLog() == ["subscription", "finished"])
  }

  @Test("zip forwards each request to all, and cancels the rest before it finishes")
  func zipDemandAndEnd() {
    let c = Upstream()
    let probe = Probe(demand: .max(1))
    var cancelCounts: [Int] = []
    probe.onCompletion = { cancelCounts = [b.cancelCount, c.cancelCount] }
    a.zip(b, c) { $0 + $1 + $2 }.subscribe(probe)
    probe.request(.max(4))
    for upstream in [a, b, c] { #expect(upstream.requests == [.max(1), .max(4)]) }
    a.send(1)
    a.send(completion: .finished)
    b.send(1)
    #expect(probe.log == ["subscription"])
    c.send(1)
    #expect(probe.log == ["subscription", "value 3", "finished"])
    #expect(cancelCounts == [1, 1])
    #expect(b.cancelCount == 1)
  }

  @Test("a leg that fails after it has finished is not believed")
  func zipFailureAfterFinish() {
    let probe = Probe()
    a.zip(b) { $0 + $1 }.subscribe(probe)
    a.send(1)
    a.send(completion: .finished)
    a.send(completion: .failure(.expected))
    b.send(1)
    #expect(probe.log == ["subscription", "value 2", "finished"])
  }

  @Test("a failure ends all of them at once, unasked, and cancels the others")
  func failureCancels() {
    for build: (Upstream, Upstream, Upstream) -> AnyPublisher<Int, TestError> in [
      { $0.merge(with: $1, $2).eraseToAnyPublisher() },
      { $0.zip($1, $2) { $0 + $1 + $2 }.eraseToAnyPublisher() },
      { $0.combineLatest($1, $2) { $0 + $1 + $2 }.eraseToAnyPublisher() },
    ] {
      let all = (0..<3).map { _ in Upstream() }
      let probe = Probe(demand: .none)
      build(all[0], all[1], all[2]).subscribe(probe)
      all[0].send(1)
      all[1].send(completion: .failure(.expected))
      #expect(probe.log == ["subscription", "failure expected"])
      #expect(all.map(\.cancelCount) == [1, 0, 1])
    }
  }

  @Test("merge holds its end until what waits has gone out")
  func mergeEnd() {
    let probe = Probe(demand: .none)
    a.merge(with: b).subscribe(probe)
    a.send(1)
    a.send(completion: .finished)
    b.send(completion: .finished)
    #expect(probe.log == ["subscription"])
    probe.request(.max(1))
    #expect(probe.log == ["subscription", "value 1", "finished"])
  }

  @Test("a publisher whose subscription comes late is asked for what was asked for before")
  func lateSubscription() {
    let time = VirtualTimeScheduler()
    let early = [3, 4].publisher
    let late = [1, 2].publisher.subscribe(on: time)
    let all = [late.eraseToAnyPublisher(), early.eraseToAnyPublisher()]
    for (pairs, expected) in [
      (late.zip(early).map { [$0, $1] }.eraseToAnyPublisher(), [[1, 3], [2, 4]]),
      (late.combineLatest(early).map { [$0, $1] }.eraseToAnyPublisher(), [[1, 4], [2, 4]]),
      (all.zip().eraseToAnyPublisher(), [[1, 3], [2, 4]]),
      (all.combineLatest().eraseToAnyPublisher(), [[1, 4], [2, 4]]),
    ] {
      let probe = ProbeSubscriber<[Int], Never>()
      pairs.subscribe(probe)
      #expect(probe.values.isEmpty)
      time.run()
      #expect(probe.values == expected)
      #expect(probe.hasEnded)
    }
    let upstream = ManualPublisher<Int, Never>()
    let probe = ProbeSubscriber<(Int, Int), Never>(demand: .max(2))
    upstream.subscribe(on: time).combineLatest(early).subscribe(probe)
    probe.request(.max(3))
    time.run()
    probe.request(.max(1))
    time.run()
    #expect(upstream.requests == [.max(5), .max(1)])
  }

  @Test("what is asked for while the subscription is taken goes out at once, and no further")
  func askedDuringHandOver() {
    var pulled = 0
    let numbers = (0..<1000).publisher.handleEvents(receiveOutput: { _ in pulled += 1 })
    #expect(Just(1).combineLatest(numbers).map { $1 }.prefix(2).allValues() == [0, 1])
    #expect(pulled == 2)
  }

  @Test("combineLatest hands over its subscription once its upstreams have theirs")
  func combineLatestOrder() {
    var log: [String] = []
    let watched = a.handleEvents(receiveSubscription: { _ in log.append("a") })
    let other = b.handleEvents(receiveSubscription: { _ in log.append("b") })
    let probe = Probe()
    probe.onSubscription = { _ in log.append("downstream") }
    watched.combineLatest(other) { $0 + $1 }.subscribe(probe)
    #expect(log == ["a", "b", "downstream"])
  }

  @Test("zip hands over its subscription with the last one's, so that what comes at once is kept")
  func zipOrder() {
    for build: (AnyPublisher<Int, Never>, AnyPublisher<Int, Never>) -> AnyPublisher<Int, Never> in [
      { $0.zip($1) { $0 + $1 }.eraseToAnyPublisher() },
      { [$0, $1].zip().map { $0[0] + $0[1] }.eraseToAnyPublisher() },
    ] {
      let numbers = [1, 2].publisher.eraseToAnyPublisher()
      let shared = [10, 20].publisher.share().eraseToAnyPublisher()
      #expect(build(numbers, shared).log() == ["subscription", "value 11", "value 22", "finished"])
      let time = VirtualTimeScheduler()
      let late = numbers.subscribe(on: time).eraseToAnyPublisher()
      let probe = ProbeSubscriber<Int, Never>()
      build(late, numbers).subscribe(probe)
      #expect(probe.log.isEmpty)
      time.run()
      #expect(probe.log == ["subscription", "value 2", "value 4", "finished"])
    }
  }

  @Test("zip waits for no subscription when it is over before all have handed over theirs")
  func zipOverEarly() {
    let time = VirtualTimeScheduler()
    let late = b.subscribe(on: time)
    #expect(
      Fail(error: .expected).zip(late) { (x: Int, y) in x + y }.unaskedLog()
        == ["subscription", "failure expected"])
    #expect(
      Empty().zip(late) { (x: Int, y) in x + y }.unaskedLog() == ["subscription", "finished"])
    time.run()
    #expect(b.requests.isEmpty)
    #expect(b.cancelCount == 2)
  }

  @Test("zip keeps what has no partner yet, without bound")
  func zipBuffers() {
    let probe = Probe()
    a.zip(b) { $0 * 10_000 + $1 }.subscribe(probe)
    for value in 0..<2000 { a.send(value) }
    for value in 0..<2000 { b.send(value) }
    #expect(probe.values == (0..<2000).map { $0 * 10_001 })
  }

  @Test("with limited demand merge asks each upstream for one, and holds one of each")
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
    probe.request(.unlimited)
    #expect(a.requests.last == .unlimited)
    #expect(b.requests.last == .unlimited)
  }

  @Test("unlimited demand passes straight through merge")
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

  static func one(_ value: String) -> AnyPublisher<String, TestError> {
    Just(value).setFailureType(to: TestError.self).eraseToAnyPublisher()
  }
}
