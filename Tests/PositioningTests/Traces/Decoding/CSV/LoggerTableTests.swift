@testable import Positioning
import TestSupport
import Testing

@Suite("Tables of loggers and apps")
struct LoggerTableTests {
  @Test("Every logger's table says what it said", arguments: LoggerTable.all)
  func tables(table: LoggerTable) {
    var reader = TraceReader()
    var fixes: [String] = []
    reader.read(Array(table.text.utf8)) { if $0.location != nil { fixes.append(summary(of: $0)) } }
    reader.finish { if $0.location != nil { fixes.append(summary(of: $0)) } }
    #expect(reader.format == .csv)
    #expect(fixes == table.fixes, "\(reader.dialect?.description ?? "no dialect")")
  }

  @Test("Line ends of any kind and any pieces change nothing", arguments: LoggerTable.all)
  func lineEnds(table: LoggerTable) {
    let whole = epochs(of: Array(table.text.utf8))
    for lineEnd in ["\r\n", "\r"] {
      let text = table.text.split(separator: "\n", omittingEmptySubsequences: false)
        .joined(separator: lineEnd)
      #expect(epochs(of: Array(text.utf8)).map(\.location) == whole.map(\.location))
    }
    var random = SplitMix(seed: 7)
    #expect(epochs(of: pieces(Array(table.text.utf8), most: 40, &random)) == whole)
  }

  @Test("A guess is said")
  func guesses() {
    func description(_ text: String) -> String? {
      var reader = CSVReader()
      reader.read(Array(text.utf8)) { _ in }
      reader.finish { _ in }
      return reader.dialect?.description
    }
    #expect(
      description("date;time;lat;lon;alt;speed\n1/2/2024;23:58;1,5;2,5;3;4\n")
        == "semicolons, decimal comma, header in line 1, lat and lon in degrees, alt taken as m "
        + "(reference not given, taken as above mean sea level), speed taken as m/s, "
        + "dates taken as day/month, times without a time zone, taken as UTC in time")
    #expect(
      description("lat,lon,altitude (ft),HAE,speed_kmh\n1.5,2.5,3,3,4\n")
        == "commas, header in line 1, lat and lon in degrees, altitude (ft) in ft (reference not "
        + "given, taken as above mean sea level), HAE in ft (above the WGS-84 ellipsoid), "
        + "speed_kmh in km/h, no times")
  }

  @Test("Rows know their lines, also behind cells that hold line ends")
  func lines() {
    let text = "# note\nlat,lon,name\n1.5,2.5,\"a\nb\"\n\n1.6,2.6,c\r\n1.7,2.7,d\n"
    #expect(epochs(of: Array(text.utf8)).map(\.line) == [3, 6, 7])
  }

  @Test("The satellites of our own table come back")
  func satellites() {
    let text = """
      time,latitude,longitude,altitude,speed,course,satellites,hdop,fix,sats
      2024-02-28T23:58:20.000Z,1.5,2.5,,,,2,,gps,G07* G12 R03* S133
      """
    let epoch = epochs(of: Array(text.utf8)).first
    #expect(epoch?.satellites.map(\.description) == ["G07", "G12", "R03", "S133"])
    #expect(epoch?.satellites.map(\.isUsed) == [true, false, true, false])
    #expect(epoch?.location?.satellitesUsed == 2)
  }
}

@Suite("Tables that would hurt")
struct HostileTableTests {
  @Test(
    "Numbers of any length are read or left out, and never overflow",
    arguments: [
      "time,lat,lon\n2024-02-28T23:58:20+999999999999999999,1.5,2.5\n",
      "time,lat,lon\n2024-02-28T23:58:20-999999999999999999:59,1.5,2.5\n",
      "time,lat,lon,utc offset\n2024-02-28T23:58:20,1.5,2.5,+99999999999999999999\n",
      "time,lat,lon\n-9223372036854775807,1.5,2.5\n", "time,lat,lon\n9223372036854775807,1.5,2.5\n",
      "time,lat,lon\n-9223300000000000000,1.5,2.5\n", "time,lat,lon\n9e29,1.5,2.5\n",
      "time (ns),lat,lon\n-9223372036854775807,1.5,2.5\n", "time (s),lat,lon\n9e29,1.5,2.5\n",
      "date,time,lat,lon\n999999999999999999,999999999999999999,1.5,2.5\n",
      "year,month,day,hour,minute,second,lat,lon\n"
        + "99999999999999999,99999999999999999,9e9,99999999999999999,9999999999,1e99,1.5,2.5\n",
      "datetime,lat,lon\n99999999999.9,1.5,2.5\n", "lat,lon,satellites,course\n1.5,2.5,9e18,9e99\n",
      "lat,lon\n9e99,1E-99\n", "lat,lon\n99999999999999999999 99999999999999 999999999999,2.5\n",
    ])
  func numbers(text: String) {
    let row = text.split(separator: "\n")[1]
    let rows = text + String(repeating: row + "\n", count: 3)
    #expect(epochs(of: Array(rows.utf8)).count <= 4)
    let offset = TraceOptions(utcOffset: .seconds(Int64.max))
    #expect(epochs(of: Array(rows.utf8), options: offset).count <= 4)
  }

  @Test("A row may be shorter than the column that says its kind")
  func shortRow() {
    let text = """
      Latitude,Longitude,Sat used,Sat in view,Type
      1.5,2.5
      1.5,2.5,8,12,T
      """
    #expect(epochs(of: Array(text.utf8)).count == 1)
  }

  @Test("A course is kept at any speed, and a heading beside it")
  func standing() {
    let text = "lat,lon,speed,course,heading\n1.5,2.5,0,84.4,12\n"
    let location = epochs(of: Array(text.utf8)).first?.location
    #expect(location?.course == 84.4)
    #expect(location?.heading == 12)
  }

  @Test("A height stays what was recorded, and none is computed from another")
  func geoid() {
    func heights(_ text: String) -> [Double?] {
      let location = epochs(of: Array(text.utf8)).first?.location
      return [location?.altitude, location?.ellipsoidalAltitude]
    }
    let unknown = "time,lat,lon,elevation,accuracy,bearing,speed,geoidheight\n"
    let android = "time,lat,lon,elevation,accuracy,bearing,speed,provider,geoidheight\n"
    #expect(heights(unknown + "2024-02-28T23:58:20Z,1.5,2.5,100,5,1,1,40\n") == [100, nil])
    #expect(
      heights(android + "2024-02-28T23:58:20Z,1.5,2.5,12.249,5,1,1,gps,27.5\n") == [12.249, 12.249])
    #expect(heights("lat,lon,altitude,geoid\n1.5,2.5,100,40\n") == [100, nil])
    #expect(heights("lat,lon,ellipsoidal height,geoid\n1.5,2.5,100,40\n") == [nil, 100])
    #expect(heights("lat,lon,height above ellipsoid (m)\n1.5,2.5,100\n") == [nil, 100])
  }

  @Test("Damaged copies of every table are read to their end", arguments: LoggerTable.all)
  func damage(table: LoggerTable) {
    var random = SplitMix(seed: 3)
    for _ in 0..<5 {
      let bytes = mutated(Array(table.text.utf8), &random)
      let whole = epochs(of: bytes)
      for location in whole.compactMap(\.location) { #expect(location.coordinate.isValid) }
      #expect(epochs(of: pieces(bytes, most: 60, &random)) == whole)
    }
  }
}
