import Positioning

/// The current position for a screen, with the permission and any error.
public struct LocationState: Hashable, Sendable {
  /// The user's permission.
  public let status: AuthorizationStatus
  /// The position to show; nil before the first fix, and without permission.
  public let location: Location?
  /// True if updates can be started.
  public let isStartable: Bool
  /// The error with its remedy; nil if there is none.
  public let errorMessage: String?
  /// The age of the position.
  public let staleness: Staleness

  /// The permission in words.
  public var statusDescription: String { status.statusDescription }

  /// Degrees north with four decimals; `-` if there is no position.
  public var latitudeText: String { text(location?.coordinate.latitude) }

  /// Degrees east with four decimals; `-` if there is no position.
  public var longitudeText: String { text(location?.coordinate.longitude) }

  private func text(_ degrees: Double?) -> String {
    degrees.map { String(fixedPoint: $0, decimals: 4) } ?? "-"
  }
}

/// The state of a track's screen.
public struct TrackState: Hashable, Sendable {
  /// The position, the permission and the error.
  public internal(set) var location: LocationState
  /// The line, the metrics and the sky.
  public internal(set) var snapshot: TrackSnapshot
  /// The measurements along a receiver's track; empty for a replay, whose outline has them.
  package internal(set) var profile = TrackProfile()
  /// The alarms that the track is watched for.
  public internal(set) var alarms = TrackAlarms()
}

/// The state of a replay's screen.
public struct ReplayState: Hashable, Sendable {
  /// The track up to the current position, and the position.
  public internal(set) var track: TrackState
  /// The state of the replay.
  public internal(set) var playback: Playback
  /// The outline of the trace as a whole.
  public internal(set) var outline: TraceOutline
}
