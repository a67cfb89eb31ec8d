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

  @Test("the order of receive(on:) is that of its scheduler's jobs")
  func receiveOnOrder() {
    let probe = Probe()
    upstream.receive(on: JobLedger(time: time) { .seconds(100 - $0) }).subscribe(probe)
    upstream.send(1)
    upstream.send(2)
    time.run()
    #expect(probe.values == [2, 1])
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
