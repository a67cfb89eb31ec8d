import Reactive
import TestSupport
import Testing

@Suite("ImmediateScheduler")
struct ImmediateSchedulerTests {
  @Test("the immediate scheduler runs everything inline, and its clock stands still")
  func immediate() {
    let scheduler = ImmediateScheduler.shared
    var log: [Int] = []
    let start = scheduler.now
    scheduler.schedule { log.append(1) }
    scheduler.schedule(after: start.advanced(by: .seconds(5))) { log.append(2) }
    let timer = scheduler.schedule(after: start, interval: 1) { log.append(3) }
    #expect(log == [1, 2, 3])
    #expect(scheduler.now == start)
    timer.cancel()
    #expect(Just(1).delay(for: .seconds(9), scheduler: scheduler).allValues() == [1])
  }

  @Test("there is one instant; lengths keep their number")
  func oneInstant() {
    let now = ImmediateScheduler.shared.now
    #expect(now.advanced(by: 5) == now)
    #expect(now.distance(to: now.advanced(by: 7)) == 0)
    #expect((5 as ImmediateScheduler.SchedulerTimeType.Stride).magnitude == 5)
  }
}
