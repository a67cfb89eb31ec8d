import TestSupport
import Testing

@testable import Credentials

@Suite("A search for names")
struct NameSearchTests {
  private func match(_ name: String, _ keys: [String]) -> Int? {
    Array(name.utf8).withUnsafeBytes { NameSearch(keys: keys).match($0) }
  }

  @Test("finds every name by its key, whatever letters and marks it is made of")
  func likeKey() {
    var random = SplitMix(seed: 7)
    let ranges: [ClosedRange<UInt32>] = [
      0x21...0x7E, 0xA0...0x24F, 0x300...0x36F, 0x370...0x5F4, 0x600...0x7FF, 0x1E00...0x1FFF,
      0xFF01...0xFF5E, 0x1100...0x11FF, 0xAC00...0xD7A3, 0x200B...0x200F,
    ]
    for _ in 0..<20_000 {
      var name = ""
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let range = ranges.randomElement(using: &random)!
        if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) {
          name.unicodeScalars.append(scalar)
        }
      }
      let key = AccountName.key(of: name)
      guard !key.isEmpty else { continue }
      #expect(match(name, ["other", key]) == 1, "\(name.unicodeScalars.map(\.value))")
      #expect(match(name, [key + "x"]) == nil)
    }
  }

  @Test("finds nothing in bytes that are no text")
  func noText() {
    for bytes: [UInt8] in [[0xC3], [0xFF], [0x80, 0x61], [0xC0, 0x80], []] {
      #expect(bytes.withUnsafeBytes { NameSearch(keys: ["a", "é"]).match($0) } == nil)
    }
  }
}
