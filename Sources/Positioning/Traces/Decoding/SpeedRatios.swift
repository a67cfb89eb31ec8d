/// The ratios of recorded speeds to those between positions, which reveal the unit of the speeds.
///
/// Each covers at least `leastDistance` metres in 1 to 30 s, at 0.8 m/s or more.
struct SpeedRatios: Sendable {
  /// The verdict of the positions on the assumed unit of the speeds.
  enum Verdict: Hashable, Sendable {
    /// It fits, or there is too little data.
    case fits
    /// Another one fits.
    case unit(SpeedUnit)
    /// No unit fits.
    case noUnit
  }

  /// The ratios, in the trace's order.
  private(set) var all: [Double] = []
  private let leastDistance: Double
  private var start: (time: Int64, coordinate: Coordinate)?
  private var (sum, count) = (0.0, 0)

  init(leastDistance: Double) { self.leastDistance = leastDistance }

  /// Adds the next fix; one without a speed or a time interrupts the ratios.
  mutating func add(_ location: Location?, at time: Int64?) {
    guard let location, let speed = location.speed, let time else { return start = nil }
    sum += speed
    count += 1
    let seconds = start.map { time.subtractingSaturated($0.time).nanosecondsInSeconds } ?? 0
    if let begin = start, (0...30).contains(seconds) {
      let distance = begin.coordinate.stepDistance(to: location.coordinate)
      guard seconds >= 1, distance >= leastDistance else { return }
      if (0.8...350).contains(distance / seconds) {
        all.append(sum / Double(count) / (distance / seconds))
      }
    }
    (start, sum, count) = ((time, location.coordinate), speed, 1)
  }

  /// The verdict; ``Verdict/fits`` if there are too few ratios for one.
  ///
  /// - Parameters:
  ///   - least: The least number of ratios.
  ///   - needsAll: True if a median that does not fit counts only if all ratios are like it.
  func verdict(least: Int, needsAll: Bool = false) -> Verdict {
    guard all.count >= least else { return .fits }
    let median = all.sorted()[all.count / 2]
    let alike = all.count { (median / 1.2...median * 1.2).contains($0) }
    guard !(0.7...1.4).contains(median), !needsAll || alike == all.count else { return .fits }
    guard alike * 5 >= all.count * 3 else { return .noUnit }
    switch median {
    // Between the factors of knots, 1.944, and miles per hour, 2.237.
    case 1.7..<2.085: return .unit(.knots)
    case 2.085..<2.55: return .unit(.milesPerHour)
    case 3.0..<4.3: return .unit(.kilometresPerHour)
    default: return .noUnit
    }
  }
}

/// Corrects recorded speeds whose unit the positions contradict, or leaves them out, in formats
/// that prescribe metres per second and are written by programs of all kinds.
///
/// Epochs with a speed are kept, together with those after them, until enough of them have moved.
/// If 512 wait, they are emitted as they are, and none is kept until the trace moves on. Waypoints,
/// routes, and fixes that are stationary or have no speed are the same in every unit: they do not
/// start a wait.
struct SpeedCheck: Sendable {
  private(set) var verdict: SpeedRatios.Verdict?
  private var held: [TraceEpoch] = []
  private var ratios = SpeedRatios(leastDistance: 25)
  /// False from when too many epochs waited until the trace moves on.
  private var holds = true

  private static let enough = 20
  private static let mostHeld = 512
  /// The least speed that counts as moving, in the unit of the trace.
  private static let leastSpeed = 0.5

  /// Makes the check of a source's speeds; nil for a live stream, which must not wait.
  init?(_ options: TraceOptions) {
    guard options.dateLookAhead > 0 else { return nil }
  }

  /// True if the check has nothing left to do.
  var isOver: Bool { verdict == .fits && held.isEmpty }

  /// True if epochs wait.
  var isWaiting: Bool { !held.isEmpty }

  /// Adds the next epoch, and emits those that need not wait.
  mutating func add(_ epoch: TraceEpoch, _ emit: (TraceEpoch) -> Void) {
    if let verdict { return SpeedCheck.give(epoch, verdict, emit) }
    var mayChange = false
    if epoch.kind == .track {
      let time = epoch.timestamp?.nanosecondsSince1970 ?? epoch.nanosecondsOfDay
      let count = ratios.all.count
      ratios.add(epoch.location, at: time)
      if ratios.all.count > count { holds = true }
      mayChange = time != nil && epoch.hasFix && epoch.fix.speed ?? 0 >= Self.leastSpeed
    }
    guard holds, mayChange || isWaiting || ratios.all.count == Self.enough else {
      return emit(epoch)
    }
    held.append(epoch)
    if ratios.all.count == Self.enough {
      settle(emit)
    } else if held.count == Self.mostHeld {
      holds = false
      give(.fits, emit)
    }
  }

  /// Emits all waiting epochs, with what is known by now.
  mutating func settle(_ emit: (TraceEpoch) -> Void) {
    let verdict = verdict ?? ratios.verdict(least: Self.enough)
    self.verdict = verdict
    give(verdict, emit)
  }

  private mutating func give(_ verdict: SpeedRatios.Verdict, _ emit: (TraceEpoch) -> Void) {
    for epoch in held { SpeedCheck.give(epoch, verdict, emit) }
    held = []
  }

  private static func give(
    _ epoch: TraceEpoch, _ verdict: SpeedRatios.Verdict, _ emit: (TraceEpoch) -> Void
  ) {
    guard verdict != .fits, epoch.kind == .track, let speed = epoch.location?.speed else {
      return emit(epoch)
    }
    var epoch = epoch
    switch verdict {
    case .unit(let unit): epoch.location?.speed = speed * unit.metresPerSecond
    case .fits, .noUnit: epoch.location?.speed = nil
    }
    emit(epoch)
  }

  /// A warning without its full stop, for users who see only the result; nil if there is none.
  var warning: String? {
    switch verdict {
    case .unit(let unit):
      "its speeds were taken as \(unit.rawValue), the unit that fits its positions"
    case .noUnit:
      "its speeds do not fit its positions in any unit, so they were left out"
    case .fits, nil: nil
    }
  }
}
