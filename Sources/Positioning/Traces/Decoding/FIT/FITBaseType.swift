/// The type of a FIT field, by the low five bits of its code; the other bits are redundant.
enum FITBaseType: UInt8, Hashable, Sendable {
  case word, sint8, uint8, sint16, uint16, sint32, uint32, string, float32, float64
  case uint8z, uint16z, uint32z, byte, sint64, uint64, uint64z

  init?(code: UInt8) { self.init(rawValue: code & 0x1F) }

  /// The number of bytes of one value.
  var size: Int {
    switch self {
    case .word, .sint8, .uint8, .uint8z, .byte, .string: 1
    case .sint16, .uint16, .uint16z: 2
    case .sint32, .uint32, .uint32z, .float32: 4
    case .float64, .sint64, .uint64, .uint64z: 8
    }
  }

  /// The first value of a field; not a number if the field stands for a missing value.
  @inline(__always) func value(at start: UnsafeRawPointer, isBigEndian: Bool) -> Double {
    func load<Number: FixedWidthInteger>(_: Number.Type) -> Number {
      let raw = start.loadUnaligned(as: Number.self)
      return isBigEndian ? Number(bigEndian: raw) : Number(littleEndian: raw)
    }
    func number<Number: FixedWidthInteger>(_ type: Number.Type, none: Number) -> Double {
      let value = load(type)
      return value == none ? .nan : Double(value)
    }
    return switch self {
    case .word, .uint8, .byte: number(UInt8.self, none: .max)
    case .sint8: number(Int8.self, none: .max)
    case .sint16: number(Int16.self, none: .max)
    case .uint16: number(UInt16.self, none: .max)
    case .sint32: number(Int32.self, none: .max)
    case .uint32: number(UInt32.self, none: .max)
    case .sint64: number(Int64.self, none: .max)
    case .uint64: number(UInt64.self, none: .max)
    case .uint8z: number(UInt8.self, none: 0)
    case .uint16z: number(UInt16.self, none: 0)
    case .uint32z: number(UInt32.self, none: 0)
    case .uint64z: number(UInt64.self, none: 0)
    // All ones are not a number in these, either.
    case .float32: Double(Float(bitPattern: load(UInt32.self)))
    case .float64: Double(bitPattern: load(UInt64.self))
    case .string: .nan
    }
  }
}
