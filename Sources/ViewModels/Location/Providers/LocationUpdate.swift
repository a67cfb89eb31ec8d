import Positioning

/// What a provider of positions reports.
public enum LocationUpdate: Hashable, Sendable {
  /// What the receiver said about one or more epochs, oldest first, never empty.
  ///
  /// The last one is the present; the others have fallen due together with it.
  case epochs([LocationEpoch])
  /// Epochs on the way to a present that is still to come, oldest first, never empty.
  ///
  /// They belong to the track and are not to be shown one by one. A replay reports them after a
  /// seek.
  case history([LocationEpoch])
  /// What comes next does not carry on what came before: a replay was sought.
  ///
  /// With `isPartial` the track begins anew in the middle of the trace, else at its start.
  case restarted(isPartial: Bool)
  /// What comes next carries on a track that was made before: a replay was sought, and need not
  /// read all the way there.
  case resumed(TrackSnapshot)
  /// The source has no more, and has stopped.
  case ended
  /// Something went wrong. Unless the error is transient, the source has stopped.
  case failed(LocationError)
}
