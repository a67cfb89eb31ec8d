@testable import Positioning
import TestSupport
import Testing

@Suite("NMEA 0183 sentences as values")
struct NMEASentenceTests {
  /// Hands the fields of a sentence, and its type, to `body`.
  private func withFields<Result>(
    _ text: String, _ body: (NMEA.Kind, NMEAFields) throws -> Result
  ) throws -> Result {
    try Array(nmeaSentence(text).utf8).withUnsafeBufferPointer { bytes in
      try NMEARoom.with { room in
        let frame = NMEAFrame(ByteText(bytes).dropping(1), room)
        let address = try #require(frame.fields.address)
        let kind = try #require(NMEA.kind(of: address))
        try frame.fields.require(kind.leastFields)
        return try body(kind, frame.fields)
      }
    }
  }

  /// A sentence with a time, and an epoch of it alone; its fields are gone.
  private func timed(_ text: String) throws -> (head: TimedSentence, draft: EpochDraft) {
    try withFields(text) { kind, fields in
      guard case .timed(let kind) = kind else { throw NMEA.Refusal() }
      let sentence = try TimedSentence(kind, fields)
      var draft = EpochDraft()
      sentence.update(&draft)
      return (sentence, draft)
    }
  }

  private func read<Sentence: UntimedSentence>(
    _ text: String, as type: Sentence.Type
  ) throws -> Sentence {
    try withFields(text) { _, fields in try Sentence(fields) }
  }

  private func group(_ text: String, as type: (some UntimedSentence).Type) throws -> UntimedGroup {
    try withFields(text) { _, fields in
      var group = UntimedGroup()
      group.add(try type.init(fields), line: 1)
      return group
    }
  }

  private func satellites(_ text: String) throws -> [Satellite] {
    try withFields(text) { kind, fields in
      kind == .gsa ? try NMEA.GSA(fields).satellites.all : try NMEA.GSV(fields).satellites.all
    }
  }

  @Test("RMC has a time, a date, a position, a speed and a course")
  func rmc() throws {
    let (rmc, draft) = try timed("GNRMC,120001.25,A,4807.0380,N,01131.0000,W,10.0,84.4,230394,,,D")
    #expect(SatelliteNumbering.system(of: rmc.talker) == nil)
    #expect(rmc.time == 43_201_250_000_000)
    #expect(draft.day == 8847)
    let place = Coordinate(latitude: 48 + 7.038 / 60, longitude: -11 - 31.0 / 60)
    #expect(rmc.coordinate == place)
    #expect(draft.speed == 10 * (1852.0 / 3600))
    #expect(draft.course == 84.4)
    #expect(rmc.fix == .dgps && rmc.isValid)
  }

  @Test("A field that is left empty is nil; whether a sentence is valid is a word of its own")
  func empty() throws {
    let rmc = try timed("GPRMC,,V,,,,,,,,,,N")
    #expect(rmc.head.time == nil && rmc.head.coordinate == nil && rmc.draft.speed == nil)
    #expect(rmc.head.fix == .invalid && !rmc.head.isValid)
    let gga = try timed("GPGGA,120000,,,,,0,00,,,M,,M,,")
    #expect(gga.head.fix == .invalid && !gga.head.isValid && gga.draft.altitude == nil)
    #expect(gga.draft.isWarned)
    #expect(try !timed("GPGGA,120000,,,,,,00,,,M,,M,,").draft.isWarned)
  }

  @Test("GGA and GNS have heights in metres, feet converted, and the kind of fix")
  func heights() throws {
    let gga = try timed("GPGGA,120000,4807.038,N,01131.000,E,4,08,0.9,1000,f,46.9,M,,")
    #expect(gga.draft.altitude == 1000 * 0.3048 && gga.draft.geoidSeparation == 46.9)
    #expect(gga.head.fix == .rtk && gga.draft.satellitesUsed == 8 && gga.draft.hdop == 0.9)
    let gns = try timed("GNGNS,120000,4807.038,N,01131.000,E,ADN,22,0.5,545.4,46.9,,")
    #expect(gns.head.fix == .dgps, "The best of three systems' modes.")
    #expect(gns.draft.altitude == 545.4 && gns.draft.satellitesUsed == 22)
  }

  @Test("GLL, ZDA, GST and VTG say what they are for")
  func others() throws {
    let gll = try timed("GPGLL,4807.038,N,01131.000,E,120000,V").head
    #expect(gll.time == 43_200_000_000_000 && !gll.isValid && gll.coordinate != nil)
    let zda = try timed("GPZDA,000000,01,01,1970,00,00")
    #expect(zda.draft.day == 0 && zda.head.time == 0)
    #expect(try accuracy("GPGST,120000,1.0,,,,3.0,4.0,7.5") == [5, 7.5])
    let vtg = try read("GPVTG,360.0,T,,M,,N,36.0,K,A", as: NMEA.VTG.self)
    #expect(vtg.course == 0 && vtg.speed == 10 && vtg.fix == .gps)
  }

  @Test("HDT, GBS and the makers' sentences say what they are for")
  func further() throws {
    #expect(try group("HEHDT,360.0,T", as: NMEA.HDT.self).heading == 0)
    #expect(try accuracy("GPGBS,235503.00,1.6,1.2,3.2,12,,-21.4,3.8") == [2, 3.2])
    let rme = try group("PGRME,2.3,M,3.3,M,4.0,M", as: NMEA.PGRME.self)
    #expect(rme.horizontalAccuracy == 2.3 && rme.verticalAccuracy == 3.3)
    let rmz = try group("PGRMZ,4523,f,3", as: NMEA.PGRMZ.self)
    #expect(rmz.altitude == 4523 * 0.3048)
    let other = statistics("PUBX,04,120000.25,230394")
    #expect(other.skipped(.malformedField) == 0 && other.epochs == 0)
  }

  /// The horizontal and the vertical accuracy by a sentence, with any position.
  private func accuracy(_ text: String) throws -> [Double?] {
    var draft = try timed(text).draft
    draft.setPosition(Coordinate(latitude: 1, longitude: 1), rank: 0, of: 0)
    return [draft.location?.horizontalAccuracy, draft.location?.verticalAccuracy]
  }

  private func statistics(_ text: String) -> TraceStatistics {
    var reader = NMEAReader()
    reader.read(Array(nmeaSentence(text).utf8)) { _ in }
    reader.finish { _ in }
    return reader.statistics
  }

  @Test("GSA and GSV name satellites by system and number")
  func satellites() throws {
    let gsa = try read("GNGSA,A,3,05,,07,,,,,,,,,,1.5,0.7,0.8,3", as: NMEA.GSA.self)
    #expect(
      try satellites("GNGSA,A,3,05,,07,,,,,,,,,,1.5,0.7,0.8,3").map(\.description)
        == ["E05", "E07"])
    #expect(gsa.systemID == 3)
    #expect(gsa.pdop == 1.5 && gsa.hdop == 0.7 && gsa.vdop == 0.8)
    let text = "GLGSV,2,1,05,66,33,052,41,67,-2.5,400,,68,,,,,,,,7"
    let (gsv, all) = (try read(text, as: NMEA.GSV.self), try satellites(text))
    #expect(SatelliteNumbering.system(of: gsv.talker) == .glonass)
    #expect(gsv.sentenceNumber == 1 && gsv.satelliteCount == 5)
    #expect(gsv.signalID == 7)
    #expect(all.map(\.description) == ["R02", "R03", "R04"])
    #expect(all.map(\.elevation) == [33, -2.5, nil])
    #expect(all.map(\.azimuth) == [52, 40, nil])
    #expect(all.map(\.carrierToNoise) == [41, nil, nil])
    let fine = try satellites("GAGSV,1,1,01,02,33.25,052.5,41.7,7")[0]
    #expect(fine.elevation == 33.25 && fine.azimuth == 52.5 && fine.carrierToNoise == 41.7)
  }

  @Test("Fifteen satellites in one sentence are kept, more than any receiver writes")
  func manySatellites() throws {
    let fields = (1...15).map { ",\($0),10,20,30" }.joined()
    let all = try satellites("GPGSV,1,1,15" + fields)
    #expect(all.count == 15 && all.last?.description == "G15")
  }

  @Test(
    "A sentence with a field that is missing or malformed is refused",
    arguments: [
      "PGRME,2.3,M", "GPRMC,120000,A", "GPGLL,4867.0,N,01131.0,E,120000",
      "GPGLL,4807.0,N,19131.0,E,120000", "GPGLL,4807.0,N,01131.0,E,126000",
      "GPGGA,120000,4807.0,N,01131.0,E,x,08,0.9,545.4,M,46.9,M,,", "GPDTM,999,,0.08,S",
    ])
  func refused(body: String) {
    #expect(statistics(body).skipped(.malformedField) == 1)
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
          let gga = try? timed("GPGGA,120000,4807.0,N,01131.0,E,1,08,0.9,\(text),M,,M,,").draft
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
    let gga = try timed("GPGGA,120000,4807.0,N,01131.0,E,1,08,0.9,\(text),M,,M,,").draft
    #expect(gga.altitude == nil && gga.hdop == 0.9)
  }

  @Test("A number out of its range is none, and neither is a day that there is not")
  func outOfRange() throws {
    let vtg = try read("GPVTG,361.0,T,,M,1.0,N,1.0,K", as: NMEA.VTG.self)
    #expect(vtg.course == nil && vtg.speed != nil)
    #expect(try timed("GPZDA,120000,31,02,2024,00,00").draft.day == nil)
    let (rmc, draft) = try timed("GPRMC,120001,A,4807.038,N,01131.000,E,1x.0,484.4,310294,999.9,W")
    #expect(draft.speed == nil && draft.course == nil && draft.day == nil)
    #expect(draft.magneticVariation == nil && rmc.coordinate != nil)
  }

  @Test("Satellites' numbers of every length are read, and junk in them is refused")
  func satelliteNumbers() throws {
    for (text, level) in [
      ("4", 4.0), ("42", 42), ("042", 42), ("0042", 42), ("00042", 42), ("42.5", 42.5),
      ("42.25", 42.25), ("", nil),
    ] as [(String, Double?)] {
      let satellite = try satellites("GPGSV,1,1,01,07,-5,123,\(text)").first
      #expect(satellite?.carrierToNoise == level && satellite?.elevation == -5)
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
