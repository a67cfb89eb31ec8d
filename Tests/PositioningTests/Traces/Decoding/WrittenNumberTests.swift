import TestSupport
import Testing

@testable import Positioning

@Suite("Numbers with either decimal sign")
struct WrittenNumberTests {
  private func written(_ text: String, _ sign: UInt8) -> String {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      switch ByteText(bytes).written(sign: sign) {
      case .number(let value): "\(value)"
      case .ambiguous: "ambiguous"
      case .none: "none"
      }
    }
  }

  @Test(
    "A mark is read as what it can only be, and left open where it may be two things",
    arguments: [
      ("31.5", "31.5", "31.5"), ("31,5", "31.5", "31.5"), ("-0,25", "-0.25", "-0.25"),
      ("1,234", "ambiguous", "1.234"), ("1.234", "1.234", "ambiguous"),
      ("0,123", "0.123", "0.123"), ("1234,567", "1234.567", "1234.567"),
      ("1,2345", "1.2345", "1.2345"), ("12,34,56", "none", "none"),
      ("1,234,567", "1234567.0", "1234567.0"), ("1.234.567", "1234567.0", "1234567.0"),
      ("1,234.5", "1234.5", "1234.5"), ("1.234,5", "1234.5", "1234.5"),
      ("12,34.5", "none", "none"), ("1.2.3", "none", "none"), ("4,8E1", "48.0", "48.0"),
      ("1,234E2", "123.4", "123.4"), ("7", "7.0", "7.0"), ("", "none", "none"),
      (",5", "0.5", "0.5"), ("x", "none", "none"), ("1,", "none", "1.0"),
    ])
  func marks(text: String, point: String, comma: String) {
    #expect(written(text, .dot) == point)
    #expect(written(text, .comma) == comma)
  }

  private func locations(_ text: String) -> (locations: [Location?], ambiguous: Int) {
    var reader = TraceReader()
    var found: [Location?] = []
    reader.read(Array(text.utf8)) { found.append($0.location) }
    reader.finish { found.append($0.location) }
    return (found, reader.statistics.count(of: .ambiguousNumber))
  }

  @Test(
    "Points of GPX take a comma for a decimal sign where it is one",
    arguments: [
      ("55,7", "31,5", 31.5, 0), ("55.7", "31,5", 31.5, 0), ("55,7", "1,234", 1.234, 0),
      ("55.7", "1,234", nil, 1), ("55.7", "1,234.5", 1234.5, 0),
    ] as [(String, String, Double?, Int)])
  func gpx(latitude: String, height: String, altitude: Double?, ambiguous: Int) {
    let found = locations(
      "<gpx><wpt lat='\(latitude)' lon='12.55'><ele>\(height)</ele></wpt></gpx>")
    #expect(found.locations.map { $0?.altitude } == [altitude])
    #expect(found.locations.first??.coordinate.latitude == 55.7)
    #expect(found.ambiguous == ambiguous)
  }

  @Test("Points of TCX do, too")
  func tcx() {
    let found = locations(
      "<TrainingCenterDatabase><Trackpoint><Position><LatitudeDegrees>55,700</LatitudeDegrees>"
        + "<LongitudeDegrees>12,55</LongitudeDegrees></Position><AltitudeMeters>31,5"
        + "</AltitudeMeters></Trackpoint></TrainingCenterDatabase>")
    #expect(found.locations.first??.coordinate == Coordinate(latitude: 55.7, longitude: 12.55))
    #expect(found.locations.first??.altitude == 31.5)
  }

  @Test(
    "Tuples of KML with four or six numbers have decimal commas",
    arguments: [
      ("<coordinates>12,55,55,7,31,5</coordinates>", 31.5),
      ("<coordinates>12,55,55,7</coordinates>", nil),
      ("<coordinates>12.55,55.7,31.5</coordinates>", 31.5),
    ] as [(String, Double?)])
  func kml(coordinates: String, altitude: Double?) {
    let found = locations(
      "<kml><Placemark><Point><altitudeMode>absolute</altitudeMode>\(coordinates)</Point>"
        + "</Placemark></kml>")
    #expect(found.locations.first??.coordinate == Coordinate(latitude: 55.7, longitude: 12.55))
    #expect(found.locations.first??.altitude == altitude)
  }

  @Test("Positions of a gx:Track do, too")
  func track() {
    let found = locations(
      "<kml><Placemark><gx:Track><altitudeMode>absolute</altitudeMode>"
        + "<when>2025-05-02T09:00:00Z</when><gx:coord>12,55 55,7 31,5</gx:coord></gx:Track>"
        + "</Placemark></kml>")
    #expect(found.locations.first??.coordinate == Coordinate(latitude: 55.7, longitude: 12.55))
    #expect(found.locations.first??.altitude == 31.5)
  }
}
