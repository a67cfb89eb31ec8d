import Positioning
import Testing

@Suite("A track's snapshot")
struct TrackSnapshotTests {
  @Test("keeps the latest fixes, each under the number it came with")
  func recentFixes() {
    var track = TrackSnapshot()
    for second in 0..<2000 {
      var location = Location(coordinate: Coordinate(latitude: 59, longitude: 18))
      location.speed = Double(second)
      let hasFix = second % 10 != 0
      track.add(LocationEpoch(location: hasFix ? location : nil, clock: .seconds(second)))
      #expect(track.recentFixes.count <= 512)
      #expect(track.earlierFixCount + track.recentFixes.count == (second + 1) - (second / 10 + 1))
    }
    #expect(track.recentFixes.count >= 256)
    #expect(track.recentFixes.last?.speed == 1999)
    let speeds = track.recentFixes.compactMap(\.speed)
    #expect(speeds == speeds.sorted())
  }
}
