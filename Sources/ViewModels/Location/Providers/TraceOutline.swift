import Positioning

/// The outline of a trace as a whole, independent of the place of its replay.
///
/// It grows while the file is surveyed in the background, and is then fixed.
public struct TraceOutline: Hashable, Sendable {
  /// The track from the start as far as the file has been surveyed: its line, sums and speeds.
  public internal(set) var track: TrackSnapshot
  /// The greatest heights along the track's time.
  public internal(set) var heights = HeightProfile()
  /// Statistics of the parts read, with the skipped parts and reasons.
  public internal(set) var statistics = TraceStatistics()
  /// The reason why the trace is incomplete; nil if it is complete, and until that is known.
  public internal(set) var damage: TraceDamage?
  /// The tracks, routes and waypoints, as far as the file has been surveyed.
  public internal(set) var contents = TraceContents()
  /// The kind of the points that are played: routes where the trace has no track.
  public internal(set) var kind = TraceKind.track
  /// The number of fixes, each with a number from 0.
  public internal(set) var fixCount = 0
  /// The part of the file that has been surveyed, 0…1.
  public internal(set) var progress = 0.0
  /// True if the whole file has been surveyed.
  public var isComplete: Bool { progress == 1 }

  /// Makes the outline of an unknown trace.
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
