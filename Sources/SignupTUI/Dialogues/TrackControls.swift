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

  /// A trace that is played.
  static func player(_ model: ReplayViewModel) -> TrackControls {
    TrackControls(
      keys: "Enter alone pauses and plays; + or - and Enter changes the speed; q and Enter ends.",
      act: { line in
        switch line {
        case "": model.togglePause()
        case "+": model.faster()
        case "-": model.slower()
        default: return false
        }
        return true
      },
      state: {
        switch model.playback.phase {
        case .playing: "playing at \(FigureText.factor(model.rate)) times the speed"
        case .paused: "paused"
        case .ended: "end of the trace"
        case .failed: "failed"
        }
      },
      isOver: {
        switch model.playback.phase {
        case .ended, .failed: true
        case .playing, .paused: false
        }
      })
  }
}
