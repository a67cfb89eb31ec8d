/// A simulated satellite receiver: the same seed always gives the same epochs.
///
///     var gps = SimulatedGPS(seed: 7, start: Timestamp(year: 2024, month: 5, day: 1)!)
///     for epoch in gps.advance(by: .seconds(3)) { print(epoch.mode, epoch.location as Any) }
///
/// A value without a clock or tasks of its own: time passes when `advance` is called. Positions
/// have the errors of a real receiver: a slow drift, as large as the satellites in use allow, with
/// a little white noise on top. Speed and course have errors of their own.
///
/// Epochs do not depend on how the time is divided into steps. Their numbers are rounded as a
/// receiver's are, to a millimetre or a hundredth, which makes them the same in debug and release
/// builds and on every machine.
public struct SimulatedGPS: Sendable {
  private let start: Timestamp
  private let configuration: SimulatedGPSConfiguration
  private let drive: SimulatedDrive
  private let sky: SimulatedSky
  private var noise: SimulatedNoise
  /// The wandering error in standard deviations: east, north, up.
  private var wander: SIMD3<Double>
  private var signals = Signals.off
  private var hasHadPosition = false

  /// The time that has passed.
  public private(set) var elapsed = Duration.zero
  /// The number of measurements so far.
  private var count = 0
  /// The report of a receiver that was switched on between two measurements.
  private var announcement: LocationEpoch?

  /// The signals that the receiver hears, with times in seconds since the start.
  private enum Signals {
    case off
    /// The times from which the time, the position and the height are known.
    case heard(time: Double, position: Double, height: Double)
    case lost(since: Double, hadPosition: Bool)
  }

  /// Makes a receiver that has not yet reported anything.
  ///
  /// - Parameters:
  ///   - seed: The seed of all randomness.
  ///   - configuration: The kind of the receiver, and its route.
  ///   - start: The time at which the simulation starts.
  ///   - isOn: Whether the receiver is switched on then.
  public init(
    seed: UInt64, configuration: SimulatedGPSConfiguration = .init(), start: Timestamp,
    isOn: Bool = true
  ) {
    (self.configuration, self.start) = (configuration, start)
    drive = SimulatedDrive(configuration.route)
    noise = SimulatedNoise(seed: seed)
    sky = SimulatedSky(noise: &noise)
    wander = SIMD3(noise.normal(), noise.normal(), noise.normal())
    if isOn { search(from: 0) }
  }

  private func time(ofMeasurement number: Int) -> Duration {
    .nanoseconds(1_000_000_000 / configuration.rate.rawValue) * number
  }

  /// The next time at or after `elapsed` at which there may be an epoch to report.
  ///
  /// A player that always advances to this time delivers every epoch at its own time.
  public var nextOffset: Duration { announcement?.clock ?? time(ofMeasurement: count) }

  /// Advances the time, and returns the epochs that were reported meanwhile.
  ///
  /// A receiver that is on reports an epoch in each of its periods, with or without a fix, and
  /// satellites once a second. Clocks count from the simulation's start. The first call also
  /// returns the reports at the very start. A negative duration returns nothing.
  public mutating func advance(by duration: Duration) -> [LocationEpoch] {
    advance(to: elapsed + duration)
  }

  /// Advances the time up to and including an offset from the start, and returns the reports.
  public mutating func advance(to offset: Duration) -> [LocationEpoch] {
    var epochs: [LocationEpoch] = []
    if let announced = announcement, announced.clock <= offset {
      epochs.append(announced)
      announcement = nil
    }
    while time(ofMeasurement: count) <= offset {
      if let epoch = measure(at: time(ofMeasurement: count)) { epochs.append(epoch) }
      count += 1
    }
    elapsed = max(elapsed, offset)
    return epochs
  }

  /// Switches the receiver on now; it reports at once that it has no position yet.
  package mutating func switchOn() {
    guard case .off = signals else { return }
    search(from: elapsed / .seconds(1))
    if time(ofMeasurement: count) > elapsed { announcement = epoch(mode: .none, at: elapsed) }
  }

  /// Switches the receiver off now; an unfinished epoch is not reported.
  package mutating func switchOff() {
    signals = .off
    announcement = nil
  }

  /// Returns the true position of the receiver.
  package func truth(at offset: Duration) -> (coordinate: Coordinate, isInTunnel: Bool) {
    let truth = drive.truth(at: offset / .seconds(1))
    return (drive.map.coordinate(truth.point), truth.isInTunnel)
  }
}

extension SimulatedGPS {
  /// Starts looking for a position; every start after the first fix is a hot start.
  private mutating func search(from time: Double) {
    var (clock, position, height) = (0.0, 0.0, 0.0)
    switch hasHadPosition ? .hot : configuration.start {
    case .cold:
      position = noise.uniform(25, 35)
      clock = position * noise.uniform(0.4, 0.7)
      height = position + noise.uniform(2, 6)
    case .warm:
      position = noise.uniform(20, 28)
      height = position + noise.uniform(1, 3)
    case .hot:
      position = noise.uniform(1, 2)
      height = position
    case .running: (clock, position, height) = (-900, -900, -900)
    }
    signals = .heard(time: time + clock, position: time + position, height: time + height)
  }

  /// Updates the state with whether satellites are heard at a time; returns the mode of the fix.
  private mutating func mode(hears: Bool, at time: Double) -> FixMode? {
    if case .lost = signals, hears { search(from: time) }
    if case .heard(_, let position, _) = signals, !hears {
      signals = .lost(since: time, hadPosition: time > position)
    }
    switch signals {
    case .off: return nil
    case .lost(let since, let hadPosition):
      // Dead reckoning extrapolates a lost position for three seconds.
      return hadPosition && time < since + 3 ? .estimated : FixMode.none
    case .heard(let clock, let position, let height):
      guard time >= position else { return time >= clock ? .timeOnly : FixMode.none }
      hasHadPosition = true
      return time >= height ? .threeDimensional : .twoDimensional
    }
  }

  private mutating func measure(at clock: Duration) -> LocationEpoch? {
    let seconds = clock / .seconds(1)
    let truth = drive.truth(at: seconds)
    letErrorsWander()
    let hears = !truth.isInTunnel && !configuration.outages.contains { $0.contains(clock) }
    guard let mode = mode(hears: hears, at: seconds) else { return nil }

    var satellites = sky.satellites(at: seconds)
    var used = 0
    if case .heard(_, _, let height) = signals, mode.hasPosition {
      // Satellites come into use one after another, which makes the first seconds of a fix worse.
      used = mode == .twoDimensional ? 3 : 4 + Int(min(seconds - height, 12))
    }
    for index in satellites.indices {
      let elevation = satellites[index].elevation ?? 0
      let isHeard = hears && elevation >= configuration.environment.maskAngle
      let level = (30 + elevation / 5 + noise.normal()).rounded(to: 0.1)
      satellites[index].carrierToNoise = isHeard ? level : nil
      satellites[index].isUsed = isHeard && index < used
    }
    var epoch = epoch(mode: mode, at: clock)
    if count % configuration.rate.rawValue == 0 { epoch.satellites = satellites }
    if mode.hasPosition {
      epoch.location = location(
        truth, mode: mode, satellitesUsed: satellites.count { $0.isUsed }, at: clock)
    }
    return epoch
  }

  private func epoch(mode: FixMode, at clock: Duration) -> LocationEpoch {
    LocationEpoch(location: nil, mode: mode, timestamp: start.advanced(by: clock), clock: clock)
  }

  /// Lets the correlated errors decay and renews them; their size stays the same.
  private mutating func letErrorsWander() {
    let steps = configuration.environment.timeConstant * Double(configuration.rate.rawValue)
    let decay = 1 - 1 / steps
    let renewal = (1 - decay * decay).squareRoot()
    for axis in 0..<3 { wander[axis] = wander[axis] * decay + renewal * noise.normal() }
  }

  /// Returns the truth with all its errors.
  private mutating func location(
    _ truth: SimulatedTruth, mode: FixMode, satellitesUsed: Int, at clock: Duration
  ) -> Location {
    let hdop = 0.4 + 5 / Double(max(3, satellitesUsed))
    let vdop = 1.5 * hdop
    let range = configuration.environment.rangeError
    let white = SIMD3(noise.normal(), noise.normal(), noise.normal()) * 0.1
    // The horizontal error is the combined error of two axes.
    let error = wander * SIMD3(0.7 * hdop, 0.7 * hdop, vdop) * range + white
    let jump = reflection(at: clock)
    let coordinate = drive.map.coordinate(
      PlanePoint(
        east: truth.point.east + error.x + jump.x, north: truth.point.north + error.y + jump.y))

    let speed = abs(truth.speed + 0.05 * noise.normal())
    let course = truth.bearing + 3 / max(speed, 0.1) * noise.normal()
    let altitude = mode == .twoDimensional ? nil : (truth.altitude + error.z).rounded(to: 0.001)
    var location = Location(
      coordinate: Coordinate(
        latitude: coordinate.latitude.rounded(to: 1e-8),
        longitude: coordinate.longitude.rounded(to: 1e-8)), altitude: altitude,
      ellipsoidalAltitude: altitude.map { $0 + 23 }, speed: speed.rounded(to: 0.001),
      course: speed < 0.3
        ? nil : compassBearing(degrees: course.remainder(dividingBy: 360)).rounded(to: 0.01),
      horizontalAccuracy: (hdop * range).rounded(to: 0.01),
      verticalAccuracy: altitude.map { _ in (vdop * range).rounded(to: 0.01) },
      hdop: hdop.rounded(to: 0.01), vdop: altitude.map { _ in vdop.rounded(to: 0.01) },
      pdop: altitude.map { _ in (1.8 * hdop).rounded(to: 0.01) }, satellitesUsed: satellitesUsed,
      fix: .simulated, timestamp: start.advanced(by: clock))
    if case .lost(let since, _) = signals {
      location.fix = .estimated
      (location.hdop, location.vdop, location.pdop) = (nil, nil, nil)
      // An unnoticed turn or stop costs about a metre and a half per second, squared.
      let lost = clock / .seconds(1) - since + 1
      location.horizontalAccuracy = location.horizontalAccuracy.map {
        ($0 + 0.75 * lost * lost).rounded(to: 0.01)
      }
    }
    return location
  }

  /// Returns the displacement by a reflected signal, in the four directions in turn.
  private func reflection(at clock: Duration) -> SIMD2<Double> {
    let (minute, second) = clock.components.seconds.quotientAndRemainder(dividingBy: 60)
    guard configuration.hasReflections, (30..<35).contains(second) else { return SIMD2() }
    let sides: [SIMD2<Double>] = [SIMD2(40, 0), SIMD2(0, 40), SIMD2(-40, 0), SIMD2(0, -40)]
    return sides[Int(minute % 4)]
  }
}

extension Double {
  /// The nearest multiple of a step.
  func rounded(to step: Double) -> Double {
    // Divide by the number of steps in one: the quotient is the double nearest to the decimal.
    let steps = (1 / step).rounded()
    return (self * steps).rounded() / steps
  }
}
