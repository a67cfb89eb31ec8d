import ReactiveExtras
import TestSupport
import Reactive
import Testing

/// The programmer errors that the rules name, each in a process of its own.
@Suite("Rules: traps")
struct TrapRules {
  /// What asks an operator for no values, and the name it must complain under.
  struct Culprit: Sendable, CustomTestStringConvertible {
    let name: String
    let request: @Sendable () -> Void

    init<P: Publisher & SendableMetatype>(_ name: String, _ build: @escaping @Sendable () -> P) {
      self.name = name
      request = {
        build().subscribe(AnySubscriber(receiveSubscription: { $0.request(.none) }))
      }
    }

    var testDescription: String { name }

    static let all: [Culprit] = [
      .init("Just", { Just(1) }),
      .init("[1, 2]", { [1, 2].publisher }),
      .init("Future", { Future<Int, Never> { _ in } }),
      .init("PassthroughSubject", { PassthroughSubject<Int, Never>() }),
      .init("CurrentValueSubject", { CurrentValueSubject<Int, Never>(0) }),
      .init("Scan", { silent.scan(0, +) }),
      .init("TryMap", { silent.tryMap { $0 } }),
      .init("Count", { silent.count() }),
      .init("Merge", { silent.merge(with: silent) }),
      .init("FlatMap", { silent.flatMap { Just($0) } }),
      .init("Zip", { silent.zip(silent) }),
      .init("CombineLatest", { silent.combineLatest(silent) }),
      .init("SwitchToLatest", { silent.map { Just($0) }.switchToLatest() }),
      .init("Concatenate", { silent.append(1) }),
      .init("Retry", { silent.retry(1) }),
      .init("DropUntilOutput", { silent.drop(untilOutputFrom: silent) }),
      .init("Debounce", { silent.debounce(for: 1, scheduler: VirtualTimeScheduler()) }),
      .init(
        "Buffer", { silent.buffer(size: 1, prefetch: .byRequest, whenFull: .dropNewest) }),
      .init("CollectByTime", { silent.collect(.byTime(VirtualTimeScheduler(), 1)) }),
      .init("Timeout", { silent.timeout(1, scheduler: VirtualTimeScheduler()) }),
    ]

    private static var silent: Empty<Int, Never> { Empty(completeImmediately: false) }
  }

  @Test(
    "Rule 3a: requesting no values traps and names the operator", arguments: Culprit.all.indices)
  func zeroDemand(_ index: Int) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [index = index as Int] in
      Culprit.all[index].request()
    }
    expectMessage(
      "\(Culprit.all[index].name): a subscriber requested no values; ask for at least one.",
      in: result)
  }

  @Test("Rule 4c: a negative demand traps")
  func negativeDemand() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = Subscribers.Demand.max(-1) }
    expectMessage("Demand.max: -1 is negative; a demand is zero or more.", in: result)
  }

  @Test("Rule 20b: recording a value after the completion traps")
  func recordValue() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var recording = Record<Int, Never>.Recording()
      recording.receive(completion: .finished)
      recording.receive(1)
    }
    expectMessage("Record: a value came after the completion; nothing may.", in: result)
  }

  @Test("Rule 20c: recording a second completion traps")
  func recordCompletion() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var recording = Record<Int, Never>.Recording(output: [], completion: .finished)
      recording.receive(completion: .finished)
    }
    expectMessage("Record: a second completion came; there is only one.", in: result)
  }

  @Test("Rule 51e: timeout on an ImmediateScheduler traps")
  func immediateTimeout() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = Just(1).timeout(1, scheduler: ImmediateScheduler.shared).sink { _ in } }
    expectMessage("timeout: the time of an ImmediateScheduler never passes", in: result)
  }

  @Test("Rule 67d: output(at:) of a negative position traps")
  func negativePosition() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = PassthroughSubject<Int, Never>().output(at: -1) }
    expectMessage("output(at: -1): a position is from 0 to Int.max - 1.", in: result)
  }

  @Test("Rule 67e: output(at:) of the greatest integer traps")
  func greatestPosition() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = PassthroughSubject<Int, Never>().output(at: .max) }
    expectMessage("a position is from 0 to Int.max - 1.", in: result)
  }

  @Test("Rule 71a: breakpoint stops the process when a closure returns true")
  func breakpoint() async {
    await #expect(processExitsWith: .signal(SIGTRAP)) {
      _ = Just(1).breakpoint(receiveOutput: { $0 == 1 }).sink { _ in }
    }
  }

  @Test("Rule 71b: breakpointOnError stops the process at a failure")
  func breakpointOnError() async {
    await #expect(processExitsWith: .signal(SIGTRAP)) {
      _ = Fail<Int, TestError>(error: .expected).breakpointOnError()
        .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    }
  }

  @Test("Rule 71d: assertNoFailure stops the program, and says why and where")
  func assertNoFailure() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Fail<Int, TestError>(error: .expected).assertNoFailure(
        "prices", file: "Shop.swift", line: 7
      )
      .sink { _ in }
    }
    expectMessage("Shop.swift:7: Fatal error: prices: expected", in: result)
  }

  @Test("Rule 75f: a value that no next() asked for traps under values")
  func unaskedValue() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let unruly = ManualPublisher<Int, Never>()
      let iterator = unruly.values.makeAsyncIterator()
      unruly.send(1)
      withExtendedLifetime(iterator) {}
    }
    expectMessage("values: upstream sent a value that no next() had asked for", in: result)
  }

  /// Expects that the process said something before it ended. A release build says nothing.
  func expectMessage(
    _ text: String, in result: ExitTest.Result?, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #if DEBUG
      let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(said.contains(text), sourceLocation: sourceLocation)
    #endif
  }
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
