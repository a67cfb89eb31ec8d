/// The tracks of traces split into kilometres, miles, any other length, or laps.
///
///     var splits = TraceSplits(length: 1000)
///     while let epoch = try file.next() { splits.add(epoch) }
///     let times = splits.all.map(\.sums.elapsed)
package struct TraceSplits: Sendable {
  private var statistics: TrackStatistics
  private var splits: TrackSplits
  private var clock = EpochClock()
  private var current: (source: Int, number: UInt32)?
  private var owesBreak = false

  /// Makes splits without parts.
  ///
  /// - Parameters:
  ///   - length: The length of a part, metres; nil for the laps of FIT and TCX.
  ///   - track: Empty statistics with the settings for gaps and outliers.
  package init(length: Double?, track: TrackStatistics = TrackStatistics()) {
    statistics = track
    splits = TrackSplits(length: length)
  }

  /// The parts.
  package var all: [TrackSplit] { splits.all }

  /// Adds the next epoch of a source; ignores one that does not belong to a track.
  package mutating func add(_ epoch: TraceEpoch, of source: Int = 0) {
    guard epoch.kind == .track else { return }
    owesBreak = owesBreak || epoch.startsSegment
    guard let location = epoch.location else { return }
    let startsTrack = current.map { $0 != (source, epoch.number) } ?? false
    if startsTrack { clock = EpochClock() }
    if current == nil, epoch.hasBarometer { statistics.useBarometer() }
    current = (source, epoch.number)
    statistics.add(
      location, at: clock.time(of: epoch), startsSegment: owesBreak, startsTrack: startsTrack)
    owesBreak = false
    splits.add(
      statistics.settled.progress, sensors: epoch.sensors, startsTrack: startsTrack,
      startsLap: epoch.startsLap)
  }
}
