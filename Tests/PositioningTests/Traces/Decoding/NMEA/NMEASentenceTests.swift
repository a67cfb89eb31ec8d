@testable import Positioning
import TestSupport
import Testing

@Suite("NMEA 0183 sentences as values")
struct NMEASentenceTests {
  private func read<Sentence: EpochSentence>(
    _ body: String, as type: Sentence.Type
  ) throws -> Sentence {
    try Array(nmeaSentence(body).utf8).withUnsafeBufferPointer { bytes in
      try withUnsafeTemporaryAllocation(of: UInt16.self, capacity: NMEAFields.limit) { ends in
        let frame = NMEAFrame(ByteText(bytes).dropping(1), ends: ends.baseAddress!)
        let address = try #require(frame.fields.address)
        let known = try #require(NMEA.type(of: address))
        return try #require(try known.init(frame.fields) as? Sentence)
      }
    }
  }

  @Test("RMC has a time, a date, a position, a speed and a course")
  func rmc() throws {
    let rmc = try read(
      "GNRMC,120001.25,A,4807.0380,N,01131.0000,W,10.0,84.4,230394,,,D", as: NMEA.RMC.self)
    #expect(SatelliteNumbering.system(of: rmc.talker) == nil)
    #expect(rmc.nanosecondsOfDay == 43_201_250_000_000)
    #expect(rmc.day == 8847)
    let place = Coordinate(latitude: 48 + 7.038 / 60, longitude: -11 - 31.0 / 60)
    #expect(rmc.coordinate == place)
    #expect(rmc.speed == 10 * (1852.0 / 3600))
    #expect(rmc.course == 84.4)
    #expect(rmc.status == true && rmc.fix == .dgps && rmc.isValid)
  }

  @Test("A field that is left empty is nil; whether a sentence is valid is a word of its own")
  func empty() throws {
    let rmc = try read("GPRMC,,V,,,,,,,,,,N", as: NMEA.RMC.self)
    #expect(rmc.nanosecondsOfDay == nil && rmc.coordinate == nil && rmc.speed == nil)
    #expect(rmc.status == false && rmc.fix == .invalid && !rmc.isValid)
    let gga = try read("GPGGA,120000,,,,,0,00,,,M,,M,,", as: NMEA.GGA.self)
    #expect(gga.fix == .invalid && gga.satellitesUsed == 0 && gga.altitude == nil)
  }

  @Test("GGA and GNS have heights in metres, feet converted, and the kind of fix")
  func heights() throws {
    let gga = try read(
      "GPGGA,120000,4807.038,N,01131.000,E,4,08,0.9,1000,f,46.9,M,,", as: NMEA.GGA.self)
    #expect(gga.altitude == 1000 * 0.3048 && gga.geoidSeparation == 46.9)
    #expect(gga.fix == .rtk && gga.satellitesUsed == 8 && gga.hdop == 0.9)
    let gns = try read(
      "GNGNS,120000,4807.038,N,01131.000,E,ADN,22,0.5,545.4,46.9,,", as: NMEA.GNS.self)
    #expect(gns.fix == .dgps, "The best of three systems' modes.")
    #expect(gns.altitude == 545.4 && gns.satellitesUsed == 22)
  }

  @Test("GLL, ZDA, GST and VTG say what they are for")
  func others() throws {
    let gll = try read("GPGLL,4807.038,N,01131.000,E,120000,V", as: NMEA.GLL.self)
    #expect(gll.nanosecondsOfDay == 43_200_000_000_000 && !gll.isValid && gll.coordinate != nil)
    let zda = try read("GPZDA,000000,01,01,1970,00,00", as: NMEA.ZDA.self)
    #expect(zda.day == 0 && zda.nanosecondsOfDay == 0)
    let gst = try read("GPGST,120000,1.0,,,,3.0,4.0,7.5", as: NMEA.GST.self)
    #expect(gst.latitudeDeviation == 3 && gst.longitudeDeviation == 4)
    #expect(gst.altitudeDeviation == 7.5)
    let vtg = try read("GPVTG,360.0,T,,M,,N,36.0,K,A", as: NMEA.VTG.self)
    #expect(vtg.course == 0 && vtg.speed == 10 && vtg.fix == .gps)
  }

  @Test("HDT, GBS and the makers' sentences say what they are for")
  func further() throws {
    #expect(try read("HEHDT,360.0,T", as: NMEA.HDT.self).heading == 0)
    let gbs = try read("GPGBS,235503.00,1.6,1.4,3.2,12,,-21.4,3.8", as: NMEA.GBS.self)
    #expect(gbs.latitudeError == 1.6 && gbs.altitudeError == 3.2)
    let rme = try read("PGRME,2.3,M,3.3,M,4.0,M", as: NMEA.PGRME.self)
    #expect(rme.horizontalError == 2.3 && rme.verticalError == 3.3)
    let rmz = try read("PGRMZ,4523,f,3", as: NMEA.PGRMZ.self)
    #expect(rmz.altitude == 4523 * 0.3048)
    let other = try read("PUBX,04,120000.25,230394", as: NMEA.PUBX00.self)
    #expect(other.message == 4 && other.nanosecondsOfDay == nil)
  }

  @Test("GSA and GSV name satellites by system and number")
  func satellites() throws {
    let gsa = try read("GNGSA,A,3,05,,07,,,,,,,,,,1.5,0.7,0.8,3", as: NMEA.GSA.self)
    #expect(gsa.satellites.all.map(\.description) == ["E05", "E07"])
    #expect(gsa.systemID == 3)
    #expect(gsa.pdop == 1.5 && gsa.hdop == 0.7 && gsa.vdop == 0.8)
    let gsv = try read("GLGSV,2,1,05,66,33,052,41,67,-2.5,400,,68,,,,,,,,7", as: NMEA.GSV.self)
    #expect(SatelliteNumbering.system(of: gsv.talker) == .glonass)
    #expect(gsv.sentenceNumber == 1 && gsv.satelliteCount == 5)
    #expect(gsv.signalID == 7)
    #expect(gsv.satellites.all.map(\.description) == ["R02", "R03", "R04"])
    #expect(gsv.satellites.all.map(\.elevation) == [33, -2.5, nil])
    #expect(gsv.satellites.all.map(\.azimuth) == [52, 40, nil])
    #expect(gsv.satellites.all.map(\.carrierToNoise) == [41, nil, nil])
    let fine = try read("GAGSV,1,1,01,02,33.25,052.5,41.7,7", as: NMEA.GSV.self).satellites.all[0]
    #expect(fine.elevation == 33.25 && fine.azimuth == 52.5 && fine.carrierToNoise == 41.7)
  }

  @Test("Fifteen satellites in one sentence are kept, more than any receiver writes")
  func manySatellites() throws {
    let fields = (1...15).map { ",\($0),10,20,30" }.joined()
    let gsv = try read("GPGSV,1,1,15" + fields, as: NMEA.GSV.self)
    #expect(gsv.satellites.count == 15 && gsv.satellites.all.last?.description == "G15")
  }

  @Test(
    "A sentence with a field that is missing or malformed is refused",
    arguments: [
      "PGRME,2.3,M", "GPRMC,120000,A", "GPGLL,4867.0,N,01131.0,E,120000",
      "GPGLL,4807.0,N,19131.0,E,120000", "GPGLL,4807.0,N,01131.0,E,126000",
      "GPGGA,120000,4807.0,N,01131.0,E,x,08,0.9,545.4,M,46.9,M,,", "GPDTM,999,,0.08,S",
    ])
  func refused(body: String) {
    #expect(throws: NMEA.Refusal.self) { try read(body, as: NMEA.GGA.self) }
  }

  @Test("A number is read to its last digit, however long it is and wherever its point stands")
  func numbers() throws {
    var random = SplitMix(seed: 11)
    for length in 1...15 {
      for point in 0...length {
        var digits = (0..<length).map { _ in String(random.next() % 10) }
        if point < length { digits.insert(".", at: point) }
        for sign in ["", "-", "+"] {
          let text = sign + digits.joined()
          let gga = try? read(
            "GPGGA,120000,4807.0,N,01131.0,E,1,08,0.9,\(text),M,,M,,", as: NMEA.GGA.self)
          let value = try #require(Double(text.hasSuffix(".") ? text + "0" : text))
          let isInRange = (-100_000...100_000_000).contains(value)
          #expect(gga?.altitude == (isInRange ? value : nil), "\(text)")
        }
      }
    }
  }

  @Test(
    "Text that is no number is none, and costs nothing else",
    arguments: [
      "1.2.3", "1-2", "--1", "-", "+", ".", "-.", "1e5", "12345678x", "x12345678", "1 2",
      "123456789.1234567x", "1.23456789.1", "4\u{7F}", "/1", ":1", "1:",
    ])
  func noNumbers(text: String) throws {
    let gga = try read(
      "GPGGA,120000,4807.0,N,01131.0,E,1,08,0.9,\(text),M,,M,,", as: NMEA.GGA.self)
    #expect(gga.altitude == nil && gga.hdop == 0.9)
  }

  @Test("A number out of its range is none, and neither is a day that there is not")
  func outOfRange() throws {
    let vtg = try read("GPVTG,361.0,T,,M,1.0,N,1.0,K", as: NMEA.VTG.self)
    #expect(vtg.course == nil && vtg.speed != nil)
    #expect(try read("GPZDA,120000,31,02,2024,00,00", as: NMEA.ZDA.self).day == nil)
    let rmc = try read(
      "GPRMC,120001,A,4807.038,N,01131.000,E,1x.0,484.4,310294,999.9,W", as: NMEA.RMC.self)
    #expect(rmc.speed == nil && rmc.course == nil && rmc.day == nil)
    #expect(rmc.magneticVariation == nil && rmc.coordinate != nil)
  }

  @Test("Satellites' numbers of every length are read, and junk in them is refused")
  func satelliteNumbers() throws {
    for (text, level) in [
      ("4", 4.0), ("42", 42), ("042", 42), ("0042", 42), ("00042", 42), ("42.5", 42.5),
      ("42.25", 42.25), ("", nil),
    ] as [(String, Double?)] {
      let gsv = try read("GPGSV,1,1,01,07,-5,123,\(text)", as: NMEA.GSV.self)
      #expect(gsv.satellites.all.first?.carrierToNoise == level)
      #expect(gsv.satellites.all.first?.elevation == -5)
    }
    for text in ["4x", "x", "4-", "1:", "/1", "4 2", "1234567", "-1"] {
      #expect(throws: NMEA.Refusal.self) {
        try read("GPGSV,1,1,01,07,05,123,\(text)", as: NMEA.GSV.self)
      }
    }
    #expect(try read("GPGSV,1,1,01,07,05,123,30,5", as: NMEA.GSV.self).signalID == 5)
    #expect(try read("GPGSV,1,1,01,07,05,123", as: NMEA.GSV.self).satellites.count == 0)
  }
}

extension NMEA.Satellites {
  fileprivate var all: [Satellite] {
    var result: [Satellite] = []
    forEachEntry { result.append(SatelliteInView($0, $1).satellite(isUsed: false)) }
    return result
  }
}
