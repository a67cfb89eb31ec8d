import TestSupport
import Testing

@testable import Positioning

/// Tables that say little of themselves, or say it in an unusual way.
@Suite("Unusual tables")
struct UnusualTableTests {
  private func fixes(_ text: String, columns: [String] = []) -> [String] {
    var reader = TraceReader(options: TraceOptions(columns: columns))
    var found: [String] = []
    reader.read(Array(text.utf8)) { if $0.location != nil { found.append(summary(of: $0)) } }
    reader.finish { if $0.location != nil { found.append(summary(of: $0)) } }
    return found
  }

  static let tables = [
    LoggerTable(
      "Decimal commas with exponents",
      "lat;lon;ele;time\n-3,047808487E-3;1,224944989E1;12,5;2024-05-01T10:00:00Z\n",
      "2024-05-01T10:00:00.000Z -0.0030478 12.2494499 alt=12.5"),
    LoggerTable(
      "Angles as text with a comma",
      "time;lat;lon;alt\n2024-05-01T10:00:00Z;0,0030478°S;12,2494499°E;10,5\n",
      "2024-05-01T10:00:00.000Z -0.0030478 12.2494499 alt=10.5"),
    LoggerTable(
      "The same in quotation marks", "Lat,Lon\n\"0,0030478°S\",\"12,2494499°W\"\n",
      "- -0.0030478 -12.2494499"),
    LoggerTable(
      "A fourth column without a heading",
      "time,latitude,longitude,\n2024-05-01T10:00:00Z,59.3,18.1,20\n",
      "2024-05-01T10:00:00.000Z 59.3 18.1 alt=20"),
    LoggerTable(
      "Four columns without any",
      "2024-05-01T10:00:00Z,59.3001,18.1001,20\n2024-05-01T10:00:01Z,59.3002,18.1002,21\n",
      "2024-05-01T10:00:00.000Z 59.3001 18.1001 alt=20",
      "2024-05-01T10:00:01.000Z 59.3002 18.1002 alt=21"),
    LoggerTable(
      "A number that cannot be a height",
      "59.3001,18.1001,1714557600\n59.3002,18.1002,1714557601\n",
      "2024-05-01T10:00:00.000Z 59.3001 18.1001", "2024-05-01T10:00:01.000Z 59.3002 18.1002"),
    LoggerTable(
      "Whole numbers behind a place without a time may be anything",
      "59.3001,18.1001,1\n59.3002,18.1002,2\n", "- 59.3001 18.1001", "- 59.3002 18.1002"),
    LoggerTable(
      "Blanks between cells",
      "time lat lon ele\n2024-05-01T10:00:00Z 59.3 18.1 20.5\n2024-05-01T10:00:01Z 59.4 18.2 21\n",
      "2024-05-01T10:00:00.000Z 59.3 18.1 alt=20.5", "2024-05-01T10:00:01.000Z 59.4 18.2 alt=21"),
    LoggerTable(
      "Several blanks, so that columns stand below each other",
      "date        time      lat     lon\n2024-05-01  10:00:00  59.30   18.1\n"
        + "2024-05-01  10:00:01  59.315  18.2\n",
      "2024-05-01T10:00:00.000Z 59.3 18.1", "2024-05-01T10:00:01.000Z 59.315 18.2"),
    LoggerTable(
      "Blanks and no names", "  59.3001 18.1001 20.5\n  59.3002 18.1002 21.0\n",
      "- 59.3001 18.1001 alt=20.5", "- 59.3002 18.1002 alt=21"),
    LoggerTable(
      "x, y and z", "x,y,z\n18.100001,59.300001,20.5\n", "- 59.300001 18.100001 alt=20.5"),
    LoggerTable(
      "UTM",
      "time,utm_zone,utm_ch,utm_east,utm_north,alt\n"
        + "2024-05-01T10:00:00Z,34,V,332632.190947,6580529.206609,10\n",
      "2024-05-01T10:00:00.000Z 59.3303 18.058 alt=10"),
    LoggerTable(
      "UTM with the band behind the zone, south of the equator",
      "Zone;Easting;Northing\n56H;334900,569652;6252288,752888\n", "- -33.8568 151.2153"),
    LoggerTable(
      "UTM with rows that are none, and its header again",
      "Zone;Easting;Northing\n34V;332632;6580529\n34V;x;6580529\nZone;Easting;Northing\n"
        + "99V;332632;6580529\n34V;332632,190947;6580529,206609\n",
      "- 59.3302981 18.0579968", "- 59.3303 18.058"),
    LoggerTable(
      "Milliseconds in a column of their own",
      "date,time,ms,lat,lon\n2024-05-01,10:00:00,100,59.3,18.1\n2024-05-01,10:00:00,20,59.4,18.1\n",
      "2024-05-01T10:00:00.100Z 59.3 18.1", "2024-05-01T10:00:00.020Z 59.4 18.1"),
    LoggerTable(
      "Milliseconds that the time says, too",
      "time,milliseconds,lat,lon\n2024-05-01T10:00:00.250Z,250,59.3,18.1\n",
      "2024-05-01T10:00:00.250Z 59.3 18.1"),
    LoggerTable(
      "OziExplorer with the days alone, whose text is Finnish",
      "OziExplorer Track Point File Version 2.1\r\nWGS 84\r\nAltitude is in Feet\r\nReserved 3\r\n"
        + "0,2,255,Track,0,0,2,8421376,-1,0\r\n2\r\n"
        + "  59.300000, 18.100000,1,  100.0,45413.4166667,01-touko-24, 10.00.00\r\n"
        + "  59.300100, 18.100000,0,  -777,45413.4166782,01-touko-24, 10.00.01\r\n",
      "2024-05-01T10:00:00.000Z 59.3 18.1 alt=30.48 new", "2024-05-01T10:00:01.000Z 59.3001 18.1"),
  ]

  @Test("Every table says what it said", arguments: tables)
  func reads(table: LoggerTable) { #expect(fixes(table.text) == table.fixes) }

  @Test("Columns that the user names are those, whatever the table says")
  func named() {
    let text = "when,q1,q2,q3\n2024-05-01T10:00:00Z,59.3,18.1,36\n"
    #expect(fixes(text) == [])
    #expect(
      fixes(text, columns: ["time", "lat", "lon", "speed(km/h)"])
        == ["2024-05-01T10:00:00.000Z 59.3 18.1 speed=10"])
    #expect(fixes(text, columns: ["-", "lon", "lat", "-"]) == ["- 18.1 59.3"])
    #expect(CSVDialect.problem(withColumns: ["time", "lat", "lon", "", "-"]) == nil)
    #expect(CSVDialect.problem(withColumns: ["time", "lat", "ele"]) != nil)
    #expect(CSVDialect.problem(withColumns: ["time", "lat", "lon", "foo"]) != nil)
  }

  @Test("What is wrong with names of columns is said, and every name and unit that is said works")
  func wrongNames() throws {
    func problem(_ names: String...) -> String? { CSVDialect.problem(withColumns: names) }
    let unknown = try #require(problem("-", "nam", "lat", "lon"))
    #expect(unknown.contains("“nam”"))
    let list = try #require(unknown.split(separator: "columns are ").last)
    for name in list.split(separator: ", ").prefix(while: { !$0.contains(" ") }) {
      #expect(problem("lat", "lon", String(name)) == nil, "\(name)")
    }
    #expect(problem("time", "ele")?.contains("lat and lon") == true)
    #expect(problem("lat", "lon", "speed(furlong)")?.contains("“furlong”") == true)
    for unit in ["m", "km", "ft", "mi", "nmi", "yd"] {
      #expect(problem("lat", "lon", "ele(\(unit))") == nil, "\(unit)")
    }
    for unit in ["m/s", "km/h", "mph", "kn", "ft/s"] {
      #expect(problem("lat", "lon", "speed(\(unit))") == nil, "\(unit)")
    }
    for unit in ["C", "F", "K"] {
      #expect(problem("lat", "lon", "temperature(\(unit))") == nil, "\(unit)")
    }
  }

  @Test(
    "Words and other numbers are no table",
    arguments: [
      "The lat and lon of my house\nare not known to me\nnor to you at all\n",
      "time,x,y,z\n0.1,0.02,9.81,0.1\n0.2,0.03,9.82,0.2\n", "x,y\n329000.5,6576000.25\n",
      "lat,lon,alt\n59.3,200.0,1\n",
    ])
  func noTables(text: String) { #expect(fixes(text) == []) }

  @Test("Waypoints of OziExplorer are waypoints with their names")
  func waypoints() {
    let text =
      "OziExplorer Waypoint File Version 1.1\r\nWGS 84\r\nReserved 2\r\ngarmin\r\n"
      + "   1,Home          ,  59.310000,  18.010000,45413.4166667,  0, 1, 3,         0,     65535,"
      + "where we live   , 0, 0,    0,   100, 6, 0,17\r\n"
    var reader = TraceReader()
    var found: [TraceEpoch] = []
    reader.read(Array(text.utf8)) { found.append($0) }
    reader.finish { found.append($0) }
    #expect(found.map(\.kind) == [.waypoint])
    #expect(found.first?.label?.name == "Home" && found.first?.label?.details == "where we live")
    #expect(found.first?.location?.altitude == 30.48)
  }
}
