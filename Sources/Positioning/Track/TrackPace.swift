/// The speeds of a track: sums over its steps, by the speeds that were recorded and by those from
/// fix to fix.
///
/// Both are kept because only the whole track shows which is right: receivers repeat an old speed,
/// simulators send a fixed one, and files are written with another unit than they say.
struct TrackPace: Hashable, Sendable {
  /// The sums of one source of speeds.
  struct Sums: Hashable, Sendable {
    /// Nanoseconds at the threshold speed or faster.
    var movingTime: Int64 = 0
    /// The distance in that time by these speeds, metres.
    var movingDistance = 0.0
    /// The fastest one; below all if there is none.
    private var fastest = -Double.infinity
    /// The time in nanoseconds and the distance, from fix to fix, of all steps with such a speed.
    var time: Int64 = 0
    var distance = 0.0

    /// The mean while moving; nil when nothing has moved.
    var mean: Double? { movingTime > 0 ? movingDistance / movingTime.nanosecondsInSeconds : nil }

    /// The fastest one.
    var maximum: Double? { fastest == -.infinity ? nil : fastest }

    /// Takes in one of the speeds.
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
    /// The time that it took, nanoseconds; more than none.
    var time: Int64
    /// The same in seconds.
    var seconds: Double

    @inline(__always) init(_ distance: Double, lasting time: Int64) {
      (self.distance, self.time, seconds) = (distance, time, time.nanosecondsInSeconds)
    }

    /// Metres per second.
    @inline(__always) var speed: Double { distance / seconds }
  }

  /// By the recorded speeds.
  private(set) var recorded = Sums()
  /// From fix to fix.
  private(set) var derived = Sums()
  /// Time and distance of the steps at which something moved, by the recorded speed if there is
  /// one.
  private var moving = Moving()

  private struct Moving: Hashable {
    /// Nanoseconds.
    var time: Int64 = 0
    var distance = 0.0
    /// The distance in that time by the recorded speeds, and by the steps if none is recorded.
    var ride = 0.0

    /// The mean of the recorded speeds; nil when nothing has moved.
    var mean: Double? { time > 0 ? ride / time.nanosecondsInSeconds : nil }
  }

  /// The nanoseconds of all steps that a recorded speed can speak for.
  private var briefTime: Int64 = 0

  /// The tolerated excess of the distance over what the recorded speeds allow, metres.
  private static let tolerance = 100.0

  /// True if the recorded speeds count: three quarters of the time have one, long pauses aside, and
  /// the distance could be made at them.
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

  /// Takes in the recorded speed of a fix.
  @inline(__always) mutating func add(recorded speed: Double) { recorded.note(speed) }

  /// Takes in a step.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - speed: The speed that was recorded for it; nil for none.
  ///   - isBrief: Whether a recorded speed speaks for it: not so for a long pause.
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

  /// Takes in the sums of a track beside this one.
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
  /// True if speeds, mean and fastest, are those from fix to fix: the trace records none, or such
  /// as the distance cannot have been made at.
  public var isSpeedDerived: Bool { !pace.isRecorded }

  /// Time spent moving at the threshold speed or faster.
  public var movingTime: Duration { pace.movingTime }

  /// Distance covered while moving, metres.
  public var movingDistance: Double { pace.movingDistance }

  /// The greatest speed, metres per second: as recorded or, where ``isSpeedDerived``, from one fix
  /// to the next.
  public var maximumSpeed: Double? { pace.maximum }

  /// The mean speed while moving, metres per second, of the same source as ``maximumSpeed``; nil
  /// when nothing has moved.
  ///
  /// A view that shows it says that it is of moving time.
  public var meanMovingSpeed: Double? { pace.mean }

  /// True if the latest fix says no speed, and ``speed`` is that of the step to it.
  package var isLatestSpeedDerived: Bool { speed != nil && last?.speed == nil }

  /// The course of the latest fix as its source says it, else that of the step to it; nil while
  /// nothing moves.
  public var course: Double? {
    if let last, last.course != nil { return last.shownCourse }
    return derivedCourse
  }

  /// The direction of the step to the latest fix, degrees from true north in 0..<360, where its
  /// source says none and it has moved; nil otherwise.
  package var derivedCourse: Double? {
    guard let last, last.course == nil, let origin, let stepSpeed, stepSpeed >= movingThreshold,
      origin != last.coordinate
    else { return nil }
    return origin.bearing(to: last.coordinate)
  }
}
