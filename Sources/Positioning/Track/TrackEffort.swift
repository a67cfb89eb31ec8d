/// The effort of a track: the time it went up, down and level, its pace on level ground, and its
/// best parts.
///
/// **Slopes** are means over at least 100 m and 20 s, since a receiver's heights wander by metres:
/// a slope of 2% or more goes up or down, any other is level. All three times are moving time for
/// which a height is known.
///
/// **Level pace.** The cost of a metre on a slope is the polynomial of Minetti and others (“Energy
/// cost of walking and running at extreme uphill and downhill slopes”, Journal of Applied
/// Physiology 93, 2002), within the slopes of ±45% that they measured. It is for people on foot.
package struct TrackEffort: Hashable, Sendable {
  /// Moving time on slopes of 2% and more upwards.
  package private(set) var timeUp = Duration.zero
  /// Moving time on slopes of 2% and more downwards.
  package private(set) var timeDown = Duration.zero
  /// Moving time on other slopes.
  package private(set) var timeLevel = Duration.zero
  /// The distance on level ground that takes as much effort, metres.
  private var levelDistance = 0.0
  /// The first height of the track, metres above mean sea level.
  package private(set) var startAltitude: Double?
  /// The last height of the track, metres above mean sea level.
  package private(set) var endAltitude: Double?
  /// The least time for a kilometre, seconds.
  package private(set) var kilometre = BestPart(length: 1000, wantsLeast: true)
  /// The least time for five kilometres, seconds.
  package private(set) var fiveKilometres = BestPart(length: 5000, wantsLeast: true)
  /// The greatest distance in twenty minutes, metres.
  package private(set) var twentyMinutes = BestPart(length: 1200, wantsLeast: false)

  /// A point of a track with the sums up to it.
  private struct Point: Hashable {
    var distance: Double
    var altitude: Double
    /// Nanoseconds.
    var elapsed: Int64
    var moving = Duration.zero
  }

  /// The beginning of the current slope, its end so far, and the beginning of the next.
  private var start: Point?
  private var end: Point?
  private var next: Point?

  private static let slopeLength = 100.0
  private static let slopeTime: Int64 = 20_000_000_000
  /// The least slope that is not level ground.
  private static let leastGrade = 0.02

  /// Makes the effort of an empty track.
  package init() {}

  /// The moving time with a known slope.
  private var time: Duration { timeUp + timeDown + timeLevel }

  /// The mean speed on level ground that takes as much effort, metres per second of moving time;
  /// nil if no slope is known.
  package var levelSpeed: Double? {
    time > .zero ? levelDistance / time.inSeconds : nil
  }

  /// This effort with the current slope, which ends after the given moving time.
  func settled(moving: Duration) -> TrackEffort {
    var effort = self
    effort.turn(moving: moving)
    return effort
  }

  /// Adds the sums up to a counted fix. O(1), averaged over many.
  ///
  /// - Parameters:
  ///   - distance: The distance, metres.
  ///   - elapsed: The time, nanoseconds; nil if it is unknown.
  ///   - altitude: The height of the fix.
  ///   - isApart: True if no step leads to it.
  /// - Returns: True if ``turn(moving:)`` must follow, since a slope ends or begins there.
  @inline(__always)
  mutating func add(
    distance: Double, elapsed: Int64?, altitude: Double?, isApart: Bool
  ) -> Bool {
    if let elapsed {
      let seconds = elapsed.nanosecondsInSeconds
      kilometre.add(distance, seconds)
      fiveKilometres.add(distance, seconds)
      twentyMinutes.add(seconds, distance)
    }
    guard let altitude, altitude.isFinite else { return isApart }
    startAltitude = startAltitude ?? altitude
    endAltitude = altitude
    let here = Point(distance: distance, altitude: altitude, elapsed: elapsed ?? 0)
    if let start, !isApart {
      end = here
      guard distance - start.distance >= Self.slopeLength,
        here.elapsed - start.elapsed >= Self.slopeTime
      else { return false }
    }
    next = here
    return true
  }

  /// Counts the slope that has ended, and begins the next one.
  ///
  /// - Parameter moving: The moving time of the track so far.
  mutating func turn(moving: Duration) {
    if let start, let end, moving > start.moving {
      let length = end.distance - start.distance
      let grade = length > 0 ? (end.altitude - start.altitude) / length : 0
      let time = moving - start.moving
      if grade >= Self.leastGrade {
        timeUp += time
      } else if grade <= -Self.leastGrade {
        timeDown += time
      } else {
        timeLevel += time
      }
      levelDistance += length * Self.cost(ofGrade: grade) / Self.cost(ofGrade: 0)
    }
    start = next.take()
    start?.moving = moving
    end = start
  }

  /// The energy that a metre costs a person on foot, joules per kilogram.
  private static func cost(ofGrade grade: Double) -> Double {
    let slope = min(0.45, max(-0.45, grade))
    return coefficients.reduce(0) { $0 * slope + $1 }
  }

  private static let coefficients = [155.4, -30.4, -43.3, 46.3, 19.5, 3.6]

  /// Adds the settled effort of a separate track.
  mutating func append(_ other: TrackEffort) {
    timeUp += other.timeUp
    timeDown += other.timeDown
    timeLevel += other.timeLevel
    levelDistance += other.levelDistance
    startAltitude = startAltitude ?? other.startAltitude
    endAltitude = other.endAltitude ?? endAltitude
    kilometre.join(other.kilometre)
    fiveKilometres.join(other.fiveKilometres)
    twentyMinutes.join(other.twentyMinutes)
  }
}
