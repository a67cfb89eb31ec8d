import Foundation
import Reactive
import ReactiveFoundation
import TestSupport
import Testing

@Suite("Operation queue as a scheduler")
struct OperationQueueSchedulerTests {
  /// The values that the test's two threads hand each other under a lock.
  private struct Kept: @unchecked Sendable { let cancellable: any Cancellable }

  let queue: OperationQueue

  init() {
    queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
  }

  @Test("runs closures one after the other on a serial queue")
  func runsInOrder() {
    let order = Locked<[Int]>([])
    for number in 1...20 { queue.schedule { order.withLock { $0.append(number) } } }
    queue.waitUntilAllOperationsAreFinished()
    #expect(order.withLock { $0 } == Array(1...20))
  }

  @Test("runs a delayed closure once, not before its date")
  func delays() {
    let runs = Locked<[Date]>([])
    let date = queue.now.advanced(by: .milliseconds(20))
    queue.isSuspended = true
    queue.schedule(after: date) { runs.withLock { $0.append(Date()) } }
    #expect(queue.operationCount == 1)
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    let result = runs.withLock { $0 }
    #expect(result.count == 1)
    // Dates and the timer's clock are two clocks.
    #expect(result[0].timeIntervalSince(date.date) > -0.001)
  }

  @Test("does not hold up other closures while one is delayed")
  func doesNotBlock() {
    let order = Locked<[String]>([])
    queue.schedule(after: queue.now.advanced(by: .seconds(3600))) {
      order.withLock { $0.append("late") }
    }
    let isDone = DispatchSemaphore(value: 0)
    queue.schedule {
      order.withLock { $0.append("at once") }
      isDone.signal()
    }
    #expect(isDone.comes())
    queue.cancelAllOperations()
    #expect(order.withLock { $0 } == ["at once"])
  }

  @Test("runs a repeating closure at its date, and an interval after each run, until cancelled")
  func repeats() {
    let runs = Locked<[Date]>([])
    let repetition = Locked<Kept?>(nil)
    let date = queue.now.advanced(by: .milliseconds(10))
    let (isKept, third) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let made = queue.schedule(after: date, interval: .milliseconds(5)) {
      let count = runs.withLock { runs in
        runs.append(Date())
        return runs.count
      }
      if count == 1 { isKept.wait() }
      if count == 3 {
        repetition.withLock { $0 }?.cancellable.cancel()
        third.signal()
      }
    }
    let kept = Kept(cancellable: made)
    repetition.withLock { $0 = kept }
    isKept.signal()
    third.wait()
    queue.waitUntilAllOperationsAreFinished()
    let result = runs.withLock { $0 }
    #expect(result.count == 3)
    // Dates and the timer's clock are two clocks.
    #expect(result[0].timeIntervalSince(date.date) > -0.001)
    #expect(zip(result, result.dropFirst()).allSatisfy { $1.timeIntervalSince($0) > 0.004 })
  }

  @Test("does not run a repeating closure that was cancelled, and lets it go at once")
  func cancels() {
    let runs = Locked(0)
    let date = queue.now.advanced(by: .seconds(3600))
    let repetition = queue.schedule(after: date, interval: .seconds(3600)) {
      runs.withLock { $0 += 1 }
    }
    repetition.cancel()
    queue.waitUntilAllOperationsAreFinished()
    #expect(runs.withLock { $0 } == 0)
  }

  @Test("waits while it is suspended")
  func suspends() {
    let runs = Locked(0)
    queue.isSuspended = true
    queue.schedule { runs.withLock { $0 += 1 } }
    #expect(queue.operationCount == 1)
    #expect(runs.withLock { $0 } == 0)
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    #expect(runs.withLock { $0 } == 1)
  }

  @Test("keeps the order of a pipeline's values on a serial queue")
  func receivesOn() {
    let values = Locked<[Int]>([])
    let cancellable = (0..<100).publisher.receive(on: queue)
      .sink { value in values.withLock { $0.append(value) } }
    queue.waitUntilAllOperationsAreFinished()
    #expect(values.withLock { $0 } == Array(0..<100))
    cancellable.cancel()
  }
}
