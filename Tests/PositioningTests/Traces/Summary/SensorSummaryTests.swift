import Positioning
import Testing

@Suite("Heart rate and power, summed")
struct SensorSummaryTests {
  private func epoch(_ second: Double?, _ sensors: Sensors) -> TraceEpoch {
    let time = second.map { Timestamp(nanosecondsSince1970: Int64($0 * 1e9)) }
    return TraceEpoch(
      location: nil, timestamp: time, timeOfDay: second.map { .seconds($0) }, sensors: sensors)
  }

  @Test("A mean is one over time, a pause of more than a minute counts for nothing")
  func means() {
    var summary = SensorSummary(maximumHeartRate: 200)
    for (second, rate) in [(0.0, 90.0), (10, 110), (20, 110), (30, 170), (130, 190)] {
      summary.add(epoch(second, Sensors(heartRate: rate)))
    }
    let mean: Double = (110 * 20 + 170 * 10) / 30
    let times: [Duration] = [0, 20, 0, 0, 10, 0].map { .seconds($0) }
    #expect(summary.heartRate.mean == mean)
    #expect(summary.heartRate.greatest == 190 && summary.heartRate.least == 90)
    #expect(summary.zones.map(\.time) == times)
    #expect(summary.zones.map(\.start) == [0, 100, 120, 140, 160, 180])
    #expect(summary.power.mean == nil && summary.cadence.mean == nil)
  }

  @Test("No turns are no cadence to average, no watts are, and no times make values equal")
  func zeros() {
    var summary = SensorSummary()
    for (turns, watts) in [(80.0, 200.0), (0, 0), (90, 100)] {
      summary.add(epoch(nil, Sensors(cadence: turns, power: watts)))
    }
    #expect(summary.cadence.mean == 85 && summary.power.mean == 100)
    #expect(summary.zones.isEmpty)
  }
}
