import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("Timer")
struct TimerTests {
  @Test("a timer ticks from its connection on, on virtual time")
  func timer() {
    let time = VirtualTimeScheduler()
    let timer = time.timerPublisher(every: 2)
    let probe = ProbeSubscriber<MonotonicInstant, Never>(demand: .max(2))
    timer.subscribe(probe)
    time.advance(by: 3)
    #expect(probe.values.isEmpty)
    let (first, second) = (timer.connect(), timer.connect())
    time.advance(by: 4)
    #expect(probe.values.map(\.nanoseconds) == [5_000_000_000, 7_000_000_000])
    time.advance(by: 2)
    probe.request(.max(1))
    first.cancel()
    time.advance(by: 2)
    #expect(probe.values.map(\.nanoseconds).last == 11_000_000_000)
    #expect(probe.values.count == 3, "a tick without demand is dropped, and there is one timer")
    second.cancel()
    #expect(!time.hasWork)
  }

  @Test("a timer that connects by itself stops with its last subscriber")
  func timerAutoconnect() {
    let time = VirtualTimeScheduler()
    let timer = Publishers.Timer(every: 1, scheduler: time).autoconnect()
    var count = 0
    let cancellable = timer.sink { _ in count += 1 }
    time.advance(by: 1000)
    #expect(count == 1000)
    cancellable.cancel()
    #expect(!time.hasWork)
  }
}
