import ReactiveExtras
import Dispatch
import Reactive
import Testing

@testable import ViewModels

@Suite("The timer of the providers")
struct ProviderTimerTests {
  @Test(
    "Reads any scheduler's clock to the nanosecond",
    arguments: [0, 1, 2, 3, 999, 1_000_000_007, 86_400_000_000_123, 1 << 55])
  func clock(_ nanoseconds: Int) {
    let scheduler = VirtualTimeScheduler()
    scheduler.advance(by: .seconds(5))
    let timer = ProviderTimer(scheduler)
    scheduler.advance(by: .nanoseconds(nanoseconds))
    #expect(timer.now == Int64(nanoseconds))
    scheduler.advance(by: .nanoseconds(1))
    #expect(timer.now == Int64(nanoseconds) + 1)
  }

  @Test("Reads the clock of a dispatch queue, which only goes forward")
  func dispatchClock() {
    let timer = ProviderTimer(DispatchQueue.main)
    let first = timer.now
    #expect(first >= 0 && first < 60_000_000_000)
    #expect(timer.now >= first)
  }

  @Test("A clock that stands still reads zero")
  func stillClock() {
    #expect(ProviderTimer(ImmediateScheduler.shared).now == 0)
  }

  @Test("Fires once, at its time, and only for what it was set to last")
  func firesOnce() {
    let scheduler = VirtualTimeScheduler()
    let timer = ProviderTimer(scheduler)
    var fired: [String] = []
    timer.set(at: 1_000_000_000) { fired.append("first") }
    timer.set(at: 2_000_000_000) { fired.append("second") }
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
    var timer: ProviderTimer? = ProviderTimer(scheduler)
    timer?.set(at: 1_000_000_000) { fired += 1 }
    timer?.cancel()
    #expect(!scheduler.hasWork)
    timer?.set(at: 2_000_000_000) { fired += 1 }
    timer = nil
    #expect(!scheduler.hasWork)
    scheduler.advance(by: .seconds(3))
    #expect(fired == 0)
  }
}
