import Positioning
import TestSupport
import Testing

@Suite("UBX")
struct UBXReaderTests {
  private func read(_ bytes: [UInt8], pieces: Int = .max) -> ([TraceEpoch], TraceReader) {
    var reader = TraceReader()
    var found: [TraceEpoch] = []
    var start = 0
    while start < bytes.count {
      let end = start + min(pieces, bytes.count - start)
      reader.read(Array(bytes[start..<end])) { found.append($0) }
      start = end
    }
    reader.finish { found.append($0) }
    return (found, reader)
  }

  @Test("NAV-PVT is a fix with all that it says, and NAV-DOP of its time says the rest")
  func position() throws {
    let (found, reader) = read(UBXWriter.log(seconds: 3))
    #expect(reader.format == .ubx)
    #expect(
      found.map { summary(of: $0) }.first
        == "2024-05-01T10:00:00.000Z 59.3 18.1 alt=20 hae=47 speed=5 course=270 hacc=2.5 vacc=3.5 "
        + "sacc=0.2 cacc=1.5 hdop=0.9 vdop=1.1 pdop=1.4 sats=12 fix=gps")
    #expect(found.count == 3)
    #expect(reader.statistics.sentencesByType == ["NAV-PVT": 3, "NAV-DOP": 3, "UBX-0103": 3])
    #expect(reader.statistics.skipped == 0 && !reader.statistics.isCutOff)
  }

  @Test("Any pieces give the same", arguments: [1, 7, 100])
  func pieces(length: Int) {
    let log = UBXWriter.log(seconds: 5)
    #expect(read(log, pieces: length).0 == read(log).0)
  }

  @Test("What the receiver does not vouch for is no place, and a time without a date no date")
  func doubts() {
    let first = UBXWriter.position(second: 0)
    func second(_ bytes: [UInt8]) -> TraceEpoch? { read(first + bytes).0.last }
    #expect(second(UBXWriter.position(second: 1, flags: 0))?.location == nil)
    #expect(second(UBXWriter.position(second: 1, fixType: 5))?.location == nil)
    #expect(second(UBXWriter.position(second: 1, fixType: 2))?.location?.altitude == nil)
    #expect(second(UBXWriter.position(second: 1, flags: 0x83))?.location?.fix == .rtk)
    #expect(second(UBXWriter.position(second: 1, flags: 3, length: 84))?.location?.fix == .dgps)
    let undated = second(UBXWriter.position(second: 1, valid: 2))
    #expect(undated?.timestamp == nil && undated?.timeOfDay == .seconds(36_001))
  }

  @Test("Damage is counted, and what stands behind it is read")
  func damage() {
    var broken = UBXWriter.position(second: 1)
    broken[20] ^= 1
    let junk: [UInt8] = [1, 2, 3, 0xB5, 0x62]
    let sentence = Array("$GNTXT,01,01,02,u-blox*00\r\n".utf8)
    let log =
      UBXWriter.position(second: 0) + broken + sentence + junk + UBXWriter.position(second: 2)
    let (found, reader) = read(log)
    #expect(
      found.map { $0.timestamp?.description } == [
        "2024-05-01T10:00:00.000Z", "2024-05-01T10:00:02.000Z",
      ])
    #expect(reader.statistics.skipped(.badChecksum) == 1)
    #expect(read(UBXWriter.position(second: 0) + [0xB5]).1.statistics.isCutOff)
    let cut = read(Array(UBXWriter.log(seconds: 2).dropLast(5))).1
    #expect(cut.statistics.isCutOff)
  }
}
