import Dispatch
import Foundation
import Reactive
import ReactiveFoundation
import TestSupport

/// The work of the main run loop and the main queues in a program whose `main` is asynchronous, and
/// whose main thread runs no loop after its first `await`. Prints what is wrong, and ends with 1 in
/// that case.
@main @MainActor
struct AsyncMain {
  static func main() async {
    if CommandLine.arguments.contains("wrong-thread") { return await WrongThread.meet() }
    // Scheduled while the main thread still runs, and once it has ended.
    let early = begin()
    await ended()
    var problems = await faults(of: early, named: "early")
    problems += await faults(of: begin(), named: "late")
    problems += await order()
    problems += await timer()
    for problem in problems.prefix(50) { print(problem) }
    if !problems.isEmpty { exit(1) }
    print("all is well")
  }

  /// Waits until the main queue is served by another thread.
  private static func ended() async {
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
  }

  private typealias Trials = [(name: String, runs: [SchedulerTrial.Run])]

  /// Streams that go by way of everything that the main thread used to run.
  private static func begin() -> Trials {
    [
      ("run loop", SchedulerTrial.begin(on: RunLoop.main)),
      ("main queue", SchedulerTrial.begin(on: DispatchQueue.main)),
      ("operations", SchedulerTrial.begin(on: OperationQueue.main)),
    ]
  }

  private static func faults(of trials: Trials, named name: String) async -> [String] {
    var problems: [String] = []
    for trial in trials {
      let waiting = Waiting(runs: trial.runs)
      problems += await Task.detached { SchedulerTrial.problems(of: waiting.runs) }.value
        .map { "\(name), \(trial.name): \($0)" }
    }
    return problems
  }

  private struct Waiting: @unchecked Sendable {
    // Sendable because one task has it, which waits for it aside of the main actor.
    let runs: [SchedulerTrial.Run]
  }

  /// Closures come once, in their order, on the main actor.
  private static func order() async -> [String] {
    var seen: [Int] = []
    await withCheckedContinuation { done in
      for number in 0..<100 {
        RunLoop.main.schedule {
          MainActor.assumeIsolated {
            seen.append(number)
            if number == 99 { done.resume() }
          }
        }
      }
    }
    // Another turn of the queue, in which a second one of any would come.
    await ended()
    return seen == Array(0..<100) ? [] : ["closures came as \(seen)"]
  }

  /// A timer's dates come an interval apart, and none after the cancel.
  private static func timer() async -> [String] {
    let beginning = Date()
    var dates: [Date] = []
    var cancellable: AnyCancellable?
    await withCheckedContinuation { done in
      cancellable = Timer.publish(every: 0.02, on: .main, in: .common).autoconnect().sink { date in
        MainActor.assumeIsolated {
          dates.append(date)
          guard dates.count == 3 else { return }
          cancellable?.cancel()
          done.resume()
        }
      }
    }
    await withCheckedContinuation { done in
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.05) { done.resume() }
    }
    var problems = dates.count == 3 ? [] : ["\(dates.count) dates came for three"]
    if dates[0].timeIntervalSince(beginning) < 0.019 {
      problems.append("the first date came early")
    }
    return problems
  }
}
