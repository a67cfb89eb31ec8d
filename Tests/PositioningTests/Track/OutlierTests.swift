import Positioning
import Testing

@Suite("Outliers of a track")
struct OutlierTests {
  let start = Coordinate(latitude: 59.33, longitude: 18.06)

  func fix(_ metres: Double, at seconds: Double, speed: Double? = nil) -> Location {
    Location(
      coordinate: start.destination(distance: metres, bearing: 90), speed: speed,
      timestamp: Timestamp(nanosecondsSince1970: Int64(seconds * 1e9)))
  }

  /// A drive at 20 m/s in which one fix, at `place`, is somewhere else.
  func drive(wild: Location?, at place: Int, count: Int = 60, speed: Double? = nil) -> [Location] {
    (0..<count).map { second in
      guard let wild, second == place else {
        return fix(Double(second) * 20, at: Double(second), speed: speed)
      }
      var location = wild
      location.timestamp = Timestamp(nanosecondsSince1970: Int64(second) * 1_000_000_000)
      return location
    }
  }

  @Test(
    "one wild fix makes no 2,226 km, wherever it stands",
    arguments: [0, 1, 2, 7, 30, 59], [nil, 20.0])
  func wildFix(place: Int, speed: Double?) {
    let wild = Location(
      coordinate: Coordinate(latitude: 49.33, longitude: 18.06), speed: speed)
    var statistics = TrackStatistics()
    for location in drive(wild: wild, at: place, speed: speed) { statistics.add(location) }
    #expect(statistics.skipped(by: .outlier) == 1)
    #expect(statistics.fixCount == 59)
    #expect((1150..<1181).contains(statistics.distance), "\(statistics.distance) m")
    #expect((statistics.maximumSpeed ?? 0) < 21)
    #expect((statistics.bounds?.latitudeSpan ?? 9) < 0.001)
  }

  @Test("kept if asked for")
  func kept() {
    let wild = Location(coordinate: Coordinate(latitude: 49.33, longitude: 18.06))
    var statistics = TrackStatistics(outliers: nil)
    for location in drive(wild: wild, at: 30) { statistics.add(location) }
    #expect(statistics.distance > 2_200_000 && statistics.skippedCount == 0)
  }

  @Test("a jump of 300 m in a walk is one, by the acceleration")
  func reflection() {
    var statistics = TrackStatistics()
    for second in 0..<20 {
      let place = second == 10 ? 300.0 : Double(second)
      statistics.add(fix(place, at: Double(second), speed: 1.2))
    }
    #expect(statistics.skipped(by: .outlier) == 1 && abs(statistics.distance - 19) < 1e-6)
  }

  @Test(
    "nothing real is one: an airliner, a sports car, a rocket sled's stop, slow loggers",
    arguments: [
      [0, 280, 560, 840, 1120, 1400], [0, 5, 20, 45, 80, 125, 180],
      [1400, 1600, 1760, 1880, 1960, 2000, 2000],
    ])
  func real(metres: [Double]) {
    for interval in [0.1, 1, 30] {
      var statistics = TrackStatistics()
      for (second, metres) in metres.enumerated() {
        statistics.add(fix(metres * min(interval, 1), at: Double(second) * interval))
      }
      #expect(statistics.skippedCount == 0)
    }
  }

  @Test("a jump that stays is believed at the fifth fix, and begins a new line")
  func jumpThatStays() {
    var statistics = TrackStatistics()
    var outcomes: [TrackStatistics.Outcome] = []
    for second in 0..<20 {
      let jump = second < 10 ? 0.0 : 80_000
      outcomes.append(
        statistics.add(fix(jump + Double(second) * 10, at: Double(second))))
    }
    #expect(outcomes[10..<14].allSatisfy { $0 == .skipped } && outcomes[14] == .joined)
    #expect(statistics.skippedCount == 0 && statistics.fixCount == 20)
    #expect(statistics.gapCount == 1)
    #expect(abs(statistics.distance - 180) < 1e-6)
  }

  @Test("0, 0 is never believed, with times or without")
  func nullIsland() {
    for isTimed in [true, false] {
      var statistics = TrackStatistics()
      for second in 0..<40 {
        var location = fix(Double(second) * 10, at: Double(second))
        if second >= 10, second < 17 {
          location.coordinate = Coordinate(latitude: 0, longitude: 0)
        }
        if !isTimed { location.timestamp = nil }
        statistics.add(location)
      }
      #expect(statistics.skipped(by: .outlier) == 7)
      #expect(abs(statistics.distance - 390) < 1e-6)
    }
  }

  @Test(
    "first positions of another day are the outliers, however few fixes follow",
    arguments: [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (1, 40), (2, 40)])
  func wrongBeginning(wrong: Int, right: Int) {
    var statistics = TrackStatistics()
    var run = TraceFilter.withOutliers.makeRun()
    var passed: [TraceEpoch] = []
    for second in 0..<wrong + right {
      let location = fix(Double(second) * 5 + (second < wrong ? 3e6 : 0), at: Double(second))
      statistics.add(location)
      run.add(TraceEpoch(location: location, timestamp: location.timestamp)) { passed.append($0) }
    }
    run.finish { passed.append($0) }
    let settled = statistics.settled
    #expect(settled.fixCount == right && settled.skipped(by: .outlier) == wrong)
    #expect(abs(settled.distance - Double(right - 1) * 5) < 1e-6)
    #expect(passed.count == right && passed.first?.location?.coordinate.longitude ?? 99 < 19)
  }

  @Test("a clock that is set back is believed at the fifth fix")
  func clockSetBack() {
    var statistics = TrackStatistics()
    for second in 0..<30 { statistics.add(fix(Double(second) * 10, at: Double(second) + 1000)) }
    for second in 30..<60 { statistics.add(fix(Double(second) * 10, at: Double(second) + 100)) }
    #expect(statistics.skippedCount == 0 && statistics.fixCount == 60)
    #expect(statistics.gapCount == 1 && abs(statistics.distance - 580) < 1e-6)
    #expect(statistics.elapsed == .seconds(58))
  }

  @Test("each reason is counted for itself")
  func reasons() {
    var statistics = TrackStatistics()
    statistics.add(fix(0, at: 10))
    statistics.add(fix(0, at: 10))
    statistics.add(fix(5, at: 9))
    statistics.add(fix(90_000, at: 11))
    statistics.add(Location(coordinate: Coordinate(latitude: 91, longitude: 0)))
    statistics.add(fix(10, at: 12))
    #expect(statistics.fixCount == 2 && statistics.skippedCount == 4)
    for reason in TrackStatistics.SkipReason.allCases {
      #expect(statistics.skipped(by: reason) == 1)
    }
  }

  @Test("the snapshot marks them, and takes the mark back where it was wrong")
  func marks() {
    var track = TrackSnapshot()
    let wild = Location(coordinate: Coordinate(latitude: 49.33, longitude: 18.06))
    for (second, location) in drive(wild: wild, at: 30).enumerated() {
      track.add(LocationEpoch(location: location, clock: .seconds(second)))
    }
    #expect(track.recentOutliers == [30])
    #expect(track.path.outliers == [wild.coordinate])
    #expect(track.path.segments.count == 1)
    for second in 60..<80 {
      let location = fix(80_000 + Double(second), at: Double(second))
      track.add(LocationEpoch(location: location, clock: .seconds(second)))
    }
    #expect(track.recentOutliers == [30])
    #expect(track.path.outliers == [wild.coordinate])
    #expect(track.path.segments.count == 2)
  }

  @Test("a wild first fix is marked when the others show it")
  func wildBeginning() {
    var track = TrackSnapshot()
    let wild = Location(coordinate: Coordinate(latitude: 49.33, longitude: 18.06))
    for (second, location) in drive(wild: wild, at: 0).enumerated() {
      track.add(LocationEpoch(location: location, clock: .seconds(second)))
    }
    #expect(track.recentOutliers == [0])
    #expect(track.path.outliers == [wild.coordinate])
    #expect(track.path.segments.count == 1)
  }
}

extension TraceFilter {
  fileprivate static var withOutliers: TraceFilter {
    var filter = TraceFilter()
    filter.outliers = OutlierLimits()
    return filter
  }
}
