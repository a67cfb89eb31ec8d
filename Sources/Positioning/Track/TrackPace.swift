/// The speeds of a track: sums over its steps, by recorded speeds and by those from fix to fix.
///
/// Both are kept because only the whole track shows which is right: receivers repeat an old speed,
/// simulators send a fixed one, and files use another unit than they declare.
struct TrackPace: Hashable, Sendable {
  /// The sums of one source of speeds.
  struct Sums: Hashable, Sendable {
    /// Nanoseconds moving at the threshold speed or faster.
    var movingTime: Int64 = 0
    /// The distance in that time by these speeds, metres.
    var movingDistance = 0.0
    /// The greatest speed; minus infinity if there is none.
    private var fastest = -Double.infinity
    /// The time in nanoseconds and the distance, from fix to fix, of all steps that have a speed.
    var time: Int64 = 0
    var distance = 0.0

    /// The mean while moving; nil if nothing has moved.
    var mean: Double? { movingTime > 0 ? movingDistance / movingTime.nanosecondsInSeconds : nil }

    /// The greatest speed; nil if there is none.
    var maximum: Double? { fastest == -.infinity ? nil : fastest }

    /// Adds a speed.
    @inline(__always) mutating func note(_ speed: Double) { fastest = max(fastest, speed) }

    @inline(__always) mutating func add(speed: Double, of step: Step, threshold: Double) {
      time = time.addingSaturated(step.time)
      distance += step.distance
      guard speed >= threshold else { return }
      movingTime = movingTime.addingSaturated(step.time)
      movingDistance += speed * step.seconds
    }

    mutating func append(_ other: Sums) {
      movingTime = movingTime.addingSaturated(other.movingTime)
      movingDistance += other.movingDistance
      time = time.addingSaturated(other.time)
      distance += other.distance
      fastest = max(fastest, other.fastest)
    }
  }

  /// A step from one fix to the next.
  struct Step {
    /// Its length, metres.
    var distance: Double
    /// The time that it took, nanoseconds; greater than zero.
    var time: Int64
    /// The same in seconds.
    var seconds: Double

    @inline(__always) init(_ distance: Double, lasting time: Int64) {
      (self.distance, self.time, seconds) = (distance, time, time.nanosecondsInSeconds)
    }

    /// Metres per second.
    @inline(__always) var speed: Double { distance / seconds }
  }

  /// The sums of the recorded speeds.
  private(set) var recorded = Sums()
  /// The sums of the speeds from fix to fix.
  private(set) var derived = Sums()
  /// Time and distance of the steps with movement, by the recorded speed if there is one.
  private var moving = Moving()

  private struct Moving: Hashable {
    /// Nanoseconds.
    var time: Int64 = 0
    var distance = 0.0
    /// The distance in that time by the recorded speeds, and by the steps if none is recorded.
    var ride = 0.0

    /// The mean of the recorded speeds; nil if nothing has moved.
    var mean: Double? { time > 0 ? ride / time.nanosecondsInSeconds : nil }
  }

  /// The nanoseconds of all steps to which a recorded speed can apply.
  private var briefTime: Int64 = 0

  /// The tolerated excess of the distance over what the recorded speeds allow, metres.
  private static let tolerance = 100.0

  /// True if the recorded speeds count: three quarters of the time, without long pauses, have one,
  /// and the distance is possible at these speeds.
  var isRecorded: Bool {
    guard let fastest = recorded.maximum,
      recorded.time.nanosecondsInSeconds * 4 >= briefTime.nanosecondsInSeconds * 3
    else { return false }
    let seconds = recorded.time.nanosecondsInSeconds
    if recorded.distance > fastest * seconds + TrackPace.tolerance { return false }
    if let mean = moving.mean, mean > fastest { return false }
    guard let mean = recorded.mean, let possible = derived.maximum else { return true }
    return (mean - possible) * recorded.movingTime.nanosecondsInSeconds <= TrackPace.tolerance
  }

  var mean: Double? { isRecorded ? moving.mean : derived.mean }
  var maximum: Double? { isRecorded ? recorded.maximum : derived.maximum }
  var movingTime: Duration { .nanoseconds(isRecorded ? moving.time : derived.movingTime) }
  var movingDistance: Double { isRecorded ? moving.distance : derived.movingDistance }

  /// Adds the recorded speed of a fix.
  @inline(__always) mutating func add(recorded speed: Double) { recorded.note(speed) }

  /// Adds a step.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - speed: The speed that was recorded for it; nil for none.
  ///   - isBrief: Whether a recorded speed applies to it; false for a long pause.
  ///   - threshold: The least speed that counts as moving.
  @inline(__always)
  mutating func add(_ step: Step, speed: Double?, isBrief: Bool, threshold: Double) {
    let speed = isBrief ? speed : nil
    if isBrief { briefTime = briefTime.addingSaturated(step.time) }
    let own = step.speed
    derived.add(speed: own, of: step, threshold: threshold)
    derived.note(own)
    if let speed { recorded.add(speed: speed, of: step, threshold: threshold) }
    guard speed ?? own >= threshold else { return }
    moving.time = moving.time.addingSaturated(step.time)
    moving.distance += step.distance
    moving.ride += speed.map { $0 * step.seconds } ?? step.distance
  }

  /// Adds the sums of a separate track.
  mutating func append(_ other: TrackPace) {
    recorded.append(other.recorded)
    derived.append(other.derived)
    moving.time = moving.time.addingSaturated(other.moving.time)
    moving.distance += other.moving.distance
    moving.ride += other.moving.ride
    briefTime = briefTime.addingSaturated(other.briefTime)
  }
}

extension TrackStatistics {
  /// True if the mean and the greatest speed are those from fix to fix: the trace records no
  /// speeds, or speeds at which the distance is impossible.
  public var isSpeedDerived: Bool { !pace.isRecorded }

  /// Time spent moving at the threshold speed or faster.
  public var movingTime: Duration { pace.movingTime }

  /// Distance covered while moving, metres.
  public var movingDistance: Double { pace.movingDistance }

  /// The greatest speed, metres per second: as recorded or, if ``isSpeedDerived``, from one fix to
  /// the next.
  public var maximumSpeed: Double? { pace.maximum }

  /// The mean speed while moving, metres per second, from the same source as ``maximumSpeed``; nil
  /// if nothing has moved.
  ///
  /// A view should label it as a mean over moving time.
  public var meanMovingSpeed: Double? { pace.mean }

  /// True if the latest fix has no speed, and ``speed`` is that of the step to it.
  package var isLatestSpeedDerived: Bool { speed != nil && last?.speed == nil }

  /// The course of the latest fix as its source reports it, or else that of the step to it; nil
  /// while the receiver is stationary.
  public var course: Double? {
    if let last, last.course != nil { return last.shownCourse }
    return derivedCourse
  }

  /// The direction of the step to the latest fix, degrees from true north in 0..<360, if its source
  /// reports none and the receiver has moved; nil otherwise.
  package var derivedCourse: Double? {
    guard let last, last.course == nil, let origin, let stepSpeed, stepSpeed >= movingThreshold,
      origin != last.coordinate
    else { return nil }
    return origin.bearing(to: last.coordinate)
  }
}
