import Foundation
import Reactive
import ReactiveFoundation
import Testing

@Suite("Run loop as a scheduler")
struct RunLoopSchedulerTests {
  /// The loop of the thread that the test runs on.
  var loop: RunLoop { .current }

  @Test("runs closures in the order they were scheduled, at its next turn")
  func runsInOrder() {
    var order: [Int] = []
    for number in 1...3 { loop.schedule { order.append(number) } }
    #expect(order.isEmpty)
    #expect(runLoop { order.count == 3 })
    #expect(order == [1, 2, 3])
  }

  @Test("runs a delayed closure once, not before its date")
  func delays() {
    let date = loop.now.advanced(by: .milliseconds(20))
    var runs: [Date] = []
    loop.schedule(after: date) { runs.append(Date()) }
    #expect(runLoop { !runs.isEmpty })
    #expect(runs[0] >= date.date)
    runLoop(for: 0.03)
    #expect(runs.count == 1)
  }

  @Test("repeats a closure until it is cancelled")
  func repeats() {
    let date = loop.now.advanced(by: .milliseconds(10))
    var runs: [Date] = []
    let repetition = loop.schedule(after: date, interval: .milliseconds(2)) { runs.append(Date()) }
    #expect(runLoop { runs.count >= 4 })
    #expect(runs[0] >= date.date)
    repetition.cancel()
    let count = runs.count
    runLoop(for: 0.02)
    #expect(runs.count == count)
  }

  @Test("waits with timed closures, also repeating ones, while the loop runs in another mode")
  func staysInDefaultMode() {
    let other = RunLoop.Mode("other")
    var (delayed, repeated) = (0, 0)
    loop.schedule(after: loop.now) { delayed += 1 }
    let repetition = loop.schedule(after: loop.now, interval: .milliseconds(1)) { repeated += 1 }
    // A timer of its own, since a mode without any source ends its run at once.
    let keeper = Timer(timeInterval: 0.005, repeats: true) { _ in }
    loop.add(keeper, forMode: other)
    for _ in 0..<3 { _ = loop.run(mode: other, before: Date(timeIntervalSinceNow: 0.01)) }
    #expect(delayed == 0)
    #expect(repeated == 0)
    keeper.invalidate()
    #expect(runLoop { delayed == 1 && repeated >= 2 })
    repetition.cancel()
  }

  @Test("brings values of a pipeline to its thread")
  func receivesOn() {
    var values: [Int] = []
    var isFinished = false
    let cancellable = [1, 2, 3].publisher.receive(on: loop)
      .sink(receiveCompletion: { _ in isFinished = true }, receiveValue: { values.append($0) })
    #expect(values.isEmpty)
    #expect(runLoop { isFinished })
    #expect(values == [1, 2, 3])
    cancellable.cancel()
  }

  @Test("counts the time of a debounce")
  func debounces() {
    let subject = PassthroughSubject<Int, Never>()
    var values: [Int] = []
    let cancellable = subject.debounce(for: .milliseconds(20), scheduler: loop)
      .sink { values.append($0) }
    for value in 1...5 { subject.send(value) }
    #expect(runLoop { !values.isEmpty })
    #expect(values == [5])
    cancellable.cancel()
  }

  @Test("takes closures from other threads")
  func takesFromOtherThreads() {
    final class Flag: @unchecked Sendable {
      // Sendable because the run loop's thread alone uses it.
      var isSet = false
    }
    struct Loop: @unchecked Sendable {
      // Sendable because closures may be scheduled from any thread.
      let loop: RunLoop
    }
    let flag = Flag()
    let shared = Loop(loop: loop)
    DispatchQueue.global().async { shared.loop.schedule { flag.isSet = true } }
    #expect(runLoop { flag.isSet })
  }
}
