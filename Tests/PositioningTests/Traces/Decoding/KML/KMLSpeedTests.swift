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
}
