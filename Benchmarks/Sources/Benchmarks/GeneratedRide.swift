/// A ride in FIT as a bicycle computer records it, once a second, with heart rate, cadence, power
/// and temperature.
struct GeneratedRide {
  private(set) var bytes: [UInt8] = []

  /// The fields of a record: number, size, type.
  private static let fields: [(UInt8, UInt8, UInt8)] = [
    (253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85), (2, 2, 0x84), (5, 4, 0x86), (6, 2, 0x84),
    (3, 1, 0x02), (4, 1, 0x02), (7, 2, 0x84), (13, 1, 0x01),
  ]

  /// Makes a ride of so many records. It says neither how long it is nor a check sum, as one that
  /// is still being recorded.
  init(records: Int) {
    bytes = [14, 0x20, 0x54, 0x08, 0, 0, 0, 0] + Array(".FIT".utf8) + [0, 0]
    bytes += [0x40, 0, 0, 20, 0, UInt8(GeneratedRide.fields.count)]
    for (number, size, type) in GeneratedRide.fields { bytes += [number, size, type] }
    bytes.reserveCapacity(bytes.count + records * 26)
    for number in 0..<records { appendRecord(number) }
  }

  private mutating func appendRecord(_ number: Int) {
    let turn = 0x1p31 / 180
    // A ride to and fro over a tenth of a degree.
    let step = Double(abs(number % 12_000 - 6000)) / 60_000
    bytes.append(0)
    append(UInt32(1_000_000_000 + number))
    append(Int32((59.3 + step) * turn))
    append(Int32((18.1 - step) * turn))
    append(UInt16(5 * (550 + number % 20)))
    append(UInt32(number * 300))
    append(UInt16(3000 + number % 100))
    bytes += [UInt8(120 + number % 40), UInt8(80 + number % 10)]
    append(UInt16(200 + number % 50))
    bytes.append(20)
  }

  private mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }
}
