import Positioning
import TestSupport
import Testing

@Suite("Documented examples: places and tracks")
struct PlaceExamples: ExampleSuite {
  let page = PrintedPage()
  private let stockholm = Coordinate(latitude: 59.3303, longitude: 18.0580)

  /// A way due north from Stockholm, some metres and a second from fix to fix.
  private func walk(_ count: Int, step: Double) -> [LocationEpoch] {
    (0..<count).map { second in
      LocationEpoch(
        location: Location(
          coordinate: stockholm.destination(distance: Double(second) * step, bearing: 0),
          altitude: 30, satellitesUsed: 8),
        clock: .seconds(second))
    }
  }

  @Test("distances, bearings, destinations")
  func distances() {
    let stockholm = Coordinate(latitude: 59.3303, longitude: 18.0580)
    let gothenburg = Coordinate(latitude: 57.7089, longitude: 11.9746)
    print(Int(stockholm.distance(to: gothenburg)), "m")  // 397653 m
    print(Int(stockholm.bearing(to: gothenburg)), "°")  // 245 °
    let there = stockholm.destination(distance: 10_000, bearing: 90)
    print(there.longitude > stockholm.longitude)  // true
    #expect(printed == ["397653 m", "245 °", "true"])
  }

  @Test("a plane around a place")
  func plane() {
    let map = LocalProjection(origin: stockholm)
    let point = map.point(Coordinate(latitude: 59.3403, longitude: 18.0580))
    print(Int(point.east), Int(point.north.rounded()))  // 0 1114
    #expect(printed == ["0 1114"])
  }

  @Test("grids")
  func grids() {
    print(UTMCoordinate(stockholm)!)  // 34V 332632 6580529
    print(stockholm.maidenhead())  // JO99ah
    #expect(printed == ["34V 332632 6580529", "JO99ah"])
  }

  @Test("a region is left")
  func region() {
    let epochs = walk(20, step: 10)
    let home = CircularRegion(name: "Home", center: stockholm, radius: 100)
    var monitor = RegionMonitor(home, hysteresis: 20, dwell: .seconds(60))
    for epoch in epochs {
      guard let location = epoch.location else { continue }
      let events = monitor.update(location, at: epoch.clock)
      for event in events { print(event) }  // exited
    }
    #expect(printed == ["exited"])
  }

  @Test("the sums of a track")
  func sums() {
    var gps = SimulatedGPS(seed: 7, start: Timestamp(year: 2024, month: 5, day: 1)!)
    var statistics = TrackStatistics()
    for epoch in gps.advance(by: .seconds(600)) {
      if let location = epoch.location { statistics.add(location, at: epoch.clock) }
    }
    print(statistics.fixCount, "fixes")  // 524 fixes
    print(Int(statistics.distance), "m")  // 5854 m
    #expect(printed == ["524 fixes", "5854 m"])
  }

  @Test("the line of a track")
  func line() {
    let locations = walk(1000, step: 10).compactMap(\.location)
    var statistics = TrackStatistics()
    var path = TrackPath(capacity: 256)
    for location in locations {
      let outcome = statistics.add(location)
      guard outcome != .skipped else { continue }
      path.append(location.coordinate, startsSegment: outcome == .started)
    }
    print(path.segments.count, "line,", path.points.count <= 256)  // 1 line, true
    #expect(printed == ["1 line, true"])
    #expect(statistics.fixCount == 1000)
  }

  @Test("all that a track's screen draws")
  func snapshot() {
    let epochs = walk(10, step: 10)
    var track = TrackSnapshot()
    for epoch in epochs { track.add(epoch) }
    print(track.mode.rawValue, "with", track.satellitesUsed!)  // 3D fix with 8
    #expect(printed == ["3D fix with 8"])
  }

  @Test("a slow walk still shows")
  func distanceFilter() {
    let walk = walk(10, step: 0.9).compactMap(\.location)
    var filter = DistanceFilter(minimumDistance: 1)
    let shown = walk.filter { filter.passes($0) }
    print(walk.count, "fixes,", shown.count, "shown")  // 10 fixes, 5 shown
    #expect(printed == ["10 fixes, 5 shown"])
  }
}
