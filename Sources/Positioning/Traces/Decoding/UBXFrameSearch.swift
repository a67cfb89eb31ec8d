/// Finds frames of UBX, the binary protocol of u-blox receivers, in bytes as they come.
///
/// Reads no message: it is there so that a receiver that speaks UBX can be told from one at a wrong
/// speed. A frame counts if its checksum fits, so that random bytes are none.
package struct UBXFrameSearch: Hashable, Sendable {
  /// True if a frame was found.
  package private(set) var isFound = false

  /// The number of bytes of a frame that have come: two marks, class, number, two bytes of length,
  /// the payload, two of the checksum.
  private var count = 0
  private var length = 0
  private var first: UInt8 = 0
  private var second: UInt8 = 0

  private static let marks: (UInt8, UInt8) = (0xB5, 0x62)
  private static let headLength = 6
  /// A longer payload is taken for a mark that was none: receivers send no more than some KiB.
  private static let longestPayload = 8192

  /// Makes a search that has seen nothing.
  package init() {}

  /// Looks at the next bytes.
  package mutating func read(_ bytes: some Sequence<UInt8>) {
    for byte in bytes where !isFound { read(byte) }
  }

  private mutating func read(_ byte: UInt8) {
    switch count {
    case 0: count = byte == Self.marks.0 ? 1 : 0
    case 1: count = byte == Self.marks.1 ? 2 : byte == Self.marks.0 ? 1 : 0
    case 2..<Self.headLength + length:
      if count == 2 { (first, second, length) = (0, 0, 0) }
      first &+= byte
      second &+= first
      if count == 4 { length = Int(byte) }
      if count == 5 { length |= Int(byte) << 8 }
      count = length > Self.longestPayload ? 0 : count + 1
      if count == 0 { length = 0 }
    case Self.headLength + length: count = byte == first ? count + 1 : 0
    default:
      isFound = byte == second
      count = 0
    }
  }
}
