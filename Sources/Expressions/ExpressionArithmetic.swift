/// An operand on the stack of a computation: an `Int` if all operands are integers, which is most
/// of the time, else a ``StreamValue``. Both give the same results for integers.
package protocol ExpressionOperand {
  init(truth: Bool)
  init(integer: Int)
  var isTrue: Bool { get }
  func adding(_ other: Self) throws(ExpressionFault) -> Self
  func subtracting(_ other: Self) throws(ExpressionFault) -> Self
  func multiplied(by other: Self) throws(ExpressionFault) -> Self
  func divided(by other: Self) throws(ExpressionFault) -> Self
  func remainder(dividingBy other: Self) throws(ExpressionFault) -> Self
  func equals(_ other: Self) throws(ExpressionFault) -> Bool
  func isLess(than other: Self) throws(ExpressionFault) -> Bool
  func differs(from other: Self) throws(ExpressionFault) -> Bool
  func isAtMost(_ other: Self) throws(ExpressionFault) -> Bool
  func requiringInteger() throws(ExpressionFault) -> Self
  func makingDecimal() throws(ExpressionFault) -> Self
  /// The number of bytes beyond its own.
  var size: Int { get }
}

extension ExpressionOperand {
  package func differs(from other: Self) throws(ExpressionFault) -> Bool {
    try !equals(other)
  }

  package func isAtMost(_ other: Self) throws(ExpressionFault) -> Bool {
    try !other.isLess(than: self)
  }
}

/// The reason why a step of a computation has no result.
@usableFromInline package struct ExpressionFault: Error {
  package var reason: String
  /// The step of the code that failed.
  package var step = 0

  package init(_ reason: String) { self.reason = reason }

  static func overflow(_ left: some Any, _ sign: String, _ right: some Any) -> ExpressionFault {
    ExpressionFault("\(left) \(sign) \(right) is too large")
  }

  static func divisionByZero(_ left: some Any, _ sign: String) -> ExpressionFault {
    ExpressionFault("\(left) \(sign) 0 is a division by zero")
  }

  static func kinds(_ sign: String, _ left: StreamValue, _ right: StreamValue) -> ExpressionFault {
    ExpressionFault("\(sign) cannot take \(left.kind) and \(right.kind)")
  }
}

extension Int: ExpressionOperand {
  package init(truth: Bool) { self = truth ? 1 : 0 }
  package init(integer: Int) { self = integer }
  package var isTrue: Bool { self != 0 }
  package var size: Int { 0 }

  package func adding(_ other: Int) throws(ExpressionFault) -> Int {
    let (result, overflow) = addingReportingOverflow(other)
    if overflow { throw .overflow(self, "+", other) }
    return result
  }

  package func subtracting(_ other: Int) throws(ExpressionFault) -> Int {
    let (result, overflow) = subtractingReportingOverflow(other)
    if overflow { throw .overflow(self, "-", other) }
    return result
  }

  package func multiplied(by other: Int) throws(ExpressionFault) -> Int {
    let (result, overflow) = multipliedReportingOverflow(by: other)
    if overflow { throw .overflow(self, "*", other) }
    return result
  }

  package func divided(by other: Int) throws(ExpressionFault) -> Int {
    if other == 0 { throw .divisionByZero(self, "/") }
    let (result, overflow) = dividedReportingOverflow(by: other)
    if overflow { throw .overflow(self, "/", other) }
    return result
  }

  package func remainder(dividingBy other: Int) throws(ExpressionFault) -> Int {
    if other == 0 { throw .divisionByZero(self, "%") }
    // The least integer would overflow.
    return other == -1 ? 0 : self % other
  }

  package func equals(_ other: Int) -> Bool { self == other }
  package func isLess(than other: Int) -> Bool { self < other }
  package func requiringInteger() -> Int { self }
  package func makingDecimal() -> Int {
    preconditionFailure("code with decimals has no integers alone")
  }
}

extension StreamValue: ExpressionOperand {
  /// The most bytes of a text that an expression makes.
  package static let textLimit = 64 << 10

  package init(truth: Bool) { self = .integer(truth ? 1 : 0) }
  package init(integer: Int) { self = .integer(integer) }
  @inlinable
  package var isTrue: Bool { if case .integer(let integer) = self { integer != 0 } else { false } }

  package func adding(_ other: StreamValue) throws(ExpressionFault) -> StreamValue {
    guard case .text(let left) = self, case .text(let right) = other else {
      return try computing("+", other, Int.adding) { $0 + $1 }
    }
    guard left.utf8.count + right.utf8.count <= StreamValue.textLimit else {
      throw ExpressionFault("the text would have more than \(StreamValue.textLimit) bytes")
    }
    return .text(left + right)
  }

  package func subtracting(_ other: StreamValue) throws(ExpressionFault) -> StreamValue {
    try computing("-", other, Int.subtracting) { $0 - $1 }
  }

  package func multiplied(by other: StreamValue) throws(ExpressionFault) -> StreamValue {
    try computing("*", other, Int.multiplied) { $0 * $1 }
  }

  package func divided(by other: StreamValue) throws(ExpressionFault) -> StreamValue {
    if other == .decimal(0) || other == .integer(0), isNumber { throw .divisionByZero(self, "/") }
    return try computing("/", other, Int.divided) { $0 / $1 }
  }

  package func remainder(dividingBy other: StreamValue) throws(ExpressionFault) -> StreamValue {
    if other == .decimal(0) || other == .integer(0), isNumber { throw .divisionByZero(self, "%") }
    return try computing("%", other, Int.remainder) { $0.truncatingRemainder(dividingBy: $1) }
  }

  package func equals(_ other: StreamValue) throws(ExpressionFault) -> Bool {
    switch (self, other) {
    case (.text(let left), .text(let right)): left == right
    case (.list(let left), .list(let right)): left == right
    default: try order("==", other) == 0
    }
  }

  package func isLess(than other: StreamValue) throws(ExpressionFault) -> Bool {
    if case .text(let left) = self, case .text(let right) = other { return left < right }
    return try order("<", other) < 0
  }

  package func requiringInteger() throws(ExpressionFault) -> StreamValue {
    guard case .integer = self else { throw ExpressionFault("%d takes an integer, not \(kind)") }
    return self
  }

  package func makingDecimal() throws(ExpressionFault) -> StreamValue {
    guard let decimal = asDouble else { throw ExpressionFault("%f takes a number, not \(kind)") }
    return .decimal(decimal)
  }

  private var isNumber: Bool { asDouble != nil }

  private var asDouble: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .decimal(let decimal): decimal
    case .text, .list: nil
    }
  }

  private func computing(
    _ sign: String, _ other: StreamValue,
    _ integers: (Int) -> (Int) throws(ExpressionFault) -> Int,
    _ decimals: (Double, Double) -> Double
  ) throws(ExpressionFault) -> StreamValue {
    if case .integer(let left) = self, case .integer(let right) = other {
      return .integer(try integers(left)(right))
    }
    guard let left = asDouble, let right = other.asDouble else {
      throw .kinds(sign, self, other)
    }
    let result = decimals(left, right)
    guard result.isFinite else { throw .overflow(left, sign, right) }
    return .decimal(result)
  }

  /// Returns a number less than zero, zero or more if this number is less than another, equal or
  /// greater.
  ///
  /// An integer and a decimal are compared exactly, without making a decimal of the integer.
  private func order(_ sign: String, _ other: StreamValue) throws(ExpressionFault) -> Int {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left < right ? -1 : left == right ? 0 : 1
    case (.decimal(let left), .decimal(let right)): left < right ? -1 : left == right ? 0 : 1
    case (.integer(let left), .decimal(let right)): StreamValue.order(left, right)
    case (.decimal(let left), .integer(let right)): -StreamValue.order(right, left)
    default: throw .kinds(sign, self, other)
    }
  }

  private static func order(_ integer: Int, _ decimal: Double) -> Int {
    let floor = decimal.rounded(.down)
    guard let whole = Int(exactly: floor) else { return decimal > 0 ? -1 : 1 }
    if integer != whole { return integer < whole ? -1 : 1 }
    return decimal > floor ? -1 : 0
  }
}
