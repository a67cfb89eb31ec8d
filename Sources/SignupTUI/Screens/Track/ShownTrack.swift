import Positioning
import ViewModels

/// All that a frame shows of a track, as values: a screen takes it from its view model once a
/// frame.
struct ShownTrack {
  /// Line, figures and sky.
  var snapshot = TrackSnapshot()
  /// The position as text; nil while none is known.
  var place: Place?
  /// What stands in the way of a position.
  var errorMessage: String?
  /// What the trace is that is played; nil for a receiver.
  var trace: TraceFacts?

  /// A position in degrees, as text.
  struct Place: Equatable {
    /// Degrees north.
    var latitude: String
    /// Degrees east.
    var longitude: String
  }

  /// What stands where a fix would be while there is none.
  var placeholder: String {
    trace?.isReadToItsEnd == true ? "no fix in this trace" : "no fix yet"
  }
}

extension ShownTrack {
  /// The track of a receiver, or without its trace that of a replay.
  init(_ state: TrackState) {
    snapshot = state.snapshot
    if state.location.location != nil {
      place = Place(
        latitude: state.location.latitudeText, longitude: state.location.longitudeText)
    }
    errorMessage = state.location.errorMessage
  }

  /// The track of a replay, and what its trace is.
  @MainActor init(_ model: ReplayViewModel) {
    self.init(model.state.track)
    trace = TraceFacts(
      format: model.format, dialect: model.dialectDescription, length: model.duration,
      statistics: model.readStatistics,
      isReadToItsEnd: model.playback.phase == .ended && !model.isTrackPartial)
  }
}
