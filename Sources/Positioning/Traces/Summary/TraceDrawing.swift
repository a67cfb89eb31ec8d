/// The parts of a trace that a picture shows: its metrics, its thinned lines, and its profile.
///
/// Memory is bounded however long the trace.
package struct TraceDrawing: Sendable {
  /// The metrics.
  package private(set) var summary = TraceSummary()
  /// The lines of its tracks.
  package private(set) var path: TrackPath
  /// The profile of its tracks, one after another.
  package private(set) var profile: TrackProfile
  /// The names of its tracks, routes and waypoints.
  package private(set) var contents = TraceContents()

  private var statistics = TrackStatistics()
  private var clock = EpochClock()
  private var number: UInt32?
  private var owesBreak = false

  /// Makes an empty drawing.
  ///
  /// - Parameters:
  ///   - points: The maximum number of points of its lines.
  ///   - buckets: The maximum number of values of its profile.
  package init(points: Int, buckets: Int) {
    path = TrackPath(capacity: points)
    profile = TrackProfile(capacity: buckets)
  }

  /// Adds the next epoch. O(1), averaged over many.
  package mutating func add(_ epoch: TraceEpoch) {
    summary.add(epoch)
    contents.add(epoch)
    guard epoch.kind == .track else { return }
    owesBreak = owesBreak || epoch.startsSegment
    guard let location = epoch.location else { return }
    let startsTrack = number.map { $0 != epoch.number } ?? false
    if startsTrack { clock = EpochClock() }
    if number == nil, epoch.hasBarometer { statistics.useBarometer() }
    number = epoch.number
    let outcome = statistics.add(
      location, at: clock.time(of: epoch), startsSegment: owesBreak, startsTrack: startsTrack)
    owesBreak = false
    guard outcome != .skipped else { return }
    let altitude = location.altitude ?? location.ellipsoidalAltitude
    path.append(
      location.coordinate, startsSegment: outcome == .started, startsTrack: startsTrack,
      speed: statistics.speed, altitude: altitude)
    profile.add(
      altitude: altitude, speed: statistics.speed, sensors: epoch.sensors,
      at: statistics.elapsed ?? .zero, distance: statistics.distance, startsTrack: startsTrack)
  }
}
