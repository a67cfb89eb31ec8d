@testable import Positioning
import TestSupport
import Testing

@Suite("Logs that are made to hurt")
struct HostileLogTests {
  static let rmc = "GPRMC,120000,A,4807.0380,N,01131.0000,E,10.0,84.4,230394,,"

  @Test("One epoch said two thousand times over is one epoch, with each satellite once")
  func oneEpochForEver() throws {
    let cycle = nmeaLines(
      Self.rmc, "GPGSA,A,3,01,02,03,04,05,06,07,08,09,10,11,12,1.5,0.8,1.3",
      "GPGSV,1,1,04,01,10,20,30,02,10,20,30,03,10,20,30,04,10,20,30")
    var reader = NMEAReader()
    var result: [TraceEpoch] = []
    for _ in 0..<2000 { reader.read(cycle) { result.append($0) } }
    reader.finish { result.append($0) }
    #expect(result.count == 1)
    #expect(result.first?.satellites.count == 12)
    #expect(result.first?.location?.satellitesUsed == 12)
    #expect(reader.statistics.count(of: .duplicateSentence) == 1999)
  }

  @Test("Satellites without number or end are capped")
  func endlessSatellites() {
    var reader = NMEAReader()
    var result: [TraceEpoch] = []
    reader.read(nmeaLines(Self.rmc)) { result.append($0) }
    for number in 1..<999 {
      let talker = ["GP", "GL", "GA", "GB"][number % 4]
      reader.read(
        nmeaLines(
          "\(talker)GSV,9,1,999,\(number),10,20,30", "\(talker)GSA,A,3,\(number),,,,,,,,,,,,,,",
          "A\(number % 10)GSA,A,3,\(number),,,,,,,,,,,,,,")
      ) { result.append($0) }
    }
    reader.read(nmeaLines(Self.rmc.replacing("120000", with: "120001"))) { result.append($0) }
    reader.finish { result.append($0) }
    #expect(result.count == 2)
    #expect(result.allSatisfy { $0.satellites.count <= 320 })
  }

  @Test("Satellites beyond those that can be are left out, and counted")
  func surplusSatellites() {
    let groups = ["GP", "GL", "GA", "GB", "GQ", "GI"].flatMap { talker in
      (0..<8).map { group in
        let satellites = (1...4).map { "\(4 * group + $0),10,20,30" }.joined(separator: ",")
        return "\(talker)GSV,8,\(group + 1),32,\(satellites)"
      }
    }
    var reader = NMEAReader()
    var result: [TraceEpoch] = []
    reader.read(nmeaLines(Self.rmc)) { result.append($0) }
    for sentence in groups { reader.read(nmeaLines(sentence)) { result.append($0) } }
    reader.finish { result.append($0) }
    #expect(result.map(\.satellites.count) == [160])
    #expect(reader.statistics.count(of: .surplusSatellite) == 6 * 32 - 160)
  }

  @Test("Irregularities are counted: times that go back or stand still, none, and rollovers")
  func irregularities() {
    var reader = NMEAReader()
    let gga = "GPGGA,120000,4807.0380,N,01131.0000,E,1,08,0.9,545.4,M,46.9,M,,"
    let bytes = nmeaLines(
      gga.replacing("120000", with: "120005"), gga, gga.replacing("4807", with: "4808"),
      "GPRMC,120010,A,4807.0380,N,01131.0000,E,10.0,84.4,230394,,",
      "GPRMC,120011,A,4807.0380,N,01131.0000,E,10.0,84.4,061113,,",
      "GPGLL,4807.0380,N,01131.0000,E,,A")
    reader.read(bytes) { _ in }
    reader.finish { _ in }
    let statistics = reader.statistics
    #expect(statistics.epochs == 6)
    #expect(statistics.count(of: .backwards) == 1)
    #expect(statistics.count(of: .repeatedTime) == 1)
    #expect(statistics.count(of: .untimed) == 1)
    #expect(statistics.count(of: .weekRollover) == 1)
  }

  @Test("A sentence that comes when its epoch was given out, and those whose epoch was lost")
  func leftOut() {
    var reader = NMEAReader(options: .live)
    reader.read(nmeaLines(Self.rmc)) { _ in }
    reader.flush { _ in }
    reader.read(nmeaLines(Self.rmc)) { _ in }
    reader.flush { _ in }
    let vtgs = (0..<4).map { "GPVTG,8\($0).4,T,,M,10.0,N,18.5,K" }
    reader.read(
      nmeaLines(Self.rmc.replacing("120000", with: "120001")) + vtgs.flatMap { nmeaLines($0) }
        + nmeaLines(Self.rmc.replacing("120000", with: "120006"))
    ) { _ in }
    reader.finish { _ in }
    #expect(reader.statistics.count(of: .lateSentence) == 1)
    #expect(reader.statistics.count(of: .homelessSentence) >= 2)
  }
}
