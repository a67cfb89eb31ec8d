import Positioning

/// The present position as a screen shows it, with the permission and whatever stands in its way.
public struct LocationState: Hashable, Sendable {
  /// The user's permission.
  public let status: AuthorizationStatus
  /// The position to show; nil before the first fix, and without permission.
  public let location: Location?
  /// Whether updates can be started.
  public let isStartable: Bool
  /// What is wrong, and how to fix it; nil when nothing is.
  public let errorMessage: String?
  /// How old the position is.
  public let staleness: Staleness

  /// The permission in words.
  public var statusDescription: String { status.statusDescription }

  /// Degrees north with four decimals; `-` when there is no position.
  public var latitudeText: String { text(location?.coordinate.latitude) }

  /// Degrees east with four decimals; `-` when there is no position.
  public var longitudeText: String { text(location?.coordinate.longitude) }

  private func text(_ degrees: Double?) -> String {
    degrees.map { String(fixedPoint: $0, decimals: 4) } ?? "-"
  }
}

/// Everything that a track's screen shows.
public struct TrackState: Hashable, Sendable {
  /// The position, the permission and the error.
  public internal(set) var location: LocationState
  /// The line, the figures and the sky.
  public internal(set) var snapshot: TrackSnapshot
}

/// Everything that a replay's screen shows.
public struct ReplayState: Hashable, Sendable {
  /// The track up to the present place, and the position.
  public let track: TrackState
  /// Where the replay stands.
  public let playback: Playback
  /// What is known of the trace as a whole.
  public let outline: TraceOutline
}
