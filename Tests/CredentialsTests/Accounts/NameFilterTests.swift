import TestSupport
import Testing

@testable import Credentials

@Suite("A filter for lines of an account file")
struct NameFilterTests {
  private func passes(_ line: String, _ keys: [String]) -> Bool {
    Array((line + ":12345678").utf8).withUnsafeBytes {
      NameFilter(keys: keys.map { Array($0.utf8) }).passes($0.baseAddress!)
    }
  }

  @Test("lets every line pass whose name has one of the keys, of 50,000")
  func letsPass() {
    var random = SplitMix(seed: 5)
    let ranges: [ClosedRange<UInt32>] = [
      0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0xC0...0x17F, 0x300...0x30F, 0x3B1...0x3C9,
      0x430...0x44F, 0xFF21...0xFF5A, 0x200B...0x200D, 0x212A...0x212B,
    ]
    for _ in 0..<50_000 {
      var name = ""
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let range = ranges[
          Int.random(in: 0...9, using: &random) * Int.random(in: 0...1, using: &random)]
        if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) {
          name.unicodeScalars.append(scalar)
        }
      }
      let key = AccountName.key(of: name)
      guard !key.isEmpty else { continue }
      #expect(passes(name, [key]), "\(name.unicodeScalars.map(\.value))")
      #expect(passes(name, [key + "2", key, key + "3"]))
      #expect(passes(name, ["other", key]))
    }
  }

  @Test(
    "holds back ASCII names that begin otherwise, and those outside ASCII none",
    arguments: [
      ("annika", "ann", true), ("ANNIKA", "annika", true), ("bob", "ann", false),
      ("anm", "ann", false), ("josie", "josé", false), ("jose\u{301}", "josé", true),
      ("@nn", "`nn", false), ("юлия", "ann", true), ("ann", "юлия", false),
    ])
  func holdsBack(line: String, key: String, doesPass: Bool) {
    #expect(passes(line, [key]) == doesPass)
  }
}
