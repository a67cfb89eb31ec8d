import ReactiveExtras
import TestSupport
import Reactive
import Testing

/// What holds for every operator, whatever it does.
@Suite("Laws of operators")
struct OperatorLawTests {
  typealias Upstream = ManualPublisher<Int, TestError>
  typealias Probe = ProbeSubscriber<Int, TestError>

  let time = VirtualTimeScheduler()

  /// An upstream, and a probe attached to it by way of an operator.
  func attach(
    _ entry: OperatorEntry, demand: Subscribers.Demand = .unlimited,
    keeping: Probe.Keeping = .untilTheEnd, letsGo: Bool = false,
    _ prepare: (Probe) -> Void = { _ in }
  ) -> (Upstream, Probe) {
    let upstream = Upstream(letsGo: letsGo)
    let probe = Probe(demand: demand, keeping: keeping)
    prepare(probe)
    entry.build(upstream.eraseToAnyPublisher(), time).subscribe(probe)
    time.run()
    return (upstream, probe)
  }

  @Test("one subscription comes, before anything else", arguments: OperatorEntry.all)
  func subscriptionFirst(_ entry: OperatorEntry) {
    let (upstream, probe) = attach(entry)
    for value in 1...6 where !upstream.connections.isEmpty { upstream.sendIfWanted(value) }
    time.run()
    upstream.send(completion: .finished)
    time.run()
    #expect(probe.log.first == "subscription")
    #expect(probe.log.count { $0 == "subscription" } == 1)
    #expect(probe.log.last == entry.ending)
    #expect(probe.deepestNesting <= 1)
  }

  @Test("no more values come than were asked for", arguments: OperatorEntry.all)
  func demandIsKept(_ entry: OperatorEntry) {
    let (upstream, probe) = attach(entry, demand: .none)
    var next = 1
    func pump() {
      for _ in 0..<12 {
        upstream.sendIfWanted(next)
        next += 1
        time.run()
      }
    }
    pump()
    #expect(probe.values.isEmpty)
    probe.request(.max(1))
    pump()
    #expect(probe.values.count <= 1)
    if entry.has(.oneToOne) { #expect(probe.values.count == 1) }
    probe.request(.max(2))
    pump()
    #expect(probe.values.count <= 3)
    if entry.has(.oneToOne) { #expect(probe.values.count == 3) }
    upstream.send(completion: .finished)
    time.run()
    #expect(probe.values.count <= 3)
  }

  @Test(
    "no more values come than were asked for, though upstream sends too many",
    arguments: OperatorEntry.all.filter { $0.has(.limits) })
  func demandIsKeptAgainstUpstream(_ entry: OperatorEntry) {
    let (upstream, probe) = attach(entry, demand: .max(1))
    for value in 1...12 {
      upstream.send(value)
      time.run()
    }
    #expect(probe.values.count <= 1)
    probe.request(.max(2))
    time.run()
    #expect(probe.values.count <= 3)
    upstream.send(completion: .finished)
    time.run()
    #expect(probe.values.count <= 3)
  }

  @Test(
    "too many values from upstream do no harm", arguments: OperatorEntry.all,
    [Subscribers.Completion<TestError>.finished, .failure(.expected)])
  func overproduction(_ entry: OperatorEntry, completion: Subscribers.Completion<TestError>) {
    if entry.has(.infallible), completion != .finished { return }
    let (upstream, probe) = attach(entry, demand: .max(1))
    for value in 1...12 {
      upstream.send(value)
      time.run()
    }
    upstream.send(completion: completion)
    time.run()
    probe.request(.unlimited)
    time.run()
    upstream.send(completion: completion)
    time.run()
    #expect(probe.hasEnded)
  }

  @Test(
    "nothing comes after the completion", arguments: OperatorEntry.all,
    [Subscribers.Completion<TestError>.finished, .failure(.expected)])
  func silentAfterCompletion(
    _ entry: OperatorEntry, completion: Subscribers.Completion<TestError>
  ) {
    if entry.has(.infallible), completion != .finished { return }
    let (upstream, probe) = attach(entry, keeping: .forever, letsGo: entry.has(.transparent))
    upstream.send(1)
    time.run()
    // The second is for retry.
    upstream.send(completion: completion)
    upstream.send(completion: completion)
    time.run()
    let log = probe.log
    #expect(probe.hasEnded)
    upstream.send(2)
    upstream.send(completion: .finished)
    if !entry.has(.infallible) { upstream.send(completion: .failure(.other)) }
    probe.request(.max(1))
    time.run()
    #expect(probe.log == log)
  }

  @Test("nothing comes after a cancel", arguments: OperatorEntry.all)
  func silentAfterCancel(_ entry: OperatorEntry) {
    let (upstream, probe) = attach(entry, keeping: .forever, letsGo: entry.has(.transparent))
    upstream.send(1)
    probe.cancel()
    let log = probe.log
    upstream.send(2)
    time.run()
    upstream.send(completion: .finished)
    probe.request(.max(1))
    time.run()
    #expect(probe.log == log)
  }

  @Test("nothing comes after a cancel from inside a value", arguments: OperatorEntry.all)
  func silentAfterCancelInside(_ entry: OperatorEntry) {
    let (upstream, probe) = attach(entry, letsGo: entry.has(.transparent)) { probe in
      probe.onValue = { [unowned probe] _ in
        probe.cancel()
        return .unlimited
      }
    }
    for value in 1...6 {
      upstream.send(value)
      time.run()
    }
    upstream.send(completion: .finished)
    time.run()
    // Without a value there was no cancel.
    if !probe.values.isEmpty { #expect(probe.log.count == 2) }
  }

  @Test("a cancel from inside the subscription is the end", arguments: OperatorEntry.all)
  func cancelInsideSubscription(_ entry: OperatorEntry) {
    let (upstream, probe) = attach(entry, demand: .none, letsGo: entry.has(.transparent)) {
      $0.onSubscription = { $0.cancel() }
    }
    upstream.send(1)
    upstream.send(completion: .finished)
    time.run()
    #expect(probe.log == ["subscription"])
    #expect(upstream.connections.allSatisfy { $0.isOver })
    // Nothing is asked of an upstream that was cancelled.
    if !entry.has(.shares) { #expect(upstream.requests.isEmpty) }
  }

  @Test(
    "a cancel reaches upstream once, however often it is repeated", arguments: OperatorEntry.all)
  func cancelOnce(_ entry: OperatorEntry) {
    if entry.has(.endsAtOnce) { return }
    let (upstream, probe) = attach(entry, keeping: .forever)
    probe.cancel()
    if !entry.has(.transparent) { probe.cancel() }
    time.run()
    #expect(upstream.cancelCount == 1)
  }

  @Test(
    "upstream is not cancelled after its completion", arguments: OperatorEntry.all,
    [Subscribers.Completion<TestError>.finished, .failure(.expected)])
  func noCancelAfterCompletion(
    _ entry: OperatorEntry, completion: Subscribers.Completion<TestError>
  ) {
    if entry.has(.infallible), completion != .finished { return }
    let (upstream, probe) = attach(entry, keeping: .forever)
    upstream.send(1)
    upstream.connections.last?.send(completion: completion)
    if !entry.has(.transparent) { probe.cancel() }
    time.run()
    if !entry.has(.transparent) { probe.cancel() }
    #expect(upstream.connections.first?.cancelCountAfterEnd ?? 0 == 0)
  }

  @Test(
    "a failure passes at once and is the end",
    arguments: OperatorEntry.all.filter { !$0.has(.recovers) && !$0.has(.infallible) })
  func failurePasses(_ entry: OperatorEntry) {
    if entry.has(.endsAtOnce) { return }
    let demand: Subscribers.Demand = entry.has(.comesLater) ? .unlimited : .none
    let (upstream, probe) = attach(entry, demand: demand)
    upstream.send(completion: .failure(.expected))
    time.run()
    #expect(probe.log.last == "failure expected")
    #expect(entry.has(.comesLater) || probe.log.count == 2)
  }

  @Test(
    "an operator that ends early has cancelled upstream by then",
    arguments: OperatorEntry.all.filter { $0.has(.endsEarly) })
  func cancelsBeforeEnding(_ entry: OperatorEntry) {
    var countAtEnd: Int?
    let upstream = Upstream()
    let probe = Probe()
    probe.onCompletion = { countAtEnd = upstream.cancelCount }
    entry.build(upstream.eraseToAnyPublisher(), time).subscribe(probe)
    for value in 1...6 { upstream.sendIfWanted(value) }
    #expect(countAtEnd == 1)
    #expect(upstream.cancelCount == 1)
  }

  @Test(
    "a second subscription is cancelled and the first kept",
    arguments: OperatorEntry.all.filter { !$0.has(.transparent) && !$0.has(.endsAtOnce) })
  func secondSubscription(_ entry: OperatorEntry) {
    let (upstream, probe) = attach(entry)
    let second = upstream.sendSecondSubscription()
    time.run()
    #expect(second.cancelCount == 1)
    #expect(probe.log.count { $0 == "subscription" } == 1)
    #expect(upstream.cancelCount == 0)
  }

  @Test(
    "values sent from inside a value all arrive, one call at a time or nested",
    arguments: OperatorEntry.all.filter { $0.has(.oneToOne) })
  func sendInside(_ entry: OperatorEntry) {
    let subject = PassthroughSubject<Int, TestError>()
    let probe = Probe()
    var left = 5
    probe.onValue = { _ in
      if left > 0 {
        left -= 1
        subject.send(left)
      }
      return .none
    }
    entry.build(subject.eraseToAnyPublisher(), time).subscribe(probe)
    time.run()
    subject.send(100)
    time.run()
    #expect(probe.values.count == 6)
  }

  @Test(
    "an early end is not overrun by values sent from inside the last one",
    arguments: OperatorEntry.all.filter { $0.has(.endsEarly) })
  func sendInsideLast(_ entry: OperatorEntry) {
    let expected = entry.build(sequence(1...9), time).log()
    let subject = PassthroughSubject<Int, TestError>()
    let probe = Probe()
    probe.onValue = { value in
      if value < 9 { subject.send(value + 1) }
      return .none
    }
    entry.build(subject.eraseToAnyPublisher(), time).subscribe(probe)
    for value in 1...9 { subject.send(value) }
    #expect(probe.values.count <= expected.count { $0.hasPrefix("value") })
    #expect(probe.log.last == entry.ending)
    #expect(probe.log.count { $0 == entry.ending } == 1)
  }

  @Test(
    "how the demand is made does not change the values",
    arguments: OperatorEntry.all.filter { !$0.has(.loses) })
  func demandPatterns(_ entry: OperatorEntry) {
    func log(
      _ demand: Subscribers.Demand, prepare: (Probe) -> Void = { _ in },
      drive: (Probe) -> Void = { _ in }
    ) -> [String] {
      let probe = Probe(demand: demand)
      prepare(probe)
      entry.build(sequence(1...12), time).subscribe(probe)
      time.run()
      drive(probe)
      time.run()
      return entry.has(.interleaves) ? probe.log.sorted() : probe.log
    }
    let expected = log(.unlimited)
    #expect(expected.contains(entry.ending))
    #expect(log(.max(1)) { $0.onValue = { _ in .max(1) } } == expected, "one returned at a time")
    #expect(log(.max(1)) { $0.onValue = { _ in .unlimited } } == expected, "unlimited returned")
    #expect(
      log(.max(1)) { probe in
        probe.onValue = { [unowned probe] _ in
          probe.request(.max(1))
          return .none
        }
      } == expected, "one requested from inside each value")
    #expect(
      log(.max(2)) { probe in
        probe.onValue = { [unowned probe] _ in
          probe.request(.unlimited)
          return .none
        }
      } == expected, "unlimited requested from inside a value")
    #expect(
      log(
        .none,
        drive: { probe in
          for _ in 0..<40 {
            probe.request(.max(1))
            time.run()
          }
        }) == expected, "one requested at a time from outside")
    #expect(
      log(
        .none,
        drive: { probe in
          probe.request(.max(3))
          time.run()
          probe.request(.unlimited)
        }) == expected, "three, then unlimited")
  }

  @Test(
    "operators that lose values go on sending when they are asked again",
    arguments: OperatorEntry.all.filter { $0.has(.loses) })
  func lossyOperatorsStayAlive(_ entry: OperatorEntry) {
    let (upstream, probe) = attach(entry, demand: .max(1)) { $0.onValue = { _ in .max(1) } }
    for value in 1...8 {
      upstream.send(value)
      time.run()
      time.advance(by: 3)
    }
    #expect(probe.values.suffix(3) == [6, 7, 8])
  }

  func sequence(_ range: ClosedRange<Int>) -> AnyPublisher<Int, TestError> {
    Publishers.Sequence<ClosedRange<Int>, TestError>(sequence: range).eraseToAnyPublisher()
  }
}
