import TestSupport
import Testing

@testable import Positioning

@Suite("Examples in comments: regions and tracks")
struct TrackCommentExamples {
  private let stockholm = Coordinate(latitude: 59.3303, longitude: 18.0580)

  /// A way due north from Stockholm, some metres and a second from fix to fix.
  private func walk(_ count: Int, step: Double) -> [LocationEpoch] {
    (0..<count).map { second in
      let coordinate = stockholm.destination(distance: Double(second) * step, bearing: 0)
      return LocationEpoch(
        location: Location(coordinate: coordinate, speed: step, horizontalAccuracy: 20),
        clock: .seconds(second))
    }
  }

  @Test("a location that is certain enough")
  func accuracy() {
    let location = walk(1, step: 0)[0].location!
    let shown = results {
      let filter = AccuracyFilter(desiredAccuracy: 25)
      filter.passes(location)  // true, if it is within 25 m
    }
    #expect(shown == ["true"])
  }

  @Test("a region is left")
  func region() {
    let region = CircularRegion(name: "Home", center: stockholm, radius: 100)
    let epochs = walk(20, step: 10)
    var announced: [String] = []
    func announce(_ event: RegionEvent) { announced.append("\(event)") }
    var monitor = RegionMonitor(region, hysteresis: 20, dwell: .seconds(60))
    for epoch in epochs {
      for event in monitor.update(epoch.location!, at: epoch.clock) { announce(event) }
    }
    #expect(announced == ["exited"])
  }

  @Test("a walk whose steps are shorter than what shows")
  func filter() {
    let walk = walk(10, step: 0.9).compactMap(\.location)
    var filter = DistanceFilter(minimumDistance: 1)
    let shown = walk.filter { filter.passes($0) }  // steps of 0.9 m: every second fix
    #expect(shown == stride(from: 0, to: 10, by: 2).map { walk[$0] })
  }

  @Test("no car goes so far in a second")
  func outlier() {
    let shown = results {
      let limits = OutlierLimits()
      limits.allow(step: 250_000, lasting: .seconds(1), speed: 20)  // false
    }
    #expect(shown == ["false"])
  }

  @Test("the speeds of every second")
  func profile() {
    let shown = results {
      var profile = SpeedProfile()
      profile.add(3.1, at: .seconds(10))
      profile.add(3.4, at: .seconds(12))
      profile.values == [3.1, nil, 3.4]  // true: one for each second of the log
    }
    #expect(shown == ["true"])
  }

  @Test("the line of a track")
  func path() {
    var drawn: [[Coordinate]] = []
    func draw(_ segment: [Coordinate]) { drawn.append(segment) }
    let track = walk(3, step: 10).compactMap(\.location)
    var path = TrackPath(capacity: 4096)
    for location in track { path.append(location.coordinate) }
    for segment in path.segments { draw(segment) }
    #expect(drawn == [track.map(\.coordinate)])
  }

  @Test("a list whose copies share what they have in common")
  func pieces() {
    func last() -> Int? {
      var list = PiecewiseArray<Int>()
      for number in 1...1000 { list.append(number) }
      let earlier = list  // takes no memory until `list` grows, and then that of a piece
      list.append(1001)
      return earlier.last  // 1000
    }
    #expect(last() == 1000)
  }

  @Test("how often there are fixes")
  func rhythm() {
    func threshold() -> Int64 {
      var intervals = SamplingIntervals()
      for _ in 0..<3 { intervals.add(30_000_000_000) }
      return intervals.longest  // 150 s
    }
    #expect(threshold() == 150_000_000_000)
  }

  @Test("the length of a track")
  func statistics() {
    let track = walk(11, step: 10).compactMap(\.location)
    func length() -> Double {
      var statistics = TrackStatistics()
      for location in track { statistics.add(location) }
      return statistics.distance  // metres
    }
    #expect(length().rounded() == 100)
  }

  @Test("a simulated receiver, and what can be chosen of it")
  func simulation() {
    var fixes = 0
    func print(_ mode: FixMode, _ location: Any) { fixes += 1 }
    var gps = SimulatedGPS(seed: 7, start: Timestamp(year: 2024, month: 5, day: 1)!)
    for epoch in gps.advance(by: .seconds(3)) { print(epoch.mode, epoch.location as Any) }
    #expect(fixes == 4, "At the start, and after each second.")

    var configuration = SimulatedGPSConfiguration()
    configuration.rate = .tenHertz
    configuration.environment = .street
    configuration.outages = [.seconds(60)..<(.seconds(75))]
    var street = SimulatedGPS(
      seed: 7, configuration: configuration,
      start: Timestamp(year: 2024, month: 5, day: 1)!)
    #expect(street.advance(by: .seconds(1)).count == 11)

    let route = SimulatedRoute(
      waypoints: [
        .init(Coordinate(latitude: 59.330, longitude: 18.060), speedLimit: 14),
        .init(Coordinate(latitude: 59.340, longitude: 18.060), stop: .seconds(10)),
        .init(Coordinate(latitude: 59.335, longitude: 18.070)),
      ],
      isLoop: true)
    #expect(route != nil)
  }
}
