import OpenCombineInterpreter
import PipelineCases
import ReactiveInterpreter

/// A case and what both libraries made of it.
struct Trial {
  let scenario: Case
  let ours, theirs: Recorder

  init(_ scenario: Case) {
    self.scenario = scenario
    Watchdog.library = .ours
    ours = ReactiveInterpreter.run(scenario)
    Watchdog.library = .theirs
    theirs = OpenCombineInterpreter.run(scenario)
    Watchdog.library = .ours
  }

  /// Whether different things could be seen. A run that became too long tells nothing, and no more
  /// does one in which OpenCombine sent to a set of subscribers in any order.
  var differs: Bool {
    !ours.isFull && !theirs.isFull && !theirs.hasUndefinedOrder && ours.events != theirs.events
  }

  /// Where the two part.
  var firstDifference: Int { zip(ours.events, theirs.events).prefix { $0 == $1 }.count }
}

extension Trial: CustomStringConvertible {
  var description: String {
    var lines = ["\(scenario)", "  " + "Reactive".padded(to: 56) + "OpenCombine"]
    for index in 0..<max(ours.events.count, theirs.events.count) {
      let (our, their) = (text(ours.events, index), text(theirs.events, index))
      lines.append((our == their ? "  " : "! ") + our.padded(to: 56) + their)
    }
    return lines.joined(separator: "\n")
  }

  private func text(_ events: [Event], _ index: Int) -> String {
    events.indices.contains(index) ? "\(events[index])" : "–"
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
