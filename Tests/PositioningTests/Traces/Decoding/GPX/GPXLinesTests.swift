import Positioning
import TestSupport
import Testing

@Suite("Tracks, routes and waypoints of GPX")
struct GPXLinesTests {
  /// Two tracks that overlap in time, the first of two segments; a route; two places, one of them
  /// saved years before.
  static let file = """
    <?xml version="1.0"?>
    <gpx version="1.1" creator="test"><metadata><name>not a track</name></metadata>
    <wpt lat="59.1" lon="18.1"><time>2019-01-01T00:00:00Z</time><name>Home</name>
      <cmt>a comment</cmt><desc>the &lt;old&gt; house</desc><sym>Residence</sym></wpt>
    <wpt lat="59.2" lon="18.2"><name>Sj&#246; &amp; Skog</name></wpt>
    <rte><name>Plan</name><desc>by ferry</desc>
      <rtept lat="59.0" lon="18.0"><name>A</name></rtept>
      <rtept lat="60.0" lon="18.0"><name>B</name></rtept></rte>
    <trk><name>Morning</name><desc>a walk</desc><trkseg>
      <trkpt lat="59.0000" lon="18"><time>2024-05-01T08:00:00Z</time></trkpt>
      <trkpt lat="59.0010" lon="18"><time>2024-05-01T08:01:00Z</time></trkpt>
    </trkseg><trkseg>
      <trkpt lat="59.0100" lon="18"><time>2024-05-01T08:10:00Z</time></trkpt>
      <trkpt lat="59.0110" lon="18"><time>2024-05-01T08:11:00Z</time></trkpt>
    </trkseg></trk>
    <trk><name>Ride</name><trkseg>
      <trkpt lat="59.0" lon="18.5"><time>2024-05-01T08:05:00Z</time></trkpt>
      <trkpt lat="59.1" lon="18.5"><time>2024-05-01T08:25:00Z</time></trkpt>
    </trkseg></trk></gpx>
    """

  var found: [TraceEpoch] { epochs(of: Array(Self.file.utf8)) }

  @Test("each point says its kind and the number of its line, whatever the pieces")
  func kinds() {
    let kinds = found.map { "\($0.kind.name) \($0.number)" }
    #expect(
      kinds == [
        "waypoint 0", "waypoint 0", "route 1", "route 1", "track 1", "track 1", "track 1",
        "track 1", "track 2", "track 2",
      ])
    var random = SplitMix(seed: 3)
    #expect(epochs(of: pieces(Array(Self.file.utf8), most: 9, &random)) == found)
  }

  @Test("names, descriptions and symbols belong to what they stand in")
  func labels() {
    #expect(
      found[0].label == TraceLabel(name: "Home", details: "the <old> house", symbol: "Residence"))
    #expect(found[1].label == TraceLabel(name: "Sjö & Skog"))
    let plan = TraceLabel(name: "Plan", details: "by ferry")
    #expect(found[2].label == TraceLabel(name: "A", line: plan))
    #expect(found[3].label == TraceLabel(name: "B"))
    #expect(found[4].label == TraceLabel(line: TraceLabel(name: "Morning", details: "a walk")))
    #expect(found[5...7].allSatisfy { $0.label == nil })
    #expect(found[8].label?.line?.name == "Ride")
    #expect(TraceLabel(name: "") == nil)
  }

  @Test("figures are of the tracks, side by side; places and plans are counted")
  func summary() {
    var summary = TraceSummary()
    for epoch in found { summary.add(epoch) }
    #expect(summary.kind == .track && summary.lines.map(\.label?.name) == ["Morning", "Ride"])
    #expect((summary.fixCount, summary.routeCount, summary.waypointCount) == (6, 1, 2))
    let track = summary.track
    #expect(track.elapsed == .seconds(11 * 60 + 20 * 60))
    #expect(track.startTime?.description == "2024-05-01T08:00:00.000Z")
    #expect(track.endTime?.description == "2024-05-01T08:25:00.000Z")
    #expect(abs(track.distance - 2 * 111.4 - 11_141) < 3, "\(track.distance)")
    #expect(track.gapCount == 1 && abs(track.gapDistance - 1003) < 1)
  }

  @Test("a file of routes alone has the figures of its routes, and says so")
  func routesAlone() {
    let text = "<gpx><rte><rtept lat='59' lon='18'/><rtept lat='59.001' lon='18'/></rte></gpx>"
    var summary = TraceSummary()
    for epoch in epochs(of: Array(text.utf8)) { summary.add(epoch) }
    #expect(summary.kind == .route && summary.fixCount == 0)
    #expect(abs(summary.track.distance - 111.4) < 0.1)
  }

  /// What an export of everything says, read again: kinds, numbers, labels, places.
  func again(_ format: TraceOutputFormat) -> [String] {
    var encoder: any TraceEncoder =
      format == .csv ? CSVEncoder(saysKinds: true) : format.makeEncoder()
    var bytes: [UInt8] = []
    encoder.begin(&bytes)
    for epoch in found { encoder.write(epoch, to: &bytes) }
    encoder.end(&bytes)
    return epochs(of: bytes).map(Self.line)
  }

  static func line(_ epoch: TraceEpoch) -> String {
    func text(_ label: TraceLabel?) -> String {
      [label?.name, label?.details, label?.symbol].map { $0 ?? "-" }.joined(separator: "/")
    }
    return "\(epoch.kind.name) \(epoch.number) \(epoch.startsSegment) "
      + "\(epoch.location!.coordinate.latitude) \(text(epoch.label)) \(text(epoch.label?.line))"
  }

  @Test("an export keeps kinds and names", arguments: [TraceOutputFormat.gpx, .csv])
  func roundTrip(format: TraceOutputFormat) {
    #expect(again(format) == found.map(Self.line))
  }

  @Test("KML has a placemark with its name for each place, route and track")
  func kml() {
    var encoder = KMLEncoder()
    var bytes: [UInt8] = []
    encoder.begin(&bytes)
    for epoch in found { encoder.write(epoch, to: &bytes) }
    encoder.end(&bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.split(separator: "<Placemark>").count - 1 == 5)
    for name in ["Home", "Sjö &amp; Skog", "Plan", "Morning", "Ride"] {
      #expect(text.contains("<name>\(name)</name>"))
    }
    #expect(text.contains("<description>the &lt;old&gt; house</description>"))
  }

  @Test("a selection gives one track, by number or name, also after a seek")
  func selection() throws {
    let folder = ScratchFolder()
    let path = folder.write("lines.gpx", Self.file.utf8)
    for line in [TraceSelection.Line("2"), TraceSelection.Line("Ride")] {
      var file = try TraceFile(path: path)
      #expect(try file.playedKind() == .track)
      file.select(TraceSelection(line: line))
      #expect(try file.firstTimestamp()?.description == "2024-05-01T08:05:00.000Z")
      #expect(try file.lastTimestamp()?.description == "2024-05-01T08:25:00.000Z")
      for _ in 0..<2 {
        #expect(try file.next()?.location?.coordinate.longitude == 18.5)
        #expect(try file.next()?.location?.coordinate.longitude == 18.5)
        #expect(try file.next() == nil)
        file.rewind()
      }
      #expect(file.contents.tracks.map(\.label?.name) == ["Morning", "Ride"])
      #expect(file.contents.waypoints.map(\.label?.name) == ["Home", "Sjö & Skog"])
      #expect(file.contents.routes.first?.points.count == 2)
    }
    var file = try TraceFile(path: path)
    file.select(TraceSelection(line: .name("Evening")))
    #expect(try file.next() == nil)
  }

  @Test("a filter works on each track for itself, and leaves places, plans and names")
  func filter() {
    var filter = TraceFilter()
    filter.start = .timeOfDay(.seconds(9 * 3600))
    var run = filter.makeRun()
    var passed: [TraceEpoch] = []
    for epoch in found { run.add(epoch) { passed.append($0) } }
    run.finish { passed.append($0) }
    #expect(passed == Array(found[..<4]))
    filter.start = .timeOfDay(.seconds(8 * 3600 + 60))
    run = filter.makeRun()
    passed = []
    for epoch in found { run.add(epoch) { passed.append($0) } }
    run.finish { passed.append($0) }
    #expect(
      passed.map(\.label?.line?.name) == [nil, nil, "Plan", nil, "Morning", nil, nil, "Ride", nil])
  }
}
