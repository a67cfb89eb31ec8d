@testable import Positioning
import Testing

@Suite("Degrees, or degrees and minutes, in a table")
struct AngleFormTests {
  /// Rows of latitude and longitude under a header, and what is read of them.
  struct Table: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var rows: [String]
    var form: AngleForm
    var places: [Coordinate]
    var malformed = 0

    init(
      _ name: String, _ rows: [String], _ form: AngleForm, _ places: [(Double, Double)],
      malformed: Int = 0
    ) {
      testDescription = name
      self.rows = rows
      self.form = form
      self.places = places.map { Coordinate(latitude: $0.0, longitude: $0.1) }
      self.malformed = malformed
    }
  }

  static let tables = [
    Table(
      "Longitudes beyond 180 are none", ["39.000,200.000", "39.001,240.001"], .degrees, [],
      malformed: 2),
    Table(
      "Half a circle is one", ["10.0,360.0", "10.0,180.0"], .degrees, [(10, 180)], malformed: 1),
    Table(
      "Latitude and longitude mixed up are no minutes", ["159.0,18.0", "158.5,18.0"], .degrees, [],
      malformed: 2),
    Table("The same beyond 180", ["240.0,39.0", "240.5,39.0"], .degrees, [], malformed: 2),
    Table(
      "One damaged row does not turn the others into minutes",
      ["59.30,18.06", "5920.00,1804.00", "59.31,18.07"], .degrees, [(59.3, 18.06), (59.31, 18.07)],
      malformed: 1),
    Table(
      "Minutes of 60 and more are none", ["3975.0,11959.0", "3920.0,11959.0"], .degrees, [],
      malformed: 2),
    Table(
      "Numbers that are no angles at all, such as metres", ["6580123.0,674032.5"], .degrees, [],
      malformed: 1),
    Table(
      "Degrees and minutes", ["3930.0,-11945.0", "3945.0,-11930.0"], .degreesMinutes,
      [(39.5, -119.75), (39.75, -119.5)]),
    Table(
      "Near Greenwich", ["5130.0,7.5", "5145.0,-15.0"], .degreesMinutes,
      [(51.5, 0.125), (51.75, -0.25)]),
    Table("Near the equator", ["115.0,10345.0"], .degreesMinutes, [(1.25, 103.75)]),
    Table("With leading zeros", ["0015.0,00030.0"], .degreesMinutes, [(0.25, 0.5)]),
    Table(
      "Degrees with leading zeros", ["048.5,011.25", "007.5,100.25"], .degrees,
      [(48.5, 11.25), (7.5, 100.25)]),
    Table("Ten-millionths", ["395000000,-1197500000"], .tenMillionths, [(39.5, -119.75)]),
  ]

  @Test("Places are read rightly, or counted as malformed", arguments: tables)
  func forms(table: Table) {
    let text = "lat,lon\n" + table.rows.joined(separator: "\n") + "\n"
    var reader = CSVReader()
    var places: [Coordinate] = []
    reader.read(Array(text.utf8)) { _ in }
    reader.finish { epoch in
      if let location = epoch.location { places.append(location.coordinate) }
    }
    #expect(reader.dialect?.angleForm == table.form)
    #expect(places.count == table.places.count)
    for (place, expected) in zip(places, table.places) {
      #expect(abs(place.latitude - expected.latitude) < 1e-12)
      #expect(abs(place.longitude - expected.longitude) < 1e-12)
    }
    #expect(reader.statistics.skipped(.malformedField) == table.malformed)
  }

  @Test("A row with impossible minutes in a table of minutes is malformed")
  func impossibleMinutes() {
    var text = "lat,lon\n"
    for _ in 0..<300 { text += "3930.0,11945.0\n" }
    text += "3975.0,11945.0\n"
    var reader = CSVReader()
    reader.read(Array(text.utf8)) { _ in }
    reader.finish { _ in }
    #expect(reader.statistics.fixes == 300)
    #expect(reader.statistics.skipped(.malformedField) == 1)
  }
}
