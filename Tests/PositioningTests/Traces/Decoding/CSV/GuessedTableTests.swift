import TestSupport
import Testing

@testable import Positioning

/// What a table does not say: its columns and its units.
@Suite("Guesses about tables")
struct GuessedTableTests {
  private func read(_ text: String) -> (locations: [Location], reader: TraceReader) {
    var reader = TraceReader()
    var found: [Location] = []
    reader.read(Array(text.utf8)) { if let location = $0.location { found.append(location) } }
    reader.finish { if let location = $0.location { found.append(location) } }
    return (found, reader)
  }

  /// Rows of a few values that change by a step from row to row.
  private static func rows(_ first: [Double], _ steps: [Double], digits: Int) -> String {
    (0..<20).map { row in
      zip(first, steps).map {
        // To and fro, as noise does.
        let sign = $1 < 0 ? (row * 7 % 5 - 2) * -1 : row
        return String(fixedPoint: $0 + abs($1) * Double(sign), decimals: digits)
      }.joined(separator: ",")
    }.joined(separator: "\n") + "\n"
  }

  @Test(
    "Two columns of decimals are no position",
    arguments: [
      ("accelerations, to 3 digits", [0.031, 9.812, 0.331], [-0.002, -0.003, -0.005], 3),
      ("accelerations, to 6 digits", [0.031, 9.812, 0.331], [-0.002, -0.003, -0.005], 6),
      ("accelerations in g", [0.0131, 0.0212, 0.9981], [-0.0002, -0.0003, -0.0005], 6),
      ("tilted accelerations", [6.81, 6.81, 1.7], [-0.0001, -0.0001, -0.0001], 5),
      ("rates of turn", [15.2, -7.1, 3.3], [-2.1, -1.7, -0.9], 4),
      ("magnetic field", [22.5, -14.2, 43.1], [-0.3, -0.2, -0.3], 4),
      ("dilutions", [1.52, 0.93, 1.2], [0, 0, 0], 2),
      ("temperature and humidity", [21.5, 45.2], [0.01, 0.05], 2),
      ("random numbers", [0.2, 0.3], [-0.07, -0.05], 5),
      ("greater ones", [20.2, 30.3], [-7, -5], 5),
    ])
  func noPosition(name: String, first: [Double], steps: [Double], digits: Int) {
    let rows = Self.rows(first, steps, digits: digits)
    #expect(read(rows).reader.isRefused, "\(name)")
    let timed = rows.split(separator: "\n").enumerated().map { row, text in
      "2025-05-02T09:00:\(row + 10)Z,\(text)\n"
    }
    #expect(read(timed.joined()).reader.isRefused, "\(name), with times")
    if first.count == 3 {
      #expect(read("x,y,z\n" + rows).reader.isRefused, "\(name), x, y, z")
    }
  }

  @Test(
    "A position without a heading is one, and that it was guessed is said",
    arguments: [
      ("55.71041,12.55481", 0, 1), ("7,55.71041,12.55481", 1, 2),
      ("1.52,0.93,1.2,55.71041,12.55481", 3, 4), ("144.96311,-37.81361", 1, 0),
      ("2025-05-02T09:00:00Z,55.71041,12.55,31.5", 1, 2), ("1746176400 55.71041 12.55481 31", 1, 2),
      ("5542.6246,N,01233.2886,E,0.9", 0, 2), ("55,71041;12,55481;31,5", 0, 1),
    ])
  func position(row: String, latitude: Int, longitude: Int) {
    let (locations, reader) = read("\(row)\n\(row)\n\(row)\n")
    #expect(locations.count == 3)
    #expect(reader.dialect?.columns[.latitude] == latitude)
    #expect(reader.dialect?.columns[.longitude] == longitude)
    #expect(reader.warnings.first?.contains("column \(latitude + 1)") == true)
  }

  @Test(
    "Modems' answers are read by their names",
    arguments: [
      "+CGNSSINFO: 2,09,,05,00,55.7104973,N,12.5548390,E,020525,090000.00,30.3,7.0,,15.11,9.02,12.13,",
      "+CGNSSINFO: 2,09,05,00,5542.629838,N,01233.290340,E,020525,090000.0,30.3,7.0,,1.5,9.02,1.2",
      "+CGPSINFO: 5542.629838,N,01233.290340,E,020525,090000.0,30.3,7.0,",
      "+CGNSINF: 1,1,20250502090000.000,55.710497,12.554839,30.3,12.96,,1,,9.02,1.2,0.8,,12,9,,,42,,",
      "+QGPSLOC: 090000.000,5542.6298N,01233.2903E,9.02,30.3,2,,12.96,7.0,020525,09",
      "+QGPSLOC: 090000.000,55.71050,12.55484,9.02,30.3,2,,12.96,7.0,020525,09",
      "+QGPSLOC: 090000.0,5542.629838,N,01233.290340,E,9.02,30.3,2,,12.96,7.0,020525,09",
      "$GPSACP: 090000.000,5542.62984N,01233.29034E,9.02,30.3,3,,12.96,7.0,020525,09",
      "+UGNSINF: 1,1,20250502090000.000,55.710497,12.554839,30.3,12.96,,1,,9.02,1.2,0.8,,12,9,,,42,,",
    ])
  func modems(row: String) throws {
    let (locations, reader) = read("AT\r\n\(row)\r\n\r\nOK\r\n\(row)\r\n\r\nOK\r\n")
    try #require(locations.count == 2)
    #expect(abs(locations[0].coordinate.latitude - 55.7104973) < 1e-5)
    #expect(abs(locations[0].coordinate.longitude - 12.554839) < 1e-5)
    #expect(locations[0].altitude == 30.3)
    #expect(abs((locations[0].speed ?? 0) - 3.6) < 0.01)
    #expect(locations[0].timestamp?.description == "2025-05-02T09:00:00.000Z")
    #expect(reader.warnings == [])
  }

  @Test(
    "Answers that are not known are no position, for the first number stands behind a name",
    arguments: [
      "+GPSX: 55.710497,12.554839,1.10,0.80", "+CLBS: 0,12.554839,55.710497,550",
      "#XGPS: 55.710497,12.554839,30.3", "+CIPGSMLOC: 0,12.554839,55.710497,2025/05/02,09:00:00",
    ])
  func unknownModems(row: String) {
    #expect(read("\(row)\r\n\(row)\r\n\(row)\r\n").reader.isRefused)
  }

  @Test("A modem without a fix says no position")
  func silentModem() { #expect(read("+CGPSINFO: ,,,,,,,,\n+CGPSINFO: ,,,,,,,,\n").locations == []) }

  @Test(
    "A unit in a heading counts, wherever it stands",
    arguments: [
      ("alt (ft)", "1000", 304.8), ("Altitude[feet]", "1000", 304.8),
      ("altitude_ft", "1000", 304.8),
      ("GPS Altitude (WGS84 ft)", "1000", 304.8), ("\"Altitude, feet\"", "1000", 304.8),
      ("AltFt", "1000", 304.8), ("ele_m", "1000", 1000), ("Altitude (km)", "1.5", 1500),
      ("Höhe in Fuß", "1000", 304.8), ("altitude_cm", "3150", 31.5),
      ("\"Altitude\"|\"ft\"|0.0|4000.0|1", "100.0", 30.48), ("Altitude (GPS)", "100", 100),
      ("alt", "\"100 ft\"", 30.48), ("alt", "\"100\" ft", 30.48), ("alt", "100ft", 30.48),
      ("alt", "\"1,234.5\"", 1234.5),
    ])
  func heights(heading: String, cell: String, altitude: Double) {
    let (locations, reader) = read("lat,lon,\(heading)\n55.7,12.55,\(cell)\n")
    #expect(locations.map { $0.altitude.map { ($0 * 1e6).rounded() / 1e6 } } == [altitude])
    #expect(reader.warnings == [])
  }

  @Test(
    "So do those of speeds",
    arguments: [
      ("speed_kmh", "36", 10), ("speed_km_h", "36", 10), ("Speed (mph)", "50", 22.352),
      ("Speed (knots)", "36", 18.52), ("Speed [km/h]", "36", 10), ("Speed m/s", "10", 10),
      ("Geschwindigkeit in km/h", "36", 10), ("velocity (ft/s)", "10", 3.048),
      ("Speed(Miles/hr)", "50", 22.352), ("\"Speed\"|\"mph\"|0.0|150.0|10", "50.0", 22.352),
      ("speed", "\"36 km/h\"", 10), ("speed", "10 m/s", 10), ("SOG", "36", 18.52),
    ])
  func speeds(heading: String, cell: String, speed: Double) {
    let locations = read("lat,lon,\(heading)\n55.7,12.55,\(cell)\n").locations
    #expect(locations.map { $0.speed.map { ($0 * 1e6).rounded() / 1e6 } } == [speed])
  }

  @Test("So do those of accuracies and temperatures")
  func others() {
    let (locations, _) = read(
      "lat,lon,accuracy (ft),vertical accuracy [feet]\n55.7,12.55,10,20\n")
    #expect(locations.first?.horizontalAccuracy.map { ($0 * 1e6).rounded() / 1e6 } == 3.048)
    #expect(locations.first?.verticalAccuracy.map { ($0 * 1e6).rounded() / 1e6 } == 6.096)
    for (heading, cell) in [
      ("temperature (F)", "68"), ("Temperature [°C]", "20"), ("temp_c", "20"),
      ("temperature", "68 °F"), ("Temperature °F", "68"), ("temperature (K)", "293.15"),
    ] {
      let epoch = epochs(of: Array("lat,lon,\(heading)\n55.7,12.55,\(cell)\n".utf8)).first
      #expect(epoch?.sensors.temperature.map { ($0 * 1e6).rounded() / 1e6 } == 20, "\(heading)")
    }
  }

  @Test("A unit that is not known is said")
  func unknownUnits() {
    let (locations, reader) = read("lat,lon,Altitude (furlongs)\n55.7,12.55,5\n")
    #expect(locations.first?.altitude == 5)
    #expect(reader.warnings.first?.contains("“furlongs” of Altitude (furlongs)") == true)
    let cells = read("lat,lon,alt\n55.7,12.55,5 furlongs\n")
    #expect(cells.locations.map(\.altitude) == [nil])
    #expect(cells.reader.statistics.count(of: .unknownUnit) == 1)
  }

  @Test(
    "Speeds without a unit are in the one that fits the positions, or left out",
    arguments: [(1, 20), (3.6, 20), (1.944, 20), (2.237, 20), (7, nil), (0, nil), (0.1, nil)]
      as [(Double, Double?)], [false, true])
  func bareSpeeds(unit: (factor: Double, speed: Double?), isNumbered: Bool) {
    let (factor, speed) = unit
    var text = "time,lat,lon," + (isNumbered ? "speed,no" : "speed") + "\n"
    for second in 0..<20 {
      let latitude = String(fixedPoint: 55.7 + Double(second) * 20 / 111_320, decimals: 7)
      let value = String(fixedPoint: 20 * factor, decimals: 2)
      text += "2025-05-02T09:00:\(second + 10)Z,\(latitude),12.55,\(value)"
      text += isNumbered ? ",\(second)\n" : "\n"
    }
    let (locations, reader) = read(text)
    #expect(locations.count == 20)
    for location in locations {
      if let speed {
        #expect(abs((location.speed ?? 0) - speed) < 0.1)
      } else {
        #expect(location.speed == nil)
      }
    }
    #expect(reader.warnings.count == (factor == 1 ? 0 : 1))
  }

  @Test(
    "A unit behind each speed counts whatever the positions say",
    arguments: [("36 km/h", 10), ("\"36\" km/h", 10), ("10 kn", 5.1444), ("10mph", 4.4704)])
  func speedsWithUnits(cell: String, speed: Double) {
    let rows = (0..<20).map { "2025-05-02T09:00:\($0 + 10)Z,55.7\($0 + 10),12.55,\(cell)\n" }
    let (locations, reader) = read("time,lat,lon,speed\n" + rows.joined())
    #expect(locations.count == 20)
    #expect(locations.allSatisfy { abs(($0.speed ?? 0) - speed) < 0.001 })
    #expect(reader.warnings == [])
  }

  @Test("A unit that is said counts whatever the positions say, and two rows decide nothing")
  func saidSpeeds() {
    let rows = (0..<20).map {
      "2025-05-02T09:00:\($0 + 10)Z,\(String(fixedPoint: 55.7 + Double($0) / 5566, decimals: 7)),12.55,72\n"
    }
    let said = read("time,lat,lon,speed (m/s)\n" + rows.joined())
    #expect(said.locations.allSatisfy { $0.speed == 72 })
    let short = read("time,lat,lon,speed\n" + rows.prefix(2).joined())
    #expect(short.locations.allSatisfy { $0.speed == 72 })
  }

  @Test(
    "Headings in Danish, Norwegian and Swedish are known",
    arguments: [
      "Tid;Breddegrad;Længdegrad;Højde", "tidspunkt;breddegrad;lengdegrad;høyde (m)",
      "Tid;Latitud;Longitud;Höjd", "tidpunkt;breddgrad;längdgrad;höjd [m]",
    ])
  func scandinavian(heading: String) {
    let locations = read("\(heading)\n2025-05-02T09:00:00Z;55,7000;12,5500;31,5\n").locations
    #expect(locations.map(\.altitude) == [31.5])
    #expect(locations.first?.timestamp?.description == "2025-05-02T09:00:00.000Z")
  }

  @Test("Names come back from a table as they were, quotation marks and all")
  func names() {
    for name in ["say \"hi\"", "\"quoted\"", "\"", "a\"\"b", "5\" disk, Ørestad"] {
      var epoch = TraceEpoch(
        location: Location(coordinate: Coordinate(latitude: 55.7, longitude: 12.55)))
      epoch.kind = .waypoint
      epoch.label = TraceLabel(name: name)
      var encoder = CSVEncoder(saysKinds: true)
      var bytes: [UInt8] = []
      encoder.begin(&bytes)
      encoder.write(epoch, to: &bytes)
      #expect(epochs(of: bytes).first?.label?.name == name)
    }
  }
}

@Suite("Texts that are known and not read")
struct ForeignTextTests {
  @Test(
    "The refusal says what was recognised",
    arguments: [
      ("1\n00:00:00,000 --> 00:00:01,000\nHello!\n", "subtitles (SRT), without positions"),
      (
        "$FLYS,1\n$COL,IMU,time,wx,wy,wz\n$DATA\n$IMU,12.5,1,2,3\n$IMU,12.6,1,2,3\n",
        "FlySight 2 without positions"
      ),
      (#"{"semanticSegments":[{"startTime":"x","visit":{}}]}"#, "Google Timeline without a point"),
      ("x,y,z\n0.03,9.81,0.3\n0.03,9.80,0.3\n", "a table of 3 columns (x, y, z)"),
      ("0.03,9.81,0.3\n0.03,9.80,0.3\n", "a table of 3 columns without a header"),
      (#"{"a":{"latitude":1,"longitude":2}}"#, "is JSON of an unsupported kind"),
    ])
  func refusals(text: String, word: String) {
    let trace = TemporaryTrace(Array((text + "\n").utf8))
    defer { trace.remove() }
    do {
      _ = try TraceFile(path: trace.path)
      Issue.record("It was read.")
    } catch {
      #expect(error.description.contains(word), "\(error)")
    }
  }

  @Test("What Overland sends is read")
  func overland() {
    let feature =
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[12.55,55.7]},"properties":{"timestamp":"2025-05-02T09:00:0%Z","altitude":31,"speed":-1,"horizontal_accuracy":5}}"#
    let features = (0..<3).map { number in
      feature.split(separator: "%").joined(separator: "\(number)")
    }
    let found = epochs(of: Array("{\"locations\": [\(features.joined(separator: ","))]}".utf8))
    #expect(found.map(\.location?.altitude) == [31, 31, 31])
    #expect(found.map(\.location?.speed) == [nil, nil, nil])
    #expect(found.last?.timestamp?.description == "2025-05-02T09:00:02.000Z")
  }

  @Test("An archive that unpacks to more than is allowed is refused with the option's name")
  func bomb() {
    let error = TraceError.unpacksTooLarge(path: "a.gz", limit: 2 << 30)
    #expect(error.description.contains("2 GiB") && error.description.contains("--max-unpacked"))
  }
}
