import Foundation
import Reactive
import ReactiveFoundation
import TestSupport
import Testing

@Suite("Operators that go by Foundation's schedulers, in real time")
struct RealSchedulerTests {
  @Test(
    "on an operation queue nothing is lost, out of order or at once, be it of one or of many",
    arguments: [1, 4])
  func operations(atOnce count: Int) {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = count
    #expect(SchedulerTrial.problems(of: SchedulerTrial.begin(on: queue)) == [])
  }

  @Test("nothing lives until a timer is due that went with its stream", .untilStandstill)
  func timersReleased() {
    for count in [1, 4] {
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = count
      #expect(PendingTimer.leaks(on: queue, after: .seconds(3600)) == [])
      // Those of `delay` wait on, but hold nothing.
      queue.cancelAllOperations()
    }
    let leaks = PendingTimer.leaks(on: RunLoop.current, after: .seconds(3600)) {
      ReactiveFoundationTests.runLoop(for: 0.001)
    }
    #expect(leaks == [])
  }

  @Test("on a run loop neither", .mostlyWaiting)
  func runLoop() {
    let problems = SchedulerTrial.problems(of: SchedulerTrial.begin(on: RunLoop.current)) {
      ReactiveFoundationTests.runLoop(for: 0.01)
    }
    #expect(problems == [])
  }

  // Tests do not run on the main thread, so programs of their own do it.
  @Test(
    "on the main thread neither, nor does a timer begin early in any mode, also without that thread",
    .mostlyWaiting, arguments: ["MainRunLoop", "AsyncMain"])
  func mainThread(of name: String) throws {
    let program = Process()
    program.executableURL = URL(filePath: BuiltProgram.path(named: name))
    let output = Pipe()
    program.standardOutput = output
    try program.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    program.waitUntilExit()
    #expect(text == "all is well\n")
    #expect(program.terminationStatus == 0)
  }

  @Test("a run loop that sleeps is woken by what another thread schedules")
  func wakesRunLoop() throws {
    struct Sleeper: @unchecked Sendable {
      // Sendable because closures may be scheduled from any thread; they alone touch the timer.
      let loop = RunLoop.current, keeper = Timer(timeInterval: 0, repeats: false) { _ in }
    }
    let made = Locked<Sleeper?>(nil)
    let (isAwake, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      let sleeper = Sleeper()
      made.withLock { $0 = sleeper }
      // Without a timer there is nothing to sleep for, and the loop would end.
      sleeper.keeper.fireDate = .distantFuture
      sleeper.loop.add(sleeper.keeper, forMode: .default)
      sleeper.loop.perform { isAwake.signal() }
      _ = sleeper.loop.run(mode: .default, before: .distantFuture)
      isOver.signal()
    }
    isAwake.wait()
    let sleeper = try #require(made.withLock { $0 })
    // So long it has to go to sleep; if it needs longer, the test shows nothing, and passes.
    SchedulerTrial.pause()
    let cancellable = Just(1).receive(on: sleeper.loop).sink { _ in sleeper.keeper.invalidate() }
    #expect(isOver.comes())
    cancellable.cancel()
  }
}
