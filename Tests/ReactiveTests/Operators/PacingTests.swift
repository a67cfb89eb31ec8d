import ReactiveExtras
import TestSupport
import Reactive
import Testing

@Suite("Pacing")
struct PacingTests {
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

  @Test(
    "delay",
    arguments: [
      MarbleRow("shifts everything by the same time", "a-bc-|", "--a-bc-|") { up, m in
        up.delay(for: 2, scheduler: m.scheduler)
      },
      MarbleRow("shifts a failure, too", "a#", "--a#") { up, m in
        up.delay(for: 2, scheduler: m.scheduler)
      },
      MarbleRow("receive(on:) keeps order and instants", "a-(bc)-|", "a-(bc)-|") { up, m in
        up.receive(on: m.scheduler)
      },
      MarbleRow("subscribe(on:) keeps order and instants", "-a-b-|", "-a-b-|") { up, m in
        up.subscribe(on: m.scheduler)
      },
      MarbleRow("debounce on the immediate scheduler lets everything pass", "ab|", "ab|") { up, _ in
        up.debounce(for: 3, scheduler: ImmediateScheduler.shared)
      },
    ])
  func delay(_ row: MarbleRow) { row.check() }

  @Test("debounce and throttle ask for everything; what is due without demand is lost")
  func lossWithoutDemand() {
    let time = VirtualTimeScheduler()
    for build: (ManualPublisher<Int, Never>) -> AnyPublisher<Int, Never> in [
      { $0.debounce(for: 2, scheduler: time).eraseToAnyPublisher() },
      { $0.throttle(for: 2, scheduler: time, latest: true).eraseToAnyPublisher() },
    ] {
      let upstream = ManualPublisher<Int, Never>()
      let probe = ProbeSubscriber<Int, Never>(demand: .none)
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
    let time = VirtualTimeScheduler()
    let subject = PassthroughSubject<Int, Never>()
    var values: [Int] = []
    let cancellable = subject.debounce(for: 1, scheduler: time).sink { values.append($0) }
    for value in 0..<1000 { subject.send(value) }
    time.advance(by: 1)
    #expect(values == [999])
    #expect(!time.hasWork)
    withExtendedLifetime(cancellable) {}
  }

  @Test("a delayed value is dropped if the subscription is cancelled meanwhile")
  func delayedAndCancelled() {
    let time = VirtualTimeScheduler()
    let subject = PassthroughSubject<Int, Never>()
    var values: [Int] = []
    let cancellable = subject.delay(for: 2, scheduler: time).sink { values.append($0) }
    subject.send(1)
    time.advance(by: 1)
    cancellable.cancel()
    time.advance(by: 5)
    #expect(values.isEmpty)
  }

  @Test("receive(on:) passes the subscription at once, and values as work of their own")
  func receiveOn() {
    let time = VirtualTimeScheduler()
    let upstream = ManualPublisher<Int, Never>()
    let probe = ProbeSubscriber<Int, Never>(demand: .max(1))
    probe.onValue = { _ in .max(4) }
    upstream.receive(on: time).subscribe(probe)
    #expect(probe.log == ["subscription"])
    #expect(upstream.requests == [.max(1)])
    upstream.send(1)
    #expect(probe.values.isEmpty)
    time.advance()
    #expect(probe.values == [1])
    #expect(upstream.requests == [.max(1), .max(4)])
  }

  @Test("subscribe(on:) subscribes, requests and cancels on the scheduler, and sends as it comes")
  func subscribeOn() {
    let time = VirtualTimeScheduler()
    let upstream = ManualPublisher<Int, Never>()
    let probe = ProbeSubscriber<Int, Never>(demand: .max(1), keeping: .forever)
    upstream.subscribe(on: time).subscribe(probe)
    #expect(upstream.connections.isEmpty)
    time.advance()
    #expect(upstream.requests == [.max(1)])
    upstream.send(1)
    #expect(probe.values == [1])
    probe.cancel()
    #expect(upstream.cancelCount == 0)
    upstream.send(2)
    #expect(probe.values == [1])
    time.advance()
    #expect(upstream.cancelCount == 1)
  }
}
