/// A block of tags before a sentence of NMEA 0183: `\s:GPS,c:1746176400*78\`.
struct NMEATagBlock {
  /// The number of bytes of the block.
  let length: Int
  /// The time of its tag `c`, nanoseconds since 1970; nil if it has none.
  let time: Int64?

  private static let backslash = UInt8(ascii: "\\")
  private static let longest = 256

  /// Reads the block at the beginning of some text; nil if there is none, or its checksum fails.
  init?(_ text: ByteText) {
    guard text.first == Self.backslash,
      let end = text.dropping(1).prefix(Self.longest).firstIndex(of: Self.backslash)
    else { return nil }
    let block = text.dropping(1).prefix(end)
    guard let star = block.firstIndex(of: UInt8(ascii: "*")), block.count == star + 3,
      let high = block[star + 1].hexDigit, let low = block[star + 2].hexDigit,
      (0..<star).reduce(UInt8(0), { $0 ^ block[$1] }) == high << 4 | low
    else { return nil }
    var time: Int64?
    var rest = block.prefix(star)
    while !rest.isEmpty {
      let tag = rest.prefix(rest.firstIndex(of: .comma) ?? rest.count)
      rest.drop(min(rest.count, tag.count + 1))
      guard tag.hasPrefix("c:"), let count = tag.dropping(2).natural else { continue }
      // Seconds or, if the number is large enough, milliseconds.
      time = Int64(count) &* (count > 100_000_000_000 ? 1_000_000 : 1_000_000_000)
    }
    (length, self.time) = (end + 2, time)
  }

  /// The day on which a time of day, in nanoseconds since midnight, is nearest to an instant.
  static func day(of time: Int64, near instant: Int64) -> Int {
    let half = Timestamp.nanosecondsPerDay / 2
    return Int(
      floorDivide(
        instant.subtractingSaturated(time).addingSaturated(half), Timestamp.nanosecondsPerDay))
  }
}
