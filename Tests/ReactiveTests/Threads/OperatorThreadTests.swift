import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("Threads: operators", .serialized)
struct OperatorThreadTests {
  typealias Subject = PassthroughSubject<Numbered, Never>
  static let count = 800

  /// Sends every value of so many senders, each on a thread of its own by a subject of its own.
  static func send(_ subjects: [Subject], count: Int = count, finish: Bool = false) {
    let subjects = Unchecked(subjects)
    Threads.run(subjects.value.count) { sender in
      for number in 0..<count {
        subjects.value[sender].send(Numbered(sender: sender, number: number))
      }
      if finish { subjects.value[sender].send(completion: .finished) }
    }
  }

  @Test(
    "merge passes every value once, in each sender's order, and ends once", arguments: [2, 4, 8])
  func merge(senders: Int) {
    let subjects = (0..<senders).map { _ in Subject() }
    let probe = ConcurrentProbe<Numbered, Never>()
    Publishers.MergeMany(subjects).subscribe(probe)
    Self.send(subjects, finish: true)
    probe.checkComplete(senders: senders, each: Self.count)
    #expect(probe.completions == 1)
  }

  @Test("flatMap passes every value once, in each sender's order, and ends once")
  func flatMap() {
    let subjects = Unchecked((0..<4).map { _ in Subject() })
    let probe = ConcurrentProbe<Numbered, Never>()
    subjects.value.indices.publisher.flatMap { subjects.value[$0] }.subscribe(probe)
    Self.send(subjects.value, finish: true)
    probe.checkComplete(senders: 4, each: Self.count)
    #expect(probe.completions == 1)
  }

  @Test("flatMap of sequences, subscribed to from many threads, passes every value")
  func flatMapOfSequences() {
    let subject = Subject()
    let probe = ConcurrentProbe<Numbered, Never>()
    subject.flatMap { value in
      (0..<3).publisher.map { Numbered(sender: value.sender, number: value.number * 3 + $0) }
    }.subscribe(probe)
    Self.send([subject, subject, subject], count: 300)
    probe.checkSerial()
    #expect(probe.values.count == 3 * 300 * 3)
    #expect(Set(probe.values).count == 3 * 300 * 3)
  }

  @Test("demand that comes while a publisher is being subscribed to is asked of it once")
  func demandDuringSwitch() {
    for _ in 0..<500 {
      let outer = PassthroughSubject<DemandMeter, Never>()
      let source = DemandMeter()
      let probe = ConcurrentProbe<Int, Never>(demand: .none)
      outer.switchToLatest().subscribe(probe)
      let start = Unchecked { outer.send(source) }
      let asking = Counter()
      Threads.run([
        {
          asking.add()
          while asking.value < 2 {}
          start.value()
        },
        {
          asking.add()
          while asking.value < 2 {}
          for _ in 0..<40 { probe.request(.max(1)) }
        },
      ])
      #expect(source.asked.value == 40)
      probe.cancel()
    }
  }

  @Test("demand may come from another thread while values and the end do")
  func demandDuringValues() {
    let values = PassthroughSubject<Int, any Error>()
    let operators: [AnyPublisher<Int, any Error>] = [
      values.tryMap { $0 }.eraseToAnyPublisher(),
      values.tryFilter { _ in true }.eraseToAnyPublisher(),
      values.tryScan(0, +).eraseToAnyPublisher(), values.dropFirst(1).eraseToAnyPublisher(),
      values.prefix(1_000).eraseToAnyPublisher(),
      values.collect(2).map(\.count).eraseToAnyPublisher(),
      values.removeDuplicates().eraseToAnyPublisher(), values.count().eraseToAnyPublisher(),
      values.prefix { _ in true }.eraseToAnyPublisher(),
    ]
    let probes = operators.map { publisher in
      let probe = ConcurrentProbe<Int, any Error>(demand: .none)
      publisher.subscribe(probe)
      return probe
    }
    let sender = Unchecked(values)
    Threads.run([
      {
        for number in 0..<300 { sender.value.send(number) }
        sender.value.send(completion: .finished)
      },
      { for _ in 0..<300 { for probe in probes { probe.request(.max(1)) } } },
    ])
    for probe in probes {
      probe.checkSerial()
      #expect(probe.completions == 1)
    }
  }

  @Test("zip pairs first with first, whatever the threads do")
  func zip() {
    let (a, b, c) = (Subject(), Subject(), Subject())
    let probe = ConcurrentProbe<(Numbered, Numbered, Numbered), Never>()
    a.zip(b, c).subscribe(probe)
    Self.send([a, b, c], finish: true)
    probe.checkSerial()
    #expect(probe.values.count == Self.count)
    #expect(probe.completions == 1)
    for (number, triple) in probe.values.enumerated() {
      #expect(triple.0.number == number && triple.1.number == number && triple.2.number == number)
    }
  }

  @Test("combineLatest never goes back, and its last combination is of the last values")
  func combineLatest() {
    let (a, b) = (Subject(), Subject())
    let probe = ConcurrentProbe<(Numbered, Numbered), Never>()
    a.combineLatest(b).subscribe(probe)
    Self.send([a, b], finish: true)
    probe.checkSerial()
    #expect(probe.completions == 1)
    var last = (-1, -1)
    for (left, right) in probe.values {
      #expect(left.number >= last.0 && right.number >= last.1)
      last = (left.number, right.number)
    }
    #expect(last == (Self.count - 1, Self.count - 1))
  }

  @Test("switchToLatest stays serial and ends once while others switch and send")
  func switchToLatest() {
    for round in 0..<10 {
      let outer = Unchecked(PassthroughSubject<Subject, Never>())
      let inner = Unchecked((0..<3).map { _ in Subject() })
      let probe = ConcurrentProbe<Numbered, Never>()
      outer.value.switchToLatest().subscribe(probe)
      Threads.run(4) { thread in
        var random = SplitMix(seed: UInt64(round))
        for number in 0..<150 {
          if thread == 3 {
            outer.value.send(inner.value.randomElement(using: &random)!)
          } else {
            inner.value[thread].send(Numbered(sender: thread, number: number))
          }
        }
      }
      outer.value.send(inner.value[0])
      inner.value[0].send(Numbered(sender: 0, number: 1000))
      outer.value.send(completion: .finished)
      inner.value[0].send(completion: .finished)
      probe.checkSerial()
      probe.checkOrder()
      #expect(probe.values.last == Numbered(sender: 0, number: 1000))
      #expect(probe.completions == 1)
    }
  }

  @Test("share connects and disconnects in step, however its subscribers come and go")
  func share() {
    let upstream = Subject()
    let (opened, closed) = (Counter(), Counter())
    let shared = Unchecked(
      upstream
        .handleEvents(
          receiveSubscription: { _ in opened.add() }, receiveCancel: { closed.add() }
        )
        .share())
    let sender = Unchecked(upstream)
    Threads.run(5) { thread in
      var random = SplitMix(seed: UInt64(thread))
      var kept: [AnyCancellable] = []
      for number in 0..<200 {
        if thread == 0 {
          sender.value.send(Numbered(sender: 0, number: number))
        } else {
          kept.append(shared.value.sink { _ in })
          if Int.random(in: 0..<3, using: &random) > 0 { kept.removeFirst().cancel() }
        }
      }
    }
    #expect(opened.value > 0)
    #expect(opened.value == closed.value)
  }

  @Test("limited demand made on other threads is kept to through merge, zip and flatMap")
  func demand() {
    for build: (Subject, Subject) -> AnyPublisher<Numbered, Never> in [
      { $0.merge(with: $1).eraseToAnyPublisher() },
      { $0.zip($1) { left, _ in left }.eraseToAnyPublisher() },
      { a, b in [a, b].publisher.flatMap { $0 }.eraseToAnyPublisher() },
      { $0.combineLatest($1) { left, _ in left }.eraseToAnyPublisher() },
    ] {
      let (a, b) = (Subject(), Subject())
      let probe = ConcurrentProbe<Numbered, Never>(demand: .none)
      build(a, b).subscribe(probe)
      let asked = Counter()
      let subjects = Unchecked([a, b])
      Threads.run(4) { thread in
        var random = SplitMix(seed: UInt64(thread))
        for number in 0..<200 {
          if thread < 2 {
            subjects.value[thread].send(Numbered(sender: thread, number: number))
          } else {
            let amount = Int.random(in: 1...2, using: &random)
            asked.add(amount)
            probe.request(.max(amount))
          }
        }
      }
      probe.checkSerial()
      #expect(probe.values.count <= asked.value)
    }
  }

  @Test("a cancel that races with values is the end for a sink")
  func cancelRace() {
    for _ in 0..<60 {
      let subject = Unchecked(Subject())
      let delivered = Counter()
      let cancellable = Unchecked(
        subject.value.merge(with: Subject()).map { $0 }.sink { _ in delivered.add() })
      Threads.run([
        { for number in 0..<40 { subject.value.send(Numbered(sender: 0, number: number)) } },
        { cancellable.value.cancel() },
      ])
      let count = delivered.value
      subject.value.send(Numbered(sender: 0, number: 99))
      #expect(delivered.value == count)
    }
  }

  @Test("upstream is cancelled once, whoever is first: a cancel or an end from within")
  func cancelMeetsEarlyEnd() {
    let rounds = Unchecked(
      (0..<6000).map { _ in (upstream: CancelMeter(), probe: ConcurrentProbe<Int, Never>()) })
    for (upstream, probe) in rounds.value { upstream.output(at: 0).subscribe(probe) }
    let arrived = Counter()
    Threads.run(2) { thread in
      for (number, round) in rounds.value.enumerated() {
        arrived.add()
        while arrived.value < 2 * (number + 1) {}
        // One of them a little later, by turns.
        for _ in 0..<(thread == 0 ? number & 31 : number >> 5 & 31) { _ = arrived.value }
        if thread == 0 { round.probe.cancel() } else { round.upstream.send() }
      }
    }
    #expect(rounds.value.count { $0.upstream.cancels.value != 1 } == 0)
  }

  /// Operators that hand their subscription over when others may send to them already.
  static let handingOver:
    [(name: String, build: @Sendable (AnyIntPublisher, AnyIntPublisher) -> AnyIntPublisher)] = [
      ("prefix until", { $0.prefix(untilOutputFrom: $1).eraseToAnyPublisher() }),
      ("combineLatest", { $0.combineLatest($1).map { $0.0 }.eraseToAnyPublisher() }),
      ("zip", { $0.zip($1).map { $0.0 }.eraseToAnyPublisher() }),
    ]
  typealias AnyIntPublisher = AnyPublisher<Int, Never>

  @Test(
    "what another thread sends while the subscription is being taken comes after that",
    arguments: ["prefix until": [], "combineLatest": [1], "zip": [1]])
  func sentDuringHandOver(_ name: String, _ values: [Int]) throws {
    let (source, other) = (
      Unchecked(PassthroughSubject<Int, Never>()), Unchecked(PassthroughSubject<Int, Never>())
    )
    let build = try #require(Self.handingOver.first { $0.name == name }).build
    let probe = ConcurrentProbe<Int, Never>.hesitant {
      other.value.send(0)
      source.value.send(1)
    }
    build(source.value.eraseToAnyPublisher(), other.value.eraseToAnyPublisher())
      .subscribe(probe)
    probe.checkSerial()
    #expect(probe.values == values)
    #expect(probe.completions == (values.isEmpty ? 1 : 0))
  }

  @Test("a trigger that fires while upstream's subscription arrives comes after it, and once")
  func triggerDuringHandOver() {
    for round in 0..<400 {
      let (source, trigger) = (
        Unchecked(PassthroughSubject<Int, Never>()), Unchecked(PassthroughSubject<Int, Never>())
      )
      let ended = ConcurrentProbe<Int, Never>(onSubscription: {})
      let opened = ConcurrentProbe<Int, Never>(onSubscription: {})
      let (arrived, attached) = (Counter(), Counter())
      Threads.run([
        {
          arrived.add()
          while arrived.value < 2 {}
          source.value.prefix(untilOutputFrom: trigger.value).subscribe(ended)
          source.value.drop(untilOutputFrom: trigger.value).subscribe(opened)
          attached.add()
        },
        {
          arrived.add()
          while arrived.value < 2 {}
          for _ in 0..<(round & 63) { _ = arrived.value }
          repeat { trigger.value.send(0) } while attached.value == 0
        },
      ])
      trigger.value.send(0)
      source.value.send(1)
      for probe in [ended, opened] { probe.checkSerial() }
      #expect(ended.values.isEmpty && ended.completions == 1)
      #expect(opened.values == [1] && opened.completions == 0)
    }
  }

  @Test("a sequence asked on several threads sends each element once")
  func sequence() {
    let probe = ConcurrentProbe<Int, Never>(demand: .none)
    (0..<2000).publisher.subscribe(probe)
    Threads.run(4) { _ in
      for _ in 0..<500 { probe.request(.max(1)) }
    }
    probe.checkSerial()
    #expect(probe.values == Array(0..<2000))
    #expect(probe.completions == 1)
  }

  @Test("a future fulfilled on many threads keeps the first result, for everybody")
  func future() {
    for _ in 0..<40 {
      var promise: Future<Int, Never>.Promise?
      let future = Unchecked(Future<Int, Never> { promise = $0 })
      let fulfill = Unchecked(promise!)
      let probes = (0..<4).map { _ in ConcurrentProbe<Int, Never>() }
      Threads.run(4) { thread in
        future.value.subscribe(probes[thread])
        fulfill.value(.success(thread))
      }
      for probe in probes {
        probe.checkSerial()
        #expect(probe.values == probes[0].values)
        #expect(probe.values.count == 1)
        #expect(probe.completions == 1)
      }
    }
  }

  @Test("subscribers may come from any thread, each to a stream of its own")
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

  @Test("requests and cancels may come from any thread, and none is lost")
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

  @Test("of subscribers that come first at once, one connects, and none is miscounted")
  func autoconnectRace() {
    for _ in 0..<40 {
      let (opened, closed) = (Counter(), Counter())
      let subject = PassthroughSubject<Int, Never>()
      let shared = Unchecked(
        subject.handleEvents(
          receiveSubscription: { _ in opened.add() }, receiveCancel: { closed.add() }
        )
        .multicast { PassthroughSubject() }.autoconnect())
      let probes = (0..<3).map { _ in ConcurrentProbe<Int, Never>() }
      Threads.run(3) { thread in shared.value.subscribe(probes[thread]) }
      #expect(opened.value == 1)
      subject.send(1)
      #expect(probes.allSatisfy { $0.values == [1] })
      Threads.run(3) { thread in probes[thread].cancel() }
      #expect(closed.value == 1)
    }
  }
}

/// A publisher that counts what it is asked for, on any thread, and sends nothing.
private struct DemandMeter: Publisher {
  typealias Output = Int
  typealias Failure = Never

  let asked = Counter()

  func receive(subscriber: some Subscriber<Int, Never>) {
    subscriber.receive(subscription: Metering(asked: asked))
  }

  private struct Metering: Subscription {
    let combineIdentifier = CombineIdentifier()
    let asked: Counter
    func request(_ demand: Subscribers.Demand) { asked.add(demand.max ?? 0) }
    func cancel() {}
  }
}

/// A publisher that counts how often it is cancelled, on any thread.
private final class CancelMeter: Publisher, Subscription, Sendable {
  typealias Output = Int
  typealias Failure = Never

  let cancels = Counter()
  private let onValue = Locked<Unchecked<((Int) -> Subscribers.Demand)?>>(Unchecked(nil))

  func receive(subscriber: some Subscriber<Int, Never>) {
    let receive = Unchecked<((Int) -> Subscribers.Demand)?> { subscriber.receive($0) }
    onValue.withLock { $0 = receive }
    subscriber.receive(subscription: self)
  }

  func send() { _ = onValue.withLock { $0 }.value?(1) }
  func request(_ demand: Subscribers.Demand) {}
  func cancel() { cancels.add() }
}
