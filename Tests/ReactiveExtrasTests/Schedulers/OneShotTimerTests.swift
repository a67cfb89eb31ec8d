import Reactive
import ReactiveExtras
import Testing

@Suite("The timer of the providers")
struct OneShotTimerTests {
  @Test("Reads the scheduler's clock")
  func clock() {
    let scheduler = VirtualTimeScheduler()
    let timer = OneShotTimer(scheduler)
    #expect(timer.now == MonotonicInstant(nanoseconds: 0))
    scheduler.advance(by: .nanoseconds(1_000_000_007))
    #expect(timer.now == MonotonicInstant(nanoseconds: 1_000_000_007))
  }

  @Test("Reads the clock of a dispatch queue, which only goes forward")
  func dispatchClock() {
    let timer = OneShotTimer(AnyScheduler.main)
    let first = timer.now
    #expect(first <= timer.now)
    #expect(first.duration(to: .now) < .seconds(60))
  }

  @Test("Fires once, at its time, and only for what it was set to last")
  func firesOnce() {
    let scheduler = VirtualTimeScheduler()
    let timer = OneShotTimer(scheduler)
    var fired: [String] = []
    timer.set(at: timer.now + .seconds(1)) { fired.append("first") }
    timer.set(at: timer.now + .seconds(2)) { fired.append("second") }
    scheduler.advance(by: .seconds(1.5))
    #expect(fired == [])
    #expect(timer.isSet)
    scheduler.advance(by: .seconds(0.5))
    #expect(fired == ["second"])
    #expect(!timer.isSet && !scheduler.hasWork)
    scheduler.advance(by: .seconds(200_000))
    #expect(fired == ["second"])
  }

  @Test("Leaves no work behind when it is cancelled or let go of")
  func leavesNothing() {
    let scheduler = VirtualTimeScheduler()
    var fired = 0
    var timer: OneShotTimer? = OneShotTimer(scheduler)
    timer?.set(at: scheduler.now + .seconds(1)) { fired += 1 }
    timer?.cancel()
    #expect(!scheduler.hasWork)
    timer?.set(at: scheduler.now + .seconds(2)) { fired += 1 }
    timer = nil
    #expect(!scheduler.hasWork)
    scheduler.advance(by: .seconds(3))
    #expect(fired == 0)
  }
}
