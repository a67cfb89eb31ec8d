@testable import Positioning
import TestSupport
import Testing

@Suite("NMEA 0183")
struct NMEAReaderTests {
  static let rmc = "GPRMC,120000,A,4807.0380,N,01131.0000,E,10.0,84.4,230394,,"
  static let gga = "GPGGA,120000,4807.0380,N,01131.0000,E,1,08,0.9,545.4,M,46.9,M,,"

  @Test("A sentence is read whatever its length, and refused if a bit of it is wrong")
  func lengths() {
    for padding in 0..<80 {
      let zeros = String(repeating: "0", count: padding)
      let line = nmeaLines("GPGGA,120000,4807.0,N,01131.0,E,1,08,0.9,\(zeros)545.4,M,46.9,M,,")
      #expect(epochs(of: line).first?.location?.altitude == 545.4, "\(padding)")
      for place in 1..<line.count - 2 {
        var damaged = line
        damaged[place] ^= 2
        var reader = NMEAReader()
        reader.read(line + damaged) { _ in }
        #expect(reader.statistics.sentences == 1, "\(padding), \(place)")
        #expect(reader.statistics.skipped >= 1, "\(padding), \(place)")
      }
    }
  }

  @Test("RMC and GGA of one time make one fix with all that both say")
  func oneEpoch() throws {
    let result = epochs(of: nmeaLines(Self.rmc, Self.gga))
    try #require(result.count == 1)
    let fix = try #require(result[0].location)
    #expect(fix.coordinate == Coordinate(latitude: 48 + 7.038 / 60, longitude: 11 + 31.0 / 60))
    #expect(fix.altitude == 545.4)
    #expect(fix.ellipsoidalAltitude == 545.4 + 46.9)
    #expect(abs(fix.speed! - 5.144444444) < 1e-9)
    #expect(fix.course == 84.4)
    #expect(fix.satellitesUsed == 8)
    #expect(fix.fix == .gps)
    #expect(fix.timestamp?.description == "1994-03-23T12:00:00.000Z")
  }

  @Test("A field that the receiver leaves empty is nil, not zero")
  func emptyFields() throws {
    let bytes = nmeaLines(
      "GPRMC,120000,A,4807.038,N,01131.000,E,,,230394,,",
      "GPGGA,120000,4807.038,N,01131.000,E,1,,,,M,,M,,", "GPVTG,,T,,M,,N,,K")
    let fix = try #require(epochs(of: bytes).first?.location)
    #expect(fix.speed == nil && fix.course == nil && fix.altitude == nil)
    #expect(fix.hdop == nil && fix.satellitesUsed == nil && fix.ellipsoidalAltitude == nil)
  }

  @Test("The course of a standing receiver is kept, and not shown")
  func standing() throws {
    let bytes = nmeaLines("GPRMC,120000,A,4807.038,N,01131.000,E,0.0,84.4,230394,15.2,W")
    let fix = try #require(epochs(of: bytes).first?.location)
    #expect(fix.speed == 0)
    #expect(fix.course == 84.4)
    #expect(fix.shownCourse == nil)
    #expect(fix.magneticVariation == -15.2)
  }

  @Test(
    "A receiver without a fix gives epochs without a location",
    arguments: [
      "GPRMC,120000,V,4807.038,N,01131.000,E,10.0,84.4,230394,,",
      "GPRMC,120000,A,4807.038,N,01131.000,E,10.0,84.4,230394,,,N",
      "GPGGA,120000,4807.038,N,01131.000,E,0,00,,,M,,M,,",
      "GNGNS,120000,4807.038,N,01131.000,E,NN,00,,,,,",
      "GPGLL,4807.038,N,01131.000,E,120000,V,N", "GPRMC,,V,,,,,,,,,,N",
    ])
  func noFix(body: String) {
    let result = epochs(of: nmeaLines(body))
    #expect(result.count == 1)
    #expect(result.first?.location == nil)
  }

  @Test("A height is never paired with the position of another second")
  func damagedNeighbours() {
    let later = "GPRMC,120001,A,4808.0000,N,01131.0000,E,10.0,84.4,230394,,"
    let bytes =
      nmeaLines(Self.rmc) + Array("$GPGGA,120000,4807.0380,N,011*00\r\n".utf8) + nmeaLines(later)
    let result = epochs(of: bytes)
    #expect(result.map { $0.location?.altitude } == [nil, nil])
    #expect(result.count == 2)
  }

  @Test(
    "The hemisphere's letter or a minus gives the sign, with or without leading zeros",
    arguments: [
      ("4807.038,S,858.5000,W", -48.1173, -8.975), ("0007.0000,S,00000.6000,E", -7.0 / 60, 0.01),
      ("4807.038,N,-1131.000,W", 48.1173, -11.0 - 31.0 / 60),
    ])
  func signs(position: String, latitude: Double, longitude: Double) throws {
    let result = epochs(of: nmeaLines("GPGLL,\(position),120000,A"))
    let coordinate = try #require(result.first?.location?.coordinate)
    #expect(abs(coordinate.latitude - latitude) < 1e-12)
    #expect(abs(coordinate.longitude - longitude) < 1e-12)
  }

  @Test(
    "A time, a status or a place that is junk costs its sentence and nothing else",
    arguments: [
      "GPRMC,256000,A,4807.038,N,01131.000,E,10.0,84.4,230394,,",
      "GPRMC,120001,X,4807.038,N,01131.000,E,10.0,84.4,230394,,",
      "GPRMC,120001,A,4867.038,N,01131.000,E,10.0,84.4,230394,,",
      "GPRMC,120001,A,4807.038,Q,01131.000,E,10.0,84.4,230394,,",
      "GPRMC,120001,A,4807.038,N,19131.000,E,10.0,84.4,230394,,", "GPRMC,120001,A",
    ])
  func malformed(body: String) {
    var reader = NMEAReader()
    var result: [TraceEpoch] = []
    reader.read(nmeaLines(Self.rmc, body, Self.gga)) { result.append($0) }
    reader.finish { result.append($0) }
    #expect(result.count == 1)
    #expect(result.first?.location?.altitude == 545.4)
    #expect(reader.statistics.skipped(.malformedField) == 1)
  }

  @Test("Lost stars, wrong sums, half lines and notes are each counted for what they are")
  func damage() {
    var reader = NMEAReader()
    let text =
      "** started **\r\n" + nmeaSentence(Self.rmc) + "\r\n$" + Self.gga + "\r\n"
      + "$GPGSA,A,3,04*FF\r\n" + "$GPGLL,4807.0" + nmeaSentence(Self.gga) + "\r\n$GPVTG*5\r\n"
    var result: [TraceEpoch] = []
    reader.read(Array(text.utf8)) { result.append($0) }
    reader.finish { result.append($0) }
    #expect(result.count == 1)
    #expect(result.first?.location?.altitude == 545.4)
    let statistics = reader.statistics
    #expect(statistics.skipped(.text) == 1)
    #expect(statistics.skipped(.missingChecksum) == 1)
    #expect(statistics.skipped(.badChecksum) == 1)
    #expect(statistics.skipped(.truncated) == 2)
    #expect(statistics.sentencesByType == ["GPRMC": 1, "GPGGA": 1])
    #expect(statistics.lines == 6)
    #expect(statistics.fixes == 1)
  }

  @Test("Sources without any checksum are read")
  func noChecksums() {
    #expect(
      epochs(of: Array("$\(Self.rmc)\n$\(Self.gga)\n".utf8)).first?.location?.altitude == 545.4)
  }

  @Test("A checksum of zero counts, and so do its digits in lower case")
  func zeroChecksum() {
    let gsa = Array("$GNGSA,A,1,,,,,,,,,,,,,,,*00\n".utf8)
    var reader = NMEAReader()
    reader.read(gsa + Array(nmeaSentence(Self.rmc).lowercasedChecksum.utf8) + [10]) { _ in }
    #expect(reader.statistics.skipped == 0)
    #expect(reader.statistics.sentences == 2)
  }

  @Test(
    "Any line end and encoding is read",
    arguments: ["\n", "\r", "\r\n", "\r\r\n", "\0\u{1}", ""])
  func lineEnds(lineEnd: String) {
    let plain = epochs(of: nmeaLines(Self.rmc, Self.gga)).map(\.location)
    let bytes = nmeaLines(Self.rmc, Self.gga, lineEnd: lineEnd)
    #expect(epochs(of: bytes).map(\.location) == plain)
    #expect(epochs(of: [0xEF, 0xBB, 0xBF] + bytes).map(\.location) == plain)
    let little: [UInt8] = bytes.flatMap { [$0, 0] }
    #expect(epochs(of: little).map(\.location) == plain)
    #expect(epochs(of: [0xFF, 0xFE] + little).map(\.location) == plain)
    let big: [UInt8] = [0xFE, 0xFF] + bytes.flatMap { [0, $0] as [UInt8] }
    #expect(epochs(of: big).map(\.location) == plain)
    #expect(epochs(of: big).last?.endOffset ?? 0 > bytes.count)
  }

  @Test("Long lines, junk and sentences of other makers do not hide the ones that are read")
  func surroundings() {
    let junk = (0..<9000).map { UInt8(truncatingIfNeeded: $0 &* 37) | 0x80 }
    let long = nmeaLines("GPTXT,01,01,02," + String(repeating: "x", count: 300))
    let others = nmeaLines(
      "PGRME,2.3,M,3.3,M,4.0,M", "PQTMVER,1", "GPBOD,,T,,M,,", "HCHDG,1.0,,,7.1,W")
    let ais = Array("!AIVDM,1,1,,A,14eG;o@034o8sd<L9i:a;WF>062D,0*7D\n".utf8)
    let tagged = Array(
      "\\s:rx*5B\\\(nmeaSentence(Self.gga))\n2024-01-01 12:00 \(nmeaSentence(Self.rmc))".utf8)
    let parts: [[UInt8]] = [nmeaLines(Self.rmc), junk, [10], long, others, ais, tagged]
    let result = epochs(of: parts.flatMap(\.self))
    #expect(result.count == 1)
    #expect(result.first?.location?.altitude == 545.4)
  }

  @Test("Seven decimals of minutes are kept")
  func precision() throws {
    let result = epochs(of: nmeaLines("GPGLL,4807.1234567,N,01131.7654321,E,120000,A"))
    let coordinate = try #require(result.first?.location?.coordinate)
    let expected = Coordinate(latitude: 48 + 7.1234567 / 60, longitude: 11 + 31.7654321 / 60)
    #expect(coordinate == expected)
  }

  @Test("Error estimates are taken from GST before GBS, and from PUBX and PGRME where these lack")
  func errorEstimates() throws {
    func accuracies(_ bodies: String...) throws -> [Double?] {
      let bytes = ([Self.gga] + bodies).flatMap { nmeaLines($0) }
      let fix = try #require(epochs(of: bytes).first?.location)
      return [fix.horizontalAccuracy, fix.verticalAccuracy]
    }
    let gbs = "GPGBS,120000,0.6,0.8,2.5,,,,"
    let gst = "GPGST,120000,1.0,,,,3.0,4.0,7.5"
    let pubx =
      "PUBX,00,120000,4807.038,N,01131.000,E,592.3,G3,5.3,6.4,36.0,84.4,0.0,,0.9,1.4,0.8,8,0,0"
    #expect(try accuracies(gbs) == [1, 2.5])
    #expect(try accuracies(gst, gbs) == [5, 7.5])
    #expect(try accuracies(gbs, gst) == [5, 7.5])
    #expect(try accuracies(pubx) == [5.3, 6.4])
    #expect(try accuracies(pubx, gbs) == [1, 2.5])
    #expect(try accuracies("PGRME,2.3,M,3.3,M,4.0,M") == [2.3, 3.3])
    #expect(try accuracies(gbs, "PGRME,2.3,M,3.3,M,4.0,M") == [1, 2.5])
    #expect(try accuracies() == [nil, nil])
  }

  @Test("PUBX,00 alone makes a fix, with the height above the ellipsoid")
  func ublox() throws {
    let bytes = nmeaLines(
      "PUBX,00,120000.25,4807.03800,N,01131.00000,E,592.3,D3,5.3,6.4,36.0,84.4,0.0,,0.9,1.4,0.8,8,0,0",
      "PUBX,04,120000.25,230394,,,,,,", "PUBX,03,0")
    let result = epochs(of: bytes)
    #expect(result.count == 1)
    let fix = try #require(result.first?.location)
    #expect(fix.altitude == nil && fix.ellipsoidalAltitude == 592.3)
    #expect(fix.speed == 10 && fix.course == 84.4 && fix.fix == .dgps)
    #expect(fix.hdop == 0.9 && fix.vdop == 1.4 && fix.satellitesUsed == 8)
    #expect(result.first?.timeOfDay == .milliseconds(43_200_250))
  }

  @Test("HDT says where the vehicle points, PGRMZ a height where no GGA does")
  func headingAndHeight() throws {
    let later = "GPRMC,120001,A,4807.0390,N,01131.0000,E,10.0,84.4,230394,,"
    let bytes = nmeaLines(
      Self.rmc, "HEHDT,123.4,T", "PGRMZ,1000,f,3", later, "HEHDT,124.5,T", Self.gga)
    let result = epochs(of: bytes)
    #expect(result.map { $0.location?.heading } == [123.4, 124.5, nil])
    #expect(result[0].location?.altitude == 1000 * 0.3048)
    #expect(result[1].location?.altitude == nil)
    let both = epochs(of: nmeaLines(Self.gga, "PGRMZ,1000,f,3"))
    #expect(both.first?.location?.altitude == 545.4)
  }

  @Test("An epoch says the line it begins in, whatever ends the lines")
  func lines() {
    for lineEnd in ["\n", "\r\n", "\r", "\r\r\n"] {
      let text = ["note", Self.rmc, Self.gga, "", "note"].map {
        ($0.hasPrefix("GP") ? nmeaSentence($0) : $0) + lineEnd
      }
      let later = nmeaSentence(Self.gga.replacing("120000", with: "120001")) + lineEnd
      let bytes = Array((text.joined() + later).utf8)
      #expect(epochs(of: bytes).map(\.line) == [2, 6])
      for size in [1, 2, 7] {
        let pieces = stride(from: 0, to: bytes.count, by: size).map {
          Array(bytes[$0..<min(bytes.count, $0 + size)])
        }
        #expect(epochs(of: pieces).map(\.line) == [2, 6])
      }
    }
  }

  @Test("Error estimates of GST become accuracies, and GNS counts beyond twelve satellites")
  func estimates() throws {
    let result = epochs(
      of: nmeaLines(
        "GNGNS,120000.00,4807.038,N,01131.000,E,RAN,22,0.5,545.4,46.9,,",
        "GNGST,120000.00,1.0,,,,3.0,4.0,7.5"))
    let fix = try #require(result.first?.location)
    #expect(fix.horizontalAccuracy == 5)
    #expect(fix.verticalAccuracy == 7.5)
    #expect(fix.satellitesUsed == 22)
    #expect(fix.fix == .rtk)
    #expect(fix.ellipsoidalAltitude == 545.4 + 46.9)
  }
}

extension String {
  fileprivate var lowercasedChecksum: String { dropLast(2) + suffix(2).lowercased() }
}
