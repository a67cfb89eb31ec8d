import ReactiveExtras
import TestSupport
import Dispatch
import Reactive
import Testing

/// What the operators and schedulers do that deal in time: rules 43 to 54.
@Suite("Rules: time and scheduling")
struct TimeRules {
  typealias Upstream = ManualPublisher<Int, TestError>
  typealias Probe = ProbeSubscriber<Int, TestError>
  typealias Stride = VirtualTimeScheduler.SchedulerTimeType.Stride

  let time = VirtualTimeScheduler()
  let upstream = Upstream()
  var jobs: JobLedger { JobLedger(time: time, log: log) }
  private let log = JobLedger.Log()

  // MARK: receive(on:), subscribe(on:), delay

  @Test("Rule 43a: receive(on:) passes the subscription at once, and the rest as a job each")
  func receiveOnJobs() {
    let probe = Probe()
    upstream.receive(on: jobs, options: "soon").subscribe(probe)
    #expect(probe.log == ["subscription"])
    #expect(log.jobs.isEmpty)
    upstream.send(1)
    upstream.send(2)
    upstream.send(completion: .finished)
    #expect(log.jobs == ["now soon", "now soon", "now soon"])
    #expect(probe.log == ["subscription"])
    time.run()
    #expect(probe.log == ["subscription", "value 1", "value 2", "finished"])
  }

  @Test("Rule 43b: the order of receive(on:) is that of its scheduler's jobs")
  func receiveOnOrder() {
    let probe = Probe()
    upstream.receive(on: JobLedger(time: time, log: log, isReversed: true)).subscribe(probe)
    upstream.send(1)
    upstream.send(2)
    time.run()
    #expect(probe.values == [2, 1])
  }

  @Test("Rule 44a: a value that is under way when the subscription is cancelled is dropped")
  func lateValuesDropped() {
    for build: (Upstream) -> AnyPublisher<Int, TestError> in [
      { $0.receive(on: time).eraseToAnyPublisher() },
      { $0.delay(for: 2, scheduler: time).eraseToAnyPublisher() },
    ] {
      let source = Upstream()
      let probe = Probe(keeping: .forever)
      build(source).subscribe(probe)
      source.send(1)
      source.send(completion: .finished)
      probe.cancel()
      time.run()
      #expect(probe.log == ["subscription"])
    }
  }

  @Test("Rule 44b: the demand that a late callout returns is requested upstream afterwards")
  func lateDemand() {
    for build: (Upstream) -> AnyPublisher<Int, TestError> in [
      { $0.receive(on: time).eraseToAnyPublisher() },
      { $0.delay(for: 2, scheduler: time).eraseToAnyPublisher() },
    ] {
      let source = Upstream()
      let probe = Probe(demand: .max(1))
      probe.onValue = { _ in .max(3) }
      build(source).subscribe(probe)
      source.send(1)
      #expect(source.requests == [.max(1)])
      time.run()
      #expect(source.requests == [.max(1), .max(3)])
      probe.cancel()
    }
  }

  @Test("Rule 45: subscribe(on:) makes jobs of subscribing, requesting and cancelling alone")
  func subscribeOn() {
    let probe = Probe(demand: .max(1), keeping: .forever)
    upstream.subscribe(on: jobs, options: "later").subscribe(probe)
    #expect(upstream.connections.isEmpty)
    #expect(log.jobs == ["now later"])
    time.run()
    #expect(upstream.requests == [.max(1)])
    #expect(log.jobs.count == 2)
    upstream.send(1)
    #expect(probe.values == [1])
    #expect(log.jobs.count == 2)
    probe.cancel()
    #expect(upstream.cancelCount == 0)
    #expect(log.jobs.count == 3)
    time.run()
    #expect(upstream.cancelCount == 1)
  }

  @Test(
    "Rule 46: delay puts off values and the completion alike",
    arguments: CoreContractRules.endings)
  func delay(_ ending: Subscribers.Completion<TestError>) {
    let probe = Probe()
    upstream.delay(for: 5, scheduler: time).subscribe(probe)
    upstream.send(1)
    time.advance(by: 1)
    upstream.send(completion: ending)
    time.advance(by: 3)
    #expect(probe.log == ["subscription"])
    time.advance(by: 1)
    #expect(probe.log == ["subscription", "value 1"])
    #expect(!probe.hasEnded)
    time.advance(by: 1)
    #expect(probe.hasEnded)
  }

  // MARK: debounce and throttle

  @Test("Rule 47a: debounce asks for everything, and every value starts its time anew")
  func debounce() {
    let probe = Probe()
    upstream.debounce(for: 3, scheduler: time).subscribe(probe)
    #expect(upstream.requests == [.unlimited])
    upstream.send(1)
    time.advance(by: 2)
    upstream.send(2)
    time.advance(by: 2)
    #expect(probe.values.isEmpty)
    time.advance(by: 1)
    #expect(probe.values == [2])
  }

  @Test("Rule 47b: a completion discards debounce's pending value, and is a job of its own")
  func debounceCompletion() {
    let probe = Probe()
    upstream.debounce(for: 3, scheduler: time).subscribe(probe)
    upstream.send(1)
    upstream.send(completion: .finished)
    #expect(probe.log == ["subscription"])
    time.run()
    #expect(probe.log == ["subscription", "finished"])
  }

  @Test("Rule 47c: what is due from debounce when there is no demand is lost")
  func debounceLoses() {
    let probe = Probe(demand: .none)
    upstream.debounce(for: 3, scheduler: time).subscribe(probe)
    upstream.send(1)
    time.advance(by: 3)
    probe.request(.max(1))
    time.run()
    #expect(probe.values.isEmpty)
    upstream.send(2)
    time.run()
    #expect(probe.values == [2])
  }

  /// Attaches a probe by way of throttle.
  func throttle(latest: Bool = true, demand: Subscribers.Demand = .unlimited) -> Probe {
    let probe = Probe(demand: demand)
    upstream.throttle(for: 5, scheduler: jobs, latest: latest).subscribe(probe)
    return probe
  }

  @Test("Rule 48a: throttle's first value goes out at once, as a job without delay")
  func throttleFirst() {
    let probe = throttle()
    upstream.send(1)
    #expect(probe.values.isEmpty)
    #expect(log.jobs == ["now"])
    time.advance()
    #expect(probe.values == [1])
  }

  @Test("Rule 48b: of later values the last, or the first, goes out at the window's edge")
  func throttleWindow() {
    for latest in [true, false] {
      let probe = throttle(latest: latest)
      upstream.connections.last?.send(1)
      time.advance(by: 1)
      for value in 2...4 { upstream.connections.last?.send(value) }
      time.advance(by: 3)
      #expect(probe.values == [1])
      time.advance(by: 1)
      #expect(probe.values == [1, latest ? 4 : 2])
      probe.cancel()
    }
  }

  @Test("Rule 48c: throttle charges the demand when it schedules; without any it drops")
  func throttleDemand() {
    let probe = throttle(demand: .max(2))
    upstream.send(1)
    time.advance(by: 1)
    upstream.send(2)
    // The second unit is charged for what waits for the edge, so this is one too many.
    upstream.send(3)
    time.advance(by: 4)
    #expect(probe.values == [1, 2])
    upstream.send(4)
    time.advance(by: 1)
    probe.request(.max(1))
    time.advance(by: 10)
    #expect(probe.values == [1, 2])
    upstream.send(5)
    time.advance()
    #expect(probe.values == [1, 2, 5])
  }

  @Test("Rule 48d: a pending value goes out with the completion, at the window's edge")
  func throttleCompletion() {
    let probe = throttle()
    upstream.send(1)
    time.advance(by: 1)
    upstream.send(2)
    upstream.send(completion: .finished)
    time.advance(by: 3)
    #expect(probe.log == ["subscription", "value 1"])
    time.advance(by: 1)
    #expect(probe.log == ["subscription", "value 1", "value 2", "finished"])
  }

  // MARK: collect, timeout, measureInterval

  @Test("Rule 50a: collect(n) asks for n times the demand")
  func collectDemand() {
    let probe = ProbeSubscriber<[Int], TestError>(demand: .max(2))
    probe.onValue = { $0 == [1, 2, 3] ? .max(1) : .none }
    upstream.collect(3).subscribe(probe)
    #expect(upstream.requests == [.max(6)])
    for value in 1...3 { upstream.send(value) }
    #expect(probe.values == [[1, 2, 3]])
    #expect(upstream.connections[0].demand == .max(6))
  }

  @Test(
    "Rule 50b: collect(n) sends a partial array at the finish, asked or not; a failure drops it")
  func collectRest() {
    let probe = ProbeSubscriber<[Int], TestError>(demand: .none)
    upstream.collect(3).subscribe(probe)
    upstream.send(1)
    upstream.send(completion: .finished)
    #expect(probe.log == ["subscription", "value [1]", "finished"])
    let (failing, other) = (Upstream(), ProbeSubscriber<[Int], TestError>())
    failing.collect(3).subscribe(other)
    failing.send(1)
    failing.send(completion: .failure(.expected))
    #expect(other.log == ["subscription", "failure expected"])
  }

  @Test("Rule 51a: timeout counts from the subscription, and anew from each value")
  func timeoutClock() {
    let probe = Probe(demand: .none)
    upstream.timeout(3, scheduler: time).subscribe(probe)
    time.advance(by: 3)
    #expect(probe.log == ["subscription", "finished"])
    #expect(upstream.cancelCount == 1)
    let (source, other) = (Upstream(), Probe())
    source.timeout(3, scheduler: time).subscribe(other)
    for value in 1...3 {
      time.advance(by: 2)
      source.send(value)
    }
    time.advance(by: 2)
    #expect(other.values == [1, 2, 3])
    time.advance(by: 1)
    #expect(other.hasEnded)
  }

  @Test("Rule 51b: the first demand starts timeout's clock anew")
  func timeoutDemand() {
    let probe = Probe(demand: .none)
    upstream.timeout(3, scheduler: time).subscribe(probe)
    time.advance(by: 2)
    probe.request(.max(1))
    time.advance(by: 2)
    #expect(!probe.hasEnded)
    probe.request(.max(1))
    time.advance(by: 1)
    #expect(probe.hasEnded)
  }

  @Test("Rule 51c: timeout sends values and the completion as jobs of its scheduler")
  func timeoutJobs() {
    let probe = Probe()
    upstream.timeout(3, scheduler: jobs, options: "soon").subscribe(probe)
    upstream.send(1)
    upstream.send(completion: .finished)
    #expect(log.jobs.filter { $0.hasPrefix("now") } == ["now soon", "now soon"])
    #expect(probe.log == ["subscription"])
    time.run()
    #expect(probe.log == ["subscription", "value 1", "finished"])
  }

  @Test("Rule 51d: timeout finishes, or fails with an error of its own")
  func timeoutError() {
    let probe = Probe()
    upstream.timeout(3, scheduler: time, customError: { .other }).subscribe(probe)
    time.run()
    #expect(probe.log == ["subscription", "failure other"])
  }

  @Test("Rule 52: measureInterval counts from the subscription, then from value to value")
  func measureInterval() {
    let probe = ProbeSubscriber<Stride, TestError>(demand: .max(1))
    probe.onValue = { _ in .max(1) }
    upstream.measureInterval(using: time).subscribe(probe)
    for seconds in [2, 3] {
      time.advance(by: .seconds(seconds))
      upstream.send(0)
    }
    #expect(probe.values == [2, 3])
    #expect(upstream.connections[0].demand == .max(1))
  }

  // MARK: Schedulers

  @Test("Rule 53: an ImmediateScheduler does everything inline, and its time stands still")
  func immediate() {
    let scheduler = ImmediateScheduler.shared
    let start = scheduler.now
    var log: [Int] = []
    scheduler.schedule { log.append(1) }
    scheduler.schedule(after: start.advanced(by: .seconds(100))) { log.append(2) }
    #expect(log == [1, 2])
    #expect(start.distance(to: scheduler.now) == 0)
    #expect(Just(1).delay(for: .seconds(9), scheduler: scheduler).allValues() == [1])
  }

  @Test("Rule 54a: on a dispatch queue a literal counts seconds, and exactly: nanoseconds")
  func dispatchStrides() {
    typealias Stride = DispatchQueue.SchedulerTimeType.Stride
    #expect((3 as Stride) == .seconds(3))
    #expect((0.25 as Stride) == .milliseconds(250))
    #expect(Stride(exactly: 3) == .nanoseconds(3))
    #expect(DispatchQueue.main.minimumTolerance == 0)
  }

  @Test("Rule 54b: a dispatch queue repeats by a timer until cancelled; one shot fires on its date")
  func dispatchTimers() {
    let queue = DispatchQueue(label: "rule 54")
    let (ticked, fired) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let start = queue.now
    let timer = queue.schedule(after: start, interval: .milliseconds(1)) { ticked.signal() }
    for _ in 0..<3 { ticked.wait() }
    timer.cancel()
    // A tolerance of an hour means nothing to a single shot.
    queue.schedule(after: queue.now, tolerance: .seconds(3600)) { fired.signal() }
    fired.wait()
    #expect(start.distance(to: queue.now) < .seconds(60))
  }
}

/// A scheduler that writes down its jobs, and does them on virtual time.
struct JobLedger: Scheduler {
  typealias SchedulerTimeType = VirtualTimeScheduler.SchedulerTimeType
  typealias SchedulerOptions = String

  /// What was scheduled: `now` or `later`, and the options.
  final class Log {
    var jobs: [String] = []
  }

  let time: VirtualTimeScheduler
  let log: Log
  /// Whether a job goes before those scheduled earlier.
  var isReversed = false

  var now: SchedulerTimeType { time.now }
  var minimumTolerance: SchedulerTimeType.Stride { .zero }

  private func note(_ job: String, _ options: String?) {
    log.jobs.append(options.map { "\(job) \($0)" } ?? job)
  }

  func schedule(options: String?, _ action: @escaping () -> Void) {
    note("now", options)
    let wait = isReversed ? 100 - log.jobs.count : 0
    time.schedule(after: now.advanced(by: .seconds(wait)), action)
  }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: String?,
    _ action: @escaping () -> Void
  ) {
    note("later", options)
    time.schedule(after: date, action)
  }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: String?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    note("again", options)
    return time.schedule(after: date, interval: interval, action)
  }
}
