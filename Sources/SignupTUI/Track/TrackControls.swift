import TerminalKit
import ViewModels

/// The effect of typed lines on a track, and its state in words.
@MainActor struct TrackControls {
  /// The lines that can be typed.
  let commands: LineCommands
  /// The state in words.
  let state: () -> String
  /// Returns true if nothing more will come.
  let isOver: () -> Bool
  /// The answers to lines, as soon as they are known; each of them once.
  var answers: () -> [String] = { [] }
  /// Returns true while lines wait for what leads to their answers.
  var isBusy: () -> Bool = { false }
  /// Returns true while nothing happens until a line is typed.
  var isResting: () -> Bool = { false }
  /// True if lines are also answered when nothing more will come.
  var answersBehindEnd = false

  /// A receiver that is started and stopped.
  static func receiver(_ location: LocationViewModel) -> TrackControls {
    TrackControls(
      commands: LineCommands([
        LineCommand("", "stops and starts") { _ in location.toggle() }, .leaving(),
      ]),
      state: {
        let state = location.isStartable ? "stopped" : "receiving"
        return "\(state), permission: \(location.statusDescription)"
      },
      isOver: { false })
  }
}
