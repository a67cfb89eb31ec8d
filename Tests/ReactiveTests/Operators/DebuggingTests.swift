import Reactive
import TestSupport
import Testing

@Suite("Debugging")
struct DebuggingTests {
  typealias Upstream = ManualPublisher<Int, TestError>
  typealias Probe = ProbeSubscriber<Int, TestError>

  final class Lines: TextOutputStream {
    var text = ""
    func write(_ string: String) { text += string }
    var lines: [String] { text.split(separator: "\n").map(String.init) }
  }

  @Test("print writes exactly these lines")
  func printLines() {
    let lines = Lines()
    let probe = ProbeSubscriber<Int, Never>(demand: .max(1))
    probe.onValue = { $0 == 1 ? .max(2) : .none }
    [1, 2].publisher.print("numbers", to: lines).subscribe(probe)
    #expect(
      lines.lines == [
        "numbers: receive subscription: ([1, 2])",
        "numbers: request max: (1)",
        "numbers: receive value: (1)",
        "numbers: request max: (2) (synchronous)",
        "numbers: receive value: (2)",
        "numbers: receive finished",
      ])
  }

  @Test("print without a prefix writes unlimited demand, cancel and failure so")
  func printCancelAndFailure() {
    let lines = Lines()
    let subject = PassthroughSubject<Int, TestError>()
    let cancellable = subject.print(to: lines).sink { _ in
    } receiveValue: { _ in
    }
    cancellable.cancel()
    #expect(
      lines.lines == [
        "receive subscription: (PassthroughSubject)", "request unlimited", "receive cancel",
      ])
    let failing = Lines()
    _ = Fail<Int, TestError>(error: .expected).print("f", to: failing).log()
    #expect(
      failing.lines == [
        "f: receive subscription: (Empty)", "f: request unlimited", "f: receive error: (expected)",
      ])
  }

  @Test("the cancel hook runs on cancel alone, once, and never after the end")
  func cancelHook() {
    var cancels = 0
    let subject = PassthroughSubject<Int, Never>()
    let events = subject.handleEvents(receiveCancel: { cancels += 1 })
    let cancelled = ProbeSubscriber<Int, Never>(keeping: .forever)
    events.subscribe(cancelled)
    cancelled.cancel()
    cancelled.cancel()
    #expect(cancels == 1)
    let finished = ProbeSubscriber<Int, Never>(keeping: .forever)
    events.subscribe(finished)
    subject.send(completion: .finished)
    finished.cancel()
    #expect(cancels == 1)
  }

  @Test("what the cancel hook makes upstream send comes no further")
  func cancelHookSends() {
    let subject = PassthroughSubject<Int, Never>()
    let probe = ProbeSubscriber<Int, Never>()
    subject.handleEvents(receiveCancel: {
      subject.send(1)
      subject.send(completion: .finished)
    }).subscribe(probe)
    probe.cancel()
    #expect(probe.log == ["subscription"])
  }

  @Test("breakpoint asks its closures, and passes everything on")
  func breakpointAsks() {
    var asked: [String] = []
    let log = [1, 2].publisher.breakpoint(
      receiveSubscription: { _ in
        asked.append("subscription")
        return false
      },
      receiveOutput: {
        asked.append("value \($0)")
        return false
      },
      receiveCompletion: { _ in
        asked.append("finished")
        return false
      }
    ).breakpointOnError().log()
    #expect(log == ["subscription", "value 1", "value 2", "finished"])
    #expect(asked == log)
  }

  @Test("handleEvents runs its hooks before it forwards, and hears of returned demand")
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

  @Test("all hooks are released at the end", arguments: [true, false])
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

  @Test("breakpoint stops the process when a closure says so; breakpointOnError at a failure")
  func breakpointStops() async {
    await #expect(processExitsWith: .signal(SIGTRAP)) {
      _ = Just(1).breakpoint(receiveOutput: { $0 == 1 }).sink { _ in }
    }
    await #expect(processExitsWith: .signal(SIGTRAP)) {
      _ = Fail<Int, TestError>(error: .expected).breakpointOnError()
        .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    }
  }

  @Test("after the end no hook runs, not even for demand returned from a value still under way")
  func noHookAfterEnd() {
    for isCancelled in [true, false] {
      let upstream = ManualPublisher<Int, TestError>()
      var requests: [Subscribers.Demand] = []
      let probe = ProbeSubscriber<Int, TestError>(demand: .max(1))
      probe.onValue = { [probe] _ in
        if isCancelled { probe.cancel() } else { upstream.send(completion: .finished) }
        return .max(5)
      }
      upstream.handleEvents(receiveRequest: { requests.append($0) }).subscribe(probe)
      upstream.send(1)
      #expect(requests == [.max(1)])
    }
  }

  @Test(
    "print writes to a stream as the standard library's does: the text, then the end of the line")
  func printsInTwoWrites() {
    final class Writes: TextOutputStream {
      var parts: [String] = []
      func write(_ part: String) { parts.append(part) }
    }
    let writes = Writes()
    _ = Just(1).print("n", to: writes).allValues()
    #expect(writes.parts.count == 8)
    #expect(writes.parts.prefix(2) == ["n: receive subscription: (Just)", "\n"])
  }
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
