import Positioning
import Testing

@Suite("Way, time and speeds of tracks that people record")
struct TrackDistanceTests {
  let start = Coordinate(latitude: 45.5, longitude: -122.6)

  func fix(
    _ metres: Double, at seconds: Double, speed: Double? = nil, altitude: Double? = nil
  ) -> Location {
    Location(
      coordinate: start.destination(distance: metres, bearing: 30), altitude: altitude,
      speed: speed, timestamp: Timestamp(nanosecondsSince1970: Int64(seconds * 1e9)))
  }

  /// A ride of 20 km in which points are rare: one a second in bends, up to a minute on straights.
  var smartRecording: [Location] {
    var (fixes, second): ([Location], Double) = ([], 0)
    for index in 0..<400 {
      fixes.append(fix(second * 5, at: second))
      second += index % 7 == 6 ? 47 : index % 3 == 0 ? 4 : 1
    }
    return fixes
  }

  @Test("a recording with rare points has the way between all of them")
  func smart() {
    var statistics = TrackStatistics()
    for fix in smartRecording { statistics.add(fix) }
    let seconds = statistics.elapsed!.components.seconds
    #expect(abs(statistics.distance - Double(seconds) * 5) < 1e-3)
    #expect(statistics.gapCount == 0 && statistics.gapDistance == 0)
    #expect(statistics.movingTime == statistics.elapsed)
    #expect(abs(statistics.meanMovingSpeed! - 5) < 1e-6)
    #expect(abs(statistics.maximumSpeed! - 5) < 1e-6 && statistics.isSpeedDerived)
  }

  @Test("what a segment interrupts is no way, and is said; the height begins anew")
  func segments() {
    var statistics = TrackStatistics()
    for second in 0..<10 {
      statistics.add(fix(Double(second) * 5, at: Double(second), altitude: 100))
    }
    for second in 10..<20 {
      let metres = 3700 + Double(second) * 5
      statistics.add(
        fix(metres, at: Double(second), altitude: 900), startsSegment: second == 10)
    }
    #expect(abs(statistics.distance - 90) < 1e-6)
    #expect(abs(statistics.gapDistance - 3705) < 1e-6 && statistics.gapCount == 1)
    #expect(statistics.climb == 0 && statistics.descent == 0)
  }

  @Test(
    "a log that was put behind another of years ago adds its way and its time",
    arguments: [
      3e8, -3e8,
    ])
  func logBehindLog(years: Double) {
    var statistics = TrackStatistics()
    for second in 0..<60 { statistics.add(fix(Double(second) * 5, at: 1e9 + Double(second))) }
    for second in 0..<60 {
      statistics.add(fix(9e6 + Double(second) * 5, at: 1e9 + years + Double(second)))
    }
    #expect(abs(statistics.distance - 2 * 59 * 5) < 1e-3)
    #expect(statistics.elapsed == .seconds(118) && statistics.gapCount == 1)
    #expect(abs(statistics.gapDistance - (9e6 - 295)) < 1)
  }

  @Test("a buoy that reports every second day has a whole track")
  func rareReports() {
    var statistics = TrackStatistics()
    for day in 0..<30 { statistics.add(fix(Double(day) * 5000, at: 1e9 + Double(day) * 172_800)) }
    #expect(abs(statistics.distance - 29 * 5000) < 1)
    #expect(statistics.gapCount == 0 && statistics.elapsed == .seconds(29 * 172_800))
  }

  @Test("tracks side by side: sums of way, time and climb, the earliest start, the latest end")
  func sideBySide() {
    /// A ride that climbs 60 m, from a second on.
    func ride(from first: Double, count: Int) -> TrackStatistics {
      var statistics = TrackStatistics()
      for index in 0..<count {
        statistics.add(
          fix(Double(index) * 10, at: first + Double(index), altitude: min(60, Double(index))))
      }
      return statistics
    }
    // They overlap in time.
    let rides = [ride(from: 1000, count: 100), ride(from: 1050, count: 200)]
    var sum = TrackStatistics()
    for ride in rides { sum.append(ride) }
    #expect(abs(sum.distance - 990 - 1990) < 1e-6 && sum.fixCount == 300)
    #expect(sum.elapsed == .seconds(99 + 199) && sum.movingTime == .seconds(99 + 199))
    #expect(sum.climb == rides[0].climb + rides[1].climb && sum.climb == 120)
    #expect(sum.startTime?.nanosecondsSince1970 == 1_000_000_000_000)
    #expect(sum.endTime?.nanosecondsSince1970 == 1_249_000_000_000)
    #expect(sum.gapCount == 0 && sum.gapDistance == 0)
    var inOne = TrackStatistics()
    for (first, count) in [(1000.0, 100), (1050, 200)] {
      for index in 0..<count {
        inOne.add(
          fix(Double(index) * 10, at: first + Double(index)), startsTrack: index == 0)
      }
    }
    #expect(abs(inOne.distance - sum.distance) < 1e-6 && inOne.elapsed == sum.elapsed)
    #expect(inOne.gapCount == 0 && inOne.skippedCount == 0)
  }

  @Test("recorded speeds that the way cannot have been made at give way to those from fix to fix")
  func wrongSpeeds() {
    var statistics = TrackStatistics()
    for second in 0..<60 {
      statistics.add(fix(Double(second) * 18, at: Double(second), speed: 3.3))
    }
    #expect(statistics.isSpeedDerived)
    #expect(abs(statistics.meanMovingSpeed! - 18) < 1e-6)
    #expect(abs(statistics.maximumSpeed! - 18) < 1e-6)
  }

  @Test("mean and fastest are both of the recorded speeds where these are right")
  func recordedSpeeds() {
    var statistics = TrackStatistics()
    for second in 0..<60 {
      // Positions waver by three metres, speeds do not.
      let metres = Double(second) * 10 + (second % 2 == 0 ? 3 : 0)
      statistics.add(fix(metres, at: Double(second), speed: 10))
    }
    #expect(!statistics.isSpeedDerived)
    #expect(statistics.meanMovingSpeed == 10 && statistics.maximumSpeed == 10)
  }

  @Test("speed and course of a fix that says none are those of the step to it, and marked")
  func derived() {
    var statistics = TrackStatistics()
    statistics.add(fix(0, at: 0))
    #expect(statistics.speed == nil && statistics.course == nil)
    statistics.add(fix(20, at: 2))
    #expect(abs(statistics.speed! - 10) < 1e-6 && statistics.isLatestSpeedDerived)
    #expect(abs(statistics.course! - 30) < 1e-3)
    statistics.add(fix(20.1, at: 4))
    #expect(statistics.course == nil)
    statistics.add(fix(40, at: 5, speed: 9))
    #expect(statistics.speed == 9 && !statistics.isLatestSpeedDerived)
  }

  @Test("limits that call more than a fifth of the fixes outliers are wrong: all are kept")
  func wrongLimits() {
    var statistics = TrackStatistics()
    // A simulator that says 2 m/s and goes at 200.
    for second in 0..<60 { statistics.add(fix(Double(second) * 200, at: Double(second), speed: 2)) }
    let settled = statistics.settled
    #expect(settled.fixCount == 60 && abs(settled.distance - 59 * 200) < 1e-3)
    #expect(settled.skippedCount == 0)
    var few = TrackStatistics()
    for index in 0..<11 { few.add(fix(Double(index * index) * 5000, at: Double(index))) }
    #expect(few.settled.fixCount == 11 && few.settled.keptOutlierCount ?? 0 > 0)
  }

  @Test("a few outliers are left out, however early they come")
  func fewOutliers() {
    var statistics = TrackStatistics()
    for second in 0..<60 {
      let metres = Double(second) * 10 + ([3, 5, 8].contains(second) ? 90_000 : 0)
      statistics.add(fix(metres, at: Double(second)))
    }
    #expect(statistics.settled.fixCount == 57 && statistics.settled.keptOutlierCount == nil)
    #expect(statistics.settled.skipped(by: .outlier) == 3)
  }

  @Test("the coordinate 0, 0 stays an outlier, however often it comes")
  func nowhere() {
    var statistics = TrackStatistics()
    for second in 0..<60 {
      var location = fix(Double(second) * 10, at: Double(second))
      if second % 2 == 1 { location.coordinate = Coordinate(latitude: 0, longitude: 0) }
      statistics.add(location)
    }
    #expect(statistics.settled.fixCount == 30 && statistics.settled.keptOutlierCount == nil)
    #expect(abs(statistics.settled.distance - 580) < 1e-6)
  }

  @Test("a snapshot draws what its figures count, also when that turns out later")
  func snapshot() {
    var track = TrackSnapshot()
    for second in 0..<60 {
      let location = fix(Double(second) * 200, at: Double(second), speed: 2)
      track.add(LocationEpoch(location: location, clock: .seconds(second)))
    }
    #expect(track.statistics.fixCount == 60 && track.statistics.keptOutlierCount != nil)
    #expect(track.path.outliers.isEmpty && track.recentOutliers.isEmpty)
    #expect(track.path.segments.count == 1)
  }

  @Test("a break that an epoch without a fix brings waits for the next fix")
  func owedBreak() {
    var track = TrackSnapshot()
    for second in 0..<20 {
      let location = second == 10 ? nil : fix(Double(second) * 10, at: Double(second))
      track.add(
        LocationEpoch(location: location, clock: .seconds(second), startsSegment: second == 10))
    }
    #expect(track.statistics.gapCount == 1 && track.path.segments.count == 2)
    #expect(abs(track.statistics.distance - 170) < 1e-6)
  }
}
