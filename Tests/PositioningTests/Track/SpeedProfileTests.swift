import Positioning
import TestSupport
import Testing

@Suite("The speeds of a track along its time")
struct SpeedProfileTests {
  @Test("Each bucket has the greatest speed of its second, from the first epoch on")
  func buckets() {
    var profile = SpeedProfile()
    #expect(profile.values.isEmpty && profile.bucketDuration == .seconds(1))
    for (tenth, speed) in [(0, 1.0), (4, 3), (9, 2), (10, 5), (31, 7)] {
      profile.add(speed, at: .seconds(100) + .milliseconds(tenth * 100))
    }
    #expect(profile.values == [3, 5, nil, 7])
  }

  @Test("An epoch without a speed extends the time and leaves a gap")
  func gaps() {
    var profile = SpeedProfile()
    profile.add(4, at: .zero)
    for second in 1..<4 { profile.add(nil, at: .seconds(second)) }
    for speed in [Double.nan, .infinity, -1] { profile.add(speed, at: .seconds(4)) }
    profile.add(0, at: .seconds(5))
    #expect(profile.values == [4, nil, nil, nil, nil, 0])
  }

  @Test("When it is full, pairs are merged: peaks survive, and gaps stay gaps")
  func merging() {
    var profile = SpeedProfile(capacity: 8)
    let speeds: [Double?] = [1, 9, nil, nil, 2, nil, 3, 3]
    for (second, speed) in speeds.enumerated() { profile.add(speed, at: .seconds(second)) }
    #expect(profile.values == speeds)
    profile.add(4, at: .seconds(8))
    #expect(profile.bucketDuration == .seconds(2))
    #expect(profile.values == [9, nil, 2, 3, 4])
    profile.add(5, at: .seconds(40))
    #expect(profile.bucketDuration == .seconds(8))
    #expect(profile.values == [9, 4, nil, nil, nil, 5])
  }

  @Test("However long the track, the buckets are those of all its speeds")
  func longTrack() {
    var profile = SpeedProfile()
    let count = 100_000
    func speed(_ second: Int) -> Double? {
      (40_000..<50_000).contains(second) ? nil : Double(second * 7919 % 1013)
    }
    for second in 0..<count { profile.add(speed(second), at: .seconds(second)) }
    let width = Int(profile.bucketDuration.components.seconds)
    #expect(width == 512)
    let expected = stride(from: 0, to: count, by: width).map { start in
      (start..<min(start + width, count)).compactMap(speed).max()
    }
    #expect(profile.values == expected)
    #expect(expected.contains(nil) && expected.count <= 240)
  }

  @Test("Leaps of the clock, either way and as far as it goes, cost no more than the capacity")
  func leaps() {
    var profile = SpeedProfile()
    let far = Duration.nanoseconds(Int64.max)
    for (count, clock) in [Duration.zero, .seconds(86_400 * 9), far, .zero - far, far].enumerated()
    {
      profile.add(Double(count), at: clock)
      #expect(profile.values.count <= 240)
    }
    #expect(profile.values.compactMap { $0 }.max() == 4)
    for _ in 0..<50_000 {
      profile.add(1, at: .seconds(86_400 * 30))
      profile.add(1, at: .zero)
    }
    #expect(profile.values.count <= 240)
  }

  @Test("A clock set back before the beginning goes on where the profile had come to")
  func setBack() {
    var profile = SpeedProfile()
    for second in 0..<5 { profile.add(1, at: .seconds(1000 + second)) }
    for second in 0..<5 { profile.add(2, at: .seconds(-86_400 + second)) }
    #expect(profile.values == [1, 1, 1, 1, 2, 2, 2, 2, 2])
    profile.add(3, at: .seconds(-86_399))
    #expect(profile.values == [1, 1, 1, 1, 2, 3, 2, 2, 2])
  }

  @Test("A snapshot's speeds are those reported, else those from fix to fix")
  func snapshot() {
    var track = TrackSnapshot()
    func epoch(_ second: Int, metres: Double?, speed: Double? = nil) -> LocationEpoch {
      LocationEpoch(
        location: metres.map {
          Location(
            coordinate: .stockholm(north: $0), speed: speed,
            timestamp: Timestamp(nanosecondsSince1970: Int64(second) * 1_000_000_000))
        }, clock: .seconds(second), startsSegment: second == 60)
    }
    track.add(epoch(0, metres: 0))
    track.add(epoch(1, metres: 10))
    track.add(epoch(2, metres: nil))
    track.add(epoch(3, metres: 14, speed: 6))
    track.add(epoch(60, metres: 9000))
    let speeds = track.speeds.values
    #expect(speeds.count == 61)
    #expect(speeds[0] == nil && speeds[2] == nil && speeds[3] == 6)
    #expect(abs((speeds[1] ?? 0) - 10) < 0.05)
    #expect(speeds[4...].allSatisfy { $0 == nil }, "Nothing is known of the way in a gap.")
    #expect(track.speeds.values.compactMap { $0 }.max() == track.statistics.maximumSpeed)
  }
}
