import Reactive
import ReactiveExtras
import TestSupport
import Testing

/// Threads that do at random what they may do, from seeds, so that a failure can be had again: the
/// seed is the test's argument.
@Suite("Reliability: stress", .serialized)
struct StressTests {
  typealias Channel = PassthroughSubject<Numbered, Never>
  typealias Probe = ConcurrentProbe<Numbered, Never>

  static let seeds: [UInt64] = [1, 2, 3, 4]
  static let threadCounts = [2, 4, 8]

  /// A subscriber that a thread made, and what became of it.
  final class Guest: @unchecked Sendable {
    // Sendable because its thread alone changes it, until that is over.
    let probe: Probe
    var asked: Subscribers.Demand
    var hasCancelled = false

    init(_ demand: Subscribers.Demand) { (probe, asked) = (Probe(demand: demand), demand) }
  }

  /// Has threads subscribe, request and cancel at random, and do something of their own between.
  ///
  /// - Returns: The subscribers they made.
  static func storm<P: Publisher<Numbered, Never> & SendableMetatype>(
    on publisher: P, seed: UInt64, threads: Int, steps: Int = 150,
    between: @escaping @Sendable (_ thread: Int, _ step: Int) -> Void
  ) -> [Guest] {
    let shared = Unchecked(publisher)
    let all = Locked<[Guest]>([])
    Threads.run(threads) { thread in
      var random = SplitMix(seed: seed &* 1000 &+ UInt64(thread))
      var guests: [Guest] = []
      for step in 0..<steps {
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1:
          let demands: [Subscribers.Demand] = [.none, .max(1), .max(3), .unlimited]
          let guest = Guest(demands.randomElement(using: &random)!)
          guests.append(guest)
          shared.value.subscribe(guest.probe)
        case 2, 3:
          guard let guest = guests.randomElement(using: &random) else { continue }
          let demand = Subscribers.Demand.max(Int.random(in: 1...2, using: &random))
          guest.asked += demand
          guest.probe.request(demand)
        case 4:
          guard let guest = guests.randomElement(using: &random) else { continue }
          guest.hasCancelled = true
          guest.probe.cancel()
        default: between(thread, step)
        }
      }
      all.withLock { $0 += guests }
    }
    return all.withLock { $0 }
  }

  /// Expects of each subscriber what the rules promise it, then that those who have cancelled get
  /// nothing of what is sent now; and frees them.
  static func check(_ guests: [Guest], seed: UInt64, _ send: () -> Void) {
    let counts = guests.map(\.probe.values.count)
    let ends = guests.map(\.probe.completions)
    send()
    for (index, guest) in guests.enumerated() {
      guest.probe.checkSerial()
      guest.probe.checkOrder()
      #expect(guest.asked >= guest.probe.values.count, "seed \(seed)")
      guard guest.hasCancelled else { continue }
      #expect(guest.probe.values.count == counts[index], "seed \(seed)")
      #expect(guest.probe.completions == ends[index], "seed \(seed)")
    }
    for guest in guests { guest.probe.cancel() }
  }

  /// Numbers what each thread sends.
  final class Numbering: Sendable {
    private let counters: [Counter]
    init(_ threads: Int) { counters = (0..<threads).map { _ in Counter() } }

    func next(_ thread: Int) -> Numbered {
      defer { counters[thread].add() }
      return Numbered(sender: thread, number: counters[thread].value)
    }

    var total: Int { counters.reduce(0) { $0 + $1.value } }
  }

  @Test(
    "a passthrough subject loses and doubles nothing, and is silent after the end",
    arguments: seeds, threadCounts)
  func passthrough(seed: UInt64, threads: Int) {
    let subject = Unchecked(Channel())
    let (numbering, lasting) = (Numbering(threads), Probe())
    subject.value.subscribe(lasting)
    let guests = Self.storm(on: subject.value, seed: seed, threads: threads) { thread, _ in
      subject.value.send(numbering.next(thread))
    }
    Self.check(guests, seed: seed) {
      for thread in 0..<threads { subject.value.send(numbering.next(thread)) }
      subject.value.send(completion: .finished)
      subject.value.send(numbering.next(0))
    }
    lasting.checkSerial()
    lasting.checkOrder()
    // All but the one that came after the end.
    #expect(lasting.values.count == numbering.total - 1, "seed \(seed)")
    #expect(lasting.completions == 1)
  }

  @Test(
    "a current value subject that ends in the midst of it all leaves nobody without the end",
    arguments: seeds, threadCounts)
  func currentValue(seed: UInt64, threads: Int) {
    let subject = Unchecked(CurrentValueSubject<Numbered, Never>(Numbered(sender: -1, number: 0)))
    let (numbering, lasting) = (Numbering(threads), Probe())
    subject.value.subscribe(lasting)
    let guests = Self.storm(on: subject.value, seed: seed, threads: threads) { thread, step in
      if thread == 0, step > 100 { subject.value.send(completion: .finished) }
      subject.value.send(numbering.next(thread))
    }
    subject.value.send(completion: .finished)
    Self.check(guests, seed: seed) { subject.value.send(numbering.next(0)) }
    for guest in guests where !guest.hasCancelled {
      #expect(guest.probe.completions == 1, "seed \(seed)")
    }
    lasting.checkSerial()
    lasting.checkOrder()
    #expect(lasting.completions == 1)
    #expect(lasting.values.last == subject.value.value, "seed \(seed)")
  }

  /// An operator of several subjects, and whether it sends each value that comes.
  struct Merging: Sendable, CustomTestStringConvertible {
    let name: String
    let isComplete: Bool
    let build: @Sendable ([Channel]) -> AnyPublisher<Numbered, Never>

    init<P: Publisher<Numbered, Never> & SendableMetatype>(
      _ name: String, isComplete: Bool, _ build: @escaping @Sendable ([Channel]) -> P
    ) {
      (self.name, self.isComplete) = (name, isComplete)
      self.build = { build($0).eraseToAnyPublisher() }
    }

    var testDescription: String { name }

    static let all: [Merging] = [
      .init("merge", isComplete: true) { $0[0].merge(with: $0[1]) },
      .init("merge many", isComplete: true) { Publishers.MergeMany($0) },
      .init("flatMap", isComplete: true) { $0.publisher.flatMap { $0 } },
      .init("share of merge", isComplete: true) { $0[0].merge(with: $0[1]).share() },
      .init("combineLatest", isComplete: false) {
        $0[0].combineLatest($0[1]) { left, _ in left }
          .removeDuplicates()
      },
      .init("zip", isComplete: false) { $0[0].zip($0[1]) { left, _ in left } },
      .init("switchToLatest", isComplete: false) {
        $0.publisher.map { $0 }.switchToLatest()
      },
    ]
  }

  @Test(
    "an operator of several upstreams loses and doubles nothing, and is silent after the end",
    arguments: Merging.all, seeds)
  func merging(_ merging: Merging, seed: UInt64) {
    for threads in Self.threadCounts {
      let channels = Unchecked([Channel(), Channel()])
      let (numbering, lasting) = (Numbering(threads), Probe())
      let publisher = merging.build(channels.value)
      publisher.subscribe(lasting)
      let guests = Self.storm(on: publisher, seed: seed, threads: threads, steps: 80) { thread, _ in
        channels.value[thread % 2].send(numbering.next(thread))
      }
      lasting.checkSerial()
      lasting.checkOrder()
      if merging.isComplete { #expect(lasting.values.count == numbering.total, "seed \(seed)") }
      Self.check(guests, seed: seed) {
        for (index, channel) in channels.value.enumerated() {
          channel.send(Numbered(sender: 100 + index, number: 0))
        }
        for channel in channels.value { channel.send(completion: .finished) }
      }
      #expect(lasting.completions == 1, "seed \(seed)")
    }
  }

  @Test(
    "however threads ask for them, the values of sources that wait come once each",
    arguments: seeds, threadCounts)
  func pulled(seed: UInt64, threads: Int) {
    let (count, sources) = (200, 3)
    let publisher = Publishers.MergeMany(
      (0..<sources).map { source in
        (0..<count).publisher.map { Numbered(sender: source, number: $0) }
      })
    let builders: [AnyPublisher<Numbered, Never>] = [
      publisher.eraseToAnyPublisher(),
      (0..<sources).publisher.flatMap(maxPublishers: .max(2)) { source in
        (0..<count).publisher.map { Numbered(sender: source, number: $0) }
      }.eraseToAnyPublisher(),
      publisher.append(Numbered(sender: 9, number: 0)).eraseToAnyPublisher(),
    ]
    for publisher in builders {
      let probe = Probe(demand: .none)
      publisher.subscribe(probe)
      let asked = Counter()
      Threads.run(threads) { thread in
        var random = SplitMix(seed: seed &* 1000 &+ UInt64(thread))
        for _ in 0..<20 {
          let amount = Int.random(in: 1...3, using: &random)
          asked.add(amount)
          probe.request(.max(amount))
        }
      }
      #expect(probe.values.count == asked.value, "seed \(seed)")
      probe.request(.unlimited)
      probe.checkSerial()
      probe.checkOrder()
      #expect(Set(probe.values).count == probe.values.count)
      #expect(probe.values.count { $0.sender < 9 } == count * sources, "seed \(seed)")
      #expect(probe.completions == 1)
    }
  }
}
