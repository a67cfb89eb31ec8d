import Harness
import OpenCombineInterpreter
import PipelineCases
import ReactiveInterpreter

/// What came of all cases so far.
struct Comparison {
  /// A case in which the libraries differ for no reason that is known.
  struct Failure {
    let seed: Int
    let smallest: Trial
  }

  private(set) var failures: [Failure] = []
  private var count = 0
  private var events = 0
  private var known: [String: Int] = [:]
  private let beginning = ContinuousClock.now

  /// Runs the case of a seed and, if the libraries differ, finds out why.
  mutating func compare(seed: Int) {
    count += 1
    let trial = Trial(.random(seed: UInt64(seed)))
    events += trial.ours.events.count
    if !trial.differs { return }
    let smallest = Trial(trial.scenario.shrunk { Trial($0).differs })
    if let reason = KnownDifference.all.first(where: { $0.explains(smallest) }) {
      known[reason.name, default: 0] += 1
    } else {
      failures.append(Failure(seed: seed, smallest: smallest))
    }
  }

  /// The outcome in words.
  var report: String {
    let seconds = ContinuousClock.now - beginning
    var lines = failures.map { "\nThe case of --seed \($0.seed), made small:\n\($0.smallest)" }
    lines.append(
      "\n\(count) pipelines, \(events) events, \((seconds / .seconds(1)).formatted(decimals: 1)) s,"
        + " \(known.values.reduce(0, +)) known differences, \(failures.count) others")
    for difference in KnownDifference.all {
      lines.append(
        "\(known[difference.name, default: 0])\t\(difference.origin): \(difference.name)."
          + " \(difference.reason)")
    }
    return lines.joined(separator: "\n")
  }
}

/// A case and what both libraries made of it.
struct Trial: CustomStringConvertible {
  let scenario: Case
  let ours, theirs: Recorder

  init(_ scenario: Case) {
    self.scenario = scenario
    ours = ReactiveInterpreter.run(scenario)
    theirs = OpenCombineInterpreter.run(scenario)
  }

  /// Whether different things could be seen. A run that became too long tells nothing.
  var differs: Bool {
    !ours.isFull && !theirs.isFull && !theirs.hasUndefinedOrder && ours.events != theirs.events
  }

  /// Where the two part.
  var firstDifference: Int { zip(ours.events, theirs.events).prefix { $0 == $1 }.count }

  var description: String {
    var lines = ["\(scenario)"]
    for index in 0..<max(ours.events.count, theirs.events.count) {
      let (our, their) = (text(ours.events, index), text(theirs.events, index))
      lines.append((our == their ? "  " : "! ") + our.padded(to: 48) + their)
    }
    return lines.joined(separator: "\n")
  }

  private func text(_ events: [Event], _ index: Int) -> String {
    events.indices.contains(index) ? "\(events[index])" : "–"
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
