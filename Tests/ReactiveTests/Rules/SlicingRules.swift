import TestSupport
import Reactive
import Testing

/// What the operators do that keep a part of a stream: rules 67 and 69.
@Suite("Rules: slicing")
struct SlicingRules {
  typealias Upstream = ManualPublisher<Int, TestError>
  typealias Probe = ProbeSubscriber<Int, TestError>

  let upstream = Upstream()

  @Test("Rule 67a: prefix(0) is over at once, whatever the upstream")
  func prefixZero() {
    #expect(upstream.prefix(0).unaskedLog() == ["subscription", "finished"])
    #expect(upstream.requests.isEmpty)
    #expect(upstream.cancelCount == 1)
    #expect([1, 2].publisher.prefix(0).unaskedLog() == ["subscription", "finished"])
    #expect(Just(1).map { $0 }.eraseToAnyPublisher().prefix(0).unaskedLog().last == "finished")
  }

  @Test("Rule 67b: prefix(n) and output(in:) finish right after their last value")
  func finishesWithTheLast() {
    for build: (Upstream) -> AnyPublisher<Int, TestError> in [
      { $0.prefix(2).eraseToAnyPublisher() }, { $0.output(in: 0...1).eraseToAnyPublisher() },
      { $0.output(in: 1..<2).eraseToAnyPublisher() }, { $0.output(at: 1).eraseToAnyPublisher() },
    ] {
      let source = Upstream()
      let probe = Probe()
      build(source).subscribe(probe)
      source.send(1)
      #expect(!probe.hasEnded)
      source.send(2)
      #expect(probe.log.suffix(2) == ["value 2", "finished"])
      #expect(source.cancelCount == 1)
    }
  }

  @Test("Rule 67c: a range is clamped to what can be a position")
  func clamped() {
    let ten = (0..<10).publisher.eraseToAnyPublisher()
    #expect(ten.output(in: -5..<2).allValues() == [0, 1])
    #expect(ten.output(in: (-5)...).allValues() == Array(0..<10))
    #expect(ten.output(in: 8...).allValues() == [8, 9])
    #expect(ten.output(in: ..<3).allValues() == [0, 1, 2])
    #expect(ten.output(in: -5 ..< -2).unaskedLog() == ["subscription", "finished"])
  }

  @Test("Rule 69a: prefix(untilOutputFrom:) listens to the trigger first, and asks it for one")
  func prefixOrder() {
    var log: [String] = []
    let trigger = ManualPublisher<Int, TestError>()
    let probe = Probe(demand: .max(2))
    upstream.handleEvents(receiveSubscription: { _ in log.append("upstream") })
      .prefix(
        untilOutputFrom: trigger.handleEvents(receiveSubscription: { _ in log.append("trigger") })
      )
      .subscribe(probe)
    #expect(log == ["trigger", "upstream"])
    #expect(trigger.requests == [.max(1)])
    #expect(upstream.requests == [.max(2)])
    trigger.send(0)
    #expect(probe.log == ["subscription", "finished"])
    #expect(upstream.cancelCount == 1)
  }

  @Test(
    "Rule 69b: prefix(untilOutputFrom:) takes no notice of how the trigger ends",
    arguments: CoreContractRules.endings)
  func prefixTriggerEnds(_ ending: Subscribers.Completion<TestError>) {
    let trigger = Upstream()
    let probe = Probe()
    upstream.prefix(untilOutputFrom: trigger).subscribe(probe)
    trigger.send(completion: ending)
    upstream.send(1)
    #expect(probe.log == ["subscription", "value 1"])
    #expect(upstream.cancelCount == 0)
    probe.cancel()
  }

  @Test("Rule 69c: drop(untilOutputFrom:) completes if the trigger finishes without a value")
  func dropTriggerFinishes() {
    let trigger = Upstream()
    let probe = Probe()
    upstream.drop(untilOutputFrom: trigger).subscribe(probe)
    upstream.send(1)
    trigger.send(completion: .finished)
    #expect(probe.log == ["subscription", "finished"])
    #expect(upstream.cancelCount == 1)
    let (other, second) = (Upstream(), Upstream())
    let fired = Probe()
    other.drop(untilOutputFrom: second).subscribe(fired)
    second.send(0)
    second.send(completion: .finished)
    other.send(2)
    #expect(fired.log == ["subscription", "value 2"])
    fired.cancel()
  }
}
