@testable import Positioning
import TestSupport
import Testing

@Suite("Waypoints amid a track")
struct WaypointTests {
  /// A track of ten points, 5 m from one to the next, with a place behind some of them.
  static func trace(placesBehind indices: Set<Int>, hasTimes: Bool = true) -> [TraceEpoch] {
    (0..<10).flatMap { second -> [TraceEpoch] in
      let timestamp =
        hasTimes
        ? Timestamp(nanosecondsSince1970: Int64(1_750_000_000 + second) * 1_000_000_000) : nil
      let coordinate = Coordinate(latitude: 55.7 + Double(second) * 45e-6, longitude: 12.55)
      let point = TraceEpoch(
        location: Location(coordinate: coordinate, timestamp: timestamp), timestamp: timestamp,
        timeOfDay: timestamp.map { .nanoseconds($0.dayAndTime.time) }, startsSegment: second == 0,
        number: 1)
      let place = TraceEpoch(
        location: Location(coordinate: coordinate), startsSegment: true, kind: .waypoint,
        label: TraceLabel(name: "Lap <\(second)>"))
      return indices.contains(second) ? [point, place] : [point]
    }
  }

  @Test(
    "They part no track in any format", arguments: TraceOutputFormat.allCases, [true, false])
  func wholeTrack(format: TraceOutputFormat, hasTimes: Bool) {
    let original = Self.trace(placesBehind: [0, 4, 5, 9], hasTimes: hasTimes)
    var encoder = format.makeEncoder(sayingKinds: true)
    var bytes: [UInt8] = []
    encoder.begin(&bytes)
    for epoch in original { encoder.write(epoch, to: &bytes) }
    encoder.end(&bytes)
    let again = epochs(of: bytes)
    var summary = TraceSummary()
    for epoch in again { summary.add(epoch) }
    #expect(summary.lines.count == 1 && summary.track.fixCount == 10)
    #expect(summary.track.gapCount == 0 && abs(summary.track.distance - 45.1) < 0.1)
    #expect(summary.waypointCount == 4)
    let names = again.filter { $0.kind == .waypoint }.map(\.label?.name)
    #expect(names == [0, 4, 5, 9].map { "Lap <\($0)>" })
  }

  @Test("They part no track for a filter")
  func filtered() {
    var filter = TraceFilter()
    filter.simplification = 1
    var run = filter.makeRun()
    var found: [TraceEpoch] = []
    for epoch in Self.trace(placesBehind: [3, 6]) { run.add(epoch) { found.append($0) } }
    run.finish { found.append($0) }
    #expect(found.count { $0.kind == .waypoint } == 2)
    #expect(found.count { $0.kind == .track } == 2)
  }
}
