#if !OPENCOMBINE
  import Harness
  import Reactive

  /// Work on so many things that its time shows how it grows with their number.
  public struct Growth {
    /// What is done.
    public let name: String
    /// How many things there are at first.
    public let count: Int
    /// Does it to a number of things. What is prepared is not counted: it starts the stopwatch.
    public let run: (Int) -> Void

    init(_ name: String, _ count: Int, run: @escaping (Int) -> Void) {
      (self.name, self.count, self.run) = (name, count, run)
    }

    /// All of them, in the order of the table.
    public static var all: [Growth] { cancelling + children + queues + chains }
  }

  private var cancelling: [Growth] {
    [
      Growth("cancel n sinks of a subject, in order", 20_000) { count in
        cancel(sinks(count)) { $0 }
      },
      Growth("cancel n sinks of a subject, in reverse", 20_000) { count in
        cancel(sinks(count)) { $0.reversed() }
      },
      Growth("cancel n sinks of a subject, in any order", 100_000) { count in
        var random = Scramble()
        cancel(sinks(count)) { $0.shuffled(using: &random) }
      },
      Growth("release a set of n sinks of a subject", 100_000) { count in
        let subject = PassthroughSubject<Int, Never>()
        var set: Set<AnyCancellable> = []
        for _ in 0..<count { subject.sink { _ in }.store(in: &set) }
        Stopwatch.start()
        set.removeAll()
      },
      Growth("share to n sinks, cancelled in reverse", 20_000) { count in
        let shared = PassthroughSubject<Int, Never>().share()
        cancel((0..<count).map { _ in shared.sink { _ in } }) { $0.reversed() }
      },
    ]
  }

  private var children: [Growth] {
    [
      Growth("flatMap to n subjects, which end in order", 20_000) { count in
        ending(count) { $0.publisher.flatMap { $0 }.sink { _ in } }
      },
      Growth("flatMap to n subjects, then a cancel", 50_000) { count in
        let subjects = (0..<count).map { _ in PassthroughSubject<Int, Never>() }
        Stopwatch.start()
        subjects.publisher.flatMap { $0 }.sink { _ in }.cancel()
      },
      Growth("flatMap to n children, 8 at a time", 20_000) { count in
        let tally = Tally()
        let numbers = (0..<count).publisher
        Stopwatch.start()
        let cancellable = numbers.flatMap(maxPublishers: .max(8)) { [$0, 1].publisher }
          .sink { tally.add($0) }
        withExtendedLifetime(cancellable) {}
        precondition(tally.finish() == count * (count + 1) / 2)
      },
      Growth("merge of n subjects, which end in order", 20_000) { count in
        ending(count) { Publishers.MergeMany($0).sink { _ in } }
      },
      Growth("switchToLatest over n subjects", 20_000) { count in
        let subjects = (0..<count).map { _ in PassthroughSubject<Int, Never>() }
        Stopwatch.start()
        subjects.publisher.map { $0 }.switchToLatest().sink { _ in }.cancel()
      },
    ]
  }

  private var queues: [Growth] {
    [
      Growth("zip with n buffered values", 50_000) { count in
        let tally = Tally()
        let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let cancellable = left.zip(right).sink { tally.add($0 &+ $1) }
        withExtendedLifetime(cancellable) {
          for value in 0..<count { left.send(value) }
          for value in 0..<count { right.send(-value) }
        }
        precondition(tally.finish() == 0)
      },
      Growth("buffer of n values, asked for one by one", 50_000) { count in
        let puller = Puller()
        let subject = PassthroughSubject<Int, Never>()
        subject.buffer(size: count, prefetch: .byRequest, whenFull: .dropNewest).subscribe(puller)
        for value in 0..<count { subject.send(value) }
        for _ in 0..<count { puller.subscription?.request(.max(1)) }
        precondition(puller.count == count)
      },
    ]
  }

  private var chains: [Growth] {
    [
      Growth("n retries", 20_000) { count in
        let cancellable = Fail<Int, NegativeNumber>(error: NegativeNumber()).retry(count)
          .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        withExtendedLifetime(cancellable) {}
      },
      Growth("a value through n maps, each erased", 1000) { count in
        let tally = Tally()
        let subject = PassthroughSubject<Int, Never>()
        let chain = (0..<count).reduce(subject.eraseToAnyPublisher()) { chain, _ in
          chain.map { $0 &+ 1 }.eraseToAnyPublisher()
        }
        Stopwatch.start()
        let cancellable = chain.sink { tally.add($0) }
        for _ in 0..<10 { subject.send(0) }
        cancellable.cancel()
        precondition(tally.finish() == 10 * count)
      },
      Growth("n appended publishers, each erased", 5000) { count in
        let tally = Tally()
        let chain = (1..<count).reduce(Just(1).eraseToAnyPublisher()) { chain, _ in
          chain.append(Just(1)).eraseToAnyPublisher()
        }
        Stopwatch.start()
        let cancellable = chain.sink { tally.add($0) }
        withExtendedLifetime(cancellable) {}
        precondition(tally.finish() == count)
      },
    ]
  }

  private func sinks(_ count: Int) -> [AnyCancellable] {
    let subject = PassthroughSubject<Int, Never>()
    return (0..<count).map { _ in subject.sink { _ in } }
  }

  private func cancel(
    _ cancellables: [AnyCancellable], inOrder order: ([AnyCancellable]) -> [AnyCancellable]
  ) {
    let ordered = order(cancellables)
    Stopwatch.start()
    for cancellable in ordered { cancellable.cancel() }
  }

  /// Attaches a pipeline to so many subjects, and ends them one after the other.
  private func ending(
    _ count: Int, _ attach: ([PassthroughSubject<Int, Never>]) -> AnyCancellable
  ) {
    let subjects = (0..<count).map { _ in PassthroughSubject<Int, Never>() }
    Stopwatch.start()
    let cancellable = attach(subjects)
    for subject in subjects { subject.send(completion: .finished) }
    withExtendedLifetime(cancellable) {}
  }

  /// Takes what it asks for by hand.
  private final class Puller: Subscriber {
    var subscription: (any Subscription)?
    var count = 0
    func receive(subscription: any Subscription) { self.subscription = subscription }
    func receive(_ input: Int) -> Subscribers.Demand {
      count += 1
      return .none
    }
    func receive(completion: Subscribers.Completion<Never>) {}
  }

  /// A row of numbers that is the same each time.
  private struct Scramble: RandomNumberGenerator {
    private var state: UInt64 = 42
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }
#endif
