/// A satellite receiver that is played by a program: the same seed gives the same reports, always.
///
///     var gps = SimulatedGPS(seed: 7, start: Timestamp(year: 2024, month: 5, day: 1)!)
///     for update in gps.advance(by: .seconds(3)) {
///       if case .location(let location) = update.event { print(location.coordinate) }
///     }
///
/// A value: it keeps no clock and starts no work; time passes when it is told. Positions err as a real
/// receiver's do: slowly wandering (an Ornstein–Uhlenbeck process per axis) by as much as the geometry
/// of the satellites in use allows, with a little white noise on top; speed and course come from a
/// Doppler velocity with errors of their own.
///
/// Reports do not depend on how the time is cut into steps, and are the same to the bit in debug and
/// release builds and on every machine with IEEE 754 doubles: nothing of the platform's mathematics
/// library is used.
public struct SimulatedGPS: Sendable {
  /// What was asked for.
  public let configuration: SimulatedGPSConfiguration
  /// The seed of all randomness.
  public let seed: UInt64
  /// The time at which the simulation starts.
  public let start: Timestamp

  private let interval: Int64
  private let plan: MotionPlan?
  private var elapsedTime: Int64 = 0
  private var nextEpoch: Int64 = 0
  private var permissions: [PermissionChange]
  private var pending: [SimulatedUpdate] = []

  private var noise: ReceiverNoise
  private var acquisition: Acquisition
  private var outages: OutageSchedule
  private var sky: SimulatedSky
  private var skyState = SkyState(slot: -1, hears: false, channels: 0)
  private var signalStream: NoiseStream
  private var jitterStream: NoiseStream
  private var faults: FaultInjector
  private var lastStatus: SimulatedFixStatus?
  private var lastFix: MeasuredFix?

  private struct PermissionChange {
    let time: Int64
    let authorization: SimulatedAuthorization
  }

  /// What a sky was computed for: it is computed anew when any of these changes.
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
  public init(
    seed: UInt64, configuration: SimulatedGPSConfiguration = .init(), start: Timestamp
  ) {
    self.seed = seed
    self.configuration = configuration
    self.start = start
    interval = SimulationClock.nanoseconds(configuration.rate.interval)
    switch configuration.motion {
    case .stationary: plan = nil
    case .route(let route):
      var stops = NoiseStream(seed: seed, source: .stops)
      plan = MotionPlan(route, stops: &stops)
    }
    permissions = configuration.authorization
      .map {
        PermissionChange(
          time: max(0, SimulationClock.nanoseconds($0.offset)), authorization: $0.authorization)
      }
      .sorted { $0.time < $1.time }
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
  }

  /// How much time has passed.
  public var elapsed: Duration { .nanoseconds(elapsedTime) }

  /// The next moment after `elapsed` at which there may be something to report.
  ///
  /// A player that always advances to this moment delivers every report at its own time.
  public var nextOffset: Duration {
    var next = nextEpoch
    if let change = permissions.first { next = min(next, change.time) }
    if let update = pending.first {
      next = min(next, SimulationClock.nanoseconds(update.offset))
    }
    return .nanoseconds(next)
  }

  /// Lets time pass, and returns what was reported meanwhile in the order of its offsets.
  ///
  /// The first call also returns what is reported at the very start. A negative duration returns
  /// nothing. Takes under 10 µs a fix in a release build, most of it for the sky.
  public mutating func advance(by duration: Duration) -> [SimulatedUpdate] {
    advance(to: elapsed + duration)
  }

  /// Lets time pass up to and including an offset from the start, and returns what was reported.
  public mutating func advance(to offset: Duration) -> [SimulatedUpdate] {
    let target = SimulationClock.nanoseconds(offset)
    while true {
      if let change = permissions.first, change.time <= min(nextEpoch, target) {
        permissions.removeFirst()
        apply(change)
      } else if nextEpoch <= target {
        reportEpoch(at: nextEpoch)
        nextEpoch += interval
      } else {
        break
      }
    }
    elapsedTime = max(elapsedTime, target)
    let due = pending.prefix { SimulationClock.nanoseconds($0.offset) <= target }
    pending.removeFirst(due.count)
    return Array(due)
  }

  /// Changes the user's permission now; reported by the next call of `advance`.
  public mutating func changeAuthorization(to authorization: SimulatedAuthorization) {
    let change = PermissionChange(time: elapsedTime, authorization: authorization)
    let index = permissions.firstIndex { $0.time > elapsedTime } ?? permissions.endIndex
    permissions.insert(change, at: index)
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
  private mutating func apply(_ change: PermissionChange) {
    if change.authorization.isAuthorized {
      acquisition.switchOn(at: change.time)
    } else {
      acquisition.switchOff()
      lastStatus = nil
      lastFix = nil
      // What was under way when permission was taken back is not delivered.
      pending.removeAll {
        SimulationClock.nanoseconds($0.offset) >= change.time && !$0.isPermission
      }
    }
    report(.authorization(change.authorization), at: change.time)
  }

  /// Reports one moment of the receiver's own rhythm.
  private mutating func reportEpoch(at time: Int64) {
    let truth = truth(at: time)
    noise.advance(by: SimulationClock.seconds(time == 0 ? 0 : interval))
    let delay = jitter()
    let isOut = outages.isOut(at: time)
    let hears = !truth.isInTunnel && !isOut
    acquisition.hear(hears, at: time)
    guard var status = acquisition.status(at: time) else { return }

    updateSky(at: time, from: truth, hears: hears)
    switch status {
    case .twoDimensional, .threeDimensional:
      if sky.dilution == nil {
        status = .searching
      } else if sky.usedCount == 3 {
        status = .twoDimensional
      }
    case .searching, .timeOnly, .estimated: break
    }
    if status == .estimated, lastFix == nil { status = .searching }
    if status != lastStatus {
      lastStatus = status
      report(.status(status), at: time + delay)
    }
    if configuration.reportsSky, time % 1_000_000_000 == 0 {
      report(.sky(satellites()), at: time + delay)
    }
    guard let location = location(status: status, truth: truth, at: time) else { return }
    for location in faults.reports(of: location, at: .nanoseconds(time)) {
      report(.location(location), at: time + delay)
    }
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

  private mutating func satellites() -> [SimulatedSatellite] {
    let deviation =
      configuration.noise.contains(.signal) ? nonNegative(configuration.signalNoise) : 0
    return sky.satellites { signalStream.normal() * deviation }
  }

  private mutating func location(
    status: SimulatedFixStatus, truth: SimulatedTruth, at time: Int64
  ) -> Location? {
    switch status {
    case .searching, .timeOnly:
      return nil
    case .estimated:
      return lastFix.map { carriedOn($0, to: time) }
    case .twoDimensional, .threeDimensional:
      guard let dilution = sky.dilution else { return nil }
      let fix = measured(truth, dilution, hasHeight: status == .threeDimensional, at: time)
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

  /// Puts a report in its place: after all of the same time or earlier.
  private mutating func report(_ event: SimulatedEvent, at time: Int64) {
    let offset = Duration.nanoseconds(time)
    var index = pending.endIndex
    while index > 0, pending[index - 1].offset > offset { index -= 1 }
    pending.insert(SimulatedUpdate(offset: offset, event: event), at: index)
  }
}

extension SimulatedUpdate {
  fileprivate var isPermission: Bool {
    if case .authorization = event { true } else { false }
  }
}
