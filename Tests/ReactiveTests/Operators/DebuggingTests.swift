import ReactiveExtras
import TestSupport
import Reactive
import Testing

@Suite("Debugging")
struct DebuggingTests {
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

  @Test("subscriptions are called by their operator's short name")
  func names() {
    func name<P: Publisher>(_ publisher: P) -> String {
      let probe = ProbeSubscriber<P.Output, P.Failure>(demand: .none)
      publisher.subscribe(probe)
      return probe.subscription.map { "\($0)" } ?? ""
    }
    let subject = PassthroughSubject<Int, Never>()
    #expect(name(subject) == "PassthroughSubject")
    #expect(name(CurrentValueSubject<Int, Never>(0)) == "CurrentValueSubject")
    #expect(name([1, 2].publisher) == "[1, 2]")
    #expect(name(Just(1)) == "Just")
    #expect(name(subject.filter { _ in true }) == "Filter")
    #expect(name(subject.compactMap { $0 }) == "CompactMap")
    #expect(name(subject.tryMap { $0 }) == "TryMap")
    #expect(name(subject.scan(0, +)) == "Scan")
    #expect(name(subject.tryFilter { _ in true }) == "TryFilter")
    #expect(name(subject.tryReduce(0, +)) == "TryReduce")
    #expect(name(subject.count()) == "Count")
    #expect(name(subject.first { _ in true }) == "FirstWhere")
    #expect(name(subject.tryLast { _ in true }) == "TryLastWhere")
    #expect(name(subject.contains(1)) == "Contains")
    #expect(name(subject.collect(2)) == "CollectByCount")
    #expect(name(subject.drop { _ in true }) == "DropWhile")
    #expect(name(subject.merge(with: Empty<Int, Never>())) == "Merge")
    #expect(name(subject.zip(subject)) == "Zip")
    #expect(name(subject.combineLatest(subject)) == "CombineLatest")
    #expect(name(subject.flatMap { Just($0) }) == "FlatMap")
    #expect(name(subject.map { Just($0) }.switchToLatest()) == "SwitchToLatest")
    #expect(name(subject.receive(on: ImmediateScheduler.shared)) == "ReceiveOn")
  }

  @Test("handleEvents runs its hooks before it forwards, and hears of returned demand")
  func hooks() {
    var log: [String] = []
    let probe = ProbeSubscriber<Int, Never>(demand: .max(1))
    probe.onValue = {
      log.append("value \($0)")
      return $0 == 1 ? .max(1) : .none
    }
    probe.onCompletion = { log.append("finished") }
    [1, 2].publisher.handleEvents(
      receiveSubscription: { _ in log.append("hook subscription") },
      receiveOutput: { log.append("hook value \($0)") },
      receiveCompletion: { _ in log.append("hook completion") },
      receiveCancel: { log.append("hook cancel") },
      receiveRequest: { log.append("hook request \($0)") }
    ).subscribe(probe)
    #expect(
      log == [
        "hook subscription", "hook request max(1)", "hook value 1", "value 1",
        "hook request max(1)", "hook value 2", "value 2", "hook completion", "finished",
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

  @Test("breakpoint stops the program when a closure says so; breakpointOnError at a failure")
  func breakpointStops() async {
    await #expect(processExitsWith: .failure) {
      _ = Just(1).breakpoint(receiveOutput: { $0 == 1 }).sink { _ in }
    }
    await #expect(processExitsWith: .failure) {
      _ = Fail<Int, TestError>(error: .expected).breakpointOnError()
        .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    }
  }
}
