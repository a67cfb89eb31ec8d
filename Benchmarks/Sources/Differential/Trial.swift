import OpenCombineInterpreter
import PipelineCases
import ReactiveInterpreter

/// A case and what both libraries made of it.
struct Trial {
  let scenario: Case
  let ours, theirs: Recorder

  init(_ scenario: Case) {
    self.scenario = scenario
    (Watchdog.scenario, Watchdog.library) = (scenario, .ours)
    ours = ReactiveInterpreter.run(scenario)
    Watchdog.library = .theirs
    theirs = OpenCombineInterpreter.run(scenario)
    Watchdog.library = .ours
  }

  /// Whether different things could be seen. A run that became too long tells nothing, and no more
  /// does one in which OpenCombine sent to a set of subscribers in any order.
  var differs: Bool {
    !ours.isFull && !theirs.isFull && !theirs.hasUndefinedOrder
      && ours.effects != theirs.effects
  }

  /// Whether the libraries differ in nothing but calls that have no effect.
  var differsWithoutEffect: Bool {
    !ours.isFull && !theirs.isFull && !theirs.hasUndefinedOrder && !differs
      && ours.events != theirs.events
  }

  /// Whether there is no difference left once both logs are changed in this way.
  func agrees(_ change: ([Event]) -> [Event]) -> Bool {
    change(ours.effects) == change(theirs.effects)
  }

  /// Whether they differ in nothing but which upstreams were cancelled, and when.
  var differsInCancelsOnly: Bool { agrees { $0.filter { !$0.isUpstreamsCancel } } }

  /// Whether all subscribers get the same.
  var agreesDownstream: Bool { agrees { $0.filter(\.isSubscribers) } }

  /// Whether they differ in nothing but what `print` and `handleEvents` show.
  var differsInHooksOnly: Bool { agrees { $0.filter { !$0.isHooks } } }

  /// Whether they differ in nothing but the order.
  var differsInOrderOnly: Bool { agrees { $0.sorted { "\($0)" < "\($1)" } } }

  /// Whether they differ in nothing but who returns demand and who requests it.
  var differsInWayOfAskingOnly: Bool { agrees { $0.map(\.requestedNotReturned) } }

  /// Whether they differ in nothing but the order, and who returns demand and who requests it.
  var differsInOrderAndWayOfAskingOnly: Bool {
    agrees { $0.map(\.requestedNotReturned).sorted { "\($0)" < "\($1)" } }
  }

  /// Whether the subscribers of one library got all that those of the other did.
  var oneSeesMore: Bool {
    let (ours, theirs) = (
      Set(ours.effects.filter(\.isSubscribers)), Set(theirs.effects.filter(\.isSubscribers))
    )
    return ours.isSubset(of: theirs) || theirs.isSubset(of: ours)
  }

  /// Whether a subscriber has cancelled before the two part.
  var partsAfterCancel: Bool {
    zip(ours.effects, theirs.effects).prefix { $0 == $1 }
      .contains { if case .cancelled(.subscriber) = $0.0 { true } else { false } }
  }

  /// Whether an operator or a source of one of these names takes part.
  func has(_ names: String...) -> Bool { !scenario.names.isDisjoint(with: names) }

  /// What comes where the two part: ours, theirs.
  var parting: (ours: Event?, theirs: Event?) {
    let index = zip(ours.effects, theirs.effects).prefix { $0 == $1 }.count
    func event(_ events: [Event]) -> Event? { index < events.count ? events[index] : nil }
    return (event(ours.effects), event(theirs.effects))
  }
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
