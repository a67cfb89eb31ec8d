import TestSupport
import ReactiveExtras
import Dispatch
import Reactive
import Testing

@Suite("Schedulers")
struct SchedulerTests {
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
  }

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

  @Test("a dispatch queue's literals count seconds, and its exact lengths nanoseconds")
  func dispatchStrides() {
    typealias Stride = DispatchQueue.SchedulerTimeType.Stride
    #expect((2 as Stride) == .seconds(2))
    #expect((0.5 as Stride) == .milliseconds(500))
    #expect(Stride(exactly: 5) == .nanoseconds(5))
    #expect(Stride.microseconds(3) == .nanoseconds(3000))
    #expect(Stride(.milliseconds(2)) == .microseconds(2000))
    #expect(Stride.seconds(Int.max) == .nanoseconds(.max))
    #expect(Stride.seconds(1) + .milliseconds(1) == .milliseconds(1001))
    #expect(Stride.seconds(1) < .seconds(2))
  }

  @Test("a dispatch queue's instants measure what was added to them")
  func dispatchInstants() {
    let now = DispatchQueue.main.now
    #expect(now.distance(to: now.advanced(by: .seconds(3))) == .seconds(3))
    #expect(now.advanced(by: .seconds(3)).distance(to: now) == .seconds(-3))
    #expect(now < now.advanced(by: .nanoseconds(1)))
    #expect(DispatchQueue.main.minimumTolerance == 0)
  }

  @Test("receive(on:) a dispatch queue delivers there, in order")
  func dispatchReceive() {
    let queue = DispatchQueue(label: "test")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let done = DispatchSemaphore(value: 0)
    var values: [Int] = []
    var wereThere = true
    let cancellable = (0..<100).publisher.receive(on: queue).sink(
      receiveCompletion: { _ in done.signal() },
      receiveValue: {
        values.append($0)
        wereThere = wereThere && DispatchQueue.getSpecific(key: key) == true
      })
    done.wait()
    #expect(values == Array(0..<100))
    #expect(wereThere)
    withExtendedLifetime(cancellable) {}
  }

  @Test("a dispatch queue runs work after an instant, and again until cancelled")
  func dispatchTimers() {
    let queue = DispatchQueue(label: "test")
    let (once, again) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let start = queue.now
    queue.schedule(after: start.advanced(by: .milliseconds(2))) { once.signal() }
    let timer = queue.schedule(after: start, interval: .milliseconds(1)) { again.signal() }
    once.wait()
    #expect(start.distance(to: queue.now) >= .milliseconds(2))
    for _ in 0..<3 { again.wait() }
    timer.cancel()
  }
}
