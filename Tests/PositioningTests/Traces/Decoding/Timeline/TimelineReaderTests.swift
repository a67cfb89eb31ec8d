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

  /// The kind, name, latitude and time of each epoch, in short.
  private func summary(_ text: String) -> [String] {
    read(text).map { epoch in
      [
        epoch.kind == .waypoint ? "visit" : "point", epoch.label?.name,
        epoch.location.map { "\($0.coordinate.latitude)" },
        epoch.timestamp.map { String("\($0)".prefix(16)) },
      ].compactMap(\.self).joined(separator: " ")
    }
  }

  @Test(
    "Only the points of paths and the places of visits count",
    arguments: [
      (
        "frequent places of the profile",
        #"""
        {"semanticSegments":[{"timelinePath":[{"point":"55.7°, 12.5°","time":"2024-05-01T14:00Z"}]}],
        "userLocationProfile":{"frequentPlaces":[{"placeLocation":"59.3°, 18.0°","label":"HOME"}]}}
        """#, ["point 55.7 2024-05-01T14:00"]
      ),
      (
        "ends of an activity, and an unknown part",
        #"""
        {"semanticSegments":[{"startTime":"2024-05-01T14:00Z","activity":{"start":
        {"latLng":"55.7°, 12.5°"},"end":{"latLng":"55.8°, 12.5°"}}},
        {"trips":[{"latitudeE7":1,"longitudeE7":2,"time":"2024-05-01T14:00Z"}]}]}
        """#, []
      ),
      (
        "a month: the place and time of a visit, none of its other candidates",
        #"""
        {"timelineObjects":[{"activitySegment":{"startLocation":{"latitudeE7":10000000,
        "longitudeE7":1},"duration":{"startTimestamp":"2022-05-01T08:00:00Z"},
        "waypointPath":{"waypoints":[{"latE7":20000000,"lngE7":1}]},
        "simplifiedRawPath":{"points":[{"latE7":557020000,"lngE7":125500000,
        "timestamp":"2022-05-01T08:02:00Z"}]}}},
        {"placeVisit":{"location":{"latitudeE7":557100000,"longitudeE7":125500000,"name":"Cafe"},
        "duration":{"startTimestamp":"2022-05-01T08:10:00Z"},
        "otherCandidateLocations":[{"latitudeE7":557200000,"longitudeE7":125600000,"name":"No"}],
        "childVisits":[{"duration":{"startTimestampMs":"1651393200000"},
        "location":{"latitudeE7":557110000,"longitudeE7":125500000,"name":"Bar"}}]}}]}
        """#,
        [
          "point 55.702 2022-05-01T08:02", "visit Bar 55.711 2022-05-01T08:20",
          "visit Cafe 55.71 2022-05-01T08:10",
        ]
      ),
      (
        "a visit before the start of its segment",
        #"""
        [{"visit":{"topCandidate":{"placeLocation":"geo:55.7,12.5","semanticType":"Home"}},
        "endTime":"2025-05-02T10:00:00Z","startTime":"2025-05-02T09:00:00Z"}]
        """#, ["visit Home 55.7 2025-05-02T09:00"]
      ),
    ])
  func places(of what: String, text: String, found: [String]) {
    #expect(summary(text) == found)
    var reader = TraceReader()
    reader.read(Array(text.utf8)) { _ in }
    reader.finish { _ in }
    #expect(reader.statistics.skipped(.otherKind) == 0)
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
