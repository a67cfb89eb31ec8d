import TestSupport
import Testing

@testable import Positioning

@Suite("Speeds of KML")
struct KMLSpeedTests {
  @Test(
    "A list of speeds is read, an empty value is none",
    arguments: [("speed", 4.0), ("speed_kts", 4 * 0.514_444_4), ("speedKmh", 4 / 3.6)])
  func lists(name: String, speed: Double) {
    let found = epochs(
      of: Array(
        """
        <kml><Placemark><gx:Track><when>2024-05-01T12:00:00Z</when><when>2024-05-01T12:00:01Z</when>
        <gx:coord>12 55 1</gx:coord><gx:coord>12 55.0001 1</gx:coord><ExtendedData><SchemaData>
        <gx:SimpleArrayData name="\(name)"><gx:value>4</gx:value><gx:value/></gx:SimpleArrayData>
        </SchemaData></ExtendedData></gx:Track></Placemark></kml>
        """.utf8))
    #expect(found.count == 2 && found[1].location?.speed == nil)
    #expect(abs((found[0].location?.speed ?? 0) - speed) < 1e-5)
  }

  @Test("Speeds whose unit the positions contradict are put right, or left out")
  func contradicted() {
    func speeds(_ factor: Double) -> [Double] {
      let points = (0..<60).map { second in
        let latitude = 55 + Double(second) * 20 / 111_330
        return "<trkpt lat=\"\(latitude)\" lon=\"12\"><time>2024-05-01T12:00:"
          + "\(second < 10 ? "0" : "")\(second)Z</time><speed>\(20 * factor)</speed></trkpt>"
      }
      return epochs(of: Array("<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>".utf8))
        .compactMap(\.location?.speed)
    }
    #expect(speeds(1).count == 60 && speeds(1).allSatisfy { $0 == 20 })
    #expect(speeds(3.6).count == 60 && speeds(3.6).allSatisfy { abs($0 - 20) < 1e-9 })
    #expect(speeds(1.9438445).allSatisfy { abs($0 - 20) < 1e-6 })
    #expect(speeds(12).isEmpty)
  }

  /// GPX of a track in km/h to the north, a point a second, as its speeds are recorded.
  private func kilometresPerHour(_ recorded: [Double?], before: String = "") -> [UInt8] {
    var metres = 0.0
    let points = recorded.enumerated().map { second, speed in
      metres += (speed ?? 36) / 3.6
      let time = Timestamp(nanosecondsSince1970: Int64(1_714_564_800 + second) * 1_000_000_000)
      return "<trkpt lat=\"\(55 + metres / 111_330)\" lon=\"12\"><time>\(time)</time>"
        + (speed.map { "<speed>\($0)</speed>" } ?? "") + "</trkpt>"
    }
    return Array("<gpx>\(before)<trk><trkseg>\(points.joined())</trkseg></trk></gpx>".utf8)
  }

  @Test(
    "Neither waypoints, nor fixes that stand or have no speed, keep a unit from being seen",
    arguments: [
      ("three waypoints", 3, [], 0), ("six hundred waypoints", 600, [], 0),
      ("fixes without a speed", 0, [Double?](repeating: nil, count: 700), 0),
      ("a long stand", 0, [Double?](repeating: 0, count: 700), 0),
      // A receiver that stands with a little speed is held, until that takes too long.
      ("a restless stand", 0, [Double?](repeating: 0.6, count: 3000), 3),
    ])
  func unitIsSeenLate(what: String, waypoints: Int, stand: [Double?], missed: Int) {
    let places = String(repeating: "<wpt lat='55' lon='12'><name>w</name></wpt>", count: waypoints)
    let bytes = kilometresPerHour(
      stand + [Double?](repeating: 36, count: 200), before: places)
    let found = epochs(of: bytes)
    #expect(found.count == waypoints + stand.count + 200)
    let speeds = found.suffix(200).compactMap(\.location?.speed)
    #expect(speeds.count == 200)
    #expect(speeds.dropFirst(missed).allSatisfy { abs($0 - 10) < 1e-9 }, "\(speeds.prefix(5))")
    var reader = TraceReader()
    reader.read(bytes) { _ in }
    reader.finish { _ in }
    #expect(reader.warnings.contains { $0.contains("km/h") })
  }
}
