import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("Pacing")
struct PacingTests {
  typealias Upstream = ManualPublisher<Int, TestError>
  typealias Probe = ProbeSubscriber<Int, TestError>

  let time = VirtualTimeScheduler()
  let upstream = Upstream()

  @Test(
    "debounce",
    arguments: [
      MarbleRow("sends after a quiet time", "a-------b---", "---a-------b") { up, m in
        up.debounce(for: 3, scheduler: m.scheduler)
      },
      MarbleRow("each value starts the time anew", "a-b-c-----", "-------c") { up, m in
        up.debounce(for: 3, scheduler: m.scheduler)
      },
      MarbleRow("completion discards what waits", "a-|", "--|") { up, m in
        up.debounce(for: 3, scheduler: m.scheduler)
      },
      MarbleRow("failure discards what waits", "a-#", "--#") { up, m in
        up.debounce(for: 3, scheduler: m.scheduler)
      },
      MarbleRow("a value at the very instant restarts the time", "a--b---", "------b") { up, m in
        up.debounce(for: 3, scheduler: m.scheduler)
      },
      MarbleRow("on the immediate scheduler everything passes", "ab|", "ab|") { up, _ in
        up.debounce(for: 3, scheduler: ImmediateScheduler.shared)
      },
    ])
  func debounce(_ row: MarbleRow) { row.check() }

  @Test(
    "throttle",
    arguments: [
      MarbleRow("latest", "abcdefg-----", "a--d--g") { up, m in
        up.throttle(for: 3, scheduler: m.scheduler, latest: true)
      },
      MarbleRow("first", "abcdefg-----", "a--b--e") { up, m in
        up.throttle(for: 3, scheduler: m.scheduler, latest: false)
      },
      MarbleRow("a value after a pause goes out at once", "a------b--", "a------b") { up, m in
        up.throttle(for: 3, scheduler: m.scheduler, latest: true)
      },
      MarbleRow("what waits goes out with the end, when its time has come", "ab|", "a--(b|)") {
        up, m in up.throttle(for: 3, scheduler: m.scheduler, latest: true)
      },
      MarbleRow("with nothing waiting the end is not held", "a-|", "a-|") { up, m in
        up.throttle(for: 3, scheduler: m.scheduler, latest: true)
      },
      MarbleRow("a failure waits for what waits, too", "ab#", "a--(b#)") { up, m in
        up.throttle(for: 3, scheduler: m.scheduler, latest: true)
      },
    ])
  func throttle(_ row: MarbleRow) { row.check() }

  @Test("debounce and throttle ask for everything; what is due without demand is lost")
  func lossWithoutDemand() {
    for build: (Upstream) -> AnyPublisher<Int, TestError> in [
      { $0.debounce(for: 2, scheduler: time).eraseToAnyPublisher() },
      { $0.throttle(for: 2, scheduler: time, latest: true).eraseToAnyPublisher() },
    ] {
      let (upstream, probe) = (Upstream(), Probe(demand: .none))
      build(upstream).subscribe(probe)
      #expect(upstream.requests == [.unlimited])
      upstream.send(1)
      time.advance(by: 5)
      probe.request(.max(1))
      time.advance(by: 5)
      #expect(probe.values.isEmpty)
      upstream.send(2)
      time.advance(by: 5)
      #expect(probe.values == [2])
    }
  }

  @Test("however fast values come, debounce has one timer under way")
  func oneTimer() {
    let subject = PassthroughSubject<Int, Never>()
    var values: [Int] = []
    let cancellable = subject.debounce(for: 1, scheduler: time).sink { values.append($0) }
    for value in 0..<1000 { subject.send(value) }
    time.advance(by: 1)
    #expect(values == [999])
    #expect(!time.hasWork)
    withExtendedLifetime(cancellable) {}
  }

  @Test("a completion discards debounce's pending value, and is a job of its own")
  func debounceCompletion() {
    let probe = Probe()
    upstream.debounce(for: 3, scheduler: time).subscribe(probe)
    upstream.send(1)
    upstream.send(completion: .finished)
    #expect(probe.log == ["subscription"])
    time.run()
    #expect(probe.log == ["subscription", "finished"])
  }

  @Test("throttle's first value goes out at once, as a job without delay")
  func throttleFirst() {
    let (jobs, probe) = (JobLedger(time: time), Probe())
    upstream.throttle(for: 5, scheduler: jobs, latest: true).subscribe(probe)
    upstream.send(1)
    #expect(probe.values.isEmpty)
    #expect(jobs.jobs == ["now"])
    time.advance()
    #expect(probe.values == [1])
  }

  @Test("throttle charges the demand when it schedules; without any it drops")
  func throttleDemand() {
    let probe = Probe(demand: .max(2))
    upstream.throttle(for: 5, scheduler: time, latest: true).subscribe(probe)
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

  @Test("timeout sends values and the completion as jobs of its scheduler")
  func timeoutJobs() {
    let (jobs, probe) = (JobLedger(time: time), Probe())
    upstream.timeout(3, scheduler: jobs, options: "soon").subscribe(probe)
    upstream.send(1)
    upstream.send(completion: .finished)
    #expect(jobs.jobs.filter { $0.hasPrefix("now") } == ["now soon", "now soon"])
    #expect(probe.log == ["subscription"])
    time.run()
    #expect(probe.log == ["subscription", "value 1", "finished"])
  }

  @Test(
    "measureInterval",
    arguments: [
      MarbleRow(
        "counts from the subscription, then from value to value", "--a-b---c|", "--2-2---4|"
      ) { up, m in
        up.measureInterval(using: m.scheduler).map { "\(seconds($0))" }
      },
      MarbleRow("passes failure", "-a#", "-1#") { up, m in
        up.measureInterval(using: m.scheduler).map { "\(seconds($0))" }
      },
    ])
  func measureInterval(_ row: MarbleRow) { row.check() }

  @Test("measureInterval counts from when upstream's subscription came, not from before")
  func measuresFromSubscription() {
    let subject = PassthroughSubject<Int, Never>()
    let probe = ProbeSubscriber<VirtualTimeScheduler.SchedulerTimeType.Stride, Never>()
    subject.subscribe(on: JobLedger(time: time) { _ in 5 }).measureInterval(using: time)
      .subscribe(probe)
    time.advance(by: 5)
    // The demand comes five seconds later still.
    time.advance(by: 6)
    subject.send(1)
    #expect(probe.values == [6])
  }

  @Test(
    "timeout",
    arguments: [
      MarbleRow("finishes when no value has come for so long", "-a-b------c|", "-a-b--|") { up, m in
        up.timeout(3, scheduler: m.scheduler)
      },
      MarbleRow("fails instead, with an error of its own", "-a-b------c|", "-a-b--#") { up, m in
        up.timeout(3, scheduler: m.scheduler, customError: { .other })
      },
      MarbleRow("starts at the subscription", "-----a|", "---|") { up, m in
        up.timeout(3, scheduler: m.scheduler)
      },
      MarbleRow("a value at the very instant is in time", "---a--|", "---a--|") { up, m in
        up.timeout(3, scheduler: m.scheduler)
      },
      MarbleRow("leaves a stream alone that ends in time", "a-b|", "a-b|") { up, m in
        up.timeout(3, scheduler: m.scheduler)
      },
      MarbleRow("passes failure", "a-#", "a-#") { up, m in up.timeout(3, scheduler: m.scheduler) },
    ])
  func timeout(_ row: MarbleRow) { row.check() }

  @Test("timeout does not begin anew at a second subscription, which it cancels")
  func timeoutSecondSubscription() {
    let probe = Probe()
    upstream.timeout(3, scheduler: time).subscribe(probe)
    time.advance(by: 2)
    #expect(upstream.sendSecondSubscription().cancelCount == 1)
    time.advance(by: 1)
    #expect(probe.log == ["subscription", "finished"])
  }

  @Test("timeout cancels upstream before it ends, and passes demand through")
  func timeoutCancels() {
    let probe = Probe(demand: .max(2))
    var cancelCount: Int?
    probe.onCompletion = { cancelCount = upstream.cancelCount }
    upstream.timeout(3, scheduler: time).subscribe(probe)
    #expect(upstream.requests == [.max(2)])
    time.advance(by: 3)
    #expect(cancelCount == 1)
    #expect(probe.log == ["subscription", "finished"])
  }

  @Test("the first demand starts the time of timeout anew, a later one does not")
  func timeoutFirstDemand() {
    let probe = Probe(demand: .none)
    upstream.timeout(3, scheduler: time).subscribe(probe)
    time.advance(by: 2)
    probe.request(.max(1))
    time.advance(by: 2)
    probe.request(.max(1))
    #expect(probe.log == ["subscription"])
    time.advance(by: 1)
    #expect(probe.log == ["subscription", "finished"])
  }

  @Test("a timeout of no time ends after the subscription")
  func timeoutAtOnce() {
    let never = Empty<Int, Never>(completeImmediately: false)
    #expect(never.timeout(0, scheduler: StoppedClock()).log() == ["subscription", "finished"])
  }

  @Test("timeout keeps one timer, however many values come")
  func timeoutOneTimer() {
    let subject = PassthroughSubject<Int, Never>()
    let probe = ProbeSubscriber<Int, Never>()
    subject.timeout(10, scheduler: time).subscribe(probe)
    for value in 1...100 { subject.send(value) }
    time.advance(by: 9)
    #expect(probe.values.count == 100)
    probe.cancel()
    time.advance(by: 1)
    #expect(!time.hasWork)
  }

  @Test("timeout on an ImmediateScheduler traps")
  func immediateTimeout() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = Just(1).timeout(1, scheduler: ImmediateScheduler.shared).sink { _ in } }
    expectMessage("timeout: the time of an ImmediateScheduler never passes", in: result)
  }

  static func seconds(_ stride: VirtualTimeScheduler.SchedulerTimeType.Stride) -> Int {
    stride.nanoseconds / 1_000_000_000
  }

  @Test(
    "throttle: what is sent before the scheduler gets to it is one value", arguments: [true, false])
  func throttleWithinATurn(latest: Bool) {
    let probe = Probe(demand: .max(2))
    upstream.throttle(for: 3, scheduler: time, latest: latest).subscribe(probe)
    for value in 1...3 { upstream.send(value) }
    #expect(probe.values.isEmpty)
    time.run()
    #expect(probe.values == [latest ? 3 : 1])
    // The others have used no demand.
    upstream.send(4)
    upstream.send(completion: .finished)
    time.run()
    #expect(probe.log == ["subscription", "value \(latest ? 3 : 1)", "value 4", "finished"])
  }

  @Test("throttle: the next length of time begins when the scheduler has got to the value")
  func throttleFromDelivery() {
    let probe = Probe()
    let late = JobLedger(time: time) { _ in 2 }
    upstream.throttle(for: 3, scheduler: late, latest: true).subscribe(probe)
    upstream.send(1)
    time.advance(by: 2)
    #expect(probe.values == [1])
    upstream.send(2)
    time.advance(by: 2)
    #expect(probe.values == [1])
    time.advance(by: 1)
    #expect(probe.values == [1, 2])
  }

  @Test("debounce schedules its completion without options")
  func debounceCompletionOptions() {
    let ledger = JobLedger(time: time)
    let probe = Probe()
    upstream.debounce(for: 3, scheduler: ledger, options: "quiet").subscribe(probe)
    upstream.send(1)
    upstream.send(completion: .finished)
    time.run()
    #expect(ledger.jobs == ["again quiet", "now"])
    #expect(probe.log == ["subscription", "finished"])
  }
}
