import Reactive
import TestSupport
import Testing

@Suite("Slicing")
struct SlicingTests {
  typealias Upstream = ManualPublisher<Int, TestError>
  typealias Probe = ProbeSubscriber<Int, TestError>

  @Test(
    "diagrams",
    arguments: [
      MarbleRow("dropFirst", "abc|", "-bc|") { up, _ in up.dropFirst() },
      MarbleRow("dropFirst more than there are", "abc|", "---|") { up, _ in up.dropFirst(5) },
      MarbleRow("dropFirst none", "abc|", "abc|") { up, _ in up.dropFirst(0) },
      MarbleRow("prefix ends right after the last value", "abc|", "a(b|)") { up, _ in up.prefix(2)
      },
      MarbleRow("prefix of fewer values", "ab-|", "ab-|") { up, _ in up.prefix(5) },
      MarbleRow("prefix of none ends at once", "-abc|", "|") { up, _ in up.prefix(0) },
      MarbleRow("prefix passes failure", "a#", "a#") { up, _ in up.prefix(5) },
      MarbleRow("prefix(while:)", "abca|", "ab|") { up, _ in up.prefix { $0 != "c" } },
      MarbleRow("prefix(while:) that always holds", "ab-|", "ab-|") { up, _ in
        up.prefix { _ in true }
      },
      MarbleRow("first", "-ab|", "-(a|)") { up, _ in up.first() },
      MarbleRow("first of nothing", "--|", "--|") { up, _ in up.first() },
      MarbleRow("tryPrefix(while:)", "abca|", "ab|") { up, _ in
        up.tryPrefix { $0 != "c" }.testError()
      },
      MarbleRow("tryPrefix(while:) fails at a throw", "abxc|", "ab#") { up, _ in
        up.tryPrefix { try $0.letter() < "x" }.testError()
      },
      MarbleRow("drop(while:)", "abca|", "--ca|") { up, _ in up.drop { $0 != "c" } },
      MarbleRow("tryDrop(while:)", "abca|", "--ca|") { up, _ in up.tryDrop { $0 != "c" }.testError()
      },
      MarbleRow("tryDrop(while:) fails at a throw", "abxc|", "--#") { up, _ in
        up.tryDrop { try $0.letter() < "x" }.testError()
      },
      MarbleRow("output(at:)", "abcd|", "--(c|)") { up, _ in up.output(at: 2) },
      MarbleRow("output(at:) beyond the end", "ab|", "--|") { up, _ in up.output(at: 2) },
      MarbleRow("output(in:) closed", "abcd|", "-b(c|)") { up, _ in up.output(in: 1...2) },
      MarbleRow("output(in:) half open", "abcd|", "-(b|)") { up, _ in up.output(in: 1..<2) },
      MarbleRow("output(in:) up to", "abcd|", "a(b|)") { up, _ in up.output(in: ..<2) },
      MarbleRow("output(in:) from", "abcd|", "--cd|") { up, _ in up.output(in: 2...) },
      MarbleRow("output(in:) that begins below zero", "abcd|", "a(b|)") { up, _ in
        up.output(in: -3..<2)
      },
      MarbleRow("output(in:) from below zero", "abcd|", "abcd|") { up, _ in
        up.output(in: (-5)...)
      },
      MarbleRow("output(in:) that ends below zero", "-abcd|", "|") { up, _ in
        up.output(in: -5 ..< -2)
      },
      MarbleRow("first(where:)", "abc|", "-(b|)") { up, _ in up.first { $0 > "a" } },
      MarbleRow("first(where:) of none", "abc|", "---|") { up, _ in up.first { $0 > "c" } },
      MarbleRow("tryFirst(where:)", "abc|", "-(b|)") { up, _ in up.tryFirst { $0 > "a" }.testError()
      },
      MarbleRow("tryFirst(where:) fails at a throw", "abxc|", "--#") { up, _ in
        up.tryFirst { try $0.letter() > "b" }.testError()
      },
      MarbleRow("last", "-ab-|", "----(b|)") { up, _ in up.last() },
      MarbleRow("last of nothing", "--|", "--|") { up, _ in up.last() },
      MarbleRow("last of a failure", "ab#", "--#") { up, _ in up.last() },
      MarbleRow("last(where:)", "abc|", "---(b|)") { up, _ in up.last { $0 < "c" } },
      MarbleRow("tryLast(where:)", "abc|", "---(b|)") { up, _ in up.tryLast { $0 < "c" }.testError()
      },
      MarbleRow("tryLast(where:) fails at a throw", "abxc|", "--#") { up, _ in
        up.tryLast { try $0.letter() > "" }.testError()
      },
    ])
  func diagrams(_ row: MarbleRow) { row.check() }

  @Test("prefix(0) and a range below zero end at once, asked or not, and only cancel upstream")
  func prefixOfNone() {
    for build: (Upstream) -> AnyPublisher<Int, TestError> in [
      { $0.prefix(0).eraseToAnyPublisher() },
      { $0.output(in: -5 ..< -2).eraseToAnyPublisher() },
    ] {
      for demand in [Subscribers.Demand.none, .unlimited] {
        let (upstream, probe) = (Upstream(), Probe(demand: demand))
        build(upstream).subscribe(probe)
        #expect(probe.log == ["subscription", "finished"])
        #expect(upstream.requests.isEmpty)
        #expect(upstream.cancelCount == 1)
      }
    }
  }

  @Test(
    "until another publisher's first value",
    arguments: [
      MarbleRow("prefix", ["abcd|", "--1-|"], "ab(c|)") { $0[0].prefix(untilOutputFrom: $0[1]) },
      MarbleRow("prefix ends first", ["ab|", "---1|"], "ab|") {
        $0[0].prefix(untilOutputFrom: $0[1])
      },
      MarbleRow("prefix takes no notice of the other's end", ["abcd|", "-|"], "abcd|") {
        $0[0].prefix(untilOutputFrom: $0[1])
      },
      MarbleRow("prefix takes no notice of the other's failure", ["abcd|", "-#"], "abcd|") {
        $0[0].prefix(untilOutputFrom: $0[1])
      },
      MarbleRow("prefix passes failure", ["ab#", "----1|"], "ab#") {
        $0[0].prefix(untilOutputFrom: $0[1])
      },
      MarbleRow("drop", ["ab-cd|", "--1-2|"], "---cd|") { $0[0].drop(untilOutputFrom: $0[1]) },
      MarbleRow("drop ends with an other that sends nothing", ["abcd|", "--|"], "--|") {
        $0[0].drop(untilOutputFrom: $0[1])
      },
      MarbleRow("drop fails with the other", ["abcd|", "--#"], "--#") {
        $0[0].drop(untilOutputFrom: $0[1])
      },
      MarbleRow("drop takes no notice of the other's end later", ["ab-cd|", "--1#"], "---cd|") {
        $0[0].drop(untilOutputFrom: $0[1])
      },
      MarbleRow("drop ends while it still waits", ["ab|", "----1|"], "--|") {
        $0[0].drop(untilOutputFrom: $0[1])
      },
    ])
  func untilOutput(_ row: MarbleRow) { row.check() }

  @Test("prefix(untilOutputFrom:) listens to the other first, for one value, and cancels both")
  func prefixUntilOutputOrder() {
    var log: [String] = []
    let (upstream, other) = (ManualPublisher<Int, Never>(), ManualPublisher<Int, TestError>())
    let probe = ProbeSubscriber<Int, Never>()
    var cancelCount: Int?
    probe.onCompletion = { cancelCount = upstream.cancelCount }
    upstream.handleEvents(receiveSubscription: { _ in log.append("upstream") })
      .prefix(
        untilOutputFrom: other.handleEvents(receiveSubscription: { _ in log.append("other") })
      ).subscribe(probe)
    #expect(log == ["other", "upstream"])
    #expect(other.requests == [.max(1)])
    other.send(0)
    #expect(cancelCount == 1)
    #expect(other.cancelCount == 1)
    #expect(probe.log == ["subscription", "finished"])
  }

  @Test("drop(untilOutputFrom:) hands its subscription over first, and pools what is asked then")
  func dropUntilOutputOrder() {
    let (upstream, other) = (ManualPublisher<Int, Never>(), ManualPublisher<Int, Never>())
    let probe = ProbeSubscriber<Int, Never>(demand: .max(2))
    var connectionsAtSubscription: Int?
    probe.onSubscription = { subscription in
      connectionsAtSubscription = upstream.connections.count + other.connections.count
      subscription.request(.max(3))
    }
    upstream.drop(untilOutputFrom: other).subscribe(probe)
    #expect(connectionsAtSubscription == 0)
    #expect(upstream.requests == [.max(5)])
  }

  @Test("an other that sends at once ends prefix right after the subscription")
  func prefixUntilOutputAtOnce() {
    let upstream = ManualPublisher<Int, Never>()
    #expect(upstream.prefix(untilOutputFrom: Just(0)).log() == ["subscription", "finished"])
    #expect(upstream.cancelCount == 1)
    #expect(upstream.requests.isEmpty)
  }

  @Test("a cancel reaches upstream and the other")
  func untilOutputCancel() {
    let (upstream, other) = (ManualPublisher<Int, Never>(), ManualPublisher<Int, Never>())
    let probe = ProbeSubscriber<Int, Never>()
    upstream.drop(untilOutputFrom: other).subscribe(probe)
    probe.cancel()
    #expect(upstream.cancelCount == 1)
    #expect(other.cancelCount == 1)
  }

  @Test("drop(while:) does not ask its closure again after a refusal")
  func dropWhileAsksNoMore() {
    var count = 0
    let values = [1, 2, 1].publisher.eraseToAnyPublisher().drop {
      count += 1
      return $0 < 2
    }.allValues()
    #expect(values == [2, 1])
    #expect(count == 2)
  }

  @Test("dropFirst(n) asks for n more in advance and for none while it drops")
  func dropFirst() {
    let upstream = Upstream()
    let probe = Probe(demand: .max(2))
    upstream.dropFirst(3).subscribe(probe)
    #expect(upstream.connections[0].demand == .max(5))
    let requests = upstream.requests.count
    for value in 1...5 { upstream.send(value) }
    #expect(probe.values == [4, 5])
    #expect(upstream.requests.count == requests)
    #expect(upstream.connections[0].demand == .none)
  }

  @Test("drop(untilOutputFrom:) uses up demand for what it drops, and asks for none")
  func dropUntilOutput() {
    let (upstream, trigger) = (Upstream(), Upstream())
    let probe = Probe(demand: .max(3))
    upstream.drop(untilOutputFrom: trigger).subscribe(probe)
    for value in 1...2 { upstream.send(value) }
    #expect(upstream.connections[0].demand == .max(1))
    trigger.send(0)
    #expect(trigger.cancelCount == 1)
    upstream.send(3)
    #expect(upstream.requests == [.max(3)])
    #expect(upstream.connections[0].demand == .none)
    #expect(probe.values == [3])
    probe.request(.max(2))
    #expect(upstream.connections[0].demand == .max(2))
  }

  @Test("drop(untilOutputFrom:) cancels upstream when the other ends without a value")
  func dropUntilOutputEnds() {
    let (upstream, other) = (ManualPublisher<Int, TestError>(), ManualPublisher<Int, TestError>())
    let probe = ProbeSubscriber<Int, TestError>()
    upstream.drop(untilOutputFrom: other).subscribe(probe)
    upstream.send(1)
    other.send(completion: .finished)
    #expect(probe.log == ["subscription", "finished"])
    #expect(upstream.cancelCount == 1)
  }

  @Test("output(at:) of what is no position traps")
  func noPosition() async {
    let negative = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = PassthroughSubject<Int, Never>().output(at: -1)
    }
    expectMessage("output(at: -1): a position is from 0 to Int.max - 1.", in: negative)
    let greatest = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = PassthroughSubject<Int, Never>().output(at: .max)
    }
    expectMessage("a position is from 0 to Int.max - 1.", in: greatest)
  }

  @Test("dropFirst of a negative count traps when it is subscribed to, not before")
  func negativeDrop() async {
    let dropping = PassthroughSubject<Int, Never>().dropFirst(-1)
    #expect(dropping.count == -1)
    await #expect(processExitsWith: .failure) {
      PassthroughSubject<Int, Never>().dropFirst(-1).sink { _ in }.cancel()
    }
  }

  @Test("dropFirst opens first, and asks upstream once for what was asked for meanwhile, and more")
  func dropFirstOpensFirst() {
    let upstream = ManualPublisher<Int, TestError>()
    var wasSubscribedTo: Bool?
    let probe = ProbeSubscriber<Int, TestError>(demand: .max(2))
    probe.onSubscription = { _ in wasSubscribedTo = !upstream.connections.isEmpty }
    upstream.dropFirst(3).subscribe(probe)
    #expect(wasSubscribedTo == false)
    #expect(upstream.requests == [.max(5)])
    let other = ManualPublisher<Int, TestError>()
    other.dropFirst(3).subscribe(ProbeSubscriber<Int, TestError>(demand: .none))
    #expect(other.requests == [.max(3)])
  }
}
