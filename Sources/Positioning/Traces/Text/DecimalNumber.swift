/// A number as it was written: an integer and how many of its digits follow the decimal sign.
///
/// The value is `mantissa / 10^scale`. Up to 15 digits convert to `Double` with one rounding, so no
/// digit of a position in seven-decimal minutes is lost.
struct DecimalNumber {
  /// The digits without sign and decimal sign.
  var mantissa: Int64 = 0
  /// How many digits followed the decimal sign, less the exponent.
  var scale = 0
  /// Whether a minus stood in front; kept apart from the value because of `-0°`.
  var isNegative = false

  var magnitude: Double { scaledDown(Double(mantissa), by: scale) }

  var double: Double { isNegative ? -magnitude : magnitude }

  /// This number times `10^digits`, cut to an integer; nil when it does not fit.
  func scaled(by digits: Int) -> Int64? {
    var value = mantissa
    var shift = digits - scale
    while shift > 0 {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      value = product
      shift -= 1
    }
    while shift < 0, value != 0 {
      value /= 10
      shift += 1
    }
    return isNegative ? -value : value
  }
}

/// `value / 10^digits`; one rounding for 0…22 digits.
@inline(__always)
func scaledDown(_ value: Double, by digits: Int) -> Double {
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
  /// Takes a number off the front: a sign, digits with at most one decimal sign; nil, and nothing
  /// taken, when there is none.
  mutating func eatDecimal(separator: UInt8 = .dot) -> DecimalNumber? {
    var index = 0
    var isNegative = false
    if count > 0, start[0] == .minus || start[0] == .plus {
      isNegative = start[0] == .minus
      index = 1
    }
    // Eighteen digits fit whatever they are; more are looked at one by one.
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
    guard index < limit || limit == count else { return eatLongDecimal(separator: separator) }
    guard digits > 0 else { return nil }
    drop(index)
    return DecimalNumber(mantissa: mantissa, scale: scale, isNegative: isNegative)
  }

  @inline(never)
  private mutating func eatLongDecimal(separator: UInt8) -> DecimalNumber? {
    var number = DecimalNumber()
    var index = 0
    if count > 0, start[0] == .minus || start[0] == .plus {
      number.isNegative = start[0] == .minus
      index = 1
    }
    var digits = 0
    var isFraction = false
    while index < count {
      let byte = start[index]
      if byte.isDigit {
        digits += 1
        if number.mantissa < 100_000_000_000_000_000 {
          number.mantissa = number.mantissa &* 10 &+ Int64(byte &- 0x30)
          if isFraction { number.scale += 1 }
        } else if !isFraction {
          // Nanoseconds since 1970 have 19 digits; more is no number of ours.
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
    guard digits > 0 else { return nil }
    drop(index)
    return number
  }

  /// The number that all of this text is; nil when it is none.
  func decimal(separator: UInt8 = .dot) -> DecimalNumber? {
    var rest = self
    guard let number = rest.eatDecimal(separator: separator), rest.isEmpty else { return nil }
    return number
  }

  /// The natural number that all of this text is, of at most 18 digits.
  var natural: Int? {
    guard count > 0, count <= 18 else { return nil }
    var value = 0
    for index in 0..<count {
      guard start[index].isDigit else { return nil }
      value = value &* 10 &+ Int(start[index] &- 0x30)
    }
    return value
  }
}
