import Formats

/// A number as it was written: an integer and the number of its digits after the decimal sign.
///
/// The value is `mantissa / 10^scale`. Up to 15 digits convert to `Double` with one rounding, which
/// preserves every digit of a position with seven decimals of a minute.
struct DecimalNumber {
  /// The digits without sign and decimal sign.
  var mantissa: Int64 = 0
  /// The number of digits after the decimal sign, minus the exponent.
  var scale = 0
  /// True if it has a leading minus; separate from the value because of `-0°`.
  var isNegative = false

  var magnitude: Double { scaledDown(Double(mantissa), by: scale) }

  var double: Double { isNegative ? -magnitude : magnitude }

  /// This number times `10^digits`, truncated to an integer; nil if it does not fit.
  func scaled(by digits: Int) -> Int64? {
    let shift = digits - scale
    guard mantissa != 0 else { return 0 }
    guard shift <= 18 else { return nil }
    var value: Int64 = 0
    if shift >= 0 {
      let (product, overflow) = mantissa.multipliedReportingOverflow(by: powerOfTen(shift))
      if overflow { return nil }
      value = product
    } else if shift >= -18 {
      value = mantissa / powerOfTen(-shift)
    }
    return isNegative ? -value : value
  }
}

/// Returns `value / 10^digits`, with one rounding for 0…22 digits.
@inline(__always) func scaledDown(_ value: Double, by digits: Int) -> Double {
  switch digits {
  case 0: value
  case 1: value / 1e1
  case 2: value / 1e2
  case 3: value / 1e3
  case 4: value / 1e4
  case 5: value / 1e5
  case 6: value / 1e6
  case 7: value / 1e7
  case 8: value / 1e8
  case 9: value / 1e9
  default: scaledFar(value, by: digits)
  }
}

private func scaledFar(_ value: Double, by digits: Int) -> Double {
  var power = 1.0
  for _ in 0..<min(abs(digits), 400) { power *= 10 }
  return digits < 0 ? value * power : value / power
}

extension ByteText {
  /// Removes a number from the front: a sign, and digits with at most one decimal sign. Returns
  /// nil, and removes nothing, if there is none.
  mutating func eatDecimal(separator: UInt8 = .dot) -> DecimalNumber? {
    var index = 0
    var isNegative = false
    if count > 0, start[0] == .minus || start[0] == .plus {
      isNegative = start[0] == .minus
      index = 1
    }
    // Eighteen digits always fit; further ones are checked one by one.
    let limit = min(count, index + 18)
    let first = index
    var mantissa: Int64 = 0
    while index < limit, start[index].isDigit {
      mantissa = mantissa &* 10 &+ Int64(start[index] &- 0x30)
      index += 1
    }
    var digits = index - first
    var scale = 0
    if index < limit, start[index] == separator {
      let point = index
      index += 1
      while index < limit, start[index].isDigit {
        mantissa = mantissa &* 10 &+ Int64(start[index] &- 0x30)
        index += 1
      }
      scale = index - point - 1
      digits += scale
    }
    guard digits > 0 else { return nil }
    let number = DecimalNumber(mantissa: mantissa, scale: scale, isNegative: isNegative)
    guard index < limit || limit == count else {
      return goOn(number, at: index, isFraction: digits < index - first, separator: separator)
    }
    drop(index)
    return number
  }

  /// Continues after the first digits of a long number.
  @inline(never) private mutating func goOn(
    _ beginning: DecimalNumber, at index: Int, isFraction: Bool, separator: UInt8
  ) -> DecimalNumber? {
    var (number, index, isFraction) = (beginning, index, isFraction)
    while index < count {
      let byte = start[index]
      if byte.isDigit {
        if number.mantissa < 100_000_000_000_000_000 {
          number.mantissa = number.mantissa &* 10 &+ Int64(byte &- 0x30)
          if isFraction { number.scale += 1 }
        } else if !isFraction {
          // Nanoseconds since 1970 have 19 digits; longer numbers are not supported.
          let (product, overflow) = number.mantissa.multipliedReportingOverflow(by: 10)
          let (sum, carry) = product.addingReportingOverflow(Int64(byte &- 0x30))
          if overflow || carry { return nil }
          number.mantissa = sum
        }
      } else if byte == separator, !isFraction {
        isFraction = true
      } else {
        break
      }
      index += 1
    }
    drop(index)
    return number
  }

  /// The number that this whole text represents; nil if it is not a number.
  @inline(__always) func decimal(separator: UInt8 = .dot) -> DecimalNumber? {
    let isNegative = first == .minus
    let digits = isNegative ? dropping(1) : self
    if let number = digits.shortDecimal(separator: separator, isNegative: isNegative) {
      return number
    }
    return unusualDecimal(separator: separator)
  }

  @inline(never) private func unusualDecimal(separator: UInt8) -> DecimalNumber? {
    var rest = self
    guard let number = rest.eatDecimal(separator: separator), rest.isEmpty else { return nil }
    return number
  }

  /// The number that this whole text represents, with at most sixteen digits and decimal signs; nil
  /// for any other.
  @inline(__always)
  private func shortDecimal(separator: UInt8, isNegative: Bool) -> DecimalNumber? {
    guard count > 0, count <= 16 else { return nil }
    let low = DigitBlock(self, from: max(0, count - 8), to: count, separator: separator)
    guard let low else { return nil }
    guard count > 8 else {
      guard low.count > 0 else { return nil }
      return DecimalNumber(mantissa: low.value, scale: low.scale ?? 0, isNegative: isNegative)
    }
    guard let high = DigitBlock(self, from: 0, to: count - 8, separator: separator),
      high.scale == nil || low.scale == nil
    else { return nil }
    return DecimalNumber(
      mantissa: high.value &* powerOfTen(low.count) &+ low.value,
      scale: high.scale.map { $0 + 8 } ?? low.scale ?? 0, isNegative: isNegative)
  }

  /// The natural number that this whole text represents, with at most 18 digits.
  var natural: Int? {
    guard count > 0, count <= 18 else { return nil }
    if count <= 8 {
      return DigitBlock(self, from: 0, to: count, separator: .dot).flatMap {
        $0.scale == nil ? Int($0.value) : nil
      }
    }
    var value = 0
    for index in 0..<count {
      guard start[index].isDigit else { return nil }
      value = value &* 10 &+ Int(start[index] &- 0x30)
    }
    return value
  }
}

/// Up to eight characters of a number, read at once: digits, possibly with a decimal sign.
struct DigitBlock {
  /// The digits as a number.
  var value: Int64
  /// The number of digits.
  var count: Int
  /// The number of digits after the decimal sign; nil if there is none.
  var scale: Int?

  /// Reads one to eight characters of text; nil if any of them is something else.
  @inline(__always) init?(_ text: ByteText, from start: Int, to end: Int, separator: UInt8) {
    let length = end - start
    self.init(
      lastOf: DigitBlock.word(UnsafeRawPointer(text.start + start), length), length: length,
      separator: separator)
  }

  /// Reads the last one to eight characters of a word, the last one highest; nil if any of them is
  /// something else.
  @inline(__always) init?(lastOf word: UInt64, length: Int, separator: UInt8) {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // The characters are at the end of the word: the digits as their values, preceded by zeros.
    let isThere: UInt64 = ~0 << UInt64(truncatingIfNeeded: 64 - 8 * length)
    var digits = (word ^ (0x30 &* ones)) & isThere
    count = length
    let others = digits ^ (UInt64(separator ^ 0x30) &* ones)
    let low: UInt64 = 0x7F &* ones
    // The highest bit of each byte that is the decimal sign.
    let marks = ~(((others & low) &+ low) | others | low) & isThere
    if marks != 0 {
      let bit = UInt64(truncatingIfNeeded: marks.trailingZeroBitCount & ~7)
      scale = 7 - Int(bit >> 3)
      count -= 1
      // Move the digits before the sign into its position.
      let before: UInt64 = (1 << bit) &- 1
      digits = digits & ~(before | 0xFF << bit) | (digits & before) << 8
    }
    guard let value = DigitBlock.value(of: digits) else { return nil }
    self.value = value
  }

  /// The number in the last one to eight bytes of a word, the last one highest; nil if they are not
  /// all digits.
  @inline(__always) static func natural(lastOf word: UInt64, length: Int) -> Int64? {
    let isThere: UInt64 = ~0 << UInt64(truncatingIfNeeded: 64 - 8 * length)
    return value(of: (word ^ 0x3030_3030_3030_3030) & isThere)
  }

  /// The number that eight digits are, the first one lowest; nil if one is above nine.
  @inline(__always) private static func value(of digits: UInt64) -> Int64? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // A sum above nine has its highest bit set.
    guard (digits | (digits &+ 0x76 &* ones)) & (0x80 &* ones) == 0 else { return nil }
    let pairs = ((digits &* 2561) >> 8) & 0x00FF_00FF_00FF_00FF
    let fours = ((pairs &* 6_553_601) >> 16) & 0x0000_FFFF_0000_FFFF
    return Int64(truncatingIfNeeded: (fours &* 42_949_672_960_001) >> 32)
  }

  /// One to eight bytes at the end of a word, the last one highest; reads no other bytes.
  @inline(__always) private static func word(_ start: UnsafeRawPointer, _ length: Int) -> UInt64 {
    let shift = UInt64(truncatingIfNeeded: 64 - 8 * length)
    if length >= 4 {
      let first = UInt32(littleEndian: start.loadUnaligned(as: UInt32.self))
      let last = UInt32(littleEndian: (start + length - 4).loadUnaligned(as: UInt32.self))
      // Where the two overlap, they are equal.
      return UInt64(first) << shift | UInt64(last) << 32
    }
    let bytes = start.assumingMemoryBound(to: UInt8.self)
    // These are all of three bytes; of one or two bytes, some occur twice.
    let first = UInt64(bytes[0])
    let middle = UInt64(bytes[length >> 1]) << UInt64(truncatingIfNeeded: 8 * (length >> 1))
    let last = UInt64(bytes[length - 1]) << UInt64(truncatingIfNeeded: 8 * (length - 1))
    return (first | middle | last) << shift
  }
}
