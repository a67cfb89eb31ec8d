/// Puts a FIT file together, byte by byte, as a watch does.
///
///     var file = FITWriter()
///     file.define(0, message: 20, [(253, 4, 0x86), (3, 1, 0x02)])
///     file.data(0, [1_000_000_000, 142])
///     let bytes = file.bytes()
package struct FITWriter {
  /// A field of a definition: its number, its size and its base type.
  package typealias Field = (number: UInt8, size: UInt8, type: UInt8)

  private var body: [UInt8] = []
  /// The sizes of a local number's fields, and whether its numbers are big-endian.
  private var sizes: [UInt8: (sizes: [UInt8], isBig: Bool)] = [:]

  /// Nothing so far.
  package init() {}

  /// Defines a local number.
  package mutating func define(
    _ local: UInt8, message: UInt16, _ fields: [Field], developer: [Field] = [],
    isBig: Bool = false
  ) {
    body.append(0x40 | local | (developer.isEmpty ? 0 : 0x20))
    body += [0, isBig ? 1 : 0]
    append(Int64(message), size: 2, isBig: isBig)
    body.append(UInt8(fields.count))
    for field in fields { body += [field.number, field.size, field.type] }
    if !developer.isEmpty {
      body.append(UInt8(developer.count))
      for field in developer { body += [field.number, field.size, field.type] }
    }
    sizes[local] = ((fields + developer).map(\.size), isBig)
  }

  /// Writes a message, a number for each field; with a compressed time if one is given.
  package mutating func data(_ local: UInt8, _ values: [Int64], compressed time: UInt8? = nil) {
    body.append(time.map { 0x80 | local << 5 | $0 & 0x1F } ?? local)
    let (sizes, isBig) = sizes[local] ?? ([], false)
    for (value, size) in zip(values, sizes) { append(value, size: size, isBig: isBig) }
  }

  /// Writes bytes as they are.
  package mutating func raw(_ bytes: [UInt8]) { body += bytes }

  private mutating func append(_ value: Int64, size: UInt8, isBig: Bool) {
    let little = (0..<Int(size)).map { index in
      index < 8 ? UInt8(truncatingIfNeeded: value >> (8 * Int64(index))) : 0
    }
    body += isBig ? little.reversed() : little
  }

  /// The file: its header, what was written, and the check sum.
  package func bytes(headerLength: UInt8 = 14, length: Int? = nil) -> [UInt8] {
    var file: [UInt8] = [headerLength, 0x20, 0x64, 0x08]
    let size = length ?? body.count
    file += (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
    file += Array(".FIT".utf8)
    if headerLength == 14 {
      let sum = FITWriter.checksum(file)
      file += [UInt8(truncatingIfNeeded: sum), UInt8(sum >> 8)]
    }
    file += body
    let sum = FITWriter.checksum(file)
    return file + [UInt8(truncatingIfNeeded: sum), UInt8(sum >> 8)]
  }

  /// CRC-16, bit by bit.
  package static func checksum(_ bytes: [UInt8]) -> UInt16 {
    bytes.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ UInt16(byte)) { sum, _ in sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xA001 }
    }
  }

  /// Degrees as FIT counts them.
  package static func semicircles(_ degrees: Double) -> Int64 {
    Int64((degrees * 0x1p31 / 180).rounded())
  }

  /// 2024-05-01T12:00:00Z, as FIT counts.
  package static let noon: Int64 = 1_714_564_800 - 631_065_600

  /// The fields of a record with all that is read of most watches.
  package static let recordFields: [Field] = [
    (253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85), (78, 4, 0x86), (73, 4, 0x86), (3, 1, 0x02),
    (4, 1, 0x02), (7, 2, 0x84), (13, 1, 0x01),
  ]

  /// A ride of so many seconds along a meridian, heart beating faster and faster.
  package static func ride(seconds: Int) -> [UInt8] {
    var file = FITWriter()
    file.define(0, message: 0, [(0, 1, 0x00)])
    file.data(0, [4])
    file.define(1, message: 20, recordFields)
    for second in 0..<Int64(seconds) {
      file.data(
        1,
        [
          noon + second, semicircles(59.33 + Double(second) * 1e-4), semicircles(18.06),
          (25 + 500) * 5 + second, 8_500, 100 + second % 90, 80 + second % 20,
          150 + second % 200, 21,
        ])
    }
    file.define(2, message: 19, [(253, 4, 0x86), (5, 4, 0x85), (6, 4, 0x85)])
    file.data(2, [noon + Int64(seconds), semicircles(59.34), semicircles(18.06)])
    file.define(3, message: 18, [(253, 4, 0x86), (5, 1, 0x00)])
    file.data(3, [noon + Int64(seconds), 2])
    return file.bytes()
  }
}
