import Positioning

/// The outline of a trace as a whole, independent of the position of its replay.
///
/// It grows while the file is surveyed in the background, and is then fixed.
public struct TraceOutline: Hashable, Sendable {
  /// The track from the start as far as the file has been surveyed: its line, sums and speeds.
  public internal(set) var track: TrackSnapshot
  /// The measurements along the track's distance and time.
  package internal(set) var profile = TrackProfile()
  /// The parts of the track; of tracks that run side by side those of each, by their indices.
  package internal(set) var parts = [TrackParts()]
  /// The tracks or routes that are played, each with its sums.
  public internal(set) var lines: [TraceLine] = []
  private let isSideBySide: Bool
  /// Statistics of the parts read, with the skipped parts and reasons.
  public internal(set) var statistics = TraceStatistics()
  /// The reason why the trace is incomplete; nil if it is complete, and until that is known.
  public internal(set) var truncation: TraceTruncation?
  /// The tracks, routes and waypoints, as far as the file has been surveyed.
  public internal(set) var contents = TraceContents()
  /// The kind of the points that are played: routes if the trace has no track.
  public internal(set) var kind = TraceKind.track
  /// The number of fixes, each with a number from 0.
  public internal(set) var fixCount = 0
  /// The part of the file that has been surveyed, 0…1.
  public internal(set) var progress = 0.0
  /// True if the survey is over, be it that it could not be read to its end.
  public internal(set) var isOver = false
  /// True if the whole file has been surveyed.
  public var isComplete: Bool { progress == 1 }

  /// Makes the outline of an unknown trace.
  ///
  /// - Parameters:
  ///   - track: The empty track, with its thresholds and the capacity of its line.
  ///   - isSideBySide: Whether the tracks run side by side.
  package init(track: TrackSnapshot = TrackSnapshot(), isSideBySide: Bool = false) {
    (self.track, self.isSideBySide) = (track, isSideBySide)
  }

  /// Adds the next epoch.
  ///
  /// - Parameters:
  ///   - epoch: The epoch.
  ///   - point: The file's data about it.
  mutating func add(_ epoch: LocationEpoch, point: TraceEpoch?) {
    track.add(epoch)
    if epoch.location != nil { fixCount += 1 }
    let progress = track.progress(ofTrack: epoch.trackIndex)
    let location = epoch.mode.hasPosition ? epoch.location : nil
    if epoch.trackIndex == 0 {
      profile.add(
        altitude: location?.altitude ?? location?.ellipsoidalAltitude,
        speed: location == nil ? nil : track.latestSpeed, sensors: epoch.sensors,
        at: epoch.clock, distance: progress.distance, startsTrack: epoch.startsTrack)
    }
    if let point { addLine(point, progress, startsTrack: epoch.startsTrack) }
    guard location != nil else { return }
    while parts.count <= epoch.trackIndex { parts.append(TrackParts()) }
    parts[epoch.trackIndex].add(epoch, progress)
  }

  private mutating func addLine(_ point: TraceEpoch, _ progress: TrackProgress, startsTrack: Bool) {
    if isSideBySide {
      let number = max(1, Int(point.number))
      if let index = lines.firstIndex(where: { $0.number == number }) {
        return lines[index].add(point, progress)
      }
      var line = TraceLine(number: number, name: point.label?.line?.name, start: TrackProgress())
      line.add(point, progress)
      return lines.append(line)
    }
    if lines.isEmpty || startsTrack, lines.count < TraceOutline.mostLines {
      lines.append(
        TraceLine(
          number: max(1, Int(point.number)), name: point.label?.line?.name, start: progress))
    }
    lines[lines.count - 1].add(point, progress)
  }

  /// If there are more tracks, the last ones count as one.
  private static let mostLines = 1000
}

/// The parts of a track, by each measure.
package struct TrackParts: Hashable, Sendable {
  /// The track by kilometres.
  package private(set) var kilometres = TrackSplits(length: 1000)
  /// The track by miles.
  package private(set) var miles = TrackSplits(length: 1609.344)
  /// The track by laps, if the source marks them; otherwise one.
  package private(set) var laps = TrackSplits(length: nil)

  /// Makes the parts of nothing.
  package init() {}

  /// Takes in the next fix, with the track's sums up to it.
  fileprivate mutating func add(_ epoch: LocationEpoch, _ progress: TrackProgress) {
    func add(to splits: inout TrackSplits) {
      splits.add(
        progress, sensors: epoch.sensors, startsTrack: epoch.startsTrack,
        startsLap: epoch.startsLap)
    }
    add(to: &kilometres)
    add(to: &miles)
    add(to: &laps)
  }
}

/// One of the tracks or routes of a trace that is played, with its sums.
public struct TraceLine: Hashable, Sendable {
  /// Its number in the trace, from 1.
  public let number: Int
  /// Its name; nil if it has none.
  public private(set) var name: String?
  /// The time of its first dated fix.
  public private(set) var startTime: Timestamp?
  /// The number of its fixes.
  public private(set) var fixCount = 0
  private let start: TrackProgress
  private var end: TrackProgress

  fileprivate init(number: Int, name: String?, start: TrackProgress) {
    (self.number, self.name, self.start, end) = (number, name, start, start)
  }

  /// Its distance, times and climb.
  package var sums: TrackProgress { end.since(start) }

  fileprivate mutating func add(_ point: TraceEpoch, _ progress: TrackProgress) {
    end = progress
    name = name ?? point.label?.line?.name
    guard point.location != nil else { return }
    fixCount += 1
    startTime = startTime ?? point.timestamp
  }
}
