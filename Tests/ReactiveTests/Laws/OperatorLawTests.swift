import Reactive
import ReactiveExtras
import TestSupport
import Testing

/// Laws of every operator, whatever it does.
@Suite("Laws of operators")
struct OperatorLawTests {
  typealias Upstream = ManualPublisher<Int, TestError>
  typealias Probe = ProbeSubscriber<Int, TestError>
  typealias Stream = AnyPublisher<Int, TestError>
  typealias Completion = Subscribers.Completion<TestError>

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

  @Test(
    "one subscription comes, then values one at a time, then one completion",
    arguments: OperatorEntry.all, Completion.both)
  func subscriptionFirst(_ entry: OperatorEntry, completion: Completion) {
    if entry.has(.infallible), completion != .finished { return }
    let (upstream, probe) = attach(entry, keeping: .forever, letsGo: entry.has(.transparent))
    for value in 1...8 { upstream.sendIfWanted(value) }
    time.run()
    // The second is for retry.
    for _ in 0..<2 { upstream.send(completion: completion) }
    upstream.send(9)
    time.run()
    #expect(probe.log.first == "subscription")
    #expect(probe.log.dropFirst().dropLast().allSatisfy { $0.hasPrefix("value") })
    #expect(probe.hasEnded)
    if completion == .finished { #expect(probe.log.last == entry.ending) }
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
    Completion.both)
  func overproduction(_ entry: OperatorEntry, completion: Completion) {
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
    "nothing comes after the completion", arguments: OperatorEntry.all, Completion.both)
  func silentAfterCompletion(_ entry: OperatorEntry, completion: Completion) {
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

  @Test(
    "nothing comes after a cancel, however often it is repeated", arguments: OperatorEntry.all,
    Completion.both)
  func silentAfterCancel(_ entry: OperatorEntry, completion: Completion) {
    if entry.has(.infallible), completion != .finished { return }
    let (upstream, probe) = attach(entry, keeping: .forever, letsGo: entry.has(.transparent))
    // Whatever is on its way by a scheduler must not arrive either.
    upstream.send(1)
    for _ in 0..<3 { probe.cancel() }
    let log = probe.log
    upstream.send(2)
    time.run()
    upstream.send(completion: completion)
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
    // Nothing is asked of an upstream that was cancelled; a buffer asks before anybody can cancel.
    if !entry.has(.shares) && !entry.name.hasPrefix("buffer") {
      #expect(upstream.requests.isEmpty)
    }
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
    "a completed upstream is neither asked nor cancelled any more", arguments: OperatorEntry.all,
    Completion.both)
  func noCancelAfterCompletion(_ entry: OperatorEntry, completion: Completion) {
    if entry.has(.infallible), completion != .finished { return }
    for arrives in [false, true] {
      let (upstream, probe) = attach(entry, keeping: .forever)
      guard let first = upstream.connections.first else { return }
      first.send(1)
      first.send(completion: completion)
      if arrives { time.run() }
      let requests = first.requests.count
      if !entry.has(.transparent) {
        if arrives { probe.request(.max(1)) }
        probe.cancel()
      }
      let log = probe.log
      time.run()
      if !entry.has(.transparent) {
        // A completion that was on its way by a scheduler is dropped.
        #expect(probe.log == log)
        probe.cancel()
      }
      #expect(first.cancelCountAfterEnd == 0)
      if arrives { #expect(first.requests.count == requests) }
    }
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

  @Test("no demand may be returned, which is not a request", arguments: OperatorEntry.all)
  func returningNone(_ entry: OperatorEntry) {
    let upstream = Upstream()
    let probe = Probe(demand: .max(2))
    probe.onValue = { _ in .none }
    entry.build(upstream.eraseToAnyPublisher(), time).subscribe(probe)
    time.run()
    for value in 1...4 {
      upstream.sendIfWanted(value)
      time.run()
    }
    #expect(!upstream.requests.contains(.none))
    probe.cancel()
  }

  @Test(
    "what a value returns is added to the demand, not put in its place",
    arguments: OperatorEntry.all.filter { $0.has(.oneToOne) })
  func returnedIsAdded(_ entry: OperatorEntry) {
    let probe = Probe(demand: .max(2))
    var returned = Subscribers.Demand.max(3)
    probe.onValue = { _ in
      defer { returned = .none }
      return returned
    }
    let source = Publishers.Sequence<Range<Int>, TestError>(sequence: 0..<20)
    entry.build(source.eraseToAnyPublisher(), time).subscribe(probe)
    time.run()
    #expect(probe.values.count == 5)
    probe.cancel()
  }

  @Test("an operator that only transforms hands demand on, and back, unchanged")
  func transforming() {
    let builders: [(String, (Upstream) -> Stream)] = [
      ("map", { $0.map { $0 }.eraseToAnyPublisher() }),
      ("tryMap", { $0.tryMap { $0 }.testError().eraseToAnyPublisher() }),
      ("map key path", { $0.map(\.self).eraseToAnyPublisher() }),
      ("mapError", { $0.mapError { $0 }.eraseToAnyPublisher() }),
      ("replaceNil", { $0.map(Int?.some).replaceNil(with: 0).eraseToAnyPublisher() }),
      ("scan", { $0.scan(0, +).eraseToAnyPublisher() }),
      ("tryScan", { $0.tryScan(0, +).testError().eraseToAnyPublisher() }),
      ("handleEvents", { $0.handleEvents().eraseToAnyPublisher() }),
      ("breakpoint", { $0.breakpoint().eraseToAnyPublisher() }),
      (
        "assertNoFailure",
        { $0.assertNoFailure().setFailureType(to: TestError.self).eraseToAnyPublisher() }
      ),
      ("encode", { $0.encode(encoder: Doubler()).testError().eraseToAnyPublisher() }),
      (
        "decode",
        { $0.decode(type: Int.self, decoder: Doubler()).testError().eraseToAnyPublisher() }
      ),
    ]
    for (name, build) in builders {
      let upstream = Upstream(letsGo: true)
      let probe = Probe(demand: .max(2), keeping: .forever)
      probe.onValue = { _ in .max(7) }
      build(upstream).subscribe(probe)
      #expect(upstream.requests == [.max(2)], "\(name)")
      probe.request(.max(5))
      #expect(upstream.requests == [.max(2), .max(5)], "\(name)")
      upstream.send(1)
      #expect(upstream.connections[0].demand == .max(13), "\(name)")
      #expect(upstream.requests.count == 2, "\(name)")
      probe.cancel()
      #expect(upstream.cancelCount == 1, "\(name)")
    }
  }

  @Test("an operator that swallows a value returns a demand for one in its place")
  func swallowing() {
    let builders: [(String, (Upstream) -> Stream)] = [
      ("filter", { $0.filter { $0 > 5 }.eraseToAnyPublisher() }),
      ("tryFilter", { $0.tryFilter { $0 > 5 }.testError().eraseToAnyPublisher() }),
      ("compactMap", { $0.compactMap { $0 > 5 ? $0 : nil }.eraseToAnyPublisher() }),
      (
        "tryCompactMap",
        { $0.tryCompactMap { $0 > 5 ? $0 : nil }.testError().eraseToAnyPublisher() }
      ),
      ("drop(while:)", { $0.drop { $0 < 5 }.eraseToAnyPublisher() }),
      ("tryDrop(while:)", { $0.tryDrop { $0 < 5 }.testError().eraseToAnyPublisher() }),
      ("output(in:)", { $0.output(in: 2..<9).eraseToAnyPublisher() }),
      ("output(at:)", { $0.output(at: 2).eraseToAnyPublisher() }),
      (
        "removeDuplicates",
        { $0.prepend(1).removeDuplicates().dropFirst().eraseToAnyPublisher() }
      ),
      (
        "tryRemoveDuplicates",
        {
          $0.prepend(1).tryRemoveDuplicates { $0 == $1 }.testError().dropFirst()
            .eraseToAnyPublisher()
        }
      ),
    ]
    for (name, build) in builders {
      let upstream = Upstream()
      let probe = Probe(demand: .max(1))
      build(upstream).subscribe(probe)
      #expect(upstream.connections[0].demand == .max(1), "\(name)")
      for _ in 0..<2 { upstream.send(1) }
      #expect(upstream.connections[0].demand == .max(1), "\(name)")
      #expect(probe.values.isEmpty, "\(name)")
      upstream.send(6)
      #expect(upstream.connections[0].demand == .none, "\(name)")
      #expect(probe.values == [6], "\(name)")
      probe.cancel()
    }
  }

  func sequence(_ range: ClosedRange<Int>) -> AnyPublisher<Int, TestError> {
    Publishers.Sequence<ClosedRange<Int>, TestError>(sequence: range).eraseToAnyPublisher()
  }

  @Test(
    "a completion that comes before any subscription means nothing",
    arguments: OperatorEntry.all.filter { !$0.has(.transparent) && !$0.has(.shares) })
  func prematureCompletion(_ entry: OperatorEntry) {
    struct Premature: Publisher {
      typealias Output = Int
      typealias Failure = TestError
      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
        subscriber.receive(completion: .finished)
      }
    }
    let probe = Probe()
    entry.build(Premature().eraseToAnyPublisher(), time).subscribe(probe)
    time.run()
    #expect(!probe.hasEnded)
    // Values that come before the upstream's are no answer to its end.
    if !entry.name.hasPrefix("prepend") { #expect(probe.values.isEmpty) }
  }

  @Test("the upstream publisher is not held by a subscription", arguments: OperatorEntry.all)
  func letsUpstreamGo(_ entry: OperatorEntry) {
    final class Source: Publisher {
      typealias Output = Int
      typealias Failure = TestError
      let subject = PassthroughSubject<Int, TestError>()
      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
        subject.receive(subscriber: subscriber)
      }
    }
    // Those have to: they subscribe to it again, or later, or for others.
    if entry.has(.shares) || entry.name.contains("retry") { return }
    let probe = Probe()
    weak var weakSource: Source?
    do {
      let source = Source()
      weakSource = source
      entry.build(source.eraseToAnyPublisher(), time).subscribe(probe)
    }
    time.run()
    #expect(weakSource == nil || probe.hasEnded)
    probe.cancel()
  }
}
