import Positioning
import TestSupport
import Testing

@Suite("Reading GeoJSON and JSON lines")
struct GeoJSONReaderTests {
  private func read(_ text: String) -> [TraceEpoch] {
    epochs(of: TraceSampleTests.cut(Array(text.utf8), 11))
  }

  @Test(
    "Escapes in names are resolved, in GeoJSON and in lines",
    arguments: [
      (#"Caf\u00e9"#, "Café"), (#"\u00D8restad \u2013 Bl\u00e5g\u00e5rd"#, "Ørestad – Blågård"),
      (#"\ud83d\ude00 A\/B"#, "😀 A/B"), (#"say \"hi\" \\ there"#, "say \"hi\" \\ there"),
      (#"one\ntwo\tthree"#, "one\ntwo\tthree"), (#"half \ud83d here"#, "half \u{FFFD} here"),
      (#"\ud83d\u0041"#, "\u{FFFD}A"), (#"\q \u12 \u00g0"#, #"\q \u12 \u00g0"#),
      (#"\\u00e9"#, #"\u00e9"#), ("Ørestad", "Ørestad"),
    ])
  func escapes(text: String, name: String) {
    let feature =
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[12.5,55.7]},"#
      + #""properties":{"name":"\#(text)"}}"#
    let line =
      #"{"latitude":55.7,"longitude":12.5,"kind":"waypoint","name":"\#(text)","#
      + #""time":"2025\u002d05-02T09:00:00Z"}"# + "\n"
    for document in [feature, line] { #expect(read(document).map(\.label?.name) == [name]) }
    #expect(read(line).first?.timestamp?.description == "2025-05-02T09:00:00.000Z")
  }

  @Test("A line has the times and heart rates of its properties, before or behind it")
  func line() {
    let geometry = #""geometry":{"coordinates":[[1,2,3],[4,5]],"type":"LineString"}"#
    let old = #""coordTimes":["2024-05-01T12:00:00Z",null],"heartRates":[140,null]"#
    let new = #""coordinateProperties":{"times":["2024-05-01T12:00:00Z",null],"heart":[140,null]}"#
    for properties in [old, new] {
      let parts = [geometry, #""properties":{\#(properties)}"#]
      for order in [parts, parts.reversed()] {
        let found = read(#"{"type":"Feature",\#(order.joined(separator: ","))}"#)
        #expect(found.map { $0.location?.coordinate.longitude } == [1, 4])
        #expect(found.map { $0.location?.ellipsoidalAltitude } == [3, nil])
        #expect(found.map(\.timestamp?.description) == ["2024-05-01T12:00:00.000Z", nil])
        #expect(found.map(\.sensors.heartRate) == [140, nil])
        #expect(found.map(\.startsSegment) == [true, false])
      }
    }
  }

  @Test(
    "A geometry alone, in a collection, or of several lines",
    arguments: [
      (#"{"type":"LineString","coordinates":[[1,2],[3,4]]}"#, [true, false]),
      (
        #"{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[5,6],[7,8]]]}"#,
        [true, false, true, false]
      ),
      (
        #"{"type":"GeometryCollection","geometries":[{"type":"LineString","coordinates":[[1,2],[3,4]]}]}"#,
        [true, false]
      ),
      (#"{"type":"Polygon","coordinates":[[[1,2],[3,4]]]}"#, []),
      (#"{"coordinates":[[[1,2],[3,4]]],"type":"Polygon"}"#, []),
    ])
  func shapes(text: String, starts: [Bool]) {
    #expect(read(text).map(\.startsSegment) == starts)
  }

  @Test("Times of several lines are nested as the lines are")
  func nested() {
    let found = read(
      #"{"type":"Feature","properties":{"coordTimes":[["2024-05-01T12:00:00Z"],["2024-05-01T12:00:09Z"]]},"#
        + #""geometry":{"type":"MultiLineString","coordinates":[[[1,2]],[[3,4]]]}}"#)
    #expect(
      found.map(\.timestamp?.description) == [
        "2024-05-01T12:00:00.000Z", "2024-05-01T12:00:09.000Z",
      ])
  }

  @Test("Beside a line points are waypoints; alone they are fixes")
  func points() {
    let point =
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"#
      + #""properties":{"name":"Home","time":"2024-05-01T12:00:00Z","heart_rate":90}}"#
    let line = #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}}"#
    func all(_ features: String...) -> [TraceEpoch] {
      read(#"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#)
    }
    #expect(all(point).map(\.kind) == [.track])
    #expect(all(point).first?.sensors.heartRate == 90)
    #expect(all(point, line).map(\.kind) == [.waypoint, .track, .track])
    #expect(all(line, point).map(\.kind) == [.track, .track, .waypoint])
    #expect(all(line, point).last?.label?.name == "Home")
  }

  @Test(
    "What we write is read back, each fix once", arguments: [TraceOutputFormat.geojson, .jsonl])
  func own(format: TraceOutputFormat) throws {
    var original = epochs(of: TraceFixture.flight.bytes).filter { $0.location != nil }
    for index in stride(from: 3, to: original.count, by: 50) {
      original[index].startsSegment = true
    }
    for index in original.indices { original[index].sensors.heartRate = Double(90 + index % 90) }
    let again = epochs(of: Array(written(original, as: format).utf8))
    try #require(again.count == original.count)
    for (read, source) in zip(again, original) {
      #expect(read.timestamp == source.timestamp)
      #expect(read.startsSegment == source.startsSegment)
      #expect(read.sensors == source.sensors)
      #expect(read.location?.fix == source.location?.fix)
      #expect(read.location?.satellitesUsed == source.location?.satellitesUsed)
      #expect(
        abs((read.location?.coordinate.latitude ?? 0) - (source.location?.coordinate.latitude ?? 0))
          < 1e-8)
    }
  }

  @Test(
    "A line of any length has its times, and what is lost of one beyond that is counted",
    arguments: [100_000, 400_000])
  func long(count: Int) {
    var text = #"{"type":"Feature","geometry":{"type":"LineString","coordinates":["#
    text += (0..<count).map { "[\($0 % 9).\($0),\($0 % 8).\($0)]" }.joined(separator: ",")
    text += #"]},"properties":{"coordTimes":["#
    text += (0..<count).map { "\(1_700_000_000 + $0)" }.joined(separator: ",")
    var reader = TraceReader()
    var (found, timed, wrong) = (0, 0, 0)
    func note(_ epoch: TraceEpoch) {
      let second = epoch.timestamp.map { Int($0.nanosecondsSince1970 / 1_000_000_000) }
      if let second, second != 1_700_000_000 + found { wrong += 1 }
      found += 1
      if second != nil { timed += 1 }
    }
    reader.read(Array((text + "]}}").utf8), note)
    reader.finish(note)
    // Each has its own time, or none.
    #expect(found == count && wrong == 0)
    #expect(timed == count - reader.statistics.count(of: .lateValue))
    #expect((timed == count) == (count < 200_000))
  }
}
