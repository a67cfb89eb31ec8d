import Testing

@testable import Formats

@Suite("A binary search")
struct BinarySearchTests {
  @Test("finds the first index of those behind a limit", arguments: 0...6)
  func limits(limit: Int) {
    let odd = [1, 3, 5]
    #expect(odd.indices.partitioningIndex(where: { odd[$0] >= limit }) == limit / 2)
    #expect((3..<3).partitioningIndex(where: { _ in false }) == 3)
  }

  @Test("A number has leading zeros to base 16")
  func hexadecimal() {
    #expect(String(hexadecimal: 0xE5, width: 4, uppercase: true) == "00E5")
    #expect(String(hexadecimal: 0x1_F600, width: 4) == "1f600")
  }
}
