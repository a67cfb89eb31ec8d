import Positioning
import TestSupport
import Testing

@Suite("Satellites in view")
struct SatelliteTests {
  @Test(
    "Numbers are normalised to system and number",
    arguments: [
      ("GP", 7, "G07"), ("GP", 35, "S122"), ("GP", 70, "R06"), ("GP", 193, "J01"),
      ("GL", 70, "R06"),
      ("GL", 6, "R06"), ("GA", 12, "E12"), ("GA", 301, "E01"), ("GB", 12, "C12"),
      ("BD", 212, "C12"),
      ("PQ", 401, "C01"), ("GQ", 3, "J03"), ("QZ", 193, "J01"), ("GI", 5, "I05"),
      ("GN", 133, "S133"),
    ])
  func numbering(talker: String, number: Int, name: String) {
    let bytes = nmeaLines(
      "GPRMC,120000,A,4807.0,N,01131.0,E,1.0,1.0,230394,,",
      "\(talker)GSV,1,1,01,\(number),16,162,46")
    #expect(epochs(of: bytes).first?.satellites.map(\.description) == [name])
  }

  @Test(
    "Signals of one satellite are one entry with the strongest signal; systems are not mixed up")
  func signals() throws {
    let bytes = nmeaLines(
      "GNRMC,120000,A,4807.0,N,01131.0,E,1.0,1.0,230394,,",
      "GPGSV,1,1,02,05,19,222,36,07,05,090,,1",
      "GPGSV,1,1,01,05,,,41,8", "GAGSV,1,1,01,05,60,010,30,7", "PQGSV,1,1,0,0",
      "GNGSA,A,3,05,,,,,,,,,,,,1.0,0.7,0.8,3", "GNGSA,A,3,07,09,,,,,,,,,,,1.0,0.7,0.8,1")
    let satellites = try #require(epochs(of: bytes).first?.satellites)
    #expect(satellites.map(\.description) == ["G05", "G07", "E05", "G09"])
    #expect(satellites.map(\.carrierToNoise) == [41, nil, 30, nil])
    #expect(satellites.map(\.isUsed) == [false, true, true, true])
    #expect(satellites[0].elevation == 19 && satellites[0].azimuth == 222)
  }

  @Test("A last GSV that is filled up with old satellites adds none")
  func fill() {
    let bytes = nmeaLines(
      "GPRMC,120000,A,4807.0,N,01131.0,E,1.0,1.0,230394,,",
      "GPGSV,2,1,05,01,1,1,,02,1,1,,03,1,1,,04,1,1,", "GPGSV,2,2,05,05,1,1,,06,1,1,,07,1,1,,08,1,1,"
    )
    #expect(epochs(of: bytes).first?.satellites.count == 5)
  }

  @Test("The real receiver's union holds GPS, GLONASS, Galileo and BeiDou, with its used marks")
  func realUnion() throws {
    let result = epochs(of: TraceFixture.start.bytes)
    #expect(result[0].location == nil)
    #expect(result[1].timestamp?.description == "2022-04-13T05:23:45.770Z")
    let satellites = result[1].satellites
    #expect(satellites.count { $0.system == .gps } == 11)
    #expect(satellites.count { $0.system == .glonass } == 8)
    #expect(satellites.count { $0.system == .galileo } == 8)
    #expect(satellites.count { $0.system == .beidou } == 12)
    #expect(satellites.count(where: \.isUsed) == 17)
    #expect(result[1].location?.satellitesUsed == 17)  // where GGA stops at 12
    #expect(result[2].satellites.isEmpty)
    #expect(result[3].satellites.first { $0.description == "C12" }?.isUsed == true)
  }
}
