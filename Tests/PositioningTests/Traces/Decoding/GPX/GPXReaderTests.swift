@testable import Positioning
import TestSupport
import Testing

@Suite("GPX files")
struct GPXReaderTests {
  static let file = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE gpx [ <!ENTITY a "<trkpt lat='1' lon='1'/>"> ]>
    <!-- <trkpt lat="9" lon="9"/> -- > -->
    <gpx version="1.1" creator="x > y" xmlns="http://www.topografix.com/GPX/1/1"
      xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
      <metadata><time>2001-01-01T00:00:00Z</time></metadata>
      <wpt lat="48.1" lon="11.5"><ele>500</ele><name><![CDATA[<trkpt lat="8" lon="8"/>]]></name></wpt>
      <rte><name>r</name><rtept lat="48.2" lon="11.6"/><rtept lon='11.7' lat='48.3'></rtept></rte>
      <trk><name>t &amp; u</name><trkseg>
        <trkpt lat="48.1173" lon="11.5167"><ele>545.4</ele><time>2024-02-28T23:58:20.417Z</time>
          <magvar>357.5</magvar><geoidheight>46.9</geoidheight><fix>dgps</fix><sat>8</sat>
          <hdop>0.9</hdop><vdop>1.1</vdop><pdop>1.4</pdop>
          <extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>120</gpxtpx:hr>
            <gpxtpx:speed>10.5</gpxtpx:speed><gpxtpx:course>84.4</gpxtpx:course>
          </gpxtpx:TrackPointExtension><osmand:heading>12</osmand:heading>
          <accuracy>5</accuracy></extensions></trkpt>
        <trkpt lat="&#52;8.1174" lon="11.5168"><time>2024-02-29T00:58:21+01:00</time></trkpt>
      </trkseg><trkseg>
        <trkpt lat="-48.1174" lon="-11.5168"><speed>1&#x2E;5</speed><course>360</course>
          <fix>none</fix></trkpt>
        <trkpt lat="48.1175" lon="11.5169"><ele> <!-- none --> 546 </ele></trkpt>
      </trkseg></trk>
    </gpx>
    """

  @Test("Waypoints, routes and tracks are read, and segments begin where they do")
  func whole() {
    var reader = TraceReader()
    var found: [String] = []
    reader.read(Array(Self.file.utf8)) { found.append(summary(of: $0)) }
    reader.finish { found.append(summary(of: $0)) }
    #expect(reader.format == .gpx)
    #expect(
      found == [
        "- 48.1 11.5 alt=500 new", "- 48.2 11.6 new", "- 48.3 11.7",
        "2024-02-28T23:58:20.417Z 48.1173 11.5167 alt=545.4 hae=592.3 speed=10.5 course=84.4 "
          + "heading=12 hacc=5 hdop=0.9 vdop=1.1 pdop=1.4 sats=8 var=-2.5 fix=dgps new",
        "- no fix", "- 48.1175 11.5169 alt=546 new",
      ])
    #expect(reader.statistics.skipped(.malformedField) == 1)
  }

  @Test("GPX 1.0 has speed and course in the point itself, and no namespace is needed")
  func old() {
    let text = """
      <gpx version="1.0"><trk><trkseg><trkpt lat="48.1173" lon="11.5167"><time>2024-02-28T23:58:20Z\
      </time><course>84.4</course><speed>10.5</speed></trkpt></trkseg></trk></gpx>
      """
    #expect(
      epochs(of: Array(text.utf8)).map(summary(of:))
        == ["2024-02-28T23:58:20.000Z 48.1173 11.5167 speed=10.5 course=84.4 new"])
  }

  @Test("Points know their lines and where they end")
  func places() {
    let text = "<gpx>\n<wpt lat='1.5' lon='2.5'/>\n<wpt lat='1.5'\n lon='2.5'>\n</wpt>\n</gpx>\n"
    let found = epochs(of: Array(text.utf8))
    #expect(found.map(\.line) == [2, 3])
    #expect(found.map(\.endOffset) == [32, 66])
  }

  @Test("Any pieces, byte order marks and UTF-16 give the same points")
  func encodings() {
    let bytes = Array(Self.file.utf8)
    let whole = epochs(of: bytes)
    var random = SplitMix(seed: 5)
    for most in [1, 7, 300] { #expect(epochs(of: pieces(bytes, most: most, &random)) == whole) }
    #expect(epochs(of: [0xEF, 0xBB, 0xBF] + bytes).map(\.location) == whole.map(\.location))
    let wide: [UInt8] = [0xFF, 0xFE] + bytes.flatMap { [$0, 0] as [UInt8] }
    #expect(epochs(of: wide).map(\.location) == whole.map(\.location))
  }

  @Test("A file that is cut off anywhere gives the points that are whole")
  func cutOff() {
    let bytes = Array(Self.file.utf8)
    let whole = epochs(of: bytes)
    for length in stride(from: bytes.count, through: 400, by: -7) {
      let found = epochs(of: Array(bytes[..<length]))
      #expect(found == whole.filter { $0.endOffset <= length })
    }
  }

  @Test("Damaged copies are read to their end, the same in any pieces", arguments: 0..<200)
  func damage(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let bytes = mutated(Array(Self.file.utf8), &random)
    var reader = GPXReader()
    var whole: [TraceEpoch] = []
    reader.read(bytes) { whole.append($0) }
    reader.finish { whole.append($0) }
    for location in whole.compactMap(\.location) { #expect(location.coordinate.isValid) }
    var other = GPXReader()
    var found: [TraceEpoch] = []
    for piece in pieces(bytes, most: 50, &random) { other.read(piece) { found.append($0) } }
    other.finish { found.append($0) }
    #expect(found == whole)
  }

  @Test("Deep nesting, long tags and long texts cost no memory")
  func bombs() {
    var reader = GPXReader()
    reader.read(Array("<gpx><wpt lat='1.5' lon='2.5'><ele>".utf8)) { _ in }
    let digits = [UInt8](repeating: UInt8(ascii: "1"), count: 65_536)
    for _ in 0..<3 { reader.read(digits) { _ in } }
    reader.read(Array("</ele>".utf8)) { _ in }
    let open = Array(String(repeating: "<a>", count: 20_000).utf8)
    for _ in 0..<2 { reader.read(open) { _ in } }
    reader.read(Array("<b c=\"".utf8)) { _ in }
    for _ in 0..<3 { reader.read(digits) { _ in } }
    var found: [TraceEpoch] = []
    reader.read(Array("\"></wpt><wpt lat='3.5' lon='4.5'/></gpx>".utf8)) { found.append($0) }
    #expect(found.map { $0.location?.coordinate.latitude } == [1.5, 3.5])
  }
}
