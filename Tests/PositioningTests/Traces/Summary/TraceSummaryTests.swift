import Positioning
import TestSupport
import Testing

@Suite("The summary of a trace")
struct TraceSummaryTests {
  @Test("fixes, kinds and satellites of a real drive")
  func drive() {
    var summary = TraceSummary()
    let epochs = epochs(of: TraceFixture.drive.bytes)
    for epoch in epochs { summary.add(epoch) }
    #expect(summary.epochCount == epochs.count)
    #expect(summary.fixCount == epochs.count { $0.location != nil })
    #expect(summary.qualities.values.reduce(0, +) == summary.fixCount)
    #expect(summary.track.fixCount + summary.track.skippedCount == summary.fixCount)
    #expect(summary.hdop.least! <= summary.hdop.mean!)
    #expect(summary.hdop.mean! <= summary.hdop.greatest!)
    #expect(summary.track.distance > 0)
  }

  @Test("a log that says no date passes midnight, and has a duration all the same")
  func dateless() {
    var summary = TraceSummary()
    for second in 0..<20 {
      summary.add(
        TraceEpoch(
          location: Location(coordinate: Coordinate(latitude: 1, longitude: 2)),
          timeOfDay: .seconds((86_390 + second) % 86_400)))
    }
    #expect(summary.datedCount == 0 && summary.track.skippedCount == 0)
    #expect(summary.track.elapsed == .seconds(19))
  }
}
