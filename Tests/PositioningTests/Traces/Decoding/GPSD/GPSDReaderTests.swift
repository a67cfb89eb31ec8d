@testable import Positioning
import TestSupport
import Testing

@Suite("Reports of gpsd")
struct GPSDReaderTests {
  static let log = """
    {"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}
    {"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyUSB0","bps":9600}]}
    {"class":"WATCH","enable":true,"json":true,"nmea":false}
    {"class":"TPV","device":"/dev/ttyUSB0","mode":1}
    {"class":"SKY","device":"/dev/ttyUSB0","time":"2024-02-28T23:58:20.000Z","xdop":0.5,"vdop":1.1,\
    "hdop":0.9,"pdop":1.4,"nSat":3,"uSat":2,"satellites":[\
    {"PRN":7,"gnssid":0,"svid":7,"el":45.0,"az":120.0,"ss":40.0,"used":true,"health":1},\
    {"PRN":67,"gnssid":6,"svid":3,"el":10,"az":360,"ss":0,"used":false},\
    {"PRN":133,"gnssid":1,"svid":133,"el":30,"az":180,"ss":35,"used":true}]}
    {"class":"TPV","device":"/dev/ttyUSB0","status":2,"mode":3,"time":"2024-02-28T23:58:20.000Z",\
    "ept":0.005,"lat":48.1173,"lon":11.5167,"altHAE":592.3,"altMSL":545.4,"alt":545.4,"epx":3,\
    "epy":4,"epv":5.5,"track":84.4,"magtrack":81.0,"magvar":3.4,"speed":10.5,"climb":0.1,"eps":0.5,\
    "epd":2.0,"geoidSep":46.9,"eph":6.0,"sep":9.1}
    {"class":"TPV","mode":3,"time":"2024-02-28T23:58:21.000Z","lat":48.1174,"lon":11.5168}
    {"class":"TPV","mode":3,"time":"2024-02-28T23:58:21.000Z","lat":48.1174,"lon":11.5168,"speed":1}
    {"class":"SKY","time":"2024-02-28T23:58:21.000Z","hdop":1.2,"satellites":[]}

    """

  @Test("Positions and satellites of one time make one epoch")
  func whole() {
    var reader = TraceReader()
    var found: [TraceEpoch] = []
    reader.read(Array(Self.log.utf8)) { found.append($0) }
    reader.finish { found.append($0) }
    #expect(reader.format == .gpsd)
    #expect(
      found.map(summary(of:)) == [
        "- no fix",
        "2024-02-28T23:58:20.000Z 48.1173 11.5167 alt=545.4 hae=592.3 speed=10.5 course=84.4 hacc=6 "
          + "vacc=5.5 sacc=0.5 cacc=2 hdop=0.9 vdop=1.1 pdop=1.4 sats=2 var=3.4 fix=dgps",
        "2024-02-28T23:58:21.000Z 48.1174 11.5168 speed=1 hdop=1.2 sats=0 fix=gps",
      ])
    #expect(found[1].satellites.map(\.description) == ["G07", "R03", "S133"])
    #expect(found[1].satellites.map(\.isUsed) == [true, false, true])
    #expect(found[1].satellites.map(\.carrierToNoise) == [40, nil, 35])
    #expect(found.map(\.line) == [4, 6, 7])
    #expect(reader.statistics.sentencesByType["TPV"] == 4)
    #expect(reader.statistics.sentencesByType["VERSION"] == 1)
  }

  @Test("An old daemon's names, numbers of satellites and sky without a time are understood")
  func old() {
    let text = """
      {"class":"SKY","tag":"MID4","satellites":[{"PRN":7,"el":45,"az":120,"ss":40,"used":true},\
      {"PRN":70,"el":45,"az":120,"ss":40,"used":false},{"PRN":46,"el":1,"az":2,"ss":3,"used":false}]}
      {"class":"TPV","tag":"MID2","time":1709164700.417,"lat":48.1173,"lon":11.5167,"alt":545.4,\
      "epx":3,"epy":4,"speed":10.5,"mode":3}
      {"class":"TPV","tag":"MID2","time":"2024-02-28T23:58:21.417Z","alt":1.0,"mode":2,"lat":1.0,\
      "lon":2.0}
      """
    let found = epochs(of: Array(text.utf8))
    #expect(
      found.map(summary(of:)) == [
        "2024-02-28T23:58:20.417Z 48.1173 11.5167 alt=545.4 speed=10.5 hacc=5 sats=1 fix=gps",
        "2024-02-28T23:58:21.417Z 1 2 alt=1 fix=gps",
      ])
    #expect(found[0].satellites.map(\.description) == ["G07", "R06", "S133"])
  }

  @Test("A live source gives its epoch at a flush, and goes on")
  func live() {
    var reader = GPSDReader(options: .live)
    var found: [TraceEpoch] = []
    let line = #"{"class":"TPV","mode":3,"time":"2024-02-28T23:58:20Z","lat":1.5,"lon":2.5}"# + "\n"
    reader.read(Array(line.utf8)) { found.append($0) }
    #expect(found.isEmpty)
    reader.flush { found.append($0) }
    #expect(found.count == 1)
    reader.flush { found.append($0) }
    #expect(found.count == 1)
  }

  @Test("Broken lines, text and NMEA between reports are counted and left out")
  func noise() {
    let text = """
      {"class":"VERSION"}
      $GPGGA,235820,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*48
      {"class":"TPV","mode":3,"lat":1.5,"lon":
      {"class":"TPV","mode":3,"lat":1.5,"lon":2.5} {"class":"TPV","mode":3,"lat":3.5,"lon":4.5}
      {"class":"TPV","mode":3,"lat":95,"lon":2.5}
      """
    var reader = TraceReader()
    var found: [TraceEpoch] = []
    reader.read(Array(text.utf8)) { found.append($0) }
    reader.finish { found.append($0) }
    #expect(found.map { $0.location?.coordinate.latitude } == [1.5, 3.5, nil])
    #expect(reader.statistics.skipped(.text) == 1)
    #expect(reader.statistics.skipped(.malformedField) == 1)
  }

  @Test("Damaged copies are read to their end, the same in any pieces", arguments: 0..<200)
  func damage(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let bytes = mutated(Array(Self.log.utf8), &random)
    var reader = GPSDReader()
    var whole: [TraceEpoch] = []
    reader.read(bytes) { whole.append($0) }
    reader.finish { whole.append($0) }
    for location in whole.compactMap(\.location) { #expect(location.coordinate.isValid) }
    var other = GPSDReader()
    var found: [TraceEpoch] = []
    for piece in pieces(bytes, most: 50, &random) { other.read(piece) { found.append($0) } }
    other.finish { found.append($0) }
    #expect(found == whole)
  }

  @Test("Endless lines and skies cost no memory")
  func bombs() {
    var reader = GPSDReader()
    var found: [TraceEpoch] = []
    reader.read(Array(#"{"class":"SKY","satellites":[{"PRN":1,"#.utf8)) { found.append($0) }
    let brackets = [UInt8](repeating: UInt8(ascii: "["), count: 65_536)
    for _ in 0..<50 { reader.read(brackets) { found.append($0) } }
    reader.read(Array("\n{\"class\":\"TPV\",\"mode\":3,\"lat\":1.5,\"lon\":2.5}\n".utf8)) { _ in }
    reader.finish { found.append($0) }
    #expect(found.count == 1)
    #expect(reader.statistics.skipped(.overlong) == 1)
  }
}
