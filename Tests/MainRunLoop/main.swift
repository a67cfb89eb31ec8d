// What operators and timers do on the main thread, whose run loop this program runs: the tests'
// own main thread runs none. Prints what is wrong, and ends with 1 then.

import Foundation
import Reactive
import ReactiveFoundation
import TestSupport

/// Lets the main run loop work until something holds; false if it never does.
func work(in mode: RunLoop.Mode = .default, until holds: () -> Bool) -> Bool {
  let limit = Date(timeIntervalSinceNow: Standstill.seconds)
  while !holds() {
    if Date() > limit { return false }
    _ = RunLoop.main.run(mode: mode, before: Date(timeIntervalSinceNow: 0.01))
  }
  return true
}

/// The faults of a timer in one mode, or set of modes, while the loop runs in a mode.
func timerProblems(_ mode: RunLoop.Mode, runningIn running: RunLoop.Mode) -> [String] {
  let (interval, beginning) = (0.05, Date())
  var dates: [Date] = []
  let cancellable = Timer.publish(every: interval, on: .main, in: mode).autoconnect()
    .sink { dates.append($0) }
  defer { cancellable.cancel() }
  guard work(in: running, until: { dates.count >= 3 }) else { return ["\(mode): no dates"] }
  // A thousandth of a second, because dates and the timer's clock are two clocks.
  return dates.prefix(3).enumerated().compactMap { number, date in
    let (came, due) = (date.timeIntervalSince(beginning), interval * Double(number + 1))
    return came > due - 0.001 ? nil : "\(mode): date \(number + 1) came after \(came) s"
  }
}

var problems: [String] = []
let pump = { _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)) }
let runs = [
  ("run loop", SchedulerTrial.begin(on: RunLoop.main)),
  ("main queue", SchedulerTrial.begin(on: DispatchQueue.main)),
  ("operations", SchedulerTrial.begin(on: OperationQueue.main)),
]
for (name, runs) in runs {
  problems += SchedulerTrial.problems(of: runs, pump: pump).map { "\(name): \($0)" }
}
let tracking = RunLoop.Mode("tracking")
problems += timerProblems(.default, runningIn: .default)
problems += timerProblems(.common, runningIn: .default)
problems += timerProblems(tracking, runningIn: tracking)

#if os(Linux)
  /// The resident memory, in KiB.
  func memory() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }

  /// A timer of a stream that was cancelled takes no memory until it would have been due.
  @MainActor func cancelledTimeouts<S: Scheduler>(on scheduler: S, _ name: String) {
    let subject = PassthroughSubject<Int, Never>()
    func begin(_ count: Int) {
      for _ in 0..<count {
        subject.timeout(.seconds(1000), scheduler: scheduler).sink { _ in }.cancel()
      }
      // Behind what the scheduler has to do for all the cancels.
      let isThrough = Locked(false)
      scheduler.schedule { isThrough.withLock { $0 = true } }
      _ = work { isThrough.withLock { $0 } }
    }
    // As many before: what was taken until a queue got to the cancels is taken again.
    begin(20_000)
    let before = memory()
    begin(20_000)
    let taken = memory() - before
    if taken > 2 << 10 { problems.append("\(name): cancelled timeouts keep \(taken) KiB") }
  }
  if !ThreadSanitizer.isOn {
    cancelledTimeouts(on: DispatchQueue(label: "timeouts"), "queue")
    cancelledTimeouts(on: OperationQueue(), "operation queue")
  }
#endif

for problem in problems.prefix(50) { print(problem) }
if !problems.isEmpty { exit(1) }
print("all is well")
