import ViewModels

/// What typed lines do to a track, and its state in words.
@MainActor struct TrackControls {
  /// What can be typed, in a sentence.
  let keys: String
  /// Obeys a line, which may be Enter alone; false if it means nothing.
  let act: (String) -> Bool
  /// What it does now.
  let state: () -> String
  /// Whether nothing more will come.
  let isOver: () -> Bool
  /// What is to be said in answer to lines, as soon as it is known; each answer once.
  var answers: () -> [String] = { [] }

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
