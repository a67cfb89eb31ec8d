/// Converts another encoding to UTF-8 as it arrives, in pieces of any size, and maps each byte to
/// its offset in the source.
///
/// Memory is bounded: offsets become approximate after a long time without a position.
struct TextTranscoder: Sendable {
  let encoding: TextEncoding
  /// The offset in the source at which the transcoder begins.
  private let start: Int
  /// The first half of a two-byte code unit.
  private var half: UInt8?
  /// The first unit of a two-unit character.
  private var surrogate: UInt16?
  /// The offset at which the transcoder begins, plus the bytes produced since.
  private var length: Int
  /// The characters of more than one byte: the offset after each, and the surplus of bytes over
  /// units up to there.
  private var surpluses: [(end: Int, total: Int)] = []
  /// The number of these that were passed.
  private var passed = 0
  /// The surplus of bytes over units where ``surpluses`` begins, and the total.
  private var surplus = 0
  private var total = 0

  private static let mostSurpluses = 1 << 14

  /// Makes a transcoder for the source from the offset `start`, where a character begins.
  init(_ encoding: TextEncoding, from start: Int = 0) {
    (self.encoding, self.start, length) = (encoding, start, start)
  }

  /// True if the source ends within a character.
  var isInCharacter: Bool { half != nil || surrogate != nil }

  /// Converts the next bytes to UTF-8.
  mutating func transcode(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 8 + 4)
    switch encoding {
    case .eightBit: result.append(contentsOf: bytes)
    case .singleByte(let encoding):
      for byte in bytes {
        let before = result.count
        encoding.append(byte, to: &result)
        let more = result.count - before - 1
        if more > 0 { note(more, end: length + result.count) }
      }
    case .utf16LittleEndian, .utf16BigEndian:
      for byte in bytes {
        guard let first = half else {
          half = byte
          continue
        }
        half = nil
        let unit =
          encoding == .utf16BigEndian
          ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first)
        take(unit, &result)
      }
    }
    length += result.count
    return result
  }

  /// The offset in the source of a produced byte, given by its own offset.
  mutating func sourceOffset(of end: Int) -> Int {
    while passed < surpluses.count, surpluses[passed].end <= end {
      surplus = surpluses[passed].total
      passed += 1
    }
    if passed == surpluses.count, passed > 0 {
      surpluses.removeAll(keepingCapacity: true)
      passed = 0
    }
    return start + (end - start - surplus) * encoding.width
  }

  private mutating func take(_ unit: UInt16, _ result: inout [UInt8]) {
    if unit < 0x80, surrogate == nil { return result.append(UInt8(unit)) }
    let before = result.count
    var units = 1
    if let high = surrogate {
      surrogate = nil
      if (0xDC00..<0xE000).contains(unit) {
        units = 2
        let value = 0x10000 + (UInt32(high & 0x3FF) << 10 | UInt32(unit & 0x3FF))
        append(value, to: &result)
      } else {
        // The first half of a character without its second.
        append(0xFFFD, to: &result)
        note(2, end: length + result.count)
        return take(unit, &result)
      }
    } else if (0xD800..<0xDC00).contains(unit) {
      surrogate = unit
      return
    } else {
      append((0xDC00..<0xE000).contains(unit) ? 0xFFFD : UInt32(unit), to: &result)
    }
    let more = result.count - before - units
    if more > 0 { note(more, end: length + result.count) }
  }

  private func append(_ value: UInt32, to result: inout [UInt8]) {
    result.append(character: Unicode.Scalar(value) ?? "\u{FFFD}")
  }

  private mutating func note(_ more: Int, end: Int) {
    total += more
    if surpluses.count == TextTranscoder.mostSurpluses {
      surpluses.removeFirst(max(passed, TextTranscoder.mostSurpluses / 2))
      passed = 0
    }
    surpluses.append((end, total))
  }
}

extension [UInt8] {
  /// Appends a character in UTF-8.
  mutating func append(character scalar: Unicode.Scalar) {
    if let bytes = UTF8.encode(scalar) { append(contentsOf: bytes) }
  }
}
