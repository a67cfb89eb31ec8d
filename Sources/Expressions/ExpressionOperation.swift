/// An operation with two sides; the raw value is its sign, or its name.
@usableFromInline package enum ExpressionOperation: String, Sendable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  /// Divides; the result for integers is an integer if there is no remainder.
  case divide = "/"
  /// Divides; discards the remainder for integers.
  case quotient
  case remainder = "%"
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  /// Tests that the list on the right contains the left side.
  case isIn = "in"

  /// The sign in messages.
  var sign: String { self == .quotient ? "/" : rawValue }

  /// True for the tests of equality.
  var isOfEquality: Bool { self == .equal || self == .notEqual }

  /// True for comparisons of two operands.
  var isComparison: Bool {
    switch self {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
    case .add, .subtract, .multiply, .divide, .quotient, .remainder, .isIn: false
    }
  }

  /// Returns the kind of the result; nil if the operation cannot take operands of two kinds,
  /// whatever their values.
  func result(_ left: ExpressionKind, _ right: ExpressionKind) -> ExpressionKind? {
    let (areNumbers, areTexts) = (left.isNumber && right.isNumber, left.isText && right.isText)
    switch self {
    case .add:
      if left == .any, right == .any { return .any }
      return areNumbers ? .number : areTexts ? .text : nil
    case .subtract, .multiply, .divide, .quotient, .remainder:
      // If one kind is unknown, the computation checks the other, too.
      return areNumbers || left == .any || right == .any ? .number : nil
    case .equal, .notEqual:
      let takesAll: Set<ExpressionKind> = [.any, .null, .emptyText]
      let isFine =
        areNumbers || areTexts || left == right || takesAll.contains(left)
        || takesAll.contains(right) || (left.isList && right.isList)
      return isFine ? .truth : nil
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return areNumbers || areTexts ? .truth : nil
    case .isIn: return right.isList || right == .any ? .truth : nil
    }
  }
}

// MARK: - Numbers

extension ExpressionOperation {
  /// Returns the result for two integers; nil if there is none, or it does not fit in 64 bits.
  @inline(__always) func result(of left: Int, _ right: Int) -> StreamValue? {
    let (result, overflow) = integerResult(of: left, right)
    return overflow ? nil : isComparison ? .truth(result != 0) : .integer(result)
  }

  /// Returns the result for two integers, 1 or 0 for a condition.
  @inlinable @inline(__always)
  func integerResult(of left: Int, _ right: Int) -> (partialValue: Int, overflow: Bool) {
    switch self {
    case .add: left.addingReportingOverflow(right)
    case .subtract: left.subtractingReportingOverflow(right)
    case .multiply: left.multipliedReportingOverflow(by: right)
    case .divide: left.wholeQuotient(right)
    case .quotient: left.quickQuotient(right)
    case .remainder: left.quickRemainder(right)
    case .equal: (left == right ? 1 : 0, false)
    case .notEqual: (left != right ? 1 : 0, false)
    case .less: (left < right ? 1 : 0, false)
    case .lessOrEqual: (left <= right ? 1 : 0, false)
    case .greater: (left > right ? 1 : 0, false)
    case .greaterOrEqual: (left >= right ? 1 : 0, false)
    case .isIn: (0, true)
    }
  }

  /// Returns the result of an arithmetic operation for two binary numbers.
  fileprivate func result(of left: Double, _ right: Double) -> Double {
    switch self {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    case .divide, .quotient: left / right
    default: left.truncatingRemainder(dividingBy: right)
    }
  }

  /// Returns the result of an arithmetic operation for two exact numbers.
  fileprivate func result(
    of left: DecimalNumber, _ right: DecimalNumber
  ) throws(DecimalNumberError) -> DecimalNumber {
    switch self {
    case .add: try left.adding(right)
    case .subtract: try left.subtracting(right)
    case .multiply: try left.multiplied(by: right)
    case .divide, .quotient: try left.divided(by: right)
    default: try left.remainder(dividingBy: right)
    }
  }
}

extension Int {
  /// Returns true if both this number and another need only 32 bits, which halves the time of a
  /// division.
  @inlinable @inline(__always) func isShort(with other: Int) -> Bool {
    UInt(bitPattern: self) | UInt(bitPattern: other) <= UInt(UInt32.max)
  }

  @inlinable @inline(__always)
  func quickQuotient(_ other: Int) -> (partialValue: Int, overflow: Bool) {
    guard other != 0, isShort(with: other) else { return dividedReportingOverflow(by: other) }
    return (Int(UInt32(truncatingIfNeeded: self) / UInt32(truncatingIfNeeded: other)), false)
  }

  /// The quotient; an overflow if there is a remainder.
  @inlinable @inline(__always)
  func wholeQuotient(_ other: Int) -> (partialValue: Int, overflow: Bool) {
    let (quotient, overflow) = quickQuotient(other)
    return (quotient, overflow || quotient &* other != self)
  }

  @inlinable @inline(__always)
  func quickRemainder(_ other: Int) -> (partialValue: Int, overflow: Bool) {
    if other == 0 { return (0, true) }
    // The least integer would overflow, and has no remainder.
    if other == -1 { return (0, false) }
    guard isShort(with: other) else { return (self % other, false) }
    return (Int(UInt32(truncatingIfNeeded: self) % UInt32(truncatingIfNeeded: other)), false)
  }
}

// MARK: - Values

extension StreamValue {
  /// The maximum number of bytes of a string that an expression makes.
  package static let textLimit = 64 << 10

  /// Returns the result of an operation whose left side is this value.
  package func result(_ operation: ExpressionOperation, _ other: StreamValue)
    throws(ExpressionFault) -> StreamValue
  {
    if let left = integer, let right = other.integer, let result = operation.result(of: left, right)
    {
      return result
    }
    switch operation {
    case .equal, .notEqual:
      guard let isEqual = isEqual(to: other) else {
        throw .kinds(operation.sign, self, other)
      }
      return .truth(isEqual == (operation == .equal))
    case .less: return .truth(try isLess(than: other))
    case .lessOrEqual: return .truth(try !other.isLess(than: self))
    case .greater: return .truth(try other.isLess(than: self))
    case .greaterOrEqual: return .truth(try !isLess(than: other))
    case .isIn:
      guard case .list(let elements) = other else {
        throw ExpressionFault("in takes a list, not \(other.kind): \(other.shown)")
      }
      return .truth(elements.contains { $0.isSame(as: self) })
    case .add, .subtract, .multiply, .divide, .quotient, .remainder:
      return try computed(operation, other)
    }
  }

  private func computed(
    _ operation: ExpressionOperation, _ other: StreamValue
  ) throws(ExpressionFault) -> StreamValue {
    let sign = operation.sign
    switch (operation, self, other) {
    case (.add, .text(let left), .text(let right)):
      guard left.utf8.count + right.utf8.count <= StreamValue.textLimit else { throw .longText }
      return .text(left + right)
    case (.divide, _, _) where other.isZero && isNumber,
      (.quotient, _, _) where other.isZero && isNumber,
      (.remainder, _, _) where other.isZero && isNumber:
      throw ExpressionFault("\(self) \(sign) 0 is a division by zero")
    // With a remainder: a decimal.
    case (.divide, .integer, .integer(let divisor)) where divisor != -1: break
    case (_, .integer(let left), .integer(let right)): throw .overflow(left, sign, right)
    default: break
    }
    // An exact number stays exact with any other.
    if isExact || other.isExact, let left = asExact, let right = other.asExact {
      do throws(DecimalNumberError) { return .exact(try operation.result(of: left, right)) } catch {
        throw .overflow(left, sign, right)
      }
    }
    guard let left = asDouble, let right = other.asDouble else { throw .kinds(sign, self, other) }
    let result = operation.result(of: left, right)
    guard result.isFinite else { throw .overflow(left, sign, right) }
    return .decimal(result)
  }

  /// Returns whether it equals another value; nil if they cannot be compared.
  private func isEqual(to other: StreamValue) -> Bool? {
    switch (self, other) {
    case (.text(let left), .text(let right)): left == right
    case (.list, .list), (.object, .object), (.truth, .truth), (.null, _), (_, .null):
      isSame(as: other)
    default: order(to: other).map { $0 == 0 }
    }
  }

  package func isLess(than other: StreamValue) throws(ExpressionFault) -> Bool {
    if case .text(let left) = self, case .text(let right) = other { return left < right }
    guard let order = order(to: other) else { throw .kinds("<", self, other) }
    return order < 0
  }

  /// The integer; nil for any other value.
  @inlinable @inline(__always)
  package var integer: Int? { if case .integer(let integer) = self { integer } else { nil } }

  @inlinable package var isTrue: Bool { if case .truth(let truth) = self { truth } else { false } }

  var isExact: Bool { if case .exact = self { true } else { false } }

  private var isNumber: Bool { asDouble != nil }

  private var isZero: Bool {
    switch self {
    case .integer(let integer): integer == 0
    case .decimal(let decimal): decimal == 0
    case .exact(let number): number == 0
    case .text, .truth, .null, .list, .object: false
    }
  }

  /// The number as a decimal; nil if the value is not a number.
  package var asDouble: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .decimal(let decimal): decimal
    case .exact(let number): number.double
    case .text, .truth, .null, .list, .object: nil
    }
  }

  /// The number as a ``DecimalNumber``; nil if it cannot be one.
  package var asExact: DecimalNumber? {
    switch self {
    case .integer(let integer): DecimalNumber(integer)
    case .decimal(let decimal): DecimalNumber(decimal)
    case .exact(let number): number
    case .text, .truth, .null, .list, .object: nil
    }
  }

  /// Returns a number less than, equal to or greater than zero if this number is less than, equal
  /// to or greater than another; nil if either is not a number.
  ///
  /// An integer and a decimal are compared exactly, without converting the integer.
  package func order(to other: StreamValue) -> Int? {
    func order<Number: Comparable>(_ left: Number, _ right: Number) -> Int {
      left < right ? -1 : left == right ? 0 : 1
    }
    return switch (self, other) {
    case (.integer(let left), .integer(let right)): order(left, right)
    case (.decimal(let left), .decimal(let right)): order(left, right)
    case (.integer(let left), .decimal(let right)): StreamValue.order(left, right)
    case (.decimal(let left), .integer(let right)): -StreamValue.order(right, left)
    case (.exact, _), (_, .exact):
      if let left = asExact, let right = other.asExact {
        left.order(to: right)
      } else if let left = asDouble, let right = other.asDouble {
        order(left, right)
      } else {
        nil
      }
    default: nil
    }
  }

  private static func order(_ integer: Int, _ decimal: Double) -> Int {
    let floor = decimal.rounded(.down)
    guard let whole = Int(exactly: floor) else { return decimal > 0 ? -1 : 1 }
    if integer != whole { return integer < whole ? -1 : 1 }
    return decimal > floor ? -1 : 0
  }
}
