import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("Scheduling")
struct SchedulingTests {
  typealias Upstream = ManualPublisher<Int, TestError>
  typealias Probe = ProbeSubscriber<Int, TestError>

  let time = VirtualTimeScheduler()
  let upstream = Upstream()
  var elapsed: VirtualTimeScheduler.SchedulerTimeType.Stride { beginning.distance(to: time.now) }
  private let beginning: VirtualTimeScheduler.SchedulerTimeType

  init() { beginning = time.now }

  @Test(
    "diagrams",
    arguments: [
      MarbleRow("delay shifts everything by the same time", "a-bc-|", "--a-bc-|") { up, m in
        up.delay(for: 2, scheduler: m.scheduler)
      },
      MarbleRow("delay shifts a failure, too", "a#", "--a#") { up, m in
        up.delay(for: 2, scheduler: m.scheduler)
      },
      MarbleRow("receive(on:) keeps order and instants", "a-(bc)-|", "a-(bc)-|") { up, m in
        up.receive(on: m.scheduler)
      },
      MarbleRow("subscribe(on:) keeps order and instants", "-a-b-|", "-a-b-|") { up, m in
        up.subscribe(on: m.scheduler)
      },
    ])
  func diagrams(_ row: MarbleRow) { row.check() }

  @Test("receive(on:), delay and subscribe(on:) leave a zero request to their upstream")
  func uncheckedZero() {
    for build: (Upstream) -> AnyPublisher<Int, TestError> in [
      { $0.receive(on: time).eraseToAnyPublisher() },
      { $0.delay(for: 1, scheduler: time).eraseToAnyPublisher() },
      { $0.subscribe(on: time).eraseToAnyPublisher() },
    ] {
      let upstream = Upstream()
      build(upstream).subscribe(AnySubscriber(receiveSubscription: { $0.request(.none) }))
      time.run()
      #expect(upstream.requests == [.none])
    }
  }

  @Test("receive(on:) passes the subscription at once, and the rest as a job each")
  func receiveOnJobs() {
    let (jobs, probe) = (JobLedger(time: time), Probe())
    upstream.receive(on: jobs, options: "soon").subscribe(probe)
    #expect(probe.log == ["subscription"])
    #expect(jobs.jobs.isEmpty)
    upstream.send(1)
    upstream.send(2)
    upstream.send(completion: .finished)
    #expect(jobs.jobs == ["now soon", "now soon", "now soon"])
    #expect(probe.log == ["subscription"])
    time.run()
    #expect(probe.log == ["subscription", "value 1", "value 2", "finished"])
  }

  /// Operators that send on what has come by a scheduler's jobs.
  static let byJobs: [(name: String, build: @Sendable (Upstream, JobLedger) -> AnyTestPublisher)] =
    [
      ("receive(on:)", { $0.receive(on: $1).eraseToAnyPublisher() }),
      ("delay", { $0.delay(for: 1, scheduler: $1).eraseToAnyPublisher() }),
      ("timeout", { $0.timeout(1000, scheduler: $1).eraseToAnyPublisher() }),
    ]

  typealias AnyTestPublisher = AnyPublisher<Int, TestError>

  @Test("in whatever order a scheduler runs its jobs, events keep theirs", arguments: byJobs)
  func keepsOrder(
    _ operation: (name: String, build: @Sendable (Upstream, JobLedger) -> AnyTestPublisher)
  ) {
    let probe = Probe()
    operation.build(upstream, JobLedger(time: time, isLate: true) { .seconds(100 - $0) })
      .subscribe(probe)
    for value in 1...3 { upstream.send(value) }
    upstream.send(completion: .failure(.expected))
    time.run()
    let log = ["subscription", "value 1", "value 2", "value 3", "failure expected"]
    #expect(probe.log == log)
  }

  @Test("a job sends the event that has waited the longest, and none that is not due")
  func oneEventAJob() {
    let probe = Probe()
    // The jobs of the values run at 90, 50 and 70.
    let waits = [90, 50, 70, 80]
    upstream.delay(
      for: 0, scheduler: JobLedger(time: time, isLate: true) { .seconds(waits[$0 - 1]) }
    )
    .subscribe(probe)
    for value in 1...3 { upstream.send(value) }
    upstream.send(completion: .finished)
    for (instant, count) in [(49, 0), (50, 1), (70, 2), (80, 3), (90, 3)] {
      time.advance(by: .seconds(instant) - elapsed)
      #expect(probe.values.count == count, "at \(instant)")
      #expect(probe.hasEnded == (instant == 90))
    }
  }

  @Test("what comes from inside a delivery waits for its end, also on the immediate scheduler")
  func sendInside() {
    for build: (Upstream) -> AnyTestPublisher in [
      { $0.receive(on: ImmediateScheduler.shared).eraseToAnyPublisher() },
      { $0.delay(for: 1, scheduler: ImmediateScheduler.shared).eraseToAnyPublisher() },
      {
        $0.throttle(for: 0, scheduler: ImmediateScheduler.shared, latest: true)
          .eraseToAnyPublisher()
      },
    ] {
      let (upstream, probe) = (Upstream(), Probe())
      build(upstream).subscribe(probe)
      probe.onValue = { value in
        if value < 3 { upstream.send(value + 1) }
        return .none
      }
      upstream.send(1)
      #expect(probe.values == [1, 2, 3])
      #expect(probe.deepestNesting == 1)
    }
  }

  @Test("what waits is freed when the subscriber cancels, not when the scheduler gets to it")
  func freesAtCancel() {
    let subject = PassthroughSubject<DeinitHook, Never>()
    var freed = 0
    let cancellable = subject.receive(on: time).sink { _ in }
    subject.send(DeinitHook { freed += 1 })
    #expect(freed == 0)
    cancellable.cancel()
    #expect(freed == 1)
  }

  @Test("the demand that a late callout returns is requested upstream afterwards")
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

  @Test("subscribe(on:) makes jobs of subscribing, requesting and cancelling alone")
  func subscribeOn() {
    let (jobs, probe) = (JobLedger(time: time), Probe(demand: .max(1), keeping: .forever))
    upstream.subscribe(on: jobs, options: "later").subscribe(probe)
    #expect(upstream.connections.isEmpty)
    #expect(jobs.jobs == ["now later"])
    time.run()
    #expect(upstream.requests == [.max(1)])
    #expect(jobs.jobs.count == 2)
    upstream.send(1)
    #expect(probe.values == [1])
    #expect(jobs.jobs.count == 2)
    probe.cancel()
    #expect(upstream.cancelCount == 0)
    #expect(jobs.jobs.count == 3)
    upstream.send(2)
    #expect(probe.values == [1])
    time.run()
    #expect(upstream.cancelCount == 1)
  }
}
