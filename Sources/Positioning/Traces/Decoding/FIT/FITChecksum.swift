/// The check sum of FIT: CRC-16 with the polynomial 0xA001 that begins at nothing.
struct FITChecksum: Hashable, Sendable {
  private(set) var value: UInt16 = 0

  /// Takes in the next bytes.
  mutating func add(_ bytes: ByteText) {
    FITChecksum.table.withUnsafeBufferPointer { table in
      var sum = value
      for index in 0..<bytes.count {
        sum = sum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ bytes[index])]
      }
      value = sum
    }
  }

  private static let table: [UInt16] = (0..<256).map { byte in
    (0..<8).reduce(UInt16(byte)) { sum, _ in sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xA001 }
  }
}
