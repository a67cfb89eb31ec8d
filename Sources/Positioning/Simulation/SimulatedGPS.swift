/// A satellite receiver that is played by a program: the same seed gives the same epochs, always.
///
///     var gps = SimulatedGPS(seed: 7, start: Timestamp(year: 2024, month: 5, day: 1)!)
///     for epoch in gps.advance(by: .seconds(3)) { print(epoch.mode, epoch.location as Any) }
///
/// A value: it keeps no clock and starts no work; time passes when `advance` is called. Positions
/// err as a real receiver's do: slowly wandering (an Ornstein–Uhlenbeck process per axis) by as
/// much as the geometry of the satellites in use allows, with a little white noise on top; speed
/// and course come from a Doppler velocity with errors of their own.
///
/// Epochs do not depend on how the time is cut into steps, and are the same to the bit in debug and
/// release builds and on every machine with IEEE 754 doubles: nothing of the platform's mathematics
/// library is used.
public struct SimulatedGPS: Sendable {
  /// The time at which the simulation starts.
  public let start: Timestamp

  private let configuration: SimulatedGPSConfiguration
  private let interval: Int64
  private let plan: MotionPlan?
  private var elapsedTime: Int64 = 0
  /// When the receiver next measures.
  private var nextMeasurement: Int64 = 0
  /// Epochs that are not reported yet, in the order of their clocks.
  private var pending: [LocationEpoch] = []

  private var noise: ReceiverNoise
  private var acquisition: Acquisition
  private var outages: OutageSchedule
  private var sky: SimulatedSky
  private var skyState = SkyState(slot: -1, hears: false, channels: 0)
  private var signalStream: NoiseStream
  private var jitterStream: NoiseStream
  private var faults: FaultInjector
  private var lastFix: MeasuredFix?

  /// The conditions that a sky was computed for: it is computed anew when any of them changes.
  private struct SkyState: Equatable {
    let slot: Int64
    let hears: Bool
    let channels: Int
  }

  /// A fix with the velocity to carry it on.
  private struct MeasuredFix {
    let location: Location
    let velocity: SIMD2<Double>
    let time: Int64
  }

  /// Satellites move a twelfth of a degree in this time.
  private static let skyInterval: Int64 = 10_000_000_000

  /// Makes a receiver that has not yet reported anything.
  ///
  /// - Parameters:
  ///   - seed: The seed of all randomness.
  ///   - configuration: What the receiver is and where it goes.
  ///   - start: The time at which the simulation starts.
  ///   - isOn: Whether the receiver is switched on then.
  public init(
    seed: UInt64, configuration: SimulatedGPSConfiguration = .init(), start: Timestamp,
    isOn: Bool = true
  ) {
    self.configuration = configuration
    self.start = start
    interval = SimulationClock.nanoseconds(configuration.rate.interval)
    switch configuration.motion {
    case .stationary: plan = nil
    case .route(let route):
      var stops = NoiseStream(seed: seed, source: .stops)
      plan = MotionPlan(route, stops: &stops)
    }
    noise = ReceiverNoise(seed: seed, configuration: configuration)
    acquisition = Acquisition(
      start: configuration.start, coasting: configuration.coasting,
      stream: NoiseStream(seed: seed, source: .acquisition))
    outages = OutageSchedule(
      configuration.outages, stream: NoiseStream(seed: seed, source: .outages))
    sky = SimulatedSky(stream: NoiseStream(seed: seed, source: .constellation))
    signalStream = NoiseStream(seed: seed, source: .signalStrength)
    jitterStream = NoiseStream(seed: seed, source: .jitter)
    faults = FaultInjector(configuration.faults)
    if isOn { acquisition.switchOn(at: 0) }
  }

  /// How much time has passed.
  public var elapsed: Duration { .nanoseconds(elapsedTime) }

  /// The next time at or after `elapsed` at which there may be something to report.
  ///
  /// A player that always advances to this time delivers every epoch at its own time.
  public var nextOffset: Duration {
    let next = Duration.nanoseconds(nextMeasurement)
    return pending.first.map { min(next, $0.clock) } ?? next
  }

  /// Lets time pass, and returns the epochs that were reported meanwhile, in the order of their
  /// clocks.
  ///
  /// A receiver that is on reports one in each of its periods, with or without a fix. Their clocks
  /// count from the simulation's start. The first call also returns what is reported at the very
  /// start. A negative duration returns nothing. Takes under 10 µs a fix in a release build, most
  /// of it for the sky.
  public mutating func advance(by duration: Duration) -> [LocationEpoch] {
    advance(to: elapsed + duration)
  }

  /// Lets time pass up to and including an offset from the start, and returns what was reported.
  public mutating func advance(to offset: Duration) -> [LocationEpoch] {
    let target = SimulationClock.nanoseconds(offset)
    while nextMeasurement <= target {
      measure(at: nextMeasurement)
      nextMeasurement += interval
    }
    elapsedTime = max(elapsedTime, target)
    let due = pending.prefix { SimulationClock.nanoseconds($0.clock) <= target }
    pending.removeFirst(due.count)
    return Array(due)
  }

  /// Switches the receiver on now; it looks for its position, and says at once that it has none.
  public mutating func switchOn() {
    guard !acquisition.isOn else { return }
    acquisition.switchOn(at: elapsedTime)
    if nextMeasurement > elapsedTime { report(nil, mode: FixMode.none, at: elapsedTime) }
  }

  /// Switches the receiver off now; what was under way is not reported.
  public mutating func switchOff() {
    acquisition.switchOff()
    lastFix = nil
    pending.removeAll()
  }

  /// Where the receiver truly is at an offset from the start; for scoring its reports.
  public func truth(at offset: Duration) -> SimulatedTruth {
    truth(at: max(0, SimulationClock.nanoseconds(offset)))
  }

  private func truth(at time: Int64) -> SimulatedTruth {
    switch configuration.motion {
    case .stationary(let coordinate, let altitude):
      return SimulatedTruth(
        coordinate: coordinate, altitude: altitude, speed: 0, course: nil, isInTunnel: false)
    case .route:
      guard let plan else { preconditionFailure("A route always has a plan.") }
      return plan.truth(at: SimulationClock.seconds(time))
    }
  }
}

extension SimulatedGPS {
  /// Measures once, in the receiver's own rhythm.
  private mutating func measure(at time: Int64) {
    let truth = truth(at: time)
    noise.advance(by: SimulationClock.seconds(time == 0 ? 0 : interval))
    let delay = jitter()
    let isOut = outages.isOut(at: time)
    let hears = !truth.isInTunnel && !isOut
    acquisition.hear(hears, at: time)
    guard var mode = acquisition.mode(at: time) else { return }

    updateSky(at: time, from: truth, hears: hears)
    switch mode {
    case .twoDimensional, .threeDimensional:
      if sky.dilution == nil {
        mode = FixMode.none
      } else if sky.usedCount == 3 {
        mode = .twoDimensional
      }
    case .none, .timeOnly, .estimated: break
    }
    if mode == .estimated, lastFix == nil { mode = FixMode.none }
    let isSkyDue = configuration.reportsSky && time % 1_000_000_000 == 0
    let satellites = isSkyDue ? satellites() : nil
    guard let location = location(mode: mode, truth: truth, at: time) else {
      return report(nil, mode: mode, satellites: satellites, at: time + delay)
    }
    let reports = faults.reports(of: location, at: .nanoseconds(time))
    if reports.isEmpty, let satellites {
      report(nil, mode: mode, satellites: satellites, at: time + delay)
    }
    for (index, location) in reports.enumerated() {
      report(location, mode: mode, satellites: index == 0 ? satellites : nil, at: time + delay)
    }
  }

  /// Puts an epoch in its place: after all of the same time or earlier.
  private mutating func report(
    _ location: Location?, mode: FixMode, satellites: [Satellite]? = nil, at time: Int64
  ) {
    let clock = Duration.nanoseconds(time)
    let epoch = LocationEpoch(
      location: location, mode: mode,
      timestamp: location?.timestamp ?? start.advanced(by: clock), clock: clock,
      satellites: satellites)
    var index = pending.endIndex
    while index > 0, pending[index - 1].clock > clock { index -= 1 }
    pending.insert(epoch, at: index)
  }

  private mutating func jitter() -> Int64 {
    let greatest = min(SimulationClock.nanoseconds(configuration.jitter), interval - 1)
    let share = jitterStream.uniform()
    return greatest > 0 ? Int64(share * Double(greatest)) : 0
  }

  private mutating func updateSky(at time: Int64, from truth: SimulatedTruth, hears: Bool) {
    let channels = acquisition.channels(at: time, of: max(0, configuration.channels))
    let state = SkyState(slot: time / Self.skyInterval, hears: hears, channels: channels)
    guard state != skyState else { return }
    skyState = state
    sky.update(
      at: SimulationClock.seconds(state.slot * Self.skyInterval), from: truth.coordinate,
      altitude: truth.altitude + (configuration.geoidSeparation ?? 0),
      maskAngle: nonNegative(configuration.environment.maskAngle), isInTunnel: !hears,
      channels: channels)
  }

  private mutating func satellites() -> [Satellite] {
    let deviation =
      configuration.noise.contains(.signal) ? nonNegative(configuration.signalNoise) : 0
    return sky.satellites { signalStream.normal() * deviation }
  }

  private mutating func location(
    mode: FixMode, truth: SimulatedTruth, at time: Int64
  ) -> Location? {
    switch mode {
    case .none, .timeOnly:
      return nil
    case .estimated:
      return lastFix.map { carriedOn($0, to: time) }
    case .twoDimensional, .threeDimensional:
      guard let dilution = sky.dilution else { return nil }
      let fix = measured(truth, dilution, hasHeight: mode == .threeDimensional, at: time)
      lastFix = fix
      return fix.location
    }
  }

  /// The truth with all its errors.
  private func measured(
    _ truth: SimulatedTruth, _ dilution: DilutionOfPrecision, hasHeight: Bool, at time: Int64
  ) -> MeasuredFix {
    let range = nonNegative(configuration.environment.rangeError)
    let settles = configuration.noise.contains(.settling)
    let share = settles ? acquisition.settlingShare(at: time) : 0
    let spread = SIMD3(dilution.east, dilution.north, dilution.vertical) * range
    let error =
      noise.correlated * spread + noise.white + acquisition.settling * (share * range)

    let fresh = acquisition.isSettled ? 0 : Acquisition.settlingDeviation * share * range
    let white = nonNegative(configuration.whiteNoise)
    func accuracy(_ dilution: Double, axes: Double) -> Double {
      (dilution * dilution * range * range + axes * (white * white + fresh * fresh)).squareRoot()
    }

    let heading = PortableMath.sineCosine(degrees: truth.course ?? 0)
    let velocity =
      SIMD2(truth.speed * heading.sin, truth.speed * heading.cos) + noise.velocity
    let speed = (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot()
    let course = compassBearing(degrees: PortableMath.degrees(y: velocity.x, x: velocity.y))
    let altitude = hasHeight ? truth.altitude + error.z : nil
    let location = Location(
      coordinate: truth.coordinate.displaced(east: error.x, north: error.y),
      altitude: altitude,
      ellipsoidalAltitude: altitude.flatMap { height in
        configuration.geoidSeparation.map { height + $0 }
      },
      speed: speed, course: speed >= configuration.courseThreshold ? course : nil,
      horizontalAccuracy: accuracy(dilution.horizontal, axes: 2),
      verticalAccuracy: hasHeight ? accuracy(dilution.vertical, axes: 1) : nil,
      hdop: dilution.horizontal, vdop: hasHeight ? dilution.vertical : nil,
      pdop: hasHeight ? dilution.position : nil, satellitesUsed: sky.usedCount,
      fix: .simulated, timestamp: start.advanced(by: .nanoseconds(time)))
    return MeasuredFix(location: location, velocity: velocity, time: time)
  }

  /// The last fix moved on with its own velocity, ever less certain.
  private func carriedOn(_ fix: MeasuredFix, to time: Int64) -> Location {
    let seconds = SimulationClock.seconds(time - fix.time)
    var location = fix.location
    location.coordinate = location.coordinate.displaced(
      east: fix.velocity.x * seconds, north: fix.velocity.y * seconds)
    location.fix = .estimated
    location.timestamp = start.advanced(by: .nanoseconds(time))
    location.satellitesUsed = 0
    (location.hdop, location.vdop, location.pdop) = (nil, nil, nil)
    // A turn or a stop not noticed costs about a metre and a half per second, squared.
    location.horizontalAccuracy = location.horizontalAccuracy.map {
      $0 + 0.75 * seconds * seconds
    }
    return location
  }
}
