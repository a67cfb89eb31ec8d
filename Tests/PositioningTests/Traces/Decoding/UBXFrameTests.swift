import TestSupport
import Testing

import Positioning

@Suite("Frames of UBX among bytes")
struct UBXFrameTests {
  /// A frame with a payload, as u-blox's protocol specification has it.
  private func frame(_ payload: [UInt8]) -> [UInt8] {
    let body =
      [0x01, 0x07, UInt8(payload.count & 0xFF), UInt8(payload.count >> 8)] + payload
    var (first, second): (UInt8, UInt8) = (0, 0)
    for byte in body {
      first &+= byte
      second &+= first
    }
    return [0xB5, 0x62] + body + [first, second]
  }

  private func isFound(in bytes: [UInt8]) -> Bool { TraceReader.holdsUBXFrame(bytes) }

  @Test("A frame is found, whatever its length and whatever comes before it")
  func found() {
    // The acknowledgement of the protocol specification's example.
    #expect(isFound(in: [0xB5, 0x62, 0x05, 0x01, 0x02, 0x00, 0x06, 0x01, 0x0F, 0x38]))
    for length in [0, 1, 92, 255, 256, 1000] {
      let bytes = frame((0..<length).map { UInt8($0 & 0xFF) })
      #expect(isFound(in: bytes))
      #expect(isFound(in: Array("$GPRMC,1\r\n".utf8) + [0xB5, 0xB5] + bytes.dropFirst()))
      #expect(!isFound(in: Array(bytes.dropLast())))
    }
  }

  @Test("A wrong checksum is none, and what follows is looked at all the same")
  func wrongChecksum() {
    var broken = frame([1, 2, 3])
    broken[7] ^= 1
    #expect(!isFound(in: broken))
    #expect(isFound(in: broken + frame([4])))
    #expect(!isFound(in: [0xB5, 0x62, 1, 7, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 100)))
    #expect(isFound(in: [0xB5, 0x62, 1, 7, 0xFF, 0xFF] + frame([4])))
  }

  @Test("Random bytes are none")
  func random() {
    var generator = SplitMix(seed: 7)
    let bytes = (0..<1 << 20).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    #expect(!isFound(in: bytes))
  }

  @Test("A file of it is called so, not a table")
  func file() {
    let path = ScratchFolder()
    let name = path.write("log.ubx", frame([1, 2, 3]) + frame([4]))
    let error = #expect(throws: TraceError.self) { try TraceFile(path: name) }
    #expect(error?.description.contains("is UBX, the binary protocol of u-blox receivers") == true)
  }
}
