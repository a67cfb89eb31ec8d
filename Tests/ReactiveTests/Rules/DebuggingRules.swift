import ReactiveExtras
import TestSupport
import Reactive
import Testing

/// What the operators do that look on, and what things are called: rules 70 and 78.
@Suite("Rules: debugging")
struct DebuggingRules {
  typealias Upstream = ManualPublisher<Int, TestError>
  typealias Probe = ProbeSubscriber<Int, TestError>

  @Test("Rule 70a: handleEvents runs its hooks before it forwards, and hears of returned demand")
  func hooks() {
    let upstream = Upstream()
    var log: [String] = []
    let probe = Probe(demand: .max(1))
    probe.onSubscription = { _ in log.append("subscribed") }
    probe.onValue = { value in
      log.append("value")
      return value == 1 ? .max(2) : .none
    }
    probe.onCompletion = { log.append("completed") }
    upstream.onRequest = { _ in log.append("asked") }
    upstream.handleEvents(
      receiveSubscription: { _ in log.append("hook: subscription") },
      receiveOutput: { log.append("hook: \($0)") },
      receiveCompletion: { log.append("hook: \($0)") },
      receiveCancel: { log.append("hook: cancel") },
      receiveRequest: { log.append("hook: \($0)") }
    ).subscribe(probe)
    upstream.send(1)
    upstream.send(2)
    upstream.send(completion: .finished)
    #expect(
      log == [
        "hook: subscription", "hook: max(1)", "asked", "subscribed", "hook: 1", "value",
        "hook: max(2)", "hook: 2", "value", "hook: finished", "completed",
      ])
  }

  @Test(
    "Rule 70b: the cancel hook runs on a cancel, never after the completion",
    arguments: [true, false])
  func cancelHook(completes: Bool) {
    let upstream = Upstream()
    let probe = Probe(keeping: .forever)
    var cancels = 0
    upstream.handleEvents(receiveCancel: { cancels += 1 }).subscribe(probe)
    if completes { upstream.send(completion: .finished) }
    probe.cancel()
    probe.cancel()
    #expect(cancels == (completes ? 0 : 1))
  }

  @Test("Rule 70c: all hooks are released at the end", arguments: [true, false])
  func hooksReleased(completes: Bool) {
    final class Held {}
    weak var held: Held?
    let upstream = Upstream(letsGo: true)
    let probe = Probe(keeping: .forever)
    do {
      let made = Held()
      held = made
      upstream.handleEvents(
        receiveSubscription: { _ in _ = made }, receiveOutput: { _ in _ = made },
        receiveCompletion: { _ in _ = made }, receiveCancel: { _ = made },
        receiveRequest: { _ in _ = made }
      ).subscribe(probe)
    }
    #expect(held != nil)
    if completes { upstream.send(completion: .finished) } else { probe.cancel() }
    #expect(held == nil)
  }

  final class Lines: TextOutputStream {
    var text = ""
    func write(_ string: String) { text += string }
  }

  @Test("Rule 70d: print writes returned demand as synchronous")
  func printing() {
    let lines = Lines()
    let upstream = Upstream()
    let probe = Probe(demand: .max(1))
    probe.onValue = { $0 == 1 ? .max(2) : .none }
    upstream.print("p", to: lines).subscribe(probe)
    upstream.send(1)
    upstream.send(2)
    upstream.send(completion: .failure(.expected))
    let rest = lines.text.split(separator: "\n").dropFirst()
    #expect(
      Array(rest) == [
        "p: request max: (1)", "p: receive value: (1)", "p: request max: (2) (synchronous)",
        "p: receive value: (2)", "p: receive error: (expected)",
      ])
  }

  @Test("Rule 78: subscriptions are called by a short name, a sequence's by its elements")
  func names() {
    let subject = PassthroughSubject<Int, Never>()
    let time = VirtualTimeScheduler()
    let names: [(String, String)] = [
      ("PassthroughSubject", subject.subscriptionName()),
      ("CurrentValueSubject", CurrentValueSubject<Int, Never>(0).subscriptionName()),
      ("Just", Just(1).subscriptionName()),
      ("Optional", Int?.some(1).publisher.subscriptionName()),
      ("Once", Result<Int, Never>.success(1).publisher.subscriptionName()),
      ("Empty", Empty<Int, Never>().subscriptionName()),
      ("Future", Future<Int, Never> { _ in }.subscriptionName()),
      ("[1, 2]", [1, 2].publisher.subscriptionName()),
      ("[1, 2]", Record<Int, Never>(output: [1, 2], completion: .finished).subscriptionName()),
      ("PassthroughSubject", subject.map { $0 }.subscriptionName()),
      ("TryMap", subject.tryMap { $0 }.subscriptionName()),
      ("Filter", subject.filter { _ in true }.subscriptionName()),
      ("CompactMap", subject.compactMap { $0 }.subscriptionName()),
      ("RemoveDuplicates", subject.removeDuplicates().subscriptionName()),
      ("Scan", subject.scan(0, +).subscriptionName()),
      ("Count", subject.count().subscriptionName()),
      ("Merge", subject.merge(with: subject).subscriptionName()),
      ("Zip", subject.zip(subject).subscriptionName()),
      ("CombineLatest", subject.combineLatest(subject).subscriptionName()),
      ("FlatMap", subject.flatMap { Just($0) }.subscriptionName()),
      ("SwitchToLatest", subject.map { Just($0) }.switchToLatest().subscriptionName()),
      ("Concatenate", subject.append(1).subscriptionName()),
      (
        "Catch",
        subject.setFailureType(to: TestError.self).catch { _ in Just(1) }.subscriptionName()
      ),
      ("Retry", subject.retry(1).subscriptionName()),
      ("HandleEvents", subject.handleEvents().subscriptionName()),
      ("Print", subject.print(to: Lines()).subscriptionName()),
      ("ReceiveOn", subject.receive(on: time).subscriptionName()),
      ("Delay", subject.delay(for: 1, scheduler: time).subscriptionName()),
      ("Debounce", subject.debounce(for: 1, scheduler: time).subscriptionName()),
      ("Throttle", subject.throttle(for: 1, scheduler: time, latest: true).subscriptionName()),
      ("Timeout", subject.timeout(1, scheduler: time).subscriptionName()),
    ]
    for (expected, found) in names { #expect(found == expected) }
  }
}
