import TestSupport
import Testing

@testable import Positioning

@Suite("Filters of a trace")
struct TraceFilterTests {
  static let start = Coordinate(latitude: 59.33, longitude: 18.06)

  /// A walk to the east, ten metres a second.
  static let walk: [TraceEpoch] = (0..<100).map { second in
    epoch(at: second, metres: Double(second) * 10)
  }

  static func epoch(
    at second: Int, metres: Double, hdop: Double? = nil, satellites: Int? = nil
  ) -> TraceEpoch {
    let time = Timestamp(nanosecondsSince1970: 1_714_557_600_000_000_000)
      .advanced(by: .seconds(second))
    return TraceEpoch(
      location: Location(
        coordinate: start.destination(distance: metres, bearing: 90), hdop: hdop,
        satellitesUsed: satellites, timestamp: time),
      timestamp: time, timeOfDay: .seconds(36_000 + second))
  }

  func passed(_ epochs: [TraceEpoch], _ change: (inout TraceFilter) -> Void) -> [TraceEpoch] {
    var filter = TraceFilter()
    change(&filter)
    var run = filter.makeRun()
    var result: [TraceEpoch] = []
    for epoch in epochs { run.add(epoch) { result.append($0) } }
    run.finish { result.append($0) }
    return result
  }

  @Test("without a condition everything passes, also what has no fix")
  func none() {
    let epochs = Self.walk + [TraceEpoch(location: nil)]
    #expect(passed(epochs) { _ in } == epochs)
  }

  @Test(
    "a stretch of time, by instants or times of day",
    arguments: [
      ("2024-05-01T10:00:10Z", "2024-05-01T10:00:20Z", 10), ("10:00:10", "10:00:20", 10),
      ("2024-05-01T12:00:10+02:00", "10:00:20.5", 11), ("2024-05-01", "2024-05-02", 100),
      ("10:01:40", "11:00", 0),
    ])
  func time(from: String, until: String, count: Int) throws {
    let (start, end) = (try #require(TimeBound(from)), try #require(TimeBound(until)))
    let result = passed(Self.walk) { ($0.start, $0.end) = (start, end) }
    #expect(result.count == count)
    if count == 10 { #expect(result.first == Self.walk[10] && result.last == Self.walk[19]) }
  }

  @Test("what is no time is none", arguments: ["", "noon", "25:00", "2024-13-01", "T"])
  func noTime(text: String) { #expect(TimeBound(text) == nil) }

  @Test("HDOP and satellites, where they are known")
  func quality() {
    let epochs = [
      Self.epoch(at: 0, metres: 0, hdop: 1, satellites: 8), Self.epoch(at: 1, metres: 1, hdop: 3),
      Self.epoch(at: 2, metres: 2), Self.epoch(at: 3, metres: 3, satellites: 3),
      TraceEpoch(location: nil),
    ]
    #expect(passed(epochs) { $0.maximumHDOP = 2 } == [epochs[0], epochs[2], epochs[3]])
    #expect(passed(epochs) { $0.minimumSatellites = 4 } == Array(epochs[0...2]))
  }

  @Test("a box, and a new segment where the track comes back into it")
  func box() throws {
    let west = Self.walk[10].location!.coordinate
    let east = Self.walk[20].location!.coordinate
    let box = try #require(
      CoordinateBounds(south: 59, west: west.longitude, north: 60, east: east.longitude))
    let result = passed(Self.walk + Self.walk.reversed()) { $0.box = box }
    #expect(result.count == 22)
    #expect(result.indices.filter { result[$0].startsSegment } == [0, 11])
  }

  @Test("no new segment for a bad fix, or for none, inside the box")
  func boxWithGaps() throws {
    let start = Self.start
    let box = try #require(CoordinateBounds(south: 59, west: 18, north: 60, east: 18.1))
    #expect(box.contains(start))
    var epochs = Array(Self.walk.prefix(20))
    epochs[5].location?.hdop = 9
    epochs[10].location = nil
    let result = passed(epochs) { ($0.box, $0.maximumHDOP) = (box, 2) }
    #expect(result.count == 18)
    #expect(result.allSatisfy { !$0.startsSegment })
  }

  @Test("a new segment waits for a fix that it begins with")
  func segmentWithoutFix() throws {
    var epochs = Array(Self.walk.prefix(20))
    epochs[4].startsSegment = true
    epochs[6].location = nil
    let start = try #require(epochs[6].timestamp)
    let result = passed(epochs) { $0.start = .instant(start) }
    #expect(result.count == 14)
    #expect(result.indices.filter { result[$0].startsSegment } == [1])
  }

  /// The rest of a trace without its outliers.
  func sifted(_ epochs: [TraceEpoch]) -> [TraceEpoch] {
    var sieve = OutlierFilter(OutlierLimits(speed: 50))
    var result: [TraceEpoch] = []
    for epoch in epochs { sieve.add(epoch) { result.append($0) } }
    sieve.finish { result.append($0) }
    return result
  }

  @Test("the order stays, also where something without a fix stands among what waits")
  func orderOfOutliers() {
    var epochs = Self.walk
    for place in [1, 3, 51, 53] { epochs[place].location = nil }
    for place in 50..<60 { epochs[place].location?.coordinate.latitude += 1 }
    #expect(sifted(epochs).map(\.timeOfDay) == epochs.map(\.timeOfDay))
    epochs = Self.walk
    epochs[50].location?.coordinate.latitude += 1
    for place in 51..<53 { epochs[place].location = nil }
    #expect(sifted(epochs) == Array(epochs[..<50] + epochs[51...]))
  }

  @Test("what waits for its judgement is bounded")
  func boundedWait() {
    var sieve = OutlierFilter(OutlierLimits(speed: 50))
    var count = 0
    sieve.add(Self.walk[0]) { _ in count += 1 }
    #expect(count == 0)
    for _ in 0..<1000 { sieve.add(TraceEpoch(location: nil)) { _ in count += 1 } }
    #expect(count == 1001)
  }

  @Test("the distance from the last one that stays")
  func spacing() {
    let result = passed(Self.walk) { $0.minimumDistance = 25 }
    #expect(result == stride(from: 0, to: 100, by: 3).map { Self.walk[$0] })
  }

  @Test("outliers, also a first one, and none that is believed later", arguments: [0, 1, 50, 99])
  func outliers(place: Int) {
    var epochs = Self.walk
    epochs[place].location?.coordinate = Coordinate(latitude: 10, longitude: 10)
    let result = passed(epochs) { $0.outliers = OutlierLimits(speed: 50) }
    #expect(result.count == 99 && !result.contains(epochs[place]))
    let jump = Self.walk.map { epoch in
      var epoch = epoch
      if epoch.timeOfDay! > .seconds(36_050) { epoch.location?.coordinate.latitude += 1 }
      return epoch
    }
    var broken = jump
    broken[51].startsSegment = true
    #expect(passed(jump) { $0.outliers = OutlierLimits(speed: 50) } == broken)
  }

  @Test("a straight line becomes its ends, of every window")
  func straight() {
    let long = (0..<1000).map { Self.epoch(at: $0, metres: Double($0)) }
    let result = passed(long) { $0.simplification = 1 }
    #expect(result.first == long.first && result.last == long.last)
    #expect(result.count == 5)
  }

  @Test("no fix that is left out lies further off than the tolerance", arguments: [1.0, 5, 50])
  func simplified(tolerance: Double) {
    let epochs = epochs(of: TraceFixture.driveTable.bytes).filter { $0.location != nil }
    let result = passed(epochs) { $0.simplification = tolerance }
    #expect(result.count <= epochs.count / 2 && result.count >= 2)
    let map = LocalProjection(origin: epochs[0].location!.coordinate)
    let line = result.map { map.point($0.location!.coordinate) }
    var segment = 0
    for epoch in epochs {
      if segment + 2 < result.count, epoch.timestamp! > result[segment + 1].timestamp! {
        segment += 1
      }
      let distance = map.point(epoch.location!.coordinate)
        .distance(toLineFrom: line[segment], to: line[segment + 1])
      #expect(distance <= tolerance + 0.05)
    }
  }

  @Test("a simplified track is as long as it was, within a hundredth", arguments: [1.0, 5])
  func simplifiedDistance(tolerance: Double) {
    func distance(_ epochs: [TraceEpoch]) -> Double {
      var statistics = TrackStatistics()
      for epoch in epochs {
        if let location = epoch.location {
          statistics.add(location, startsSegment: epoch.startsSegment)
        }
      }
      return statistics.distance
    }
    for fixture in [TraceFixture.drive, .driveTable] {
      let epochs = epochs(of: fixture.bytes)
      let whole = distance(epochs)
      let simple = distance(passed(epochs) { $0.simplification = tolerance })
      #expect(abs(simple - whole) < max(whole / 100, tolerance), "\(simple) of \(whole) m")
    }
  }

  @Test("a greatest speed is one from the last fix that stays, however it was accelerated")
  func greatestSpeed() {
    var epochs = Self.walk
    // 40 m/s for once, from standing: allowed. 60 m/s: not.
    epochs[30].location?.coordinate = Self.start.destination(distance: 329, bearing: 90)
    epochs[60].location?.coordinate = Self.start.destination(distance: 650.5, bearing: 90)
    let result = passed(epochs) { $0.outliers = .speedAlone(50) }
    #expect(result.count == 99 && !result.contains(epochs[60]) && result.contains(epochs[30]))
    let slow = passed(Self.walk) { $0.outliers = .speedAlone(4) }
    #expect(slow.count < 50)
  }

  @Test("segments of the source stay segments, whatever is left out")
  func segments() {
    var epochs = Self.walk
    epochs[50].startsSegment = true
    epochs[50].location?.hdop = 9
    let result = passed(epochs) { $0.maximumHDOP = 2 }
    #expect(result[50].startsSegment && result.count == 99)
    epochs[50].location?.hdop = nil
    let simple = passed(epochs) { $0.simplification = 5 }
    #expect(simple == [epochs[0], epochs[49], epochs[50], epochs[99]])
  }
}
