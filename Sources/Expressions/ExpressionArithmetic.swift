/// An operand on the stack of a computation: an `Int` if all operands are integers, which is most
/// of the time, else a ``StreamValue``. Both give the same results for integers.
protocol ExpressionOperand {
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
  func requiringTruth() throws(ExpressionFault) -> Self
  func makingDecimal() throws(ExpressionFault) -> Self
  /// The element or the field of a place or a key.
  func member(_ key: Self) throws(ExpressionFault) -> Self
  /// Requires the rows of a list.
  func requiringRows() throws(ExpressionFault) -> Self
  func isElement(of list: Self) throws(ExpressionFault) -> Self
  static func list(of elements: UnsafeBufferPointer<Self>) throws(ExpressionFault) -> Self
  /// Makes an object of values with the keys of a list.
  static func object(
    of values: UnsafeBufferPointer<Self>, keys: Self
  ) throws(ExpressionFault) -> Self
  /// The result of a function.
  static func result(
    of function: ExpressionFunction, _ arguments: UnsafeBufferPointer<Self>
  ) throws(ExpressionFault) -> Self
  /// The number of bytes beyond its own.
  var size: Int { get }
  /// The bytes of work that it takes to find a field.
  var lookupSize: Int { get }
  /// The number of values, if it is a list.
  var count: Int { get }
}

extension ExpressionOperand {
  func differs(from other: Self) throws(ExpressionFault) -> Bool {
    try !equals(other)
  }

  func isAtMost(_ other: Self) throws(ExpressionFault) -> Bool {
    try !other.isLess(than: self)
  }
}

extension Int: ExpressionOperand {
  init(truth: Bool) { self = truth ? 1 : 0 }
  init(integer: Int) { self = integer }
  var isTrue: Bool { self != 0 }
  var size: Int { 0 }

  func adding(_ other: Int) throws(ExpressionFault) -> Int {
    let (result, overflow) = addingReportingOverflow(other)
    if overflow { throw .overflow(self, "+", other) }
    return result
  }

  func subtracting(_ other: Int) throws(ExpressionFault) -> Int {
    let (result, overflow) = subtractingReportingOverflow(other)
    if overflow { throw .overflow(self, "-", other) }
    return result
  }

  func multiplied(by other: Int) throws(ExpressionFault) -> Int {
    let (result, overflow) = multipliedReportingOverflow(by: other)
    if overflow { throw .overflow(self, "*", other) }
    return result
  }

  func divided(by other: Int) throws(ExpressionFault) -> Int {
    if other == 0 { throw .divisionByZero(self, "/") }
    let (result, overflow) = dividedReportingOverflow(by: other)
    if overflow { throw .overflow(self, "/", other) }
    return result
  }

  func remainder(dividingBy other: Int) throws(ExpressionFault) -> Int {
    if other == 0 { throw .divisionByZero(self, "%") }
    // The least integer would overflow.
    return other == -1 ? 0 : self % other
  }

  func equals(_ other: Int) -> Bool { self == other }
  func isLess(than other: Int) -> Bool { self < other }
  func requiringInteger() -> Int { self }

  // Code of integers alone has no such step.
  func requiringTruth() -> Int { Self.absent() }
  func makingDecimal() -> Int { Self.absent() }
  func member(_ key: Int) -> Int { Self.absent() }
  func requiringRows() -> Int { Self.absent() }
  func isElement(of list: Int) -> Int { Self.absent() }
  static func list(of elements: UnsafeBufferPointer<Int>) -> Int { absent() }
  static func object(of values: UnsafeBufferPointer<Int>, keys: Int) -> Int { absent() }
  static func result(
    of function: ExpressionFunction, _ arguments: UnsafeBufferPointer<Int>
  ) -> Int { absent() }
  var lookupSize: Int { Self.absent() }
  var count: Int { Self.absent() }

  private static func absent() -> Never {
    preconditionFailure("code of integers alone has no such step")
  }
}

extension StreamValue: ExpressionOperand {
  /// The most bytes of a text that an expression makes.
  package static let textLimit = 64 << 10

  init(truth: Bool) { self = .truth(truth) }
  init(integer: Int) { self = .integer(integer) }
  @inlinable
  package var isTrue: Bool { if case .truth(let truth) = self { truth } else { false } }

  package func adding(_ other: StreamValue) throws(ExpressionFault) -> StreamValue {
    guard case .text(let left) = self, case .text(let right) = other else {
      return try computing("+", other, Int.adding, +, DecimalNumber.adding)
    }
    guard left.utf8.count + right.utf8.count <= StreamValue.textLimit else { throw .longText }
    return .text(left + right)
  }

  func subtracting(_ other: StreamValue) throws(ExpressionFault) -> StreamValue {
    try computing("-", other, Int.subtracting, -, DecimalNumber.subtracting)
  }

  func multiplied(by other: StreamValue) throws(ExpressionFault) -> StreamValue {
    try computing("*", other, Int.multiplied, *, DecimalNumber.multiplied)
  }

  func divided(by other: StreamValue) throws(ExpressionFault) -> StreamValue {
    if other.isZero, isNumber { throw .divisionByZero(self, "/") }
    return try computing("/", other, Int.divided, /, DecimalNumber.divided)
  }

  func remainder(dividingBy other: StreamValue) throws(ExpressionFault) -> StreamValue {
    if other.isZero, isNumber { throw .divisionByZero(self, "%") }
    return try computing(
      "%", other, Int.remainder, { $0.truncatingRemainder(dividingBy: $1) },
      DecimalNumber.remainder)
  }

  func equals(_ other: StreamValue) throws(ExpressionFault) -> Bool {
    switch (self, other) {
    case (.text(let left), .text(let right)): return left == right
    case (.integer(let left), .integer(let right)): return left == right
    case (.list, .list), (.object, .object), (.truth, .truth), (.null, _), (_, .null):
      return isSame(as: other)
    default:
      guard let order = order(to: other) else { throw .kinds("==", self, other) }
      return order == 0
    }
  }

  func differs(from other: StreamValue) throws(ExpressionFault) -> Bool {
    do throws(ExpressionFault) { return try !equals(other) } catch {
      throw .kinds("!=", self, other)
    }
  }

  package func isLess(than other: StreamValue) throws(ExpressionFault) -> Bool {
    if case .text(let left) = self, case .text(let right) = other { return left < right }
    guard let order = order(to: other) else { throw .kinds("<", self, other) }
    return order < 0
  }

  func requiringInteger() throws(ExpressionFault) -> StreamValue {
    guard case .integer = self else {
      throw ExpressionFault("%d takes an integer, not \(kind): \(shown)")
    }
    return self
  }

  func requiringTruth() throws(ExpressionFault) -> StreamValue {
    guard case .truth = self else {
      throw ExpressionFault("a condition was expected, not \(kind): \(shown)")
    }
    return self
  }

  func makingDecimal() throws(ExpressionFault) -> StreamValue {
    guard let decimal = asDouble else {
      throw ExpressionFault("%f takes a number, not \(kind): \(shown)")
    }
    return .decimal(decimal)
  }

  func requiringRows() throws(ExpressionFault) -> StreamValue {
    guard case .list = self else {
      throw ExpressionFault("a list was expected, not \(kind): \(shown)")
    }
    return self
  }

  func isElement(of list: StreamValue) throws(ExpressionFault) -> StreamValue {
    guard case .list(let elements) = list else {
      throw ExpressionFault("in takes a list, not \(list.kind): \(list.shown)")
    }
    return .truth(elements.contains { $0.isSame(as: self) })
  }

  static func list(
    of elements: UnsafeBufferPointer<StreamValue>
  ) throws(ExpressionFault) -> StreamValue {
    try StreamValue.list(Array(elements)).limited()
  }

  static func object(
    of values: UnsafeBufferPointer<StreamValue>, keys: StreamValue
  ) throws(ExpressionFault) -> StreamValue {
    guard case .list(let names) = keys else { preconditionFailure("keys are a list") }
    let members = zip(names, values).map {
      StreamObject.Member(key: $0.description, value: $1)
    }
    return try StreamValue.object(StreamObject(distinct: members)).limited()
  }

  static func result(
    of function: ExpressionFunction, _ arguments: UnsafeBufferPointer<StreamValue>
  ) throws(ExpressionFault) -> StreamValue {
    try call(function, arguments)
  }

  var count: Int { if case .list(let list) = self { list.count } else { 0 } }

  private var isNumber: Bool { asDouble != nil }

  private var isZero: Bool {
    switch self {
    case .integer(let integer): integer == 0
    case .decimal(let decimal): decimal == 0
    case .exact(let number): number == 0
    case .text, .truth, .null, .list, .object: false
    }
  }

  /// The number as a decimal; nil if it is none.
  package var asDouble: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .decimal(let decimal): decimal
    case .exact(let number): number.double
    case .text, .truth, .null, .list, .object: nil
    }
  }

  /// The number, if it is one that a ``DecimalNumber`` can be.
  package var asExact: DecimalNumber? {
    switch self {
    case .integer(let integer): DecimalNumber(integer)
    case .decimal(let decimal): DecimalNumber(decimal)
    case .exact(let number): number
    case .text, .truth, .null, .list, .object: nil
    }
  }

  var isExact: Bool { if case .exact = self { true } else { false } }

  private func computing(
    _ sign: String, _ other: StreamValue,
    _ integers: (Int) -> (Int) throws(ExpressionFault) -> Int,
    _ decimals: (Double, Double) -> Double,
    _ exact: (DecimalNumber) -> (DecimalNumber) throws(DecimalNumberError) -> DecimalNumber
  ) throws(ExpressionFault) -> StreamValue {
    if case .integer(let left) = self, case .integer(let right) = other {
      return .integer(try integers(left)(right))
    }
    // A number that is exact stays so beside any other.
    if isExact || other.isExact, let left = asExact, let right = other.asExact {
      do throws(DecimalNumberError) { return .exact(try exact(left)(right)) } catch {
        throw .overflow(left, sign, right)
      }
    }
    guard let left = asDouble, let right = other.asDouble else {
      throw .kinds(sign, self, other)
    }
    let result = decimals(left, right)
    guard result.isFinite else { throw .overflow(left, sign, right) }
    return .decimal(result)
  }

  /// Returns a number less than zero, zero or more if this number is less than another, equal or
  /// greater; nil if one of both is no number.
  ///
  /// An integer and a decimal are compared exactly, without making a decimal of the integer.
  package func order(to other: StreamValue) -> Int? {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left < right ? -1 : left == right ? 0 : 1
    case (.decimal(let left), .decimal(let right)): left < right ? -1 : left == right ? 0 : 1
    case (.integer(let left), .decimal(let right)): StreamValue.order(left, right)
    case (.decimal(let left), .integer(let right)): -StreamValue.order(right, left)
    case (.exact, _), (_, .exact):
      if let left = asExact, let right = other.asExact {
        left.order(to: right)
      } else if let left = asDouble, let right = other.asDouble {
        left < right ? -1 : left == right ? 0 : 1
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

extension ExpressionOperation {
  /// True if it says whether two operands are the same.
  var isOfEquality: Bool { self == .equal || self == .notEqual }

  /// True if it compares its two operands.
  var isComparison: Bool {
    switch self {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
    case .add, .subtract, .multiply, .divide, .remainder: false
    }
  }

  /// Returns the kind of the operation's result; nil if it cannot take two operands, whatever their
  /// values are.
  func result(_ left: ExpressionKind, _ right: ExpressionKind) -> ExpressionKind? {
    let (areNumbers, areTexts) = (left.isNumber && right.isNumber, left.isText && right.isText)
    switch self {
    case .add:
      if left == .any, right == .any { return .any }
      return areNumbers ? .number : areTexts ? .text : nil
    case .subtract, .multiply, .divide, .remainder:
      // An operand that is known to be wrong is left to the computation if the other is not known.
      return areNumbers || left == .any || right == .any ? .number : nil
    case .equal, .notEqual:
      let takesAll: Set<ExpressionKind> = [.any, .null, .emptyText]
      let isFine =
        areNumbers || areTexts || left == right || takesAll.contains(left)
        || takesAll.contains(right) || (left.isList && right.isList)
      return isFine ? .truth : nil
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return areNumbers || areTexts ? .truth : nil
    }
  }
}
