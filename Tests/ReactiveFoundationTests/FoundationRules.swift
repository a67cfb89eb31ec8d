import Dispatch
import Foundation
import Reactive
import ReactiveFoundation
import Testing

/// What the parts do that join Foundation to Reactive: rules 55 to 57, and 27 for timers.
@Suite("Rules: Foundation", .serialized)
struct FoundationRules {
  var loop: RunLoop { .current }

  @Test("Rule 27b: a timer counts demand for each subscriber apart")
  func timerDemandApart() {
    let publisher = Timer.publish(every: 0.001, on: loop, in: .default)
    let one = CountingSubscriber<Date>(initial: .max(1))
    let all = CountingSubscriber<Date>(initial: .unlimited)
    publisher.subscribe(one)
    publisher.subscribe(all)
    let connection = publisher.connect()
    #expect(runLoop { all.values.count >= 4 })
    #expect(one.values.count == 1)
    connection.cancel()
    one.cancel()
    all.cancel()
  }

  @Test("Rule 55a: a run loop's repeating timers run in the default mode alone")
  func repeatsInDefaultMode() {
    var runs = 0
    let timer = loop.schedule(after: loop.now, interval: .milliseconds(1)) { runs += 1 }
    turnInAnotherMode()
    #expect(runs == 0)
    #expect(runLoop { runs >= 2 })
    timer.cancel()
  }

  @Test("Rule 55b: a run loop's delayed closures run once, and wait outside the default mode")
  func delaysInDefaultMode() {
    var runs = 0
    let date = loop.now.advanced(by: .milliseconds(1))
    loop.schedule(after: date) { runs += 1 }
    turnInAnotherMode()
    #expect(runs == 0)
    #expect(runLoop { runs == 1 })
    #expect(loop.now >= date)
  }

  @Test("Rule 55c: an operation queue's repeating schedule fires once, after date and interval")
  func operationQueueFiresOnce() {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let fired = DispatchSemaphore(value: 0)
    let start = queue.now
    let timer = queue.schedule(after: start, interval: .milliseconds(20)) { fired.signal() }
    fired.wait()
    #expect(start.distance(to: queue.now) >= .milliseconds(20))
    #expect(fired.wait(timeout: .now() + .milliseconds(60)) == .timedOut)
    timer.cancel()
  }

  @Test("Rule 56a: a timer publishes nothing before it is connected, and never completes")
  func timerConnects() {
    let publisher = Timer.publish(every: 0.001, on: loop, in: .default)
    let subscriber = CountingSubscriber<Date>(initial: .unlimited)
    publisher.subscribe(subscriber)
    runLoop(for: 0.01)
    #expect(subscriber.values.isEmpty)
    let connection = publisher.connect()
    #expect(runLoop { subscriber.values.count >= 2 })
    connection.cancel()
    #expect(subscriber.completions == 0)
    var ticks = 0
    let cancellable = Timer.publish(every: 0.001, on: loop, in: .default).autoconnect()
      .sink { _ in ticks += 1 }
    #expect(runLoop { ticks >= 2 })
    cancellable.cancel()
    subscriber.cancel()
  }

  @Test("Rule 56b: ticks for which there is no demand are dropped")
  func timerDrops() {
    let publisher = Timer.publish(every: 0.001, on: loop, in: .default)
    let slow = CountingSubscriber<Date>(initial: .max(1))
    let clock = CountingSubscriber<Date>(initial: .unlimited)
    publisher.subscribe(slow)
    publisher.subscribe(clock)
    let connection = publisher.connect()
    #expect(runLoop { clock.values.count >= 4 })
    let missed = clock.values.count
    slow.subscription?.request(.max(1))
    #expect(runLoop { slow.values.count == 2 })
    #expect(slow.values[1] > clock.values[missed - 1])
    connection.cancel()
    slow.cancel()
    clock.cancel()
  }

  @Test("Rule 56c: the tolerance given to Timer.publish is passed on")
  func timerTolerance() {
    #expect(Timer.publish(every: 1, tolerance: 0.25, on: loop, in: .default).tolerance == 0.25)
    #expect(Timer.publish(every: 1, on: loop, in: .default).tolerance == nil)
  }

  let center = NotificationCenter()
  let name = Notification.Name("rule 57")

  @Test("Rule 57a: a notification publisher listens from the subscription on")
  func notificationsRegister() {
    let publisher = center.publisher(for: name)
    center.post(name: name, object: nil)
    let subscriber = CountingSubscriber<Notification>(initial: .none)
    publisher.subscribe(subscriber)
    // Registered, though nothing is asked for yet: this post is dropped, not kept.
    center.post(name: name, object: nil)
    subscriber.subscription?.request(.max(1))
    #expect(subscriber.values.isEmpty)
    center.post(name: name, object: nil)
    center.post(name: name, object: nil)
    #expect(subscriber.values.count == 1)
    subscriber.cancel()
  }

  @Test("Rule 57b: notifications come on the thread that posts, and their object is kept alive")
  func notificationsThread() {
    final class Sender: Sendable {}
    weak var kept: Sender?
    var threads: [Thread] = []
    var cancellable: AnyCancellable?
    do {
      let sender = Sender()
      kept = sender
      cancellable = center.publisher(for: name, object: sender)
        .sink { _ in threads.append(Thread.current) }
    }
    #expect(kept != nil)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread { [center, name, kept] in
      center.post(name: name, object: kept)
      done.signal()
    }
    thread.start()
    done.wait()
    #expect(threads == [thread])
    cancellable?.cancel()
    runLoop(for: 0.01)
    #expect(kept == nil || threads.count == 1)
  }

  /// Lets the run loop work for a while in a mode that is not the default one.
  func turnInAnotherMode() {
    let other = RunLoop.Mode("other")
    // A timer of its own, since a mode without any source ends its run at once.
    let keeper = Timer(timeInterval: 0.005, repeats: true) { _ in }
    loop.add(keeper, forMode: other)
    for _ in 0..<3 { _ = loop.run(mode: other, before: Date(timeIntervalSinceNow: 0.01)) }
    keeper.invalidate()
  }
}
