/// The checksum of FIT: CRC-16 with the polynomial 0xA001 and the initial value 0.
struct FITChecksum: Hashable, Sendable {
  private(set) var value: UInt16 = 0

  /// Adds the next bytes, eight at a time.
  mutating func add(_ bytes: ByteText) {
    FITChecksum.tables.withUnsafeBufferPointer { tables in
      var (sum, index) = (value, 0)
      while index + 8 <= bytes.count {
        let word =
          UInt64(littleEndian: UnsafeRawPointer(bytes.start + index).loadUnaligned(as: UInt64.self))
          ^ UInt64(sum)
        sum = 0
        for row in 0..<8 {
          let byte = UInt8(truncatingIfNeeded: word >> UInt64(8 * row))
          sum ^= tables[(7 - row) << 8 | Int(byte)]
        }
        index += 8
      }
      while index < bytes.count {
        sum = sum >> 8 ^ tables[Int(UInt8(truncatingIfNeeded: sum) ^ bytes[index])]
        index += 1
      }
      value = sum
    }
  }

  /// The checksums of one byte followed by zero to seven zero bytes: 256 for each number of zeros.
  private static let tables: [UInt16] = {
    var tables: [UInt16] = (0..<256).map { byte in
      (0..<8).reduce(UInt16(byte)) { sum, _ in sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xA001 }
    }
    for row in 256..<8 * 256 {
      let shorter = tables[row - 256]
      tables.append(shorter >> 8 ^ tables[Int(shorter & 0xFF)])
    }
    return tables
  }()
}
