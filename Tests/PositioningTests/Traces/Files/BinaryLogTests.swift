import Positioning
import TestSupport
import Testing

@Suite("Files that are not read say what they are, and what converts them")
struct BinaryLogTests {
  private func refusal(_ bytes: [UInt8], name: String = "log") -> String {
    let folder = ScratchFolder()
    let path = folder.write(name, bytes)
    do {
      _ = try TraceFile(path: path)
      return ""
    } catch {
      return error.description
    }
  }

  private func ubx(_ payload: [UInt8]) -> [UInt8] {
    let body = [0x01, 0x07, UInt8(payload.count), 0] + payload
    let first = body.reduce(UInt8(0), &+)
    var (sum, second): (UInt8, UInt8) = (0, 0)
    for byte in body {
      sum &+= byte
      second &+= sum
    }
    return [0xB5, 0x62] + body + [first, second]
  }

  private func sirf(_ payload: [UInt8]) -> [UInt8] {
    let sum = payload.reduce(0) { $0 + Int($1) } & 0x7FFF
    return [0xA0, 0xA2, 0, UInt8(payload.count)] + payload
      + [UInt8(sum >> 8), UInt8(sum & 0xFF), 0xB0, 0xB3]
  }

  private func zip(_ name: String) -> [UInt8] {
    [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 22) + [UInt8(name.utf8.count), 0, 0, 0]
      + Array(name.utf8) + [1, 2, 3]
  }

  @Test("UBX and SiRF are converted by gpsd")
  func gpsd() {
    let frames = (0..<4).map { ubx([$0, 2, 3]) }.joined()
    #expect(refusal(Array(frames)).contains("is UBX, the binary protocol of u-blox receivers"))
    #expect(refusal(Array(frames)).contains("gpsdecode < /"))
    let other = Array((0..<4).map { sirf([41, $0, 9]) }.joined())
    #expect(refusal(other).contains("is SiRF, the binary protocol of SiRFstar receivers"))
  }

  @Test("Sentences among more frames do not make a log of no fixes of them")
  func sentences() {
    let frames = Array((0..<9).map { ubx([$0, 2, 3]) }.joined())
    let text = nmeaLines("GPTXT,01,01,02,ANTSTATUS=OK")
    #expect(refusal(frames + text + frames).contains("is UBX"))
    let fix = nmeaLines("GPGLL,5920.0,N,01804.0,E,120002,A")
    #expect(refusal(frames + fix + frames).isEmpty)
  }

  @Test("TSIP and RTCM are told from text")
  func others() {
    let packet: [UInt8] = [0x10, 0x8F, 1, 0x10, 0x10, 2, 0x10, 3]
    #expect(refusal(packet + packet + packet).contains("is TSIP"))
    let words = (0..<300).map { UInt8(0x40 | ($0 * 37) & 0x3F) }
    #expect(refusal(words).contains("is RTCM 2"))
    // A frame of RTCM 3 without content, by its known sum.
    let empty: [UInt8] = [0xD3, 0, 0, 0x47, 0xEA, 0x4B]
    #expect(refusal(empty + empty + empty).contains("is RTCM 3"))
  }

  @Test(
    "Archives say what is inside, and how to get it out",
    arguments: [
      ("doc.kml", "is KMZ, a zip file with KML inside", "unzip -p 'a b.kmz' '*.kml'"),
      ("1.fit", "is a zip file with FIT inside", "'*.fit' > "), ("x.txt", "is a zip file,", "unzip"),
    ])
  func archives(member: String, name: String, remedy: String) {
    let text = refusal(zip(member), name: "a b.kmz")
    #expect(text.contains(name))
    #expect(text.contains(remedy.replacing("'a b.kmz'", with: "")) || text.contains("a b.kmz'"))
  }
}
