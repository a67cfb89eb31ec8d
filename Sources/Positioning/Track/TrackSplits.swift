/// A part of a track: a kilometre, a mile, or a lap.
package struct TrackSplit: Hashable, Sendable {
  /// Its number, from 1.
  package var number: Int
  /// Its distance, times and climb.
  package var sums: TrackProgress
  /// The mean of the heart rates measured in it, beats per minute.
  package var heartRate: Double?
  /// The mean of the powers measured in it, watts.
  package var power: Double?
}

/// A track divided into parts of one length, or into its laps.
///
///     var splits = TrackSplits(length: 1000)
///     for fix in track {
///       statistics.add(fix)
///       splits.add(statistics.progress)
///     }
///     let times = splits.all.map(\.sums.elapsed)  // how long each kilometre took
///
/// A part ends between two fixes, exactly at its length: distance, time and climb of that step are
/// divided in proportion. The last part of a track is the remainder. If a track has more than ten
/// thousand parts, the rest of it is one part.
package struct TrackSplits: Hashable, Sendable {
  /// The length of a part, metres; nil for laps, which the source defines.
  package let length: Double?
  private var ended = PiecewiseArray<TrackSplit>()
  private var start = TrackProgress()
  private var last = TrackProgress()
  private var heartRate = Mean()
  private var power = Mean()

  private static let mostParts = 10_000
  /// The least length of the part at the end of a track, metres.
  private static let leastRest = 1.0

  /// Makes the parts of an empty track.
  ///
  /// - Parameter length: The length of a part, metres, at least one; nil for laps.
  package init(length: Double?) { self.length = length.map { max(1, $0) } }

  /// The parts from the beginning; the last one may be unfinished.
  package var all: [TrackSplit] { ended + (hasRest ? [part(to: last)] : []) }

  /// Adds a fix.
  ///
  /// - Parameters:
  ///   - progress: The track's sums up to the fix.
  ///   - sensors: The measurements at the fix.
  ///   - startsTrack: Whether another track begins there.
  ///   - startsLap: Whether a lap begins there.
  /// - Complexity: O(*n*) for *n* parts that end there.
  package mutating func add(
    _ progress: TrackProgress, sensors: Sensors = Sensors(), startsTrack: Bool = false,
    startsLap: Bool = false
  ) {
    if startsTrack || (startsLap && length == nil) {
      if hasRest { end(at: last) }
      start = startsTrack ? progress : last
    }
    if let length {
      while progress.distance - start.distance >= length, ended.count < Self.mostParts {
        let step = progress.distance - last.distance
        let part = step > 0 ? (start.distance + length - last.distance) / step : 1
        last = last.advanced(by: min(1, max(0, part)), towards: progress)
        last.distance = start.distance + length
        end(at: last)
      }
    }
    last = progress
    heartRate.add(sensors.heartRate)
    power.add(sensors.power)
  }

  private var hasRest: Bool { last.distance - start.distance >= Self.leastRest }

  private func part(to end: TrackProgress) -> TrackSplit {
    TrackSplit(
      number: ended.count + 1, sums: end.since(start), heartRate: heartRate.value,
      power: power.value)
  }

  private mutating func end(at progress: TrackProgress) {
    ended.append(part(to: progress))
    start = progress
    (heartRate, power) = (Mean(), Mean())
  }

  private struct Mean: Hashable {
    private var sum = 0.0
    private var count = 0

    var value: Double? { count > 0 ? sum / Double(count) : nil }

    mutating func add(_ number: Double?) {
      guard let number else { return }
      sum += number
      count += 1
    }
  }
}
