import Reactive
import TestSupport
import Testing

@Suite("Threads: subjects", .serialized)
struct SubjectThreadTests {
  static let count = 1500

  @Test(
    "no value is lost, doubled or overtaken, and all subscribers see one order", arguments: 1...4)
  func passthrough(subscribers: Int) {
    let subject = Unchecked(PassthroughSubject<Numbered, Never>())
    let probes = (0..<subscribers).map { _ in ConcurrentProbe<Numbered, Never>() }
    for probe in probes { subject.value.subscribe(probe) }
    Threads.run(4) { sender in
      for number in 0..<Self.count {
        subject.value.send(Numbered(sender: sender, number: number))
      }
    }
    for probe in probes {
      probe.checkComplete(senders: 4, each: Self.count)
      #expect(probe.values == probes[0].values)
    }
  }

  @Test("once all senders have returned, the last value delivered is the current one")
  func currentValue() {
    for round in 0..<30 {
      let subject = Unchecked(CurrentValueSubject<Numbered, Never>(Numbered(sender: -1, number: 0)))
      let early = ConcurrentProbe<Numbered, Never>()
      subject.value.subscribe(early)
      let late = (0..<6).map { _ in ConcurrentProbe<Numbered, Never>() }
      Threads.run(4) { thread in
        var random = SplitMix(seed: UInt64(round * 10 + thread))
        for number in 0..<60 {
          if thread < 2 || Bool.random(using: &random) {
            subject.value.send(Numbered(sender: thread, number: number))
          }
          // Two of the threads subscribe as well, in the midst of the sends.
          if thread >= 2, number % 20 == 10 {
            subject.value.subscribe(late[(thread - 2) * 3 + number / 20])
          }
        }
      }
      for probe in late + [early] {
        probe.checkSerial()
        probe.checkOrder()
        #expect(probe.values.last == subject.value.value)
      }
    }
  }

  @Test(
    "threads that fight for one lock all come through, one call at a time", arguments: [2, 8])
  func contention(threads: Int) {
    let subject = Unchecked(CurrentValueSubject<Numbered, Never>(Numbered(sender: 9, number: 0)))
    let probes = (0..<2).map { _ in ConcurrentProbe<Numbered, Never>() }
    for probe in probes { subject.value.subscribe(probe) }
    let read = Counter()
    Threads.run(threads) { sender in
      for number in 1...1000 {
        subject.value.send(Numbered(sender: sender, number: number))
        if subject.value.value.number > 0 { read.add() }
      }
    }
    for probe in probes {
      probe.checkSerial()
      probe.checkOrder()
      #expect(probe.values.count == threads * 1000 + 1)
    }
    #expect(read.value == threads * 1000)
  }

  @Test("a completion that races with sends comes once and last")
  func completion() {
    for _ in 0..<40 {
      let subject = Unchecked(PassthroughSubject<Numbered, TestError>())
      let probes = (0..<3).map { _ in ConcurrentProbe<Numbered, TestError>() }
      for probe in probes { subject.value.subscribe(probe) }
      Threads.run(4) { thread in
        for number in 0..<40 {
          subject.value.send(Numbered(sender: thread, number: number))
          if thread == 0 && number == 20 { subject.value.send(completion: .failure(.expected)) }
        }
      }
      for probe in probes {
        probe.checkSerial()
        probe.checkOrder()
        #expect(probe.completions == 1)
        #expect(probe.values == probes[0].values)
      }
    }
  }

  @Test("a completion that another thread sends during a delivery comes after it, for everybody")
  func completionDuringDelivery() {
    let subject = Unchecked(PassthroughSubject<Int, Never>())
    let probes = (0..<2).map { _ in
      ConcurrentProbe<Int, Never>(onValue: { _ in
        Threads.run([{ subject.value.send(completion: .finished) }])
        return .none
      })
    }
    for probe in probes { subject.value.subscribe(probe) }
    subject.value.send(1)
    for probe in probes {
      probe.checkSerial()
      #expect(probe.values == [1])
      #expect(probe.completions == 1)
    }
  }

  @Test("demand made on several threads is kept to exactly")
  func demand() {
    for round in 0..<10 {
      let subject = Unchecked(CurrentValueSubject<Numbered, Never>(Numbered(sender: 9, number: 0)))
      let probe = ConcurrentProbe<Numbered, Never>(demand: .none)
      subject.value.subscribe(probe)
      let asked = Counter()
      Threads.run(4) { thread in
        var random = SplitMix(seed: UInt64(round * 10 + thread))
        for number in 0..<200 {
          if thread < 2 {
            subject.value.send(Numbered(sender: thread, number: number))
          } else {
            let amount = Int.random(in: 1...2, using: &random)
            asked.add(amount)
            probe.request(.max(amount))
          }
        }
      }
      probe.checkSerial()
      probe.checkOrder()
      #expect(probe.values.count <= asked.value)
      // Whoever still has demand has the newest value; whoever has not gets it when asking.
      probe.request(.max(1))
      #expect(probe.values.last == subject.value.value)
    }
  }

  @Test(
    "a return from counting to unlimited demand in the midst of sends loses and doubles nothing")
  func becomingUnlimited() {
    for _ in 0..<60 {
      let subject = Unchecked(CurrentValueSubject<Numbered, Never>(Numbered(sender: 9, number: 0)))
      let probe = ConcurrentProbe<Numbered, Never>(demand: .none)
      subject.value.subscribe(probe)
      Threads.run([
        {
          for number in 1...100 { subject.value.send(Numbered(sender: 0, number: number)) }
        },
        {
          probe.request(.max(1))
          probe.request(.unlimited)
        },
      ])
      probe.checkSerial()
      probe.checkOrder()
      #expect(probe.values.last?.number == 100)
    }
  }

  @Test("subscribing and cancelling at random, while others send, frees everything")
  func churn() {
    final class Held: Sendable {
      let counter: Counter
      init(_ counter: Counter) {
        self.counter = counter
        counter.add()
      }
      deinit { counter.add(-1) }
    }
    let alive = Counter()
    let subject = Unchecked(PassthroughSubject<Numbered, Never>())
    let lasting = ConcurrentProbe<Numbered, Never>()
    subject.value.subscribe(lasting)
    Threads.run(6) { thread in
      var random = SplitMix(seed: UInt64(thread))
      var cancellables: [AnyCancellable] = []
      for number in 0..<400 {
        switch thread {
        case 0, 1: subject.value.send(Numbered(sender: thread, number: number))
        default:
          let held = Held(alive)
          cancellables.append(subject.value.sink { _ in _ = held })
          if Bool.random(using: &random) {
            cancellables.remove(at: Int.random(in: cancellables.indices, using: &random)).cancel()
          }
        }
      }
    }
    #expect(alive.value == 0)
    lasting.checkComplete(senders: 2, each: 400)
  }

  @Test(
    "a subscriber that sends, cancels and subscribes from inside, on many threads, stays serial")
  func reentrant() {
    let subject = Unchecked(PassthroughSubject<Numbered, Never>())
    let echo = ConcurrentProbe<Numbered, Never>()
    let seen = Unchecked(subject.value.filter { $0.sender < 100 })
    seen.value.subscribe(echo)
    let echoing = subject.value.sink { value in
      if value.sender < 100, value.number % 10 == 0 {
        subject.value.send(Numbered(sender: value.sender + 100, number: value.number))
      }
    }
    let echoes = Counter()
    let counting = subject.value.sink { if $0.sender >= 100 { echoes.add() } }
    Threads.run(4) { sender in
      for number in 0..<500 { subject.value.send(Numbered(sender: sender, number: number)) }
    }
    echo.checkComplete(senders: 4, each: 500)
    #expect(echoes.value == 4 * 50)
    withExtendedLifetime((echoing, counting)) {}
  }

  @Test(
    "what others send while a subscriber takes its subscription comes when it has taken it",
    arguments: [
      (.none, []), (.max(1), [0, 1]), (.max(2), [0, 1, 2]), (.unlimited, [0, 1, 2, 3]),
    ] as [(Subscribers.Demand, [Int])])
  func sendingDuringSubscription(demand: Subscribers.Demand, expected: [Int]) {
    let passthrough = Unchecked(PassthroughSubject<Int, Never>())
    let fromPassthrough = ConcurrentProbe<Int, Never>.hesitant(demand) {
      for number in 1...3 { passthrough.value.send(number) }
      passthrough.value.send(completion: .finished)
    }
    passthrough.value.subscribe(fromPassthrough)
    fromPassthrough.checkSerial()
    #expect(fromPassthrough.values == Array(expected.dropFirst()))
    #expect(fromPassthrough.completions == 1)

    let current = Unchecked(CurrentValueSubject<Int, Never>(0))
    let fromCurrent = ConcurrentProbe<Int, Never>.hesitant(demand) {
      for number in 1...3 { current.value.send(number) }
      current.value.send(completion: .finished)
    }
    current.value.subscribe(fromCurrent)
    // The value that was there takes one unit of the demand.
    let fitting = demand == .unlimited ? expected : Array(expected.dropLast())
    fromCurrent.checkSerial()
    #expect(fromCurrent.values == fitting)
    #expect(fromCurrent.completions == 1)
  }

  @Test("a completion that races with subscriptions never comes before one")
  func completionDuringSubscription() {
    for _ in 0..<300 {
      let subject = Unchecked(PassthroughSubject<Int, Never>())
      let probes = (0..<8).map { _ in ConcurrentProbe<Int, Never>(onSubscription: {}) }
      Threads.run([
        { for probe in probes { subject.value.subscribe(probe) } },
        {
          for number in 1...4 { subject.value.send(number) }
          subject.value.send(completion: .finished)
        },
      ])
      for probe in probes {
        probe.checkSerial()
        #expect(probe.completions == 1)
      }
    }
  }

  @Test("a subscriber that cancels or ends the subject while it takes its subscription is freed")
  func endingDuringSubscription() {
    for ends in [false, true] {
      let subject = CurrentValueSubject<Int, Never>(0)
      weak var freed: ProbeSubscriber<Int, Never>?
      do {
        let probe = ProbeSubscriber<Int, Never>(demand: .max(1))
        freed = probe
        // The second value is asked for, and sent, from inside the first.
        probe.onValue = { [unowned probe] value in
          if value < 3 {
            subject.send(value + 1)
            probe.subscription?.request(.max(1))
          } else if ends {
            subject.send(completion: .finished)
          } else {
            probe.cancel()
          }
          return .none
        }
        subject.subscribe(probe)
        #expect(probe.values == [0, 1, 2, 3])
        #expect(probe.hasEnded == ends)
      }
      #expect(freed == nil)
    }
  }

  final class Model: ObservableObject {
    @Published var value = Numbered(sender: 9, number: 0)
  }

  @Test("a published property set on several threads delivers each value once, in order")
  func published() {
    for _ in 0..<10 {
      let model = Unchecked(Model())
      let probe = ConcurrentProbe<Numbered, Never>()
      model.value.$value.subscribe(probe)
      let changes = Counter()
      let watching = model.value.objectWillChange.sink { changes.add() }
      Threads.run(4) { sender in
        for number in 0..<100 { model.value.value = Numbered(sender: sender, number: number) }
      }
      probe.checkSerial()
      probe.checkOrder()
      #expect(probe.values.count == 401)
      #expect(changes.value == 400)
      // What a newcomer gets is what is stored.
      let newcomer = ConcurrentProbe<Numbered, Never>(demand: .max(1))
      model.value.$value.subscribe(newcomer)
      #expect(newcomer.values == [model.value.value])
      withExtendedLifetime(watching) {}
    }
  }
}
