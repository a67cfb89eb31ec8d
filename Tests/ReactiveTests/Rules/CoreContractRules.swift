import ReactiveExtras
import TestSupport
import Reactive
import Testing

/// What publishers, subscribers and subscriptions owe each other: rules 1 to 7 and 12 to 14.
@Suite("Rules: the core contract")
struct CoreContractRules {
  typealias Upstream = ManualPublisher<Int, TestError>
  typealias Probe = ProbeSubscriber<Int, TestError>
  typealias Stream = AnyPublisher<Int, TestError>

  let time = VirtualTimeScheduler()
  static let endings: [Subscribers.Completion<TestError>] = [.finished, .failure(.expected)]

  // MARK: The order of events

  @Test(
    "Rule 1a: a subscriber gets one subscription, then values, then at most one completion",
    arguments: OperatorEntry.all, endings)
  func order(_ entry: OperatorEntry, ending: Subscribers.Completion<TestError>) {
    if entry.has(.infallible), ending != .finished { return }
    let subject = PassthroughSubject<Int, TestError>()
    let probe = Probe(keeping: .forever)
    entry.build(subject.eraseToAnyPublisher(), time).subscribe(probe)
    time.run()
    for value in 1...8 { subject.send(value) }
    time.run()
    subject.send(completion: ending)
    subject.send(9)
    time.run()
    #expect(probe.log.first == "subscription")
    #expect(probe.log.dropFirst().dropLast().allSatisfy { $0.hasPrefix("value") })
    #expect(probe.hasEnded)
  }

  @Test("Rule 1b: subscribers may come from any thread, each to a stream of its own")
  func subscribingFromThreads() {
    let publisher = Unchecked(
      (0..<100).publisher.eraseToAnyPublisher().filter { $0 % 2 == 0 }.scan(0, +).share())
    let cold = Unchecked(
      (0..<100).publisher.eraseToAnyPublisher().filter { $0 % 2 == 0 }.scan(0, +))
    let probes = (0..<4).map { _ in ConcurrentProbe<Int, Never>() }
    let late = (0..<4).map { _ in ConcurrentProbe<Int, Never>() }
    Threads.run(4) { thread in
      cold.value.subscribe(probes[thread])
      publisher.value.subscribe(late[thread])
    }
    for probe in probes {
      probe.checkSerial()
      #expect(probe.values.count == 50)
      #expect(probe.completions == 1)
    }
    for probe in late {
      probe.checkSerial()
      #expect(probe.completions == 1)
    }
  }

  @Test("Rule 1c: calls into one subscriber never overlap, whatever threads send")
  func serialDownstream() {
    let subjects = Unchecked((0..<3).map { _ in PassthroughSubject<Numbered, Never>() })
    let probe = ConcurrentProbe<Numbered, Never>()
    Publishers.MergeMany(subjects.value).map { $0 }.subscribe(probe)
    Threads.run(3) { thread in
      for number in 0..<300 {
        subjects.value[thread].send(Numbered(sender: thread, number: number))
      }
    }
    probe.checkComplete(senders: 3, each: 300)
  }

  @Test("Rule 1d: requests and cancels may come from any thread, and none is lost")
  func serialUpstream() {
    let probe = ConcurrentProbe<Int, Never>(demand: .none)
    (0..<10_000).publisher.eraseToAnyPublisher().scan(0) { $1 }.dropFirst(3).subscribe(probe)
    Threads.run(4) { _ in
      for _ in 0..<200 { probe.request(.max(1)) }
    }
    probe.checkSerial()
    #expect(probe.values == Array(3..<803))
    Threads.run(4) { _ in probe.cancel() }
    probe.request(.max(1))
    #expect(probe.values.count == 800)
  }

  // MARK: Subscribing twice

  @Test("Rule 2a: Sink and Assign cancel a second subscription at once and keep the first")
  func secondSubscription() {
    final class Label { var text = "" }
    let label = Label()
    let upstreams = (ManualPublisher<String, Never>(), ManualPublisher<String, Never>())
    var values: [String] = []
    let sink = Subscribers.Sink<String, Never>(
      receiveCompletion: { _ in }, receiveValue: { values.append($0) })
    let assign = Subscribers.Assign(object: label, keyPath: \Label.text)
    upstreams.0.subscribe(sink)
    upstreams.1.subscribe(assign)
    #expect(upstreams.0.sendSecondSubscription().cancelCount == 1)
    #expect(upstreams.1.sendSecondSubscription().cancelCount == 1)
    upstreams.0.send("a")
    upstreams.1.send("b")
    #expect(values == ["a"])
    #expect(label.text == "b")
    #expect(upstreams.0.cancelCount + upstreams.1.cancelCount == 0)
  }

  @Test(
    "Rule 2b: an operator cancels a second subscription at once and keeps the first",
    arguments: OperatorEntry.all.filter { !$0.has(.transparent) && !$0.has(.endsAtOnce) })
  func secondSubscription(_ entry: OperatorEntry) {
    let upstream = Upstream()
    let probe = Probe()
    entry.build(upstream.eraseToAnyPublisher(), time).subscribe(probe)
    time.run()
    let second = upstream.sendSecondSubscription()
    time.run()
    #expect(second.cancelCount == 1)
    #expect(upstream.cancelCount == 0)
    #expect(probe.log.count { $0 == "subscription" } == 1)
  }

  @Test("Rule 2c: a subject accepts a subscriber twice; only a Sink guards itself against it")
  func subjectTwice() {
    let subject = PassthroughSubject<Int, Never>()
    let probe = ProbeSubscriber<Int, Never>()
    subject.subscribe(probe)
    subject.subscribe(probe)
    var values: [Int] = []
    let sink = Subscribers.Sink<Int, Never>(
      receiveCompletion: { _ in }, receiveValue: { values.append($0) })
    subject.subscribe(sink)
    subject.subscribe(sink)
    subject.send(1)
    #expect(probe.values == [1, 1])
    #expect(values == [1])
    probe.cancel()
    sink.cancel()
  }

  // MARK: Demand

  @Test("Rule 3b: no demand may be returned, which is not a request", arguments: OperatorEntry.all)
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

  @Test("Rule 3c: receive(on:), delay and subscribe(on:) leave a zero request to their upstream")
  func uncheckedZero() {
    let builders: [(Upstream) -> Stream] = [
      { $0.receive(on: time).eraseToAnyPublisher() },
      { $0.delay(for: 1, scheduler: time).eraseToAnyPublisher() },
      { $0.subscribe(on: time).eraseToAnyPublisher() },
    ]
    for build in builders {
      let upstream = Upstream()
      build(upstream).subscribe(AnySubscriber(receiveSubscription: { $0.request(.none) }))
      time.run()
      #expect(upstream.requests == [.none])
    }
  }

  @Test("Rule 4a: demand adds up and is never reset; unlimited absorbs; overflow is unlimited")
  func additive() {
    typealias Demand = Subscribers.Demand
    #expect(Demand.max(2) + .max(3) == .max(5))
    #expect(Demand.unlimited + .max(3) == .unlimited)
    #expect(Demand.unlimited - .max(3) == .unlimited)
    #expect(Demand.unlimited * 0 == .unlimited)
    #expect(Demand.max(.max) + .max(1) == .unlimited)
    #expect(Demand.max(.max) * 2 == .unlimited)
    let upstream = Upstream()
    let probe = Probe(demand: .max(2))
    upstream.subscribe(probe)
    probe.request(.max(3))
    #expect(upstream.connections[0].demand == .max(5))
    probe.request(.unlimited)
    probe.request(.max(1))
    #expect(upstream.connections[0].demand == .unlimited)
  }

  @Test("Rule 4b: subtracting below zero stops at zero, as it is documented to")
  func belowZero() {
    var demand = Subscribers.Demand.max(2)
    demand -= .max(3)
    #expect(demand == .none)
    demand -= 1
    #expect(demand == .none)
    #expect(Subscribers.Demand.max(1) + -2 == .none)
  }

  @Test(
    "Rule 5: what a value returns is added to the demand, not put in its place",
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

  // MARK: Ending

  @Test(
    "Rule 6a: neither value nor completion follows a cancel, however often it is repeated",
    arguments: OperatorEntry.all, endings)
  func silence(_ entry: OperatorEntry, ending: Subscribers.Completion<TestError>) {
    if entry.has(.infallible), ending != .finished { return }
    let subject = PassthroughSubject<Int, TestError>()
    let probe = Probe(keeping: .forever)
    entry.build(subject.eraseToAnyPublisher(), time).subscribe(probe)
    time.run()
    subject.send(1)
    // Whatever is on its way by a scheduler must not arrive either.
    for _ in 0..<3 { probe.cancel() }
    let log = probe.log
    subject.send(2)
    subject.send(completion: ending)
    time.run()
    #expect(probe.log == log)
  }

  @Test(
    "Rule 6b: a cancel from inside a callout is the end of it all",
    arguments: PublisherEntry.all.filter { $0.values.count > 0 })
  func cancelInside(_ entry: PublisherEntry) {
    let inValue = Probe()
    inValue.onValue = { [unowned inValue] _ in
      inValue.cancel()
      return .max(1)
    }
    entry.build().subscribe(inValue)
    #expect(inValue.log == ["subscription", entry.values[0]])
    let inSubscription = Probe(demand: .none, keeping: .forever)
    inSubscription.onSubscription = { $0.cancel() }
    entry.build().subscribe(inSubscription)
    inSubscription.request(.max(1))
    #expect(inSubscription.log == ["subscription"])
  }

  @Test(
    "Rule 7a: a completed upstream is neither asked nor cancelled any more",
    arguments: OperatorEntry.all.filter { !$0.has(.transparent) }, endings)
  func upstreamLeftAlone(_ entry: OperatorEntry, ending: Subscribers.Completion<TestError>) {
    if entry.has(.infallible), ending != .finished { return }
    let upstream = Upstream()
    let probe = Probe(keeping: .forever)
    entry.build(upstream.eraseToAnyPublisher(), time).subscribe(probe)
    time.run()
    guard let first = upstream.connections.first else { return }
    first.send(1)
    first.send(completion: ending)
    time.run()
    let requests = first.requests.count
    probe.request(.max(1))
    probe.cancel()
    time.run()
    #expect(first.requests.count == requests)
    #expect(first.cancelCountAfterEnd == 0)
  }

  @Test(
    "Rule 7b: an operator lets go of its upstream's subscription at the completion",
    arguments: OperatorEntry.all.filter { !$0.has(.transparent) && !$0.has(.shares) })
  func subscriptionReleased(_ entry: OperatorEntry) {
    final class Held: Subscription {
      func request(_ demand: Subscribers.Demand) {}
      func cancel() {}
    }
    struct Source: Publisher {
      typealias Output = Int
      typealias Failure = TestError
      let attach: (AnySubscriber<Int, TestError>) -> Void
      func receive(subscriber: some Subscriber<Int, TestError>) {
        attach(AnySubscriber(subscriber))
      }
    }
    weak var held: Held?
    var subscriber: AnySubscriber<Int, TestError>?
    let source = Source { given in
      let made = Held()
      held = made
      subscriber = given
      given.receive(subscription: made)
    }
    let probe = Probe(keeping: .forever)
    entry.build(source.eraseToAnyPublisher(), time).subscribe(probe)
    time.run()
    subscriber?.receive(completion: .finished)
    time.run()
    #expect(held == nil)
  }

  // MARK: Demand through operators

  @Test("Rule 12a: an operator that only transforms hands demand on, and back, unchanged")
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
      ("measureInterval", { $0.measureInterval(using: time).map { _ in 1 }.eraseToAnyPublisher() }),
    ]
    for (name, build) in builders {
      let upstream = Upstream(letsGo: true)
      let probe = Probe(demand: .max(2), keeping: .forever)
      probe.onValue = { $0 == 1 ? .max(7) : .none }
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

  @Test("Rule 12b: an operator that swallows a value returns a demand for one in its place")
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

  @Test("Rule 13a: dropFirst(n) asks for n more in advance and for none while it drops")
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

  @Test("Rule 13b: drop(untilOutputFrom:) uses up demand for what it drops, and asks for none")
  func dropUntilOutput() {
    let (upstream, trigger) = (Upstream(), PassthroughSubject<Void, TestError>())
    let probe = Probe(demand: .max(3))
    upstream.drop(untilOutputFrom: trigger).subscribe(probe)
    for value in 1...2 { upstream.send(value) }
    #expect(upstream.connections[0].demand == .max(1))
    trigger.send()
    upstream.send(3)
    #expect(upstream.requests == [.max(3)])
    #expect(upstream.connections[0].demand == .none)
    #expect(probe.values == [3])
    probe.request(.max(2))
    #expect(upstream.connections[0].demand == .max(2))
  }

  @Test(
    "Rule 14: an operator that ends early cancels upstream before it completes",
    arguments: OperatorEntry.all.filter { $0.has(.endsEarly) && !$0.has(.endsAtOnce) })
  func earlyEnd(_ entry: OperatorEntry) {
    var events: [String] = []
    let upstream = Upstream()
    let probe = Probe()
    probe.onCompletion = { events.append("completion") }
    let watched = upstream.handleEvents(receiveCancel: { events.append("cancel") })
    entry.build(watched.eraseToAnyPublisher(), time).subscribe(probe)
    for value in 1...6 { upstream.sendIfWanted(value) }
    #expect(events == ["cancel", "completion"])
  }
}
