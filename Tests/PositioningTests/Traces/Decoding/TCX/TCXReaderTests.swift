import Positioning
import TestSupport
import Testing

@Suite("Reading TCX")
struct TCXReaderTests {
  private func point(_ inside: String) -> String { "<Trackpoint>\(inside)</Trackpoint>" }
  private static let place = """
    <Position><LatitudeDegrees>1</LatitudeDegrees><LongitudeDegrees>2</LongitudeDegrees></Position>
    """

  private func read(_ inside: String) -> (epochs: [TraceEpoch], statistics: TraceStatistics) {
    var reader = TraceReader()
    var epochs: [TraceEpoch] = []
    let text = "<?xml version='1.0'?><TrainingCenterDatabase>\(inside)</TrainingCenterDatabase>"
    reader.read(Array(text.utf8)) { epochs.append($0) }
    reader.finish { epochs.append($0) }
    return (epochs, reader.statistics)
  }

  @Test("A trackpoint is a fix with what its extensions say, whatever their prefix")
  func trackpoint() throws {
    let whole = epochs(of: TraceSample.tcx.bytes)
    let first = try #require(whole.first)
    #expect(first.timestamp?.description == "2024-05-01T12:00:10.250Z")
    #expect(first.location?.altitude == 20)
    #expect(first.location?.speed == 8.5)
    #expect(first.sensors == Sensors(heartRate: 140, cadence: 88, power: 250))
    #expect(whole.map(\.startsSegment) == (0..<12).map { $0 == 0 || $0 == 9 })
  }

  @Test("A trackpoint without a position is no fix, and keeps its heart rate")
  func withoutPosition() {
    let rate = "<HeartRateBpm><Value>99</Value></HeartRateBpm>"
    let found = read(point("<Time>2024-05-01T12:00:00+02:00</Time>\(rate)")).epochs
    #expect(found.map(\.location) == [nil])
    #expect(found.first?.sensors.heartRate == 99)
    #expect(found.first?.timestamp?.description == "2024-05-01T10:00:00.000Z")
  }

  @Test("Words in the place of numbers are left out; in a position they cost the point")
  func words() {
    let found = read(
      point(TCXReaderTests.place + "<AltitudeMeters>unknown</AltitudeMeters><Cadence>?</Cadence>")
        + point("<Position><LatitudeDegrees>NaN</LatitudeDegrees></Position>"))
    #expect(found.epochs.map(\.sensors) == [Sensors()])
    #expect(found.epochs.first?.location?.altitude == nil)
    #expect(found.statistics.skipped(.malformedField) == 1)
  }

  @Test("A course is a route with its name, its points are waypoints")
  func course() {
    let found = read(
      "<Courses><Course><Name>Loop</Name><Track>\(point(TCXReaderTests.place))</Track>"
        + "<CoursePoint><Name>Top</Name>\(TCXReaderTests.place)</CoursePoint></Course></Courses>")
    #expect(found.epochs.map(\.kind) == [.route, .waypoint])
    #expect(found.epochs[0].label?.line?.name == "Loop")
    #expect(found.epochs[1].label?.name == "Top")
  }

  @Test("Strides count where there are no turns of a crank, and are not doubled")
  func strides() {
    let found = read(point("\(TCXReaderTests.place)<RunCadence>87</RunCadence>")).epochs
    #expect(found.first?.sensors.cadence == 87)
  }
}
