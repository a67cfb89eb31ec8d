/// The heart rates of `hr` messages, which straps that record on their own transfer later: each has
/// the time of a beat, counted in 1,024ths of a second from an anchor.
struct FITHeartRates: Sendable {
  /// The time of the anchor: the watch's own seconds, and 32,768ths of one; nil until it is read.
  private var anchor: (seconds: UInt32, fraction: UInt16)?
  /// The strap's count at the anchor, and at the latest beat.
  private var anchorCount: UInt32 = 0
  private var count: UInt32 = 0

  /// A heart rate, beats per minute, and its time: the watch's own seconds, plus nanoseconds.
  struct Beat {
    var rate: Double
    var seconds: UInt32
    var offset: Int64
  }

  /// Reads a message.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - plan: Its plan.
  ///   - time: Its time, if it has one.
  mutating func read(_ message: ByteText, _ plan: FITPlan, time: UInt32?) -> [Beat] {
    func bytes(_ field: UInt8) -> ByteText {
      guard let part = plan.parts.first(where: { $0.number == field }) else {
        return message.prefix(0)
      }
      return message.dropping(part.offset).prefix(part.size)
    }
    func number(_ text: ByteText, _ index: Int, size: Int) -> UInt32 {
      (0..<size).reduce(0) { sum, place in
        let at = plan.isBigEndian ? place : size - 1 - place
        return sum << 8 | UInt32(text[index * size + at])
      }
    }
    let (rates, whole, packed) = (bytes(6), bytes(9), bytes(10))
    var counts = (0..<whole.count / 4).map { number(whole, $0, size: 4) }
    if let time, let first = counts.first {
      let (fraction, parts) = (bytes(0), bytes(1))
      anchor = (time, parts.count == 1 && parts[0] != .max ? UInt16(parts[0]) * 128 : 0)
      if fraction.count == 2, case let value = UInt16(number(fraction, 0, size: 2)), value != .max {
        anchor = (time, value)
      }
      anchorCount = first
    }
    if let last = counts.last { count = last }
    if counts.isEmpty {
      // Two counts of twelve bits in three bytes, the lowest bits of the whole counts.
      for index in 0..<packed.count / 3 * 2 {
        let start = index / 2 * 3
        let low = UInt32(packed[start + index % 2])
        let next = UInt32(packed[start + index % 2 + 1])
        let bits = index % 2 == 0 ? low | (next & 0x0F) << 8 : low >> 4 | next << 4
        count = (count & ~0xFFF | bits) &+ (bits < count & 0xFFF ? 0x1000 : 0)
        counts.append(count)
      }
    }
    guard let anchor else { return [] }
    return zip(0..<rates.count, counts).compactMap { index, count in
      let rate = rates[index]
      guard rate != 0, rate != .max else { return nil }
      let ticks = Int64(Int32(bitPattern: count &- anchorCount))
      let offset = ticks * 1_000_000_000 / 1024 + Int64(anchor.fraction) * 1_000_000_000 / 32_768
      return Beat(rate: Double(rate), seconds: anchor.seconds, offset: offset)
    }
  }
}
