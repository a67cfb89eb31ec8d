import Positioning
import Testing

@Suite("Profiles over time and distance")
struct TrackProfileTests {
  /// A track of 10 m/s that rises 5%, with a heart rate that grows.
  private func profile(seconds: Int, capacity: Int = 480) -> TrackProfile {
    var profile = TrackProfile(capacity: capacity)
    for second in 0..<seconds {
      let distance = Double(second) * 10
      profile.add(
        altitude: 100 + distance * 0.05, speed: 10,
        sensors: Sensors(heartRate: 100 + Double(second)),
        at: .seconds(second), distance: distance)
    }
    return profile
  }

  @Test("Only what was measured can be shown")
  func quantities() {
    #expect(profile(seconds: 60).quantities == [.altitude, .speed, .grade, .heartRate])
    #expect(TrackProfile().quantities.isEmpty)
  }

  @Test("Buckets say means, and are doubled when there are too many")
  func means() {
    let profile = profile(seconds: 100, capacity: 16)
    #expect(profile.bucketLength(over: .time) == 8)
    let hearts = profile.values(of: .heartRate, over: .time)
    #expect(hearts.count == 13 && hearts[0] == 103.5)
    #expect(profile.end(of: .time) == 99 && profile.end(of: .distance) == 990)
    #expect(profile.index(of: 16, over: .time) == 2)
    #expect(profile.index(of: 1000, over: .time) == nil)
    #expect(profile.index(of: .nan, over: .time) == nil)
  }

  @Test("The grade is the slope of the track, over distance and time", arguments: [1.0, -1])
  func grade(sign: Double) {
    var profile = TrackProfile()
    for second in 0..<200 {
      let distance = Double(second) * 10
      profile.add(
        altitude: 500 + sign * distance * 0.05, speed: 10, sensors: Sensors(), at: .seconds(second),
        distance: distance)
    }
    for axis in [TrackProfile.Axis.time, .distance] {
      let grades = profile.values(of: .grade, over: axis).compactMap(\.self)
      #expect(grades.count > 100)
      #expect(grades.allSatisfy { abs($0 - sign * 0.05) < 0.01 })
    }
  }

  @Test("There is no grade between the end of a track and the beginning of the next")
  func gradeOfTracks() {
    var profile = TrackProfile()
    for second in 0..<200 {
      let isFirst = second < 100
      // The second one begins where and when the first one ends, 95 m lower.
      let seconds = isFirst ? second : second - 1
      let distance = Double(seconds) * 10
      profile.add(
        altitude: (isFirst ? 100 : 5) + distance * 0.05, speed: 10, sensors: Sensors(),
        at: .seconds(seconds), distance: distance, startsTrack: second == 100)
    }
    for axis in [TrackProfile.Axis.time, .distance] {
      let grades = profile.values(of: .grade, over: axis).compactMap(\.self)
      #expect(grades.count > 90)
      #expect(grades.allSatisfy { abs($0 - 0.05) < 0.01 }, "\(grades)")
    }
  }

  @Test("A distance leads to the time when it was reached")
  func clock() throws {
    let clock = try #require(profile(seconds: 300).clock(atDistance: 1500))
    #expect(abs(clock.components.seconds - 150) <= 2)
    #expect(profile(seconds: 300).clock(atDistance: 5000) == nil)
  }

  @Test("A stop takes time and no distance")
  func stop() {
    var profile = TrackProfile()
    for second in 0..<100 {
      profile.add(
        altitude: nil, speed: 0, sensors: Sensors(), at: .seconds(second), distance: 50)
    }
    #expect(profile.values(of: .speed, over: .time).compactMap(\.self).count == 100)
    #expect(profile.values(of: .speed, over: .distance).compactMap(\.self) == [0])
  }

  @Test("Values that are no numbers, and clocks far away, do no harm")
  func odd() {
    var profile = TrackProfile(capacity: 16)
    profile.add(
      altitude: .nan, speed: .infinity, sensors: Sensors(), at: .seconds(-5), distance: .nan)
    profile.add(
      altitude: 1, speed: 1, sensors: Sensors(), at: .seconds(Int64(1e9)), distance: 1e9)
    #expect(profile.values(of: .altitude, over: .time).compactMap(\.self) == [1])
    #expect(profile.values(of: .altitude, over: .distance).count <= 16)
  }

  @Test("How fast it climbs follows from the heights of ten seconds")
  func climbRate() throws {
    func snapshot(_ heights: [Double], every interval: Int = 1) -> TrackSnapshot {
      var snapshot = TrackSnapshot()
      for (index, height) in heights.enumerated() {
        let time = Timestamp(nanosecondsSince1970: Int64(index * interval) * 1_000_000_000)
        snapshot.add(
          LocationEpoch(
            location: Location(
              coordinate: Coordinate(latitude: 59, longitude: 18), altitude: height, timestamp: time
            ),
            timestamp: time, clock: .seconds(index * interval)))
      }
      return snapshot
    }
    let climbing = try #require(snapshot((0..<30).map { Double($0) * 2 }).climbRate)
    #expect(abs(climbing - 2) < 1e-9)
    let sinking = try #require(snapshot((0..<30).map { 100 - Double($0) * 0.5 }).climbRate)
    #expect(abs(sinking + 0.5) < 1e-9)
    #expect(snapshot([1, 2]).climbRate == nil)
    #expect(snapshot([1, 2, 3], every: 60).climbRate == nil)
  }
}
