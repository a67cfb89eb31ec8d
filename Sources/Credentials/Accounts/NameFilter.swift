/// A filter that rules out the lines whose name cannot have one of a few keys, by their first eight
/// bytes.
///
/// An ASCII character followed by ASCII folds by itself: capitals become small letters and nothing
/// else happens. So a line that begins with such characters has the key only if it begins like it,
/// and the rest need not be read. All other lines pass.
struct NameFilter {
  /// The high bits of the deciding bytes, which are set if a byte is not ASCII.
  private let highBits: UInt64
  /// The bits of the prefix of all keys, and those that make its letters small.
  private let (prefixBits, caseBits): (UInt64, UInt64)
  /// The prefix of all keys.
  private let prefix: UInt64
  /// True if no key goes on in ASCII.
  private let endsOutsideASCII: Bool

  /// The number of bytes that are read.
  static let width = 8

  /// Takes the UTF-8 of the keys.
  init(keys: [[UInt8]]) {
    let head = keys.first ?? []
    var common = 0
    while common < min(6, head.count), head[common] < 0x80,
      keys.allSatisfy({ $0.count > common && $0[common] == head[common] })
    { common += 1 }
    endsOutsideASCII = keys.allSatisfy { $0.count > common && $0[common] >= 0x80 }
    var (prefix, prefixBits, caseBits, highBits): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    for place in 0..<common {
      let shift = UInt64(place * 8)
      prefix |= UInt64(head[place]) << shift
      prefixBits |= 0xFF << shift
      if (0x61...0x7A).contains(head[place]) { caseBits |= 0x20 << shift }
    }
    // The character behind may join with its neighbour.
    for place in 0..<(common + (endsOutsideASCII ? 2 : 1)) { highBits |= 0x80 << UInt64(place * 8) }
    self.prefix = prefix
    self.prefixBits = prefixBits
    self.caseBits = caseBits
    self.highBits = highBits
  }

  /// Returns true if the line that begins here may have one of the keys; reads ``width`` bytes.
  @inline(__always)
  func passes(_ line: UnsafeRawPointer) -> Bool {
    let bytes = UInt64(littleEndian: line.loadUnaligned(as: UInt64.self))
    if bytes & highBits != 0 { return true }
    return !endsOutsideASCII && (bytes | caseBits) & prefixBits == prefix
  }
}
