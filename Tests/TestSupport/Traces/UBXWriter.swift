/// Frames of UBX, the binary protocol of u-blox receivers.
package enum UBXWriter {
  /// A message with its marks and its sums.
  package static func frame(_ group: UInt8, _ id: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let body = [group, id, UInt8(payload.count & 0xFF), UInt8(payload.count >> 8)] + payload
    var (first, second): (UInt8, UInt8) = (0, 0)
    for byte in body {
      first &+= byte
      second &+= first
    }
    return [0xB5, 0x62] + body + [first, second]
  }

  /// A NAV-PVT of 2024-05-01, 10:00 and some seconds.
  package static func position(
    second: Int, latitude: Double = 59.3, longitude: Double = 18.1, fixType: UInt8 = 3,
    flags: UInt8 = 1, valid: UInt8 = 7, nanoseconds: Int = -200, length: Int = 92
  ) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: length)
    func put(_ value: Int, _ offset: Int, _ count: Int) {
      for index in 0..<count where offset + index < length {
        bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * index))
      }
    }
    for (value, offset, count) in [
      (second * 1000, 0, 4), (2024, 4, 2), (5, 6, 1), (1, 7, 1), (10, 8, 1), (second / 60, 9, 1),
      (second % 60, 10, 1), (Int(valid), 11, 1), (nanoseconds, 16, 4), (Int(fixType), 20, 1),
      (Int(flags), 21, 1), (12, 23, 1), (Int((longitude * 1e7).rounded()), 24, 4),
      (Int((latitude * 1e7).rounded()), 28, 4), (47_000, 32, 4), (20_000, 36, 4), (2500, 40, 4),
      (3500, 44, 4), (5000, 60, 4), (-9_000_000, 64, 4), (200, 68, 4), (150_000, 72, 4),
      (140, 76, 2),
    ] {
      put(value, offset, count)
    }
    return frame(1, 7, bytes)
  }

  /// A NAV-DOP of the same time of week.
  package static func dilution(second: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 18)
    for index in 0..<4 { bytes[index] = UInt8(truncatingIfNeeded: (second * 1000) >> (8 * index)) }
    (bytes[10], bytes[12]) = (110, 90)
    return frame(1, 4, bytes)
  }

  /// A log of some seconds.
  package static func log(seconds: Int) -> [UInt8] {
    (0..<seconds).flatMap { second in
      dilution(second: second)
        + position(second: second, latitude: 59.3 + Double(second) * 0.0001)
        + frame(1, 3, [UInt8](repeating: 0, count: 16))
    }
  }
}
