import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("Collecting by time")
struct CollectByTimeTests {
  typealias Upstream = ManualPublisher<Int, TestError>
  typealias Probe = ProbeSubscriber<[Int], TestError>

  let time = VirtualTimeScheduler()

  @Test(
    "diagrams",
    arguments: [
      MarbleRow("each interval makes an array", "ab-c-d--e", "---[abc]--d--e") { up, m in
        up.collect(.byTime(m.scheduler, 3)).map { $0.joined() }
      },
      MarbleRow("an interval without values sends nothing", "a---------b", "---a--------b") {
        up, m in up.collect(.byTime(m.scheduler, 3)).map { $0.joined() }
      },
      MarbleRow("intervals count from the subscription, not from values", "--a--", "---a") {
        up, m in up.collect(.byTime(m.scheduler, 3)).map { $0.joined() }
      },
      MarbleRow("what comes at the end of an interval is part of it", "------a", "------a") {
        up, m in up.collect(.byTime(m.scheduler, 3)).map { $0.joined() }
      },
      MarbleRow("finishing sends what there is", "ab|", "--([ab]|)") { up, m in
        up.collect(.byTime(m.scheduler, 3)).map { $0.joined() }
      },
      MarbleRow("finishing with nothing collected", "a---|", "---a|") { up, m in
        up.collect(.byTime(m.scheduler, 3)).map { $0.joined() }
      },
      MarbleRow("a failure discards what there is", "a---b#", "---a-#") { up, m in
        up.collect(.byTime(m.scheduler, 3)).map { $0.joined() }
      },
      MarbleRow("a full array does not wait", "abc-de-", "-[ab]-c-[de]") { up, m in
        up.collect(.byTimeOrCount(m.scheduler, 3, 2)).map { $0.joined() }
      },
      MarbleRow("a full array does not move the intervals", "-ab-c----|", "--[ab]---c--|") {
        up, m in
        up.collect(.byTimeOrCount(m.scheduler, 3, 2)).map { $0.joined() }
      },
      MarbleRow("finishing sends an array that is not full", "abc|", "-[ab]-(c|)") { up, m in
        up.collect(.byTimeOrCount(m.scheduler, 9, 2)).map { $0.joined() }
      },
      MarbleRow("a failure discards an array that is not full", "abc#", "-[ab]-#") { up, m in
        up.collect(.byTimeOrCount(m.scheduler, 9, 2)).map { $0.joined() }
      },
      MarbleRow("on the immediate scheduler each value is an array", "ab|", "ab|") { up, _ in
        up.collect(.byTime(ImmediateScheduler.shared, 3)).map { $0.joined() }
      },
    ])
  func diagrams(_ row: MarbleRow) { row.check() }

  private func attach(
    _ strategy: Publishers.TimeGroupingStrategy<VirtualTimeScheduler>,
    demand: Subscribers.Demand = .none
  ) -> (Upstream, Probe) {
    let (upstream, probe) = (Upstream(), Probe(demand: demand))
    upstream.collect(strategy).subscribe(probe)
    return (upstream, probe)
  }

  @Test("by time, upstream is asked for one value after another while there is demand")
  func pullsOneByOne() {
    let (upstream, probe) = attach(.byTime(time, 2))
    #expect(upstream.requests.isEmpty)
    probe.request(.max(1))
    #expect(upstream.requests == [.max(1)])
    for value in 1...3 { #expect(upstream.sendIfWanted(value)) }
    time.advance(by: 2)
    #expect(probe.values == [[1, 2, 3]])
    // The one that is under way is taken, and waits.
    #expect(upstream.sendIfWanted(4))
    #expect(!upstream.sendIfWanted(5))
    time.advance(by: 2)
    #expect(probe.values.count == 1)
    probe.request(.max(1))
    time.advance(by: 2)
    #expect(probe.values == [[1, 2, 3], [4]])
  }

  @Test("by time, upstream is asked for everything once the demand is unlimited")
  func asksForEverything() {
    let (upstream, probe) = attach(.byTime(time, 2), demand: .max(1))
    probe.request(.unlimited)
    probe.request(.max(1))
    #expect(upstream.requests == [.max(1), .unlimited])
  }

  @Test("by time or count, upstream is asked for a full array for each that is asked for")
  func multipliesDemand() {
    let (upstream, probe) = attach(.byTimeOrCount(time, 2, 3), demand: .max(2))
    probe.onValue = { $0.count == 3 ? .max(1) : .none }
    #expect(upstream.requests == [.max(6)])
    for value in 1...3 { upstream.send(value) }
    #expect(probe.values.isEmpty, "an array goes out by the scheduler")
    time.advance()
    #expect(probe.values == [[1, 2, 3]])
    #expect(upstream.requests == [.max(6), .max(3)])
  }

  @Test("arrays wait for demand, each as it was; the end waits for them")
  func waitsForDemand() {
    let (upstream, probe) = attach(.byTimeOrCount(time, 2, 2), demand: .max(1))
    for value in 1...5 { upstream.send(value) }
    upstream.send(completion: .finished)
    time.advance(by: 9)
    #expect(probe.values == [[1, 2]])
    probe.request(.max(1))
    #expect(probe.values.count == 1, "what waited goes out by the scheduler, too")
    time.advance()
    #expect(probe.values == [[1, 2], [3, 4]])
    probe.request(.max(1))
    time.advance()
    #expect(probe.log.suffix(2) == ["value [5]", "finished"])
  }

  @Test("a failure overtakes arrays that nobody has asked for")
  func failureOvertakes() {
    let (upstream, probe) = attach(.byTimeOrCount(time, 2, 2), demand: .max(1))
    for value in 1...5 { upstream.send(value) }
    upstream.send(completion: .failure(.expected))
    time.advance()
    #expect(probe.log == ["subscription", "value [1, 2]", "failure expected"])
  }

  @Test(
    "intervals keep their beat through a long silence", arguments: [1, 2, 3, 7, 1000, 1_048_577])
  func longSilence(intervals: Int) {
    let (upstream, probe) = attach(.byTime(time, 2), demand: .unlimited)
    upstream.send(1)
    time.advance(by: 2)
    // Half an interval after the end of one.
    time.advance(by: .seconds(2 * intervals) + 1)
    upstream.send(2)
    time.advance(by: .milliseconds(999))
    #expect(probe.values == [[1]])
    time.advance(by: .milliseconds(1))
    #expect(probe.values == [[1], [2]])
  }

  @Test("without values there is no work on the scheduler; with many, one timer")
  func oneTimer() {
    let (upstream, probe) = attach(.byTime(time, 2), demand: .unlimited)
    #expect(!time.hasWork)
    for value in 0..<1000 { upstream.send(value) }
    time.advance(by: 2)
    #expect(probe.values == [Array(0..<1000)])
    #expect(!time.hasWork)
  }

  @Test("what is sent from inside a delivery waits its turn, also on the immediate scheduler")
  func sendInside() {
    let (upstream, probe) = (Upstream(), Probe())
    upstream.collect(.byTimeOrCount(ImmediateScheduler.shared, 2, 2)).subscribe(probe)
    probe.onValue = { values in
      if values[0] < 3 { for sent in 1...2 { upstream.send(values[0] * 2 + sent) } }
      return .none
    }
    upstream.send(1)
    #expect(probe.values == [[1], [3], [4]])
    #expect(probe.deepestNesting == 1)
  }

  @Test("a cancel drops what has been collected")
  func cancel() {
    let (upstream, probe) = attach(.byTime(time, 2), demand: .unlimited)
    upstream.send(1)
    probe.cancel()
    time.run()
    #expect(probe.values.isEmpty)
    #expect(upstream.cancelCount == 1)
  }

  @Test("an array of no values traps")
  func countOfZero() async {
    await #expect(processExitsWith: .failure) {
      _ = Just(1).collect(.byTimeOrCount(ImmediateScheduler.shared, 1, 0))
    }
  }

  @Test("the last array and the end go out by the scheduler, but wait for no interval")
  func endsByScheduler() {
    let (upstream, probe) = attach(.byTime(time, 10), demand: .unlimited)
    upstream.send(1)
    upstream.send(completion: .finished)
    #expect(probe.log == ["subscription"])
    time.advance()
    #expect(probe.log == ["subscription", "value [1]", "finished"])
  }
}
