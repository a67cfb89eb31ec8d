/// Reads the fields of a sentence in order.
///
/// For GSV and GSA, which have many small numbers: up to eight digits are read at once.
struct FieldCursor {
  private let fields: NMEAFields
  private var next = 1
  private var start: Int
  /// True if the last field has been read.
  @inline(__always) var isAtEnd: Bool { next >= fields.count }

  /// The number of remaining fields.
  @inline(__always) var rest: Int { fields.count - next }

  /// A cursor at the first field after the address.
  @inline(__always) init(_ fields: NMEAFields) {
    self.fields = fields
    start = Int(fields.ends[0]) + 1
  }

  /// Reads a natural number within `range`; nil if the field is empty.
  @inline(__always) mutating func small(in range: ClosedRange<Int>) throws(NMEA.Refusal) -> Int? {
    guard !isAtEnd else { throw NMEA.Refusal() }
    let text = field()
    if text.isEmpty { return nil }
    guard let value = FieldCursor.digits(text) ?? FieldCursor.unusualNatural(text),
      range.contains(value)
    else { throw NMEA.Refusal() }
    return value
  }

  /// Reads a number in hundredths within `range`, without further decimals; nil if the field is
  /// empty.
  @inline(__always)
  mutating func hundredths(in range: ClosedRange<Int>) throws(NMEA.Refusal) -> Int? {
    let text = field()
    if text.isEmpty { return nil }
    guard
      let value = FieldCursor.digits(text).map({ $0 * 100 }) ?? FieldCursor.unusualHundredths(text),
      range.contains(value)
    else { throw NMEA.Refusal() }
    return value
  }

  /// Reads four fields of at most three digits, of which the last may be empty; returns nil, and
  /// reads nothing, if they are anything else, or fewer.
  @inline(__always) mutating func fourNumbers() -> FourNumbers? {
    guard rest >= 4 else { return nil }
    let (first, second) = (Int(fields.ends[next]), Int(fields.ends[next + 1]))
    let (third, fourth) = (Int(fields.ends[next + 2]), Int(fields.ends[next + 3]))
    let lengths = (first &- start, second &- first &- 1, third &- second &- 1)
    let last = fourth &- third &- 1
    guard (lengths.0 | lengths.1 | lengths.2 | last) & ~3 == 0, lengths.0 > 0, lengths.1 > 0,
      lengths.2 > 0
    else { return nil }
    let front = word(first, lengths.0) | word(second, lengths.1) << 32
    let back = word(third, lengths.2) | word(fourth, last) << 32
    let others: UInt64 = 0x7676_7676_7676_7676
    // A sum above nine has its highest bit set.
    guard (front | (front &+ others) | back | (back &+ others)) & 0x8080_8080_8080_8080 == 0 else {
      return nil
    }
    start = fourth &+ 1
    next &+= 4
    return FourNumbers(front: front, back: back, isLastEmpty: last == 0)
  }

  /// The values of up to four digits before an offset, the last one highest, preceded by zeros.
  @inline(__always) private func word(_ end: Int, _ length: Int) -> UInt64 {
    // At least four bytes precede the end of any field after the address.
    let word = UInt32(
      littleEndian: UnsafeRawPointer(fields.start + end - 4).loadUnaligned(as: UInt32.self))
    let isThere: UInt64 = 0xFFFF_FFFF_0000_0000 &>> UInt64(truncatingIfNeeded: 8 &* length)
    return UInt64(word ^ 0x3030_3030) & isThere
  }

  /// Four numbers of at most three digits.
  struct FourNumbers {
    let first: UInt32
    let second: UInt32
    let third: UInt32
    let fourth: UInt32
    /// True if the fourth number is missing.
    let isLastEmpty: Bool

    @inline(__always) fileprivate init(front: UInt64, back: UInt64, isLastEmpty: Bool) {
      let (front, back) = (FourNumbers.values(front), FourNumbers.values(back))
      first = UInt32(truncatingIfNeeded: front)
      second = UInt32(truncatingIfNeeded: front >> 32)
      third = UInt32(truncatingIfNeeded: back)
      fourth = UInt32(truncatingIfNeeded: back >> 32)
      self.isLastEmpty = isLastEmpty
    }

    /// Two numbers of four digits each, whose bytes are the values of the digits.
    @inline(__always) private static func values(_ digits: UInt64) -> UInt64 {
      let pairs = ((digits &* 2561) >> 8) & 0x00FF_00FF_00FF_00FF
      return ((pairs &* 6_553_601) >> 16) & 0x0000_FFFF_0000_FFFF
    }
  }

  /// The number in one to eight digits; nil if there is anything else.
  @inline(__always) private static func digits(_ text: ByteText) -> Int? {
    // At least eight bytes, from the `$` and the address on, precede the end of any later field.
    guard text.count <= 8 else { return nil }
    return DigitBlock.natural(lastOf: text.lastWord, length: text.count).map { Int($0) }
  }

  /// A number of up to six digits in hundredths, with a sign or decimals.
  @inline(never) private static func unusualHundredths(_ text: ByteText) -> Int? {
    guard let number = text.decimal(), number.magnitude < 1_000_000 else { return nil }
    return number.scaled(by: 2).map { Int($0) }
  }

  private static func unusualNatural(_ text: ByteText) -> Int? {
    unusualHundredths(text).flatMap { $0 >= 0 && $0 % 100 == 0 ? $0 / 100 : nil }
  }

  /// Reads a field as it is; empty after the last one.
  @inline(__always) mutating func field() -> ByteText {
    guard next < fields.count else { return ByteText(start: fields.start, count: 0) }
    let end = Int(fields.ends[next])
    let text = ByteText(start: fields.start + start, count: end - start)
    start = end + 1
    next += 1
    return text
  }
}
