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
      act: { letter in
        guard letter == nil else { return }
        if location.isStartable { location.start() } else { location.stop() }
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
        case .playing:
          let rate = String(fixedPoint: model.rate, decimals: model.rate < 1 ? 2 : 0)
          return "playing at \(rate) times the speed"
        case .paused: return "paused"
        case .ended: return "end of the trace"
        case .failed: return "failed"
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
