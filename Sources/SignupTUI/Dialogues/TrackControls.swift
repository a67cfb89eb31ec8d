import ViewModels

/// The effect of typed lines on a track, and its state in words.
@MainActor struct TrackControls {
  /// The lines that can be typed, in a sentence.
  let keys: String
  /// Obeys a line, which may be Enter alone; false if it means nothing.
  let act: (String) -> Bool
  /// The state in words.
  let state: () -> String
  /// Returns true if nothing more will come.
  let isOver: () -> Bool
  /// The answers to lines, as soon as they are known; each of them once.
  var answers: () -> [String] = { [] }
  /// Returns true while lines wait for what leads to their answers.
  var isBusy: () -> Bool = { false }
  /// True if lines are also answered when nothing more will come.
  var answersBehindEnd = false

  /// A receiver that is started and stopped.
  static func receiver(_ location: LocationViewModel) -> TrackControls {
    TrackControls(
      keys: "Enter alone stops and starts; q and Enter ends.",
      act: { line in
        if line.isEmpty { location.toggle() }
        return line.isEmpty
      },
      state: {
        let state = location.isStartable ? "stopped" : "receiving"
        return "\(state), permission: \(location.statusDescription)"
      },
      isOver: { false })
  }
}
