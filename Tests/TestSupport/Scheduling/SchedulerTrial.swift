import Dispatch
import Reactive

/// What an operator that goes by a scheduler has to do on a real one, with real time: a thousand
/// streams of one value and one stream of a thousand, of which nothing may be lost, nothing come
/// out of order, and nothing come while the subscriber is still busy.
///
/// No bound on time but one on a standstill: a busy machine makes it slow and nothing else, while a
/// value that is lost stops a stream for good.
package enum SchedulerTrial: String, CaseIterable, Sendable {
  case receiveOn, receiveOnOneByOne, subscribeOn, subscribeOnOneByOne, delay, delayInFlatMap
  case debounce, throttleToLatest, throttleToFirst, timeout, timeoutThatFires
  case collectByTime, collectByTimeOrCount

  /// Which values of a stream have to arrive.
  private enum Arrival { case all, allInAnyOrder, someAndLast, someAndFirst, allOrNone }

  private typealias Source = AnyPublisher<Int, Never>
  fileprivate typealias Probe = ConcurrentProbe<Int, Never>

  /// A trial under way on one scheduler.
  package struct Run {
    fileprivate let trial: SchedulerTrial
    fileprivate let probes: (many: [Probe], one: [Probe])
    /// How many streams have ended, and how many values have come.
    fileprivate let done: Counter, values: Counter
    fileprivate var missing: Int { probes.many.count + probes.one.count - done.value }
  }

  /// Begins all of them on a scheduler, at once, which keeps it busier than one after the other.
  package static func begin<S: Scheduler>(on scheduler: S) -> [Run] {
    allCases.map { trial in
      let (done, values) = (Counter(), Counter())
      // Of a thousand streams each has the value that is its number.
      let many = (0..<trial.count).map {
        trial.attach(Just($0).eraseToAnyPublisher(), last: $0, to: scheduler, done, values)
      }
      let source = (0..<trial.count).publisher.eraseToAnyPublisher()
      let one = [trial.attach(source, last: trial.count - 1, to: scheduler, done, values)]
      return Run(trial: trial, probes: (many, one), done: done, values: values)
    }
  }

  /// Waits until trials are over, and returns what was wrong, in words.
  ///
  /// - Parameters:
  ///   - pump: Lets the schedulers work for a little while, on this thread or on others.
  package static func problems(
    of runs: [Run], pump: () -> Void = pause
  ) -> [String] {
    var (progress, deadline) = (-1, DispatchTime.distantFuture)
    while runs.contains(where: { $0.missing > 0 }) {
      let now = runs.reduce(0) { $0 + $1.done.value + $1.values.value }
      if now > progress {
        (progress, deadline) = (now, Standstill.deadline)
      } else if DispatchTime.now() > deadline {
        return runs.filter { $0.missing > 0 }
          .map { "\($0.trial): \($0.missing) streams never came to their end" }
      }
      pump()
    }
    return runs.flatMap { run in
      run.probes.many.enumerated().flatMap { run.trial.problems(of: $1, expecting: $0..<$0 + 1) }
        + run.probes.one.flatMap { run.trial.problems(of: $0, expecting: 0..<run.trial.count) }
    }
  }

  /// Waits for other threads.
  package static func pause() { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 0.001) }

  /// How many streams, and how many values.
  private var count: Int { self == .delayInFlatMap ? 200 : 1000 }

  private func attach<S: Scheduler>(
    _ source: Source, last: Int, to scheduler: S, _ done: Counter, _ values: Counter
  ) -> Probe {
    let isEndless = self == .debounce
    let isOneByOne = self == .receiveOnOneByOne || self == .subscribeOnOneByOne
    let probe = Probe(
      demand: isOneByOne ? .max(1) : .unlimited,
      onValue: { value in
        values.add()
        if isEndless, value == last { done.add() }
        return isOneByOne ? .max(1) : .none
      }, onSubscription: {}, onCompletion: { done.add() })
    build(source, scheduler).subscribe(probe)
    return probe
  }

  private func build<S: Scheduler>(_ source: Source, _ scheduler: S) -> Source {
    let endless = source.append(Empty(completeImmediately: false))
    return switch self {
    case .receiveOn, .receiveOnOneByOne:
      source.receive(on: scheduler).eraseToAnyPublisher()
    case .subscribeOn, .subscribeOnOneByOne:
      source.subscribe(on: scheduler).eraseToAnyPublisher()
    case .delay: source.delay(for: .milliseconds(1), scheduler: scheduler).eraseToAnyPublisher()
    case .delayInFlatMap:
      source.flatMap(maxPublishers: .max(3)) {
        Just($0).delay(for: .microseconds(100), scheduler: scheduler)
      }.eraseToAnyPublisher()
    case .debounce:
      endless.debounce(for: .milliseconds(1), scheduler: scheduler).eraseToAnyPublisher()
    case .throttleToLatest:
      source.throttle(for: .milliseconds(1), scheduler: scheduler, latest: true)
        .eraseToAnyPublisher()
    case .throttleToFirst:
      source.throttle(for: .milliseconds(1), scheduler: scheduler, latest: false)
        .eraseToAnyPublisher()
    case .timeout: source.timeout(.seconds(3600), scheduler: scheduler).eraseToAnyPublisher()
    case .timeoutThatFires:
      endless.timeout(.milliseconds(1), scheduler: scheduler).eraseToAnyPublisher()
    case .collectByTime:
      source.collect(.byTime(scheduler, .milliseconds(1))).flatMap { $0.publisher }
        .eraseToAnyPublisher()
    case .collectByTimeOrCount:
      source.collect(.byTimeOrCount(scheduler, .milliseconds(1), 7)).flatMap { $0.publisher }
        .eraseToAnyPublisher()
    }
  }

  private var arrival: Arrival {
    switch self {
    case .receiveOn, .receiveOnOneByOne, .subscribeOn, .subscribeOnOneByOne, .delay, .timeout,
      .collectByTime, .collectByTimeOrCount:
      .all
    case .delayInFlatMap: .allInAnyOrder
    case .debounce, .throttleToLatest: .someAndLast
    case .throttleToFirst: .someAndFirst
    case .timeoutThatFires: .allOrNone
    }
  }

  private func problems(of probe: Probe, expecting expected: Range<Int>) -> [String] {
    var found: [String] = []
    let (values, wanted) = (probe.values, Array(expected))
    let rises = zip(values, values.dropFirst()).allSatisfy { $0 < $1 }
    let isRight =
      switch arrival {
      case .all: values == wanted
      case .allInAnyOrder: values.sorted() == wanted
      case .someAndLast: rises && values.last == wanted.last
      case .someAndFirst: rises && values.first == wanted.first
      // On a busy machine the time may be over before there was a value.
      case .allOrNone: rises && wanted.starts(with: values)
      }
    if !isRight {
      found.append("\(self): of \(expected) came \(values.count): \(values.prefix(9))")
    }
    if probe.overlaps > 0 { found.append("\(self): \(probe.overlaps) calls at the same time") }
    if probe.earlyCalls > 0 { found.append("\(self): \(probe.earlyCalls) before the subscription") }
    if probe.lateCalls > 0 { found.append("\(self): \(probe.lateCalls) after the end") }
    if probe.completions > 1 { found.append("\(self): it ended \(probe.completions) times") }
    return found
  }
}
