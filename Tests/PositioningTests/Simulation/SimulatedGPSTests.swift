import Positioning
import Testing

@Suite("The simulated receiver")
struct SimulatedGPSTests {
  let start = Timestamp(year: 2024, month: 5, day: 1, hour: 12)!
  static let place = Coordinate(latitude: 59.33, longitude: 18.06)

  /// A receiver that stands in a field and has been on for long.
  static func standing() -> SimulatedGPSConfiguration {
    var configuration = SimulatedGPSConfiguration()
    configuration.route = SimulatedRoute(waypoints: [.init(place, altitude: 30)], isLoop: false)!
    configuration.start = .running
    return configuration
  }

  func gps(_ configuration: SimulatedGPSConfiguration, seed: UInt64 = 1) -> SimulatedGPS {
    SimulatedGPS(seed: seed, configuration: configuration, start: start)
  }

  func locations(
    _ configuration: SimulatedGPSConfiguration, seed: UInt64 = 1, seconds: Int
  ) -> [(offset: Duration, location: Location)] {
    var gps = gps(configuration, seed: seed)
    return gps.advance(by: .seconds(seconds)).compactMap { epoch in
      epoch.location.map { (epoch.clock, $0) }
    }
  }

  /// The kinds of fix, each where it begins.
  func modes(
    _ configuration: SimulatedGPSConfiguration, seed: UInt64 = 1, seconds: Int
  ) -> [(offset: Duration, mode: FixMode)] {
    var gps = gps(configuration, seed: seed)
    var modes: [(offset: Duration, mode: FixMode)] = []
    for epoch in gps.advance(by: .seconds(seconds)) where modes.last?.mode != epoch.mode {
      modes.append((epoch.clock, epoch.mode))
    }
    return modes
  }

  @Test("the error has the size that geometry tells, mean zero, and forgets itself in τ")
  func errorStatistics() {
    var configuration = Self.standing()
    configuration.environment = .street
    let lag = 60
    let map = LocalProjection(origin: Self.place)
    var (sum, square, count) = (SIMD3<Double>(), SIMD3<Double>(), 0.0)
    var (product, pairs) = (SIMD3<Double>(), 0.0)
    for seed in UInt64(1)...16 {
      // In units of what the dilutions tell; the horizontal one is that of both axes together.
      let errors = locations(configuration, seed: seed, seconds: 2000).map { _, location in
        let point = map.point(location.coordinate)
        let horizontal = location.hdop! * 7
        let vertical = location.vdop! * 7
        return SIMD3(
          point.east / horizontal, point.north / horizontal,
          (location.altitude! - 30) / vertical)
      }
      for error in errors {
        sum += error
        square += error * error
      }
      count += Double(errors.count)
      for index in errors.indices.dropFirst(lag) {
        product += errors[index] * errors[index - lag]
        pairs += 1
      }
    }
    let mean = sum / count
    let variance = square / count
    #expect(abs(mean.x) < 0.1 && abs(mean.y) < 0.1 && abs(mean.z) < 0.12)
    #expect(abs((variance.x + variance.y).squareRoot() - 1) < 0.1)
    #expect(abs(variance.z.squareRoot() - 1) < 0.1)
    let correlation = product / pairs / variance
    for axis in 0..<3 { #expect((0.28...0.46).contains(correlation[axis])) }
    #expect((0.30...0.44).contains(correlation.sum() / 3))
  }

  @Test("the same seed gives the same reports, another seed others")
  func seeds() {
    var configuration = SimulatedGPSConfiguration()
    configuration.rate = .fiveHertz
    var (one, same, other) = (gps(configuration), gps(configuration), gps(configuration, seed: 2))
    let reports = one.advance(by: .seconds(120))
    #expect(reports == same.advance(by: .seconds(120)))
    #expect(reports != other.advance(by: .seconds(120)))
  }

  @Test(
    "reports do not depend on how the time is cut",
    arguments: [Duration.milliseconds(1), .milliseconds(37), .seconds(7)])
  func steps(step: Duration) {
    var configuration = SimulatedGPSConfiguration()
    configuration.rate = .tenHertz
    configuration.outages = [.seconds(8)..<(.seconds(13))]
    let whole = reports(of: configuration, step: .seconds(21))
    #expect(reports(of: configuration, step: step) == whole)
    let clocks = whole.map(\.clock)
    #expect(clocks == clocks.sorted())
  }

  /// What is reported in 21 seconds, of which it is off for one.
  private func reports(
    of configuration: SimulatedGPSConfiguration, step: Duration
  ) -> [LocationEpoch] {
    var gps = gps(configuration)
    var found: [LocationEpoch] = []
    func advance(to end: Duration) {
      while gps.elapsed < end { found += gps.advance(to: min(gps.elapsed + step, end)) }
    }
    advance(to: .milliseconds(15_037))
    gps.switchOff()
    advance(to: .milliseconds(16_037))
    gps.switchOn()
    advance(to: .seconds(21))
    return found
  }

  @Test("a player that goes from one next offset to the next delivers every report on time")
  func nextOffset() {
    var (whole, stepped) = (gps(.init()), gps(.init()))
    let expected = whole.advance(to: .seconds(30))
    var found: [LocationEpoch] = []
    while stepped.nextOffset <= .seconds(30) {
      let now = stepped.nextOffset
      let reports = stepped.advance(to: now)
      #expect(reports.allSatisfy { $0.clock == now })
      found += reports
    }
    #expect(found == expected)
  }

  @Test("an outage ends fixes after a few estimated ones, and they come back within two seconds")
  func outage() {
    var configuration = Self.standing()
    configuration.rate = .tenHertz
    configuration.outages = [.seconds(20)..<(.seconds(40))]
    let fixes = locations(configuration, seconds: 60)
    for (offset, location) in fixes {
      #expect((location.fix == .estimated) == (offset >= .seconds(20) && offset < .seconds(23)))
      #expect(offset < .seconds(23) || offset >= .seconds(41))
    }
    let back = fixes.first { $0.offset > .seconds(30) }
    #expect(back.map { $0.offset <= .seconds(42.1) } == true)
    #expect(back?.location.fix == .simulated)
    #expect(fixes.count { $0.location.fix == .estimated } == 30)

    let found = modes(configuration, seconds: 60)
    #expect(
      found.map(\.mode) == [
        .threeDimensional, .estimated, .none, .timeOnly, .threeDimensional,
      ])
    #expect(found[1].offset == .seconds(20) && found[2].offset == .seconds(23))
  }

  @Test("dead reckoning grows less certain")
  func coasting() {
    var configuration = SimulatedGPSConfiguration()
    configuration.start = .running
    configuration.outages = [.seconds(50)..<(.seconds(60))]
    let estimated = locations(configuration, seconds: 60).map(\.location)
      .filter { $0.fix == .estimated }
    #expect(estimated.count == 3)
    for (one, next) in zip(estimated, estimated.dropFirst()) {
      #expect(next.horizontalAccuracy! > one.horizontalAccuracy!)
    }
  }

  @Test("the drive through the tunnel loses the fix and finds it again")
  func tunnel() {
    var gps = gps(.init())
    var fixless = 0
    for epoch in gps.advance(by: .seconds(600)) {
      guard let location = epoch.location else { continue }
      let isInTunnel = gps.truth(at: epoch.clock).isInTunnel
      #expect(!isInTunnel || location.fix == .estimated)
      fixless += isInTunnel ? 1 : 0
    }
    #expect(fixless == 3)
    let inTunnel = (0...600).count { gps.truth(at: .seconds($0)).isInTunnel }
    #expect(inTunnel > 30)
  }

  @Test(
    "a start takes its time, the time first, then two, then three dimensions",
    arguments: [
      (SimulatedGPSConfiguration.Start.cold, 25.0, 36.0), (.warm, 20, 29), (.hot, 1, 2.1),
      (.running, 0, 0),
    ])
  func start(kind: SimulatedGPSConfiguration.Start, earliest: Double, latest: Double) throws {
    for seed in UInt64(1)...5 {
      var configuration = Self.standing()
      configuration.rate = .tenHertz
      configuration.start = kind
      let found = modes(configuration, seed: seed, seconds: 60)
      let order: [FixMode] =
        switch kind {
        case .cold: [.none, .timeOnly, .twoDimensional, .threeDimensional]
        case .warm: [.timeOnly, .twoDimensional, .threeDimensional]
        case .hot: [.timeOnly, .threeDimensional]
        case .running: [.threeDimensional]
        }
      #expect(found.map(\.mode) == order)
      let fixes = locations(configuration, seed: seed, seconds: 60)
      let first = try #require(fixes.first)
      #expect(first.offset >= .seconds(earliest) && first.offset <= .seconds(latest))
      let isTwoDimensional = kind == .cold || kind == .warm
      #expect((first.location.altitude == nil) == isTwoDimensional)
      if kind != .running {
        let last = fixes[fixes.count - 1].location
        #expect(first.location.horizontalAccuracy! > 2 * last.horizontalAccuracy!)
        #expect(first.location.satellitesUsed! < last.satellitesUsed!)
      }
    }
  }

  @Test("switched off it reports nothing; switched on it says at once that it has no fix yet")
  func power() {
    var gps = SimulatedGPS(seed: 1, configuration: Self.standing(), start: start, isOn: false)
    let before = gps.advance(by: .milliseconds(5500))
    #expect(before.isEmpty)
    gps.switchOn()
    #expect(gps.nextOffset == gps.elapsed)
    let first = gps.advance(to: .milliseconds(10_200))
    #expect(first.map(\.clock) == [.milliseconds(5500)] + (6...10).map { Duration.seconds($0) })
    #expect(first.map { $0.location != nil } == [false] + Array(repeating: true, count: 5))
    gps.switchOff()
    let off = gps.advance(by: .seconds(5))
    #expect(off.isEmpty)
    gps.switchOn()
    let again = gps.advance(to: .seconds(20))
    #expect(again.first?.mode == FixMode.none && again.last?.location != nil)
    #expect(
      (3...4).contains(again.count { $0.location != nil }), "After its first fix it starts hot.")
  }

  @Test("a receiver that stands has no course, one that drives has about the true one")
  func course() {
    #expect(locations(Self.standing(), seconds: 300).allSatisfy { $0.location.course == nil })
    let courses = locations(SimulatedGPSConfiguration(), seconds: 40).map(\.location.course)
    #expect(courses.last == 138.47)
  }

  @Test("the sky is reported once a second and agrees with the fix")
  func sky() throws {
    var configuration = SimulatedGPSConfiguration()
    configuration.start = .running
    configuration.rate = .fiveHertz
    var gps = gps(configuration)
    var used: Int?
    var skies = 0
    for epoch in gps.advance(by: .seconds(30)) {
      if let satellites = epoch.satellites {
        skies += 1
        used = satellites.count { $0.isUsed }
      }
      let location = try #require(epoch.location)
      #expect(location.satellitesUsed == used)
      #expect(abs(location.hdop! * 2 - location.horizontalAccuracy!) < 0.03)
    }
    #expect(skies == 31)
  }

  @Test("a reflected signal moves fixes by 40 m, in five seconds of every minute")
  func reflections() {
    var configuration = Self.standing()
    let sound = locations(configuration, seconds: 100).map(\.location)
    configuration.hasReflections = true
    let damaged = locations(configuration, seconds: 100).map(\.location)
    for (second, (one, other)) in zip(sound, damaged).enumerated() {
      let jumps = (30..<35).contains(second % 60)
      #expect(abs(one.distance(to: other) - (jumps ? 40 : 0)) < 0.1)
    }
  }

  @Test("reports are these very bits, in debug and release, on every machine")
  func fingerprint() {
    var configuration = SimulatedGPSConfiguration()
    configuration.rate = .tenHertz
    configuration.start = .cold
    configuration.outages = [.seconds(90)..<(.seconds(98))]
    var gps = gps(configuration, seed: 2024)
    var print = Fingerprint()
    for epoch in gps.advance(by: .seconds(400)) { print.add(epoch) }
    #expect(print.value == 7_121_113_602_658_124_002)
  }
}

/// The FNV-1a hash of epochs' bits.
///
/// Goes over the changes of the kind of fix, the skies and the fixes, each with its time, and
/// begins with a permission: so these were told one by one when the expected value was taken down.
private struct Fingerprint {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325
  private var mode: FixMode?

  init() {
    add(0)
    add(UInt64("authorizedWhenInUse".utf8.count))
  }

  mutating func add(_ epoch: LocationEpoch) {
    let time = UInt64(epoch.clock.components.attoseconds)
    if epoch.mode != mode {
      mode = epoch.mode
      add(time)
      add(nameLength(of: epoch.mode))
    }
    if let satellites = epoch.satellites {
      add(time)
      for satellite in satellites {
        add(satellite.elevation!.bitPattern)
        add(satellite.azimuth!.bitPattern)
        add(satellite.carrierToNoise?.bitPattern ?? 1)
      }
    }
    if let location = epoch.location {
      add(time)
      let numbers: [Double?] = [
        location.coordinate.latitude, location.coordinate.longitude, location.altitude,
        location.speed, location.course, location.horizontalAccuracy, location.hdop,
      ]
      for number in numbers { add((number ?? -1).bitPattern) }
    }
  }

  private func nameLength(of mode: FixMode) -> UInt64 {
    switch mode {
    case .none, .estimated: 9
    case .timeOnly: 8
    case .twoDimensional: 14
    case .threeDimensional: 16
    }
  }

  private mutating func add(_ word: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      value = (value ^ (word >> shift & 0xff)) &* 0x100_0000_01b3
    }
  }
}
