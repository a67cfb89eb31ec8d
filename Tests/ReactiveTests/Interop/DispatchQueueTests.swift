import Dispatch
import Reactive
import TestSupport
import Testing

@Suite("Dispatch queues as schedulers")
struct DispatchQueueTests {
  @Test("a dispatch queue's literals and its exact lengths count seconds")
  func dispatchStrides() {
    typealias Stride = DispatchQueue.SchedulerTimeType.Stride
    #expect((2 as Stride) == .seconds(2))
    #expect((0.5 as Stride) == .milliseconds(500))
    #expect(Stride(exactly: 5) == .seconds(5))
    #expect(Stride(exactly: UInt64.max) == nil)
    #expect(Stride(exactly: Int.max) == nil)
    #expect(Stride.microseconds(3) == .nanoseconds(3000))
    #expect(Stride(.milliseconds(2)) == .microseconds(2000))
    #expect(Stride.seconds(Int.max) == .nanoseconds(.max))
    #expect(Stride.seconds(1) + .milliseconds(1) == .milliseconds(1001))
    #expect(Stride.seconds(1) < .seconds(2))
  }

  @Test("a dispatch queue's lengths multiply in seconds, cut off, and never overflow")
  func dispatchProducts() {
    typealias Stride = DispatchQueue.SchedulerTimeType.Stride
    #expect(Stride.seconds(1) * 10 == .seconds(10))
    #expect(Stride.seconds(1) * .seconds(2) == .seconds(2))
    #expect(Stride.milliseconds(1500) * -2 == .seconds(-3))
    #expect(Stride.nanoseconds(1) * .nanoseconds(999_999_999) == .nanoseconds(0))
    #expect(Stride.nanoseconds(.max) * 2 == .nanoseconds(.max))
    var length = Stride.seconds(3)
    length *= 0.5
    #expect(length == .milliseconds(1500))
  }

  @Test("from an instant out of reach it is as far as can be, but to itself")
  func distantInstants() {
    typealias Time = DispatchQueue.SchedulerTimeType
    let (now, never) = (DispatchQueue.main.now, Time(.distantFuture))
    #expect(now.distance(to: never) == .nanoseconds(.max))
    #expect(never.distance(to: now) == .nanoseconds(.max))
    #expect(never.distance(to: never) == 0)
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
    // A tolerance of an hour means nothing to what runs once.
    queue.schedule(after: queue.now, tolerance: .seconds(3600)) { once.signal() }
    once.wait()
    #expect(start.distance(to: queue.now) < .seconds(1800))
    for _ in 0..<3 { again.wait() }
    timer.cancel()
  }
}
