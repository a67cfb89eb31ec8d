import Formats

/// An exact decimal number of up to 38 digits, for example an amount of money.
///
///     let sum = try DecimalNumber("0.1")!.adding(0.2)
///     sum == 0.3  // true, as it is not of two Doubles
///     DecimalNumber("12.50")!.description  // "12.50": the places stay as they were written
///
/// It consists of a whole coefficient below 10^38 and a number of decimal places, at most 38.
/// Numbers with the same amount are equal, regardless of their decimal places. A result that does
/// not fit is an error, and is never rounded to fit.
public struct DecimalNumber: Sendable {
  /// All digits as a whole number.
  private let coefficient: Int128
  /// The number of decimal places.
  public let places: Int

  /// The maximum number of digits of a coefficient, and of decimal places.
  package static let digitLimit = 38
  /// The maximum number of decimal places of an endless quotient.
  package static let quotientPlaces = 18

  private static let limit = power(digitLimit)

  private init?(_ coefficient: Int128, places: Int) {
    guard places >= 0, places <= Self.digitLimit, coefficient.magnitude < Self.limit.magnitude
    else { return nil }
    (self.coefficient, self.places) = (coefficient, places)
  }

  /// Makes a whole number.
  public init(_ integer: Int) { (coefficient, places) = (Int128(integer), 0) }

  /// Reads digits with an optional sign, point and exponent; nil for any other string, and for a
  /// number that does not fit.
  public init?(_ text: String) { self.init(digits: text.utf8, point: { $0 == UInt8(ascii: ".") }) }

  /// Reads a number; `point` returns true for a byte that separates the fraction.
  package init?(digits text: String.UTF8View, point: (UInt8) -> Bool) {
    var bytes = text[...]
    var isNegative = false
    if let sign = bytes.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      bytes.removeFirst()
    }
    var (coefficient, places, digits, hasPoint) = (Int128(0), 0, 0, false)
    while let byte = bytes.first, byte.isDigit || (!hasPoint && point(byte)) {
      bytes.removeFirst()
      guard byte.isDigit else {
        hasPoint = true
        continue
      }
      digits += 1
      if hasPoint { places += 1 }
      guard coefficient < Self.limit / 10, places <= Self.digitLimit else { return nil }
      coefficient = coefficient * 10 + Int128(byte - UInt8(ascii: "0"))
    }
    guard digits > 0 else { return nil }
    var exponent = 0
    if let letter = bytes.first, letter | 0x20 == UInt8(ascii: "e") {
      guard let number = Int(String(Substring(bytes.dropFirst()))), (-99...99).contains(number)
      else { return nil }
      (exponent, bytes) = (number, bytes[bytes.endIndex...])
    }
    guard bytes.isEmpty else { return nil }
    places -= exponent
    if places < 0 {
      guard coefficient == 0 || -places <= Self.digitLimit,
        let shifted = Self.shift(coefficient, by: coefficient == 0 ? 0 : -places)
      else { return nil }
      (coefficient, places) = (shifted, 0)
    }
    while places > Self.digitLimit, coefficient % 10 == 0 {
      (coefficient, places) = (coefficient / 10, places - 1)
    }
    self.init(isNegative ? -coefficient : coefficient, places: places)
  }

  /// Makes the shortest decimal number that reads back as `number`; nil if it does not fit.
  public init?(_ number: Double) {
    guard number.isFinite else { return nil }
    if let integer = Int(exactly: number) {
      self.init(integer)
    } else {
      self.init(number.description)
    }
  }

  /// The nearest 64-bit binary number.
  public var double: Double { Double(description) ?? 0 }

  /// The number as an integer; nil if it is not whole or does not fit in 64 bits.
  public var integer: Int? {
    let whole = trimmed
    return whole.places == 0 ? Int(exactly: whole.coefficient) : nil
  }

  /// The same amount with as few decimal places as possible.
  package var trimmed: DecimalNumber {
    var (coefficient, places) = (coefficient, places)
    while places > 0, coefficient % 10 == 0 {
      (coefficient, places) = (coefficient / 10, places - 1)
    }
    return DecimalNumber(coefficient, places: places)!
  }

  /// The same amount with at least `places` decimal places, if they fit.
  package func padded(to places: Int) -> DecimalNumber {
    guard places > self.places, let shifted = Self.shift(coefficient, by: places - self.places)
    else { return self }
    return DecimalNumber(shifted, places: places) ?? self
  }

  /// 10 to the power of an exponent of at most 38.
  private static func power(_ exponent: Int) -> Int128 {
    var power: Int128 = 1
    for _ in 0..<exponent { power *= 10 }
    return power
  }

  /// A coefficient with zeros appended; nil if it then has too many digits.
  private static func shift(_ coefficient: Int128, by digits: Int) -> Int128? {
    guard digits <= digitLimit else { return coefficient == 0 ? 0 : nil }
    let (shifted, overflow) = coefficient.multipliedReportingOverflow(by: power(digits))
    return overflow ? nil : shifted
  }
}

extension DecimalNumber: CustomStringConvertible {
  /// The digits with a point, and with the number's original decimal places.
  public var description: String {
    let digits = String(coefficient.magnitude)
    guard places > 0 else { return coefficient < 0 ? "-" + digits : digits }
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return (coefficient < 0 ? "-" : "") + padded.dropLast(places) + "." + padded.suffix(places)
  }
}

extension DecimalNumber: JSONConvertible {
  package init(json: JSONValue) throws(DocumentError) {
    guard case .number(let digits) = json else { throw json.isNot("a number") }
    guard let number = DecimalNumber(digits) else {
      throw DocumentError(
        "a number of at most \(Self.digitLimit) digits was expected, not \(digits.prefix(60))")
    }
    self = number
  }

  package var json: JSONValue { .number(description) }
}

extension DecimalNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  public init(integerLiteral value: Int) { self.init(value) }
  /// Makes the shortest decimal number that reads back as the literal's value.
  public init(floatLiteral value: Double) {
    guard let number = DecimalNumber(value) else {
      preconditionFailure("\(value) has more than \(Self.digitLimit) digits")
    }
    self = number
  }
}

extension DecimalNumber: Hashable, Comparable {
  public static func == (left: DecimalNumber, right: DecimalNumber) -> Bool {
    left.order(to: right) == 0
  }

  public static func < (left: DecimalNumber, right: DecimalNumber) -> Bool {
    left.order(to: right) < 0
  }

  public func hash(into hasher: inout Hasher) {
    let trimmed = trimmed
    hasher.combine(trimmed.coefficient)
    hasher.combine(trimmed.places)
  }

  /// Returns a number less than, equal to or greater than zero if this number is less than, equal
  /// to or greater than another.
  package func order(to other: DecimalNumber) -> Int {
    func order(_ left: Int128, _ right: Int128) -> Int { left < right ? -1 : left == right ? 0 : 1 }
    if places == other.places || coefficient.signum() != other.coefficient.signum() {
      return order(coefficient, other.coefficient)
    }
    if places < other.places { return -other.order(to: self) }
    // If it has too many digits with the other's decimal places, it is farther from zero.
    guard let shifted = Self.shift(other.coefficient, by: places - other.places) else {
      return other.coefficient > 0 ? -1 : 1
    }
    return order(coefficient, shifted)
  }
}

// MARK: - Arithmetic

/// The reason why a result is not a ``DecimalNumber``.
package enum DecimalNumberError: Error, Hashable, Sendable {
  /// It would have more than 38 digits.
  case tooManyDigits
  /// It would be the result of a division by zero.
  case divisionByZero
}

extension DecimalNumber {
  private static func fitting(
    _ coefficient: Int128, places: Int
  ) throws(DecimalNumberError) -> DecimalNumber {
    guard let number = DecimalNumber(coefficient, places: places) else { throw .tooManyDigits }
    return number
  }

  /// Returns both coefficients with the larger number of decimal places.
  private static func aligned(
    _ left: DecimalNumber, _ right: DecimalNumber
  ) throws(DecimalNumberError) -> (Int128, Int128, places: Int) {
    let places = max(left.places, right.places)
    guard let first = shift(left.coefficient, by: places - left.places),
      let second = shift(right.coefficient, by: places - right.places)
    else {
      // Fewer decimal places may suffice.
      let (first, second) = (left.trimmed, right.trimmed)
      guard first.places < left.places || second.places < right.places else { throw .tooManyDigits }
      return try aligned(first, second)
    }
    return (first, second, places)
  }

  /// The exact sum of this number and another.
  package func adding(_ other: DecimalNumber) throws(DecimalNumberError) -> DecimalNumber {
    let (first, second, places) = try Self.aligned(self, other)
    let (sum, overflow) = first.addingReportingOverflow(second)
    if overflow { throw .tooManyDigits }
    return try Self.fitting(sum, places: places)
  }

  /// The exact difference of this number and another.
  package func subtracting(_ other: DecimalNumber) throws(DecimalNumberError) -> DecimalNumber {
    try adding(other.negated)
  }

  /// The number with the opposite sign.
  package var negated: DecimalNumber { DecimalNumber(-coefficient, places: places)! }

  /// The exact product of this number and another.
  package func multiplied(by other: DecimalNumber) throws(DecimalNumberError) -> DecimalNumber {
    let (first, second) = (trimmed, other.trimmed)
    let (product, overflow) = first.coefficient.multipliedReportingOverflow(by: second.coefficient)
    if overflow { throw .tooManyDigits }
    return try Self.fitting(product, places: first.places + second.places)
  }

  /// The quotient of this number and another.
  ///
  /// It is exact if ``quotientPlaces`` decimal places suffice, else rounded to them, with halves
  /// away from zero; to fewer if it would have more than 38 digits.
  package func divided(by other: DecimalNumber) throws(DecimalNumberError) -> DecimalNumber {
    if other.coefficient == 0 { throw .divisionByZero }
    let (dividend, divisor, _) = try Self.aligned(trimmed, other.trimmed)
    let (number, by) = (dividend.magnitude, divisor.magnitude)
    var (quotient, rest) = number.quotientAndRemainder(dividingBy: by)
    var places = 0
    while rest != 0, places < Self.quotientPlaces, quotient < Self.limit.magnitude / 10 {
      let (tenfold, overflow) = rest.multipliedReportingOverflow(by: 10)
      if overflow { throw .tooManyDigits }
      let digit = tenfold.quotientAndRemainder(dividingBy: by)
      (quotient, rest, places) = (quotient * 10 + digit.quotient, digit.remainder, places + 1)
    }
    if rest != 0, rest >= by - rest { quotient += 1 }
    let isNegative = (dividend < 0) != (divisor < 0)
    return try Self.fitting(isNegative ? -Int128(quotient) : Int128(quotient), places: places)
  }

  /// The remainder of a division with a whole quotient, with the sign of the dividend.
  package func remainder(dividingBy other: DecimalNumber) throws(DecimalNumberError)
    -> DecimalNumber
  {
    if other.coefficient == 0 { throw .divisionByZero }
    let (dividend, divisor, places) = try Self.aligned(self, other)
    return try Self.fitting(dividend % divisor, places: places)
  }

  /// The number without its sign.
  package var magnitude: DecimalNumber { coefficient < 0 ? negated : self }

  /// The nearest whole number in a direction.
  package func rounded(
    _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero
  ) -> DecimalNumber {
    let power = Self.power(places)
    let (toward, rest) = coefficient.quotientAndRemainder(dividingBy: power)
    let isNegative = coefficient < 0
    let (behind, ahead) = (rest.magnitude, power.magnitude - rest.magnitude)
    let goesAway: Bool =
      switch rule {
      case .up: !isNegative
      case .down: isNegative
      case .towardZero: false
      case .awayFromZero: true
      case .toNearestOrEven: behind > ahead || (behind == ahead && toward % 2 != 0)
      default: behind >= ahead
      }
    let step: Int128 = rest == 0 || !goesAway ? 0 : isNegative ? -1 : 1
    return DecimalNumber(toward + step, places: 0)!
  }
}
