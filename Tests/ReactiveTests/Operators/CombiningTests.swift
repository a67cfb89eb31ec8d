import ReactiveExtras
import TestSupport
import Reactive
import Testing

@Suite("Combining")
struct CombiningTests {
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

  @Test("combineLatest asks every upstream for what it is asked for, and returns no demand")
  func combineLatestDemand() {
    let (a, b) = (ManualPublisher<Int, Never>(), ManualPublisher<Int, Never>())
    let probe = ProbeSubscriber<Int, Never>(demand: .max(2))
    a.combineLatest(b) { $0 + $1 }.subscribe(probe)
    #expect(a.requests == [.max(2)])
    #expect(b.requests == [.max(2)])
    a.send(1)
    #expect(a.connections[0].demand == .max(1))
  }

  @Test("combineLatest drops a combination without demand, and keeps its parts")
  func combineLatestWithoutDemand() {
    let (a, b) = (ManualPublisher<Int, Never>(), ManualPublisher<Int, Never>())
    let probe = ProbeSubscriber<Int, Never>(demand: .max(1))
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
    let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    var values: [Int] = []
    let cancellable = a.combineLatest(b) { $0 * 10 + $1 }.sink { value in
      values.append(value)
      if value == 11 { a.send(2) }
    }
    a.send(1)
    b.send(1)
    #expect(values == [11])
    b.send(3)
    #expect(values == [11, 23])
    withExtendedLifetime(cancellable) {}
  }

  @Test("combineLatest hands over its subscription after it has subscribed to its upstreams")
  func combineLatestOrder() {
    let failing = Fail<Int, TestError>(error: .expected)
    let other = ManualPublisher<Int, TestError>()
    let log = failing.combineLatest(other).map { $0.0 }.log()
    #expect(log == ["subscription", "failure expected"])
    #expect(other.cancelCount == 1)
  }

  @Test("zip forwards each request to all, and cancels the rest before it finishes")
  func zipDemandAndEnd() {
    let (a, b) = (ManualPublisher<Int, Never>(), ManualPublisher<Int, Never>())
    let probe = ProbeSubscriber<Int, Never>(demand: .max(2))
    var cancelCount = 0
    probe.onCompletion = { cancelCount = b.cancelCount }
    a.zip(b) { $0 + $1 }.subscribe(probe)
    #expect(a.requests == [.max(2)])
    #expect(b.requests == [.max(2)])
    a.send(1)
    a.send(completion: .finished)
    #expect(probe.log == ["subscription"])
    b.send(1)
    #expect(probe.log == ["subscription", "value 2", "finished"])
    #expect(cancelCount == 1)
    #expect(b.cancelCount == 1)
  }

  @Test("a leg that fails after it has finished is not believed")
  func zipFailureAfterFinish() {
    let (a, b) = (ManualPublisher<Int, TestError>(), ManualPublisher<Int, TestError>())
    let probe = ProbeSubscriber<Int, TestError>()
    a.zip(b) { $0 + $1 }.subscribe(probe)
    a.send(1)
    a.send(completion: .finished)
    a.send(completion: .failure(.expected))
    b.send(1)
    #expect(probe.log == ["subscription", "value 2", "finished"])
  }

  @Test("merge asks each upstream for one value at a time while demand is limited")
  func mergeDemand() {
    let (a, b) = (ManualPublisher<Int, Never>(), ManualPublisher<Int, Never>())
    let probe = ProbeSubscriber<Int, Never>(demand: .max(1))
    a.merge(with: b).subscribe(probe)
    #expect(a.requests == [.max(1)])
    #expect(b.requests == [.max(1)])
    a.send(1)
    b.send(2)
    #expect(probe.values == [1])
    #expect(b.connections[0].demand == .none)
    probe.request(.max(1))
    #expect(probe.values == [1, 2])
    #expect(b.connections[0].demand == .max(1))
    probe.request(.unlimited)
    #expect(a.requests.last == .unlimited)
    #expect(b.requests.last == .unlimited)
  }

  @Test("merge holds its end until what waits has gone out, but not a failure")
  func mergeEnd() {
    let (a, b) = (ManualPublisher<Int, TestError>(), ManualPublisher<Int, TestError>())
    let probe = ProbeSubscriber<Int, TestError>(demand: .none)
    a.merge(with: b).subscribe(probe)
    a.send(1)
    a.send(completion: .finished)
    b.send(completion: .finished)
    #expect(probe.log == ["subscription"])
    probe.request(.max(1))
    #expect(probe.log == ["subscription", "value 1", "finished"])

    let (c, d) = (ManualPublisher<Int, TestError>(), ManualPublisher<Int, TestError>())
    let other = ProbeSubscriber<Int, TestError>(demand: .none)
    c.merge(with: d).subscribe(other)
    c.send(1)
    d.send(completion: .failure(.expected))
    #expect(other.log == ["subscription", "failure expected"])
    #expect(c.cancelCount == 1)
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
    upstream.subscribe(on: time).zip(early).subscribe(probe)
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

  static func one(_ value: String) -> AnyPublisher<String, TestError> {
    Just(value).setFailureType(to: TestError.self).eraseToAnyPublisher()
  }
}
