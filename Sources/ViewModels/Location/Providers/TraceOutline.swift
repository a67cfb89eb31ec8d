import Positioning

/// What is known of a trace as a whole, wherever a replay of it stands.
///
/// Grows while the file is surveyed in the background, and then stays.
public struct TraceOutline: Hashable, Sendable {
  /// The track from the start as far as the file has been surveyed: its line, sums and speeds.
  public internal(set) var track: TrackSnapshot
  /// The greatest heights along the track's time.
  public internal(set) var heights = HeightProfile()
  /// What was read, and what was left out and why.
  public internal(set) var statistics = TraceStatistics()
  /// Why the trace is not whole; nil where it is, and until that is known.
  public internal(set) var damage: TraceDamage?
  /// How many fixes there are, each with a number from 0.
  public internal(set) var fixCount = 0
  /// How much of the file has been surveyed, 0…1.
  public internal(set) var progress = 0.0
  /// Whether all of it has been.
  public var isComplete: Bool { progress == 1 }

  /// Makes the outline of a trace of which nothing is known.
  ///
  /// - Parameter track: The empty track, with its thresholds and the capacity of its line.
  public init(track: TrackSnapshot = TrackSnapshot()) {
    self.track = track
  }

  mutating func add(_ epoch: LocationEpoch) {
    track.add(epoch)
    let location = epoch.mode.hasPosition ? epoch.location : nil
    heights.add(location?.altitude ?? location?.ellipsoidalAltitude, at: epoch.clock)
    if epoch.location != nil { fixCount += 1 }
  }
}
