import Positioning
import TestSupport
import Testing

@Suite("Statistics of a track")
struct TrackStatisticsTests {
  let start = Coordinate(latitude: 59.33, longitude: 18.06)

  func fix(
    _ metres: Double, at seconds: Int64?, altitude: Double? = nil, speed: Double? = nil
  ) -> Location {
    Location(
      coordinate: start.destination(distance: metres, bearing: 90), altitude: altitude,
      speed: speed,
      timestamp: seconds.map { Timestamp(nanosecondsSince1970: $0 * 1_000_000_000) })
  }

  @Test("distance, time and speeds of a drive with a stop")
  func drive() {
    var statistics = TrackStatistics()
    for second in Int64(0)...10 { statistics.add(fix(Double(second) * 10, at: second)) }
    for second in Int64(11)...15 { statistics.add(fix(100, at: second)) }
    #expect(statistics.fixCount == 16)
    #expect(abs(statistics.distance - 100) < 1e-6)
    #expect(statistics.elapsed == .seconds(15))
    #expect(statistics.movingTime == .seconds(10))
    #expect(abs(statistics.meanMovingSpeed! - 10) < 1e-6)
    #expect(abs(statistics.meanSpeed! - 100 / 15) < 1e-6)
    #expect(abs(statistics.maximumSpeed! - 10) < 1e-6)
    #expect(statistics.bounds?.contains(start) == true)
    #expect(statistics.first == fix(0, at: 0))
    #expect(statistics.last == fix(100, at: 15))
  }

  @Test("a gap breaks the line: neither its way nor its time counts")
  func gap() {
    var statistics = TrackStatistics(gapThreshold: .seconds(5))
    let outcomes = [fix(0, at: 0), fix(10, at: 1), fix(500, at: 7), fix(510, at: 8)].map {
      statistics.add($0)
    }
    #expect(outcomes == [.started, .joined, .started, .joined])
    #expect(statistics.gapCount == 1)
    #expect(statistics.gapTime == .seconds(6))
    #expect(abs(statistics.gapDistance - 490) < 1e-6)
    #expect(abs(statistics.distance - 20) < 1e-6)
    #expect(abs(statistics.meanSpeed! - 10) < 1e-6)
    #expect(statistics.elapsed == .seconds(8))
  }

  @Test("a fix after a gap that is told where the gap began: the leap behind it is the gap's way")
  func lateFix() {
    var statistics = TrackStatistics(gapThreshold: .seconds(5))
    let outcomes = [
      fix(0, at: 0), fix(10, at: 1), fix(20, at: 61), fix(620, at: 62), fix(630, at: 63),
    ].map { statistics.add($0) }
    #expect(outcomes == [.started, .joined, .started, .started, .joined])
    #expect(statistics.gapCount == 1)
    #expect(statistics.gapTime == .seconds(60))
    #expect(abs(statistics.distance - 30) < 1e-6)
    #expect(abs(statistics.maximumSpeed! - 10) < 1e-6)
    #expect(statistics.movingTime == .seconds(3))
    #expect(abs(statistics.meanSpeed! - 10) < 1e-6)
  }

  @Test(
    "what may be travelled after a gap counts, and so does a leap where the gap has its own way",
    arguments: [([0, 10, 20, 45], 35), ([0, 10, 600, 610], 20), ([0, 10, 600, 1200], 610)]
      as [([Double], Double)])
  func noLateFix(metres: [Double], distance: Double) {
    var statistics = TrackStatistics(gapThreshold: .seconds(5), outliers: nil)
    for (metres, second) in zip(metres, [0, 1, 61, 62]) {
      statistics.add(fix(metres, at: Int64(second)))
    }
    #expect(abs(statistics.distance - distance) < 1e-6)
  }

  @Test("a leap behind a pause is as long as the pause: it counts, and is no speed of its own")
  func lateFixWithoutGap() {
    var statistics = TrackStatistics()
    let outcomes = [
      fix(0, at: 0), fix(10, at: 1), fix(20, at: 61), fix(620, at: 62), fix(630, at: 63),
    ].map { statistics.add($0) }
    #expect(outcomes == [.started, .joined, .joined, .joined, .joined])
    #expect(statistics.gapCount == 0 && statistics.skippedCount == 0)
    #expect(abs(statistics.distance - 630) < 1e-6)
    #expect(abs(statistics.maximumSpeed! - 10) < 0.2)
  }

  @Test(
    "one flight with a pause of 72 seconds, in two formats: in both its way counts",
    arguments: [TraceFixture.flight, .flightTable])
  func formats(fixture: TraceFixture) {
    var (statistics, path) = (TrackStatistics(), TrackPath())
    for location in epochs(of: fixture.bytes).compactMap(\.location) {
      let outcome = statistics.add(location)
      path.append(location.coordinate, startsSegment: outcome == .started)
    }
    #expect(statistics.gapCount == 0 && statistics.gapDistance == 0)
    // Ten steps or less at up to 80 m/s, and 2.4 km in the pause.
    #expect((2700..<3200).contains(statistics.distance), "\(statistics.distance) m")
    #expect(statistics.maximumSpeed! < 100)
    #expect(path.segments.count == 1)
  }

  @Test("a pause of exactly the threshold is no gap")
  func pauseAtThreshold() {
    var statistics = TrackStatistics(gapThreshold: .seconds(5))
    statistics.add(fix(0, at: 0))
    #expect(statistics.add(fix(1, at: 5)) == .joined)
  }

  @Test("invalid fixes and fixes out of order are left out and counted")
  func skipped() {
    var statistics = TrackStatistics()
    statistics.add(fix(0, at: 10))
    var invalid = fix(500, at: 11)
    invalid.fix = .invalid
    #expect(statistics.add(invalid) == .skipped)
    #expect(statistics.add(fix(900, at: 9)) == .skipped)
    let broken = Location(coordinate: Coordinate(latitude: .nan, longitude: 0))
    #expect(statistics.add(broken) == .skipped)
    #expect(statistics.add(fix(10, at: 11)) == .joined)
    #expect((statistics.fixCount, statistics.skippedCount) == (2, 3))
    #expect(abs(statistics.distance - 10) < 1e-6)
  }

  @Test("without timestamps there is distance and no time")
  func undated() {
    var statistics = TrackStatistics()
    statistics.add(fix(0, at: nil))
    statistics.add(fix(30, at: nil, speed: 3))
    #expect(abs(statistics.distance - 30) < 1e-6)
    #expect(statistics.elapsed == nil)
    #expect(statistics.meanSpeed == nil)
    #expect(statistics.meanMovingSpeed == nil)
    #expect(statistics.maximumSpeed == 3)
  }

  @Test("a reported speed goes before one worked out")
  func reportedSpeed() {
    var statistics = TrackStatistics(outliers: nil)
    statistics.add(fix(0, at: 0, speed: 2))
    statistics.add(fix(50, at: 1, speed: 4))
    #expect(statistics.maximumSpeed == 4)
    statistics.add(fix(50.1, at: 2, speed: 0.1))
    #expect(statistics.movingTime == .seconds(1))
  }

  @Test(
    "noise of the height under the threshold makes no climb, a hill does",
    arguments: [
      ([10, 13, 9, 13, 10, 12], 0.0, 0.0),
      ([10, 30, 60, 58, 61, 20, 22], 51.0, 41.0),
      ([0, 5, 0, 5], 10.0, 5.0),
      // From extreme to extreme, although no step from the last counted height is 5 m.
      ([0, 4, 7, 3, 1, 6, 8.5], 7 + 7.5, 6.0),
      ([7, 4, 0, 3], 0.0, 7.0),
      ([3, 0, 4.9, 0.1, 5], 5.0, 0.0),
    ])
  func climb(altitudes: [Double], climbed: Double, descended: Double) {
    var statistics = TrackStatistics(climbThreshold: 5)
    for (index, altitude) in altitudes.enumerated() {
      statistics.add(fix(Double(index), at: Int64(index), altitude: altitude))
    }
    #expect(statistics.climb == climbed)
    #expect(statistics.descent == descended)
    #expect(statistics.lowestAltitude == altitudes.min())
    #expect(statistics.highestAltitude == altitudes.max())
  }

  @Test(
    "Hills count whole, however their height stands to the threshold, and less is never more",
    arguments: [1.0, 3, 9.8, 50])
  func hills(height: Double) {
    /// The climb of fifteen hills, a fix a second.
    func climb(_ threshold: Double) -> Double {
      var statistics = TrackStatistics(climbThreshold: threshold)
      for second in 0...1500 {
        let part = Double(second % 100) / 50
        let altitude = 100 + height * (part <= 1 ? part : 2 - part)
        statistics.add(fix(Double(second), at: Int64(second), altitude: altitude))
      }
      return statistics.climb
    }
    let thresholds = [0.1, 0.5, 0.9, 1, 1.5, 1.6, 3, 5, 8, 20, 49].map { (part: $0, climb($0)) }
    for (threshold, climb) in thresholds {
      #expect(abs(climb - (threshold < height ? 15 * height : 0)) < 1e-6 || threshold == height)
    }
    #expect(zip(thresholds, thresholds.dropFirst()).allSatisfy { $0.1 >= $1.1 - 1e-6 })
  }

  @Test("A climb counts while it goes on, and does not wait for its end")
  func climbUnderWay() {
    var statistics = TrackStatistics()
    for second in 0...100 {
      statistics.add(fix(Double(second), at: Int64(second), altitude: Double(second)))
    }
    #expect(statistics.climb == 100)
  }

  @Test("nothing added, nothing known")
  func empty() {
    let statistics = TrackStatistics()
    #expect(statistics.distance == 0)
    #expect(statistics.elapsed == nil && statistics.meanSpeed == nil)
    #expect(statistics.maximumSpeed == nil && statistics.bounds == nil)
  }
}
