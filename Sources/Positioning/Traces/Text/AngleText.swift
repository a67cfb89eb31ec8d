/// The form of an angle written as a single number.
package enum AngleForm: String, Hashable, Sendable {
  /// Degrees with decimals, or degrees, minutes and seconds separated by marks: `39.4328`,
  /// `39°25′58″N`.
  case degrees
  /// Degrees and minutes without a separator, as in NMEA 0183: `3925.9702`.
  case degreesMinutes
  /// Ten-millionths of a degree: `394328367`.
  case tenMillionths
  /// Semicircles, of which 2^31 units are 180°, as in FIT files: `574102364`.
  case semicircles
  /// Minutes, as in Racelogic's files: `+03119.09973`.
  case minutes
}

extension ByteText {
  /// Removes an angle of one to three numbers from the front, with a hemisphere letter on either
  /// side.
  ///
  /// Reads `39.4328367`, `-1°14′2,4″`, `S1°14.04'`, `1 14 2.4 S`, `12d30m15s`, `39.4328N`,
  /// `12°34′O` (for the German Ost), in UTF-8 or with the degree sign of Latin-1. A sign or letter
  /// counts even if the degrees are zero.
  ///
  /// - Parameters:
  ///   - form: The meaning of a single number.
  ///   - decimalComma: Whether a comma between digits is a decimal sign; otherwise the angle ends
  ///     there, unless degree marks were seen.
  /// - Returns: Signed degrees; nil if there is no angle, or minutes or seconds reach 60.
  mutating func eatAngle(form: AngleForm, decimalComma: Bool) -> Double? {
    var numbers = (0.0, 0.0, 0.0)
    var found = 0
    var isNegative = false
    var hasMark = false
    var isFractional = false
    // A second letter belongs to another angle.
    var hasSide = false
    loop: while let byte = first {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), .dot:
        // Only the last number may have decimals; a further number belongs to another angle.
        if isFractional || found == 3 { break loop }
        guard var number = eatDecimal(separator: separator(decimalComma || hasMark)) else {
          return nil
        }
        if found == 0, number.scale > 0, let exponent = eatExponent() { number.scale -= exponent }
        isFractional = number.scale > 0
        let value = number.magnitude
        switch found {
        case 0: numbers.0 = degrees(value, number, form)
        case 1: numbers.1 = value
        default: numbers.2 = value
        }
        found += 1
      case .minus, .plus:
        guard found == 0 else { break loop }
        isNegative = byte == .minus
        drop(1)
      // East is O in German.
      case UInt8(ascii: "N"), UInt8(ascii: "n"), UInt8(ascii: "E"), UInt8(ascii: "e"),
        UInt8(ascii: "O"), UInt8(ascii: "o"):
        if hasSide { break loop }
        drop(1)
        hasSide = true
        if found > 0 { break loop }
      case UInt8(ascii: "S"), UInt8(ascii: "W"), UInt8(ascii: "w"), UInt8(ascii: "s"):
        if byte == UInt8(ascii: "s"), found == 3 {
          drop(1)
          continue
        }
        if hasSide { break loop }
        drop(1)
        (hasSide, isNegative) = (true, true)
        if found > 0 { break loop }
      case UInt8(ascii: "d"), UInt8(ascii: "m"), UInt8(ascii: "'"), .quote, UInt8(ascii: ":"):
        hasMark = true
        drop(1)
      case UInt8(ascii: " "), UInt8(ascii: "\t"), 0: drop(1)
      case 0x80...:
        // The minus sign U+2212; any other non-ASCII character is a mark.
        if found == 0, count >= 3, byte == 0xE2, self[1] == 0x88, self[2] == 0x92 {
          isNegative = true
          drop(3)
        } else {
          hasMark = true
          drop(1)
        }
      default: break loop
      }
    }
    guard found > 0, found == 1 || (numbers.1 < 60 && numbers.2 < 60) else { return nil }
    let degrees = numbers.0 + (numbers.1 + numbers.2 / 60) / 60
    guard !degrees.isNaN else { return nil }
    return isNegative ? -degrees : degrees
  }

  /// The angle that this whole text represents.
  func angle(form: AngleForm, decimalComma: Bool) -> Double? {
    // The form in nearly every table: one number and nothing else.
    if form == .degrees, let number = decimal(separator: decimalComma ? .comma : .dot) {
      return number.double
    }
    var rest = self
    guard let angle = rest.eatAngle(form: form, decimalComma: decimalComma), rest.trimmed.isEmpty
    else { return nil }
    return angle
  }

  /// Removes the exponent of a number from the front, as in `4.8E1`; returns nil, and removes
  /// nothing, if there is none. An `E` without digits is east.
  mutating func eatExponent() -> Int? {
    guard let mark = first, mark | 0x20 == UInt8(ascii: "e"), count >= 2 else { return nil }
    var rest = dropping(1)
    let isNegative = rest.first == .minus
    if isNegative || rest.first == .plus { rest.drop(1) }
    var digits = 0
    while digits < rest.count, rest[digits].isDigit { digits += 1 }
    guard (1...2).contains(digits), let value = rest.prefix(digits).natural else { return nil }
    rest.drop(digits)
    self = rest
    return isNegative ? -value : value
  }

  /// Removes a number from the front, as ``eatDecimal(separator:)`` does, including an exponent.
  mutating func eatNumber(separator: UInt8) -> DecimalNumber? {
    guard var number = eatDecimal(separator: separator) else { return nil }
    if let exponent = eatExponent() { number.scale -= exponent }
    return number
  }

  private func separator(_ mayBeComma: Bool) -> UInt8 {
    guard mayBeComma else { return .dot }
    for index in 0..<count where !start[index].isDigit {
      return start[index] == .comma ? .comma : .dot
    }
    return .dot
  }

  private func degrees(_ value: Double, _ number: DecimalNumber, _ form: AngleForm) -> Double {
    switch form {
    case .degrees: value
    case .tenMillionths: value / 1e7
    case .semicircles: value * (180 / 2_147_483_648)
    case .minutes: value / 60
    case .degreesMinutes: (value / 100).rounded(.down) + minutes(of: number) / 60
    }
  }

  /// The minutes of `dddmm.mmmm`, without the rounding error of subtracting the degrees; NaN if
  /// they reach 60.
  private func minutes(of number: DecimalNumber) -> Double {
    guard (0...15).contains(number.scale) else { return .nan }
    var hundred: Int64 = 100
    for _ in 0..<number.scale { hundred *= 10 }
    let minutes = scaledDown(Double(number.mantissa % hundred), by: number.scale)
    return minutes < 60 ? minutes : .nan
  }
}
