import ViewModels

/// What typed lines do to a track, and how it stands, in words.
@MainActor struct TrackControls {
  /// The keys, in a sentence.
  let keys: String
  /// Obeys a line by its first letter; nil is Enter alone.
  let act: (Character?) -> Void
  /// How it stands.
  let state: () -> String
  /// Whether nothing more will come.
  let isOver: () -> Bool

  /// A receiver that is started and stopped.
  static func receiver(_ location: LocationViewModel) -> TrackControls {
    TrackControls(
      keys: "Enter stops and starts, q ends; each followed by Enter.",
      act: { letter in if letter == nil { location.toggle() } },
      state: {
        let state = location.isStartable ? "stopped" : "receiving"
        return "\(state), permission: \(location.statusDescription)"
      },
      isOver: { false })
  }

  /// A trace that is played.
  static func player(_ model: ReplayViewModel) -> TrackControls {
    TrackControls(
      keys: "Enter pauses and plays, + and - change the speed, q ends; each followed by Enter.",
      act: { letter in
        switch letter {
        case nil: model.togglePause()
        case "+": model.faster()
        case "-": model.slower()
        default: break
        }
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
