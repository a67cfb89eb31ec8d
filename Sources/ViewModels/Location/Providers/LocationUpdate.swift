import Positioning

/// An update from a provider of positions.
public enum LocationUpdate: Hashable, Sendable {
  /// The receiver's reports of one or more epochs, oldest first, never empty.
  ///
  /// The last one is the present; the others have fallen due together with it.
  case epochs([LocationEpoch])
  /// The epochs before a current one that is still to come, oldest first, never empty.
  ///
  /// They belong to the track and must not be shown one by one. A replay reports them after a seek.
  case history([LocationEpoch])
  /// The following updates do not continue the previous ones: a replay has jumped, and the track
  /// begins again.
  case restarted
  /// The following updates continue an earlier track: a replay has jumped without reading
  /// everything in between.
  case resumed(TrackSnapshot)
  /// The source has no more positions, and has stopped.
  case ended
  /// The source has failed. Unless the error is transient, it has stopped.
  case failed(LocationError)
}
