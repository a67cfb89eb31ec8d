/// The sums of a track, kept up to date fix by fix.
///
///     var statistics = TrackStatistics()
///     for location in track { statistics.add(location) }
///     statistics.distance  // metres
///
/// Every location costs the same small time and nothing is kept but sums, so a track may be
/// endless. Between two fixes more than `gapThreshold` apart in time nothing is known: neither the
/// way nor the time between counts as travelled.
///
/// Some loggers write the time of a fix beside the place of the one before. The first fix after a
/// gap then still lies where the gap began, and the next one a leap away, far beyond any speed so
/// far. That leap is the gap's way: it breaks the line in its turn and does not count, and the step
/// before does.
public struct TrackStatistics: Hashable, Sendable {
  /// The least time between two fixes that breaks the track.
  public let gapThreshold: Duration
  /// The least speed that counts as moving, metres per second.
  public let movingThreshold: Double
  /// How far the height must turn back before a climb or a descent counts, metres.
  ///
  /// Keeps the height's noise, which wanders up and down by several metres, from adding up to
  /// mountains.
  public let climbThreshold: Double

  /// How many locations were counted.
  public private(set) var fixCount = 0
  /// How many locations were left out: no valid coordinate, marked invalid, or older than the last.
  public private(set) var skippedCount = 0
  /// Length of the track, metres: the steps from fix to fix, gaps left out.
  ///
  /// The noise of a receiver that stands still adds up as well; a ``DistanceFilter`` before it
  /// helps.
  public private(set) var distance = 0.0
  /// How many gaps broke the track.
  public private(set) var gapCount = 0
  /// Time in gaps.
  public private(set) var gapTime = Duration.zero
  /// Time spent moving at the threshold speed or faster.
  public private(set) var movingTime = Duration.zero
  /// Distance covered while moving, metres.
  public private(set) var movingDistance = 0.0
  /// The greatest speed, metres per second: as reported, else from one fix to the next.
  public private(set) var maximumSpeed: Double?
  /// The latest counted fix's speed, metres per second: as reported, else from the fix before; nil
  /// when neither is known, as after a gap.
  public private(set) var speed: Double?
  /// Metres climbed in all.
  public private(set) var climb = 0.0
  /// Metres descended in all.
  public private(set) var descent = 0.0
  /// The least height above mean sea level, metres.
  public private(set) var lowestAltitude: Double?
  /// The greatest height above mean sea level, metres.
  public private(set) var highestAltitude: Double?
  /// The box around all fixes.
  public private(set) var bounds: CoordinateBounds?
  /// The first counted location.
  public private(set) var first: Location?
  /// The latest counted location.
  public private(set) var last: Location?
  /// When the first dated fix was taken.
  public private(set) var startTime: Timestamp?
  /// When the latest dated fix was taken.
  public private(set) var endTime: Timestamp?

  private var climbReference: Double?
  /// The way across a gap, metres, while the latest fix is the first one after it.
  private var stepOverGap: Double?

  /// Makes empty statistics.
  public init(
    gapThreshold: Duration = .seconds(10), movingThreshold: Double = 0.5,
    climbThreshold: Double = 5
  ) {
    self.gapThreshold = gapThreshold
    self.movingThreshold = movingThreshold
    self.climbThreshold = climbThreshold
  }

  /// Time from the first dated fix to the latest, gaps included; nil when none was dated.
  public var elapsed: Duration? {
    guard let startTime, let endTime else { return nil }
    return startTime.duration(to: endTime)
  }

  /// Distance over the time outside gaps, metres per second; nil before any time has passed.
  public var meanSpeed: Double? {
    guard let elapsed, elapsed > gapTime else { return nil }
    return distance / Self.seconds(elapsed - gapTime)
  }

  /// Distance over time while moving, metres per second; nil when nothing has moved.
  public var meanMovingSpeed: Double? {
    movingTime > .zero ? movingDistance / Self.seconds(movingTime) : nil
  }

  /// What became of a location.
  public enum Outcome: Hashable, Sendable {
    /// It carries on the line from the last location.
    case joined
    /// It starts a line: it is the first, or a gap or its way lies before it.
    case started
    /// It was left out.
    case skipped
  }

  /// Takes in the next location of the track, and says how it joins on. O(1).
  @discardableResult
  public mutating func add(_ location: Location) -> Outcome {
    guard location.coordinate.isValid, location.fix != .invalid else {
      skippedCount += 1
      return .skipped
    }
    let pause = endTime.flatMap { end in location.timestamp.map { end.duration(to: $0) } }
    if let pause, pause < .zero {
      skippedCount += 1
      return .skipped
    }
    fixCount += 1
    addPlace(location)
    speed = location.speed.flatMap { $0.isFinite ? $0 : nil }

    var outcome = Outcome.started
    if let last {
      if let pause, pause > gapThreshold {
        gapCount += 1
        gapTime += pause
        stepOverGap = last.coordinate.stepDistance(to: location.coordinate)
      } else if let step = lateStep(from: last, to: location, lasting: pause) {
        addStep(step, lasting: pause, speed: last.speed)
        stepOverGap = nil
      } else {
        let step = last.coordinate.stepDistance(to: location.coordinate)
        if let pause, pause > .zero, speed == nil { speed = step / Self.seconds(pause) }
        addStep(step, lasting: pause, speed: speed)
        stepOverGap = nil
        outcome = .joined
      }
    } else {
      first = location
    }
    if let speed { maximumSpeed = max(maximumSpeed ?? speed, speed) }
    last = location
    if let timestamp = location.timestamp {
      startTime = startTime ?? timestamp
      endTime = timestamp
    }
    return outcome
  }

  /// The step before the latest gap, if it shows only behind it: then `last` still lies where the
  /// gap began, and the way to `next` is that of the gap.
  private func lateStep(
    from last: Location, to next: Location, lasting: Duration?
  ) -> Double? {
    guard let stepOverGap, let lasting, lasting > .zero else { return nil }
    let seconds = Self.seconds(lasting)
    let limit = 3 * max(maximumSpeed ?? 0, speed ?? 0, 10) * seconds
    let leap = last.coordinate.stepDistance(to: next.coordinate)
    return leap > limit && stepOverGap <= limit ? stepOverGap : nil
  }

  private mutating func addStep(_ step: Double, lasting: Duration?, speed: Double?) {
    distance += step
    guard let lasting, lasting > .zero else { return }
    if (speed ?? step / Self.seconds(lasting)) >= movingThreshold {
      movingTime += lasting
      movingDistance += step
    }
  }

  private mutating func addPlace(_ location: Location) {
    if bounds == nil {
      bounds = CoordinateBounds(location.coordinate)
    } else {
      bounds?.extend(to: location.coordinate)
    }
    guard let altitude = location.altitude, altitude.isFinite else { return }
    lowestAltitude = min(lowestAltitude ?? altitude, altitude)
    highestAltitude = max(highestAltitude ?? altitude, altitude)
    addHeight(altitude)
  }

  /// Counts height in steps of at least the threshold from a reference that follows.
  private mutating func addHeight(_ altitude: Double) {
    guard let reference = climbReference else {
      climbReference = altitude
      return
    }
    let change = altitude - reference
    guard abs(change) >= max(climbThreshold, .leastNonzeroMagnitude) else { return }
    if change > 0 { climb += change } else { descent -= change }
    climbReference = altitude
  }

  private static func seconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = duration.components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
