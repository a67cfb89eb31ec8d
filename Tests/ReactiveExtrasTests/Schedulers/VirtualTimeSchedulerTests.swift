import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("VirtualTimeScheduler")
struct VirtualTimeSchedulerTests {
  @Test("virtual work runs at its instant, and in order of scheduling at the same instant")
  func virtualOrder() {
    let scheduler = VirtualTimeScheduler()
    var log: [String] = []
    let start = scheduler.now
    for (name, second) in [("c", 3), ("a", 1), ("d", 3), ("b", 2)] {
      scheduler.schedule(after: start.advanced(by: .seconds(second))) {
        log.append("\(name)\(start.distance(to: scheduler.now) == .seconds(second))")
      }
    }
    scheduler.advance(by: .milliseconds(999))
    #expect(log.isEmpty)
    scheduler.advance(by: .milliseconds(1))
    #expect(log == ["atrue"])
    scheduler.advance(by: 10)
    #expect(log == ["atrue", "btrue", "ctrue", "dtrue"])
    #expect(start.distance(to: scheduler.now) == .seconds(11))
  }

  @Test("work scheduled by work runs in the same advance if it is due")
  func virtualNested() {
    let scheduler = VirtualTimeScheduler()
    var log: [Int] = []
    scheduler.schedule {
      log.append(1)
      scheduler.schedule { log.append(2) }
      scheduler.schedule(after: scheduler.now.advanced(by: 1)) { log.append(3) }
    }
    scheduler.advance()
    #expect(log == [1, 2])
    #expect(scheduler.hasWork)
    scheduler.run()
    #expect(log == [1, 2, 3])
    #expect(!scheduler.hasWork)
  }

  @Test("virtual repeating work repeats until it is cancelled, also from inside")
  func virtualRepeating() {
    let scheduler = VirtualTimeScheduler()
    var count = 0
    let timer = scheduler.schedule(after: scheduler.now.advanced(by: 1), interval: 2) { count += 1 }
    scheduler.advance(by: 6)
    #expect(count == 3)
    timer.cancel()
    scheduler.advance(by: 10)
    #expect(count == 3)
    var inside: (any Cancellable)?
    inside = scheduler.schedule(after: scheduler.now, interval: 1) {
      count += 1
      inside?.cancel()
    }
    scheduler.run()
    #expect(count == 4)
    #expect(!scheduler.hasWork)
  }

  @Test("virtual work in a thousand random orders comes out sorted")
  func virtualHeap() {
    let scheduler = VirtualTimeScheduler()
    var random = SplitMix(seed: 7)
    var log: [Int] = []
    for _ in 0..<1000 {
      let second = Int.random(in: 0..<50, using: &random)
      scheduler.schedule(after: scheduler.now.advanced(by: .seconds(second))) { log.append(second) }
    }
    scheduler.run()
    #expect(log.count == 1000)
    #expect(log == log.sorted())
  }

  @Test("Work that repeats keeps its place among what is due at the same instant")
  func repeating() {
    let time = VirtualTimeScheduler()
    var log = ""
    let repeating = time.schedule(after: time.now, interval: 1) { log += "r" }
    time.schedule(after: time.now.advanced(by: 1)) { log += "a" }
    time.schedule(after: time.now.advanced(by: 2)) { log += "b" }
    time.advance(by: 2)
    #expect(log == "rrarb")
    repeating.cancel()
    #expect(!time.hasWork)
  }

  @Test("virtual time runs simultaneous work in order, and what it brings on the way")
  func virtualTime() {
    let time = VirtualTimeScheduler()
    var log: [String] = []
    func note(_ name: String) -> () -> Void {
      { log.append("\(name)\(time.now.nanoseconds / 1_000_000_000)") }
    }
    let start = time.now
    for name in ["a", "b", "c"] { time.schedule(after: start.advanced(by: 2), note(name)) }
    time.schedule(after: start.advanced(by: 1)) {
      note("x")()
      time.schedule(after: start, note("past"))
      time.schedule(after: start.advanced(by: 2), note("d"))
    }
    time.advance(to: start.advanced(by: 2))
    #expect(log == ["x1", "past1", "a2", "b2", "c2", "d2"])
    time.advance(to: start)
    #expect(time.now == start.advanced(by: 2), "the clock never goes back")
    time.schedule(after: start.advanced(by: 9), note("e"))
    time.run()
    #expect(log.last == "e9")
    #expect(time.now == start.advanced(by: 9))
  }
}
