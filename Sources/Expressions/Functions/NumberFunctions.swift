extension StreamValue {
  static func abs(_ arguments: FunctionArguments) throws(ExpressionFault) -> StreamValue {
    switch arguments[0] {
    case .integer(..<0): try StreamValue.integer(0).result(.subtract, arguments[0])
    case .integer: arguments[0]
    case .exact(let number): .exact(number.magnitude)
    default: .decimal(Swift.abs(try arguments.number(0)))
    }
  }

  /// The nearest whole number in a direction.
  static func rounded(
    _ arguments: FunctionArguments, _ rule: FloatingPointRoundingRule
  ) throws(ExpressionFault) -> StreamValue {
    switch arguments[0] {
    case .integer: return arguments[0]
    case .exact(let number):
      let whole = number.rounded(rule)
      return whole.integer.map { .integer($0) } ?? .exact(whole)
    default:
      let decimal = try arguments.number(0).rounded(rule)
      guard let integer = Int(exactly: decimal) else {
        throw ExpressionFault("\(decimal) does not fit in an integer of 64 bits")
      }
      return .integer(integer)
    }
  }

  /// The quotient without its fraction.
  static func quotient(_ arguments: FunctionArguments) throws(ExpressionFault) -> StreamValue {
    _ = (try arguments.number(0), try arguments.number(1))
    let quotient = try arguments[0].result(.quotient, arguments[1])
    return try [quotient].withElements { (values) throws(ExpressionFault) in
      try rounded(FunctionArguments(function: .quotient, values: values), .towardZero)
    }
  }

  static func squareRoot(_ arguments: FunctionArguments) throws(ExpressionFault) -> StreamValue {
    let decimal = try arguments.number(0)
    guard decimal >= 0 else { throw ExpressionFault("\(arguments[0]) has no square root") }
    return .decimal(decimal.squareRoot())
  }

  /// The sum of a list's elements; 0 if there are none.
  static func sum(_ arguments: FunctionArguments) throws(ExpressionFault) -> StreamValue {
    var sum = StreamValue.integer(0)
    for element in try arguments.list(0) {
      guard element.asDouble != nil else {
        throw ExpressionFault("sum takes numbers, not \(element.kind): \(element.shown)")
      }
      do throws(ExpressionFault) { sum = try sum.result(.add, element) } catch {
        // If the sum is too large for an integer, it is an exact decimal number.
        guard arguments.isExact, error.kind == .overflow, let exact = sum.asExact, !sum.isExact
        else { throw error }
        sum = try StreamValue.exact(exact).result(.add, element)
      }
    }
    return sum
  }

  /// The least or the greatest of the arguments, or of a list's elements.
  static func extreme(_ arguments: FunctionArguments) throws(ExpressionFault) -> StreamValue {
    var values = Array(arguments.values)
    if case .list(let list) = values[0], values.count == 1 { values = list }
    guard var result = values.first else {
      throw ExpressionFault("\(arguments.function.rawValue) takes a list that is not empty")
    }
    // A single value must be comparable, too.
    if values.count == 1 { _ = try result.isLess(than: result) }
    for value in values.dropFirst() {
      let isLess = try value.isLess(than: result)
      let isMore = isLess ? false : try result.isLess(than: value)
      if arguments.function == .min ? isLess : isMore { result = value }
    }
    return result
  }

  /// The number that a string contains.
  static func number(_ arguments: FunctionArguments) throws(ExpressionFault) -> StreamValue {
    switch arguments[0] {
    case .integer, .decimal, .exact: return arguments[0]
    case .text(let text):
      let digits = text.utf8.drop { $0 == 0x20 }
      let last = digits.lastIndex { $0 != 0x20 }
      let end = last.map { digits.index(after: $0) } ?? digits.endIndex
      let number = String(Substring(digits[..<end]))
      guard let number = StreamValue(number: number, isExact: arguments.isExact) else {
        throw ExpressionFault("\(arguments[0].shown) is not a number")
      }
      return number
    case .truth, .null, .list, .object: throw arguments.misfit(0, "text or a number")
    }
  }

  /// Reads decimal digits with a sign, a point and an exponent, and nothing else.
  private init?(number text: String, isExact: Bool) {
    guard text.utf8.count <= 400, text.utf8.contains(where: \.isDigit),
      text.utf8.allSatisfy({ $0.isDigit || "+-.eE".utf8.contains($0) })
    else { return nil }
    if let integer = Int(text) {
      self = .integer(integer)
    } else if isExact, let number = DecimalNumber(text) {
      self = .exact(number)
    } else if text.utf8.contains(where: { ".eE".utf8.contains($0) }),
      let decimal = Double(text), decimal.isFinite
    {
      self = .decimal(decimal)
    } else {
      return nil
    }
  }
}
