import TestSupport
import Testing

@testable import Positioning

@Suite("Google's Timeline and location history")
struct TimelineReaderTests {
  private func read(_ text: String) -> [TraceEpoch] { epochs(of: Array(text.utf8)) }

  @Test("Android's paths are a track, visits are waypoints, raw signals another track")
  func android() {
    let found = epochs(of: TraceSample.timeline.bytes)
    #expect(found.count == 10)
    let path = found.filter { $0.kind == .track && $0.number == 1 }
    #expect(path.count == 8)
    #expect(path[1].timestamp?.description == "2024-05-01T12:01:00.000Z")
    #expect(path[1].location?.coordinate == Coordinate(latitude: 59.331, longitude: 18.06))
    let visit = found.first { $0.kind == .waypoint }
    #expect(visit?.label?.name == "HOME" && visit?.location?.coordinate.latitude == 59.34)
    #expect(visit?.timestamp?.description == "2024-05-01T13:00:00.000Z")
    let signal = found.last
    #expect(signal?.number == 2 && signal?.label?.line?.name == "Raw signals")
    #expect(signal?.location?.altitude == 31.5 && signal?.location?.speed == 1.5)
    #expect(signal?.location?.horizontalAccuracy == 12)
  }

  @Test("iOS counts minutes from the start of a segment, which may stand behind them")
  func iOS() {
    let points = (0..<3).map {
      #"{"point":"geo:55.70\#($0)0,12.55","durationMinutesOffsetFromStartTime":"\#($0 * 5)"}"#
    }.joined(separator: ",")
    let times = #""startTime":"2025-05-02T11:00:00.000+02:00","endTime":"2025-05-02T10:00:00.000Z""#
    for text in [
      #"[{\#(times),"timelinePath":[\#(points)]}]"#, #"[{"timelinePath":[\#(points)],\#(times)}]"#,
    ] {
      let found = read(text)
      #expect(found.map(\.location?.coordinate.latitude) == [55.700, 55.701, 55.702])
      #expect(
        found.map(\.timestamp?.description) == [
          "2025-05-02T09:00:00.000Z", "2025-05-02T09:05:00.000Z", "2025-05-02T09:10:00.000Z",
        ])
    }
    let visit = read(
      #"[{\#(times),"visit":{"topCandidate":{"placeLocation":"geo:55.7,12.55","semanticType":"Home"}}},"#
        + #"{"timelinePath":[\#(points)],\#(times)}]"#)
    #expect(visit.first?.kind == .waypoint && visit.first?.label?.name == "Home")
    #expect(visit.count == 4)
  }

  @Test("Records.json has ten-millionths, milliseconds, and activities that are none of its points")
  func records() {
    let found = read(
      """
      {"locations": [{"latitudeE7": 557000000, "longitudeE7": -125500000, "accuracy": 12,
      "altitude": 31, "velocity": 2, "heading": 90, "timestampMs": "1746176400000",
      "activity": [{"activity": [{"type": "STILL"}], "timestamp": "2030-01-01T00:00:00Z"}]},
      {"latitudeE7": 557010000, "longitudeE7": 4169467296,
       "timestamp": "2025-05-02T09:01:00.250Z"},
      {"latitudeE7": 1, "longitudeE7": "x", "timestamp": "2025-05-02T09:01:00.250Z"}]}
      """)
    #expect(found.count == 2)
    #expect(found.map(\.location?.coordinate.longitude) == [-12.55, -12.55])
    #expect(
      found.map(\.timestamp?.description) == [
        "2025-05-02T09:00:00.000Z", "2025-05-02T09:01:00.250Z",
      ])
    #expect(found[0].location?.speed == 2 && found[0].location?.course == 90)
  }

  @Test("Many megabytes are read with little held")
  func large() {
    let point = #"{"latitudeE7":557000000,"longitudeE7":125500000,"timestampMs":"1746176400000"},"#
    var reader = TraceReader()
    var count = 0
    reader.read(Array("{\"locations\":[".utf8)) { _ in count += 1 }
    let piece = Array(String(repeating: point, count: 500).utf8)
    for _ in 0..<100 { reader.read(piece) { _ in count += 1 } }
    #expect(count > 49_000 && !reader.isHeavy)
  }
}
