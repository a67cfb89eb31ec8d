/// Parses an expression's text into code in one pass; the grammar is at ``StreamExpression``.
///
/// Each function takes one rule of the grammar off the front and appends its steps, so that the
/// steps of an operation follow those of its operands.
struct ExpressionParser {
  static let lengthLimit = 4096
  static let depthLimit = 64

  private enum Kind { case value, condition }

  /// The names that stand for conditions, such as a switch of a form; nil for streams, whose names
  /// all stand for values, and where a condition is compared with nothing.
  private let truths: Set<String>?
  let text: String
  let bytes: [UInt8]
  var offset = 0
  private var code = ExpressionCode()
  private var height = 0
  private var nesting = 0

  static func parse(
    _ text: String, truths: Set<String>? = nil
  ) throws(StreamExpressionError) -> ExpressionCode {
    guard text.utf8.count <= lengthLimit else {
      throw StreamExpressionError(
        column: 1, reason: "an expression has at most \(lengthLimit) bytes, not \(text.utf8.count)")
    }
    var parser = ExpressionParser(text: text, bytes: Array(text.utf8), truths: truths)
    let kind = try parser.expression()
    guard parser.peek == nil else { throw parser.expected("an operator or the end") }
    parser.code.isCondition = kind == .condition
    return parser.code
  }

  private init(text: String, bytes: [UInt8], truths: Set<String>?) {
    (self.text, self.bytes, self.truths) = (text, bytes, truths)
  }

  // MARK: Rules

  private mutating func expression() throws(StreamExpressionError) -> Kind {
    let start = next
    let kind = try disjunction()
    guard eat("?") else { return kind }
    try require(.condition, kind, at: start, "before ?")
    let toSecond = emit(.jumpUnless(0), at: start, height: -1)
    let first = try nested { (parser) throws(StreamExpressionError) in try parser.expression() }
    guard eat(":") else { throw expected("a colon") }
    let toEnd = emit(.jump(0), at: start, height: -1)
    land(toSecond)
    let secondStart = next
    let second = try nested { (parser) throws(StreamExpressionError) in try parser.expression() }
    try require(first, second, at: secondStart, "after : as before it")
    land(toEnd)
    return first
  }

  private mutating func disjunction() throws(StreamExpressionError) -> Kind {
    let start = next
    let kind = try conjunction()
    while eat("||") || eatWord("or") {
      try require(.condition, kind, at: start, "before or")
      let toEnd = emit(.jumpIfKeeping(0), at: start, height: -1)
      let rightStart = next
      try require(.condition, try conjunction(), at: rightStart, "after or")
      land(toEnd)
    }
    return kind
  }

  private mutating func conjunction() throws(StreamExpressionError) -> Kind {
    let start = next
    let kind = try negation()
    while eat("&&") || eatWord("and") {
      try require(.condition, kind, at: start, "before and")
      let toEnd = emit(.jumpUnlessKeeping(0), at: start, height: -1)
      let rightStart = next
      try require(.condition, try negation(), at: rightStart, "after and")
      land(toEnd)
    }
    return kind
  }

  private mutating func negation() throws(StreamExpressionError) -> Kind {
    let start = next
    guard eatWord("not") else { return try comparison() }
    let operand = next
    let kind = try nested { (parser) throws(StreamExpressionError) in try parser.negation() }
    try require(.condition, kind, at: operand, "after not")
    emit(.not, at: start)
    return .condition
  }

  private mutating func comparison() throws(StreamExpressionError) -> Kind {
    let leftStart = next
    let left = try sum()
    let start = next
    guard let step = eatComparison() else { return left }
    let isOfTruths = truths != nil && left == .condition && step.isOfEquality
    if !isOfTruths { try require(.value, left, at: leftStart, "in a comparison") }
    let rightStart = next
    try require(isOfTruths ? .condition : .value, try sum(), at: rightStart, "in a comparison")
    emit(step, at: start, height: -1)
    return .condition
  }

  private mutating func eatComparison() -> ExpressionStep? {
    if eat("==") || eat("=") { return .equal }
    if eat("!=") || eat("<>") { return .notEqual }
    if eat("<=") { return .lessOrEqual }
    if eat(">=") { return .greaterOrEqual }
    if eat("<") { return .less }
    if eat(">") { return .greater }
    return nil
  }

  private mutating func sum() throws(StreamExpressionError) -> Kind {
    let leftStart = next
    let left = try product()
    while true {
      let start = next
      let step: ExpressionStep
      if eat("+") { step = .add } else if eat("-") { step = .subtract } else { return left }
      try require(.value, left, at: leftStart, "in a sum")
      let rightStart = next
      try require(.value, try product(), at: rightStart, "in a sum")
      emit(step, at: start, height: -1)
    }
  }

  private mutating func product() throws(StreamExpressionError) -> Kind {
    let leftStart = next
    let left = try unary()
    while true {
      let start = next
      let step: ExpressionStep
      if eat("*") {
        step = .multiply
      } else if eat("/") {
        step = .divide
      } else if eat("%") {
        step = .remainder
      } else {
        return left
      }
      try require(.value, left, at: leftStart, "in a product")
      let rightStart = next
      try require(.value, try unary(), at: rightStart, "in a product")
      emit(step, at: start, height: -1)
    }
  }

  private mutating func unary() throws(StreamExpressionError) -> Kind {
    let start = next
    if eat("!") {
      let operand = next
      let kind = try nested { (parser) throws(StreamExpressionError) in try parser.unary() }
      try require(.condition, kind, at: operand, "after !")
      emit(.not, at: start)
      return .condition
    }
    guard eat("-") else { return try operand() }
    // The sign belongs to the number, because the least integer has no positive counterpart.
    if peekDigit { return try number(from: start) }
    let operand = next
    let kind = try nested { (parser) throws(StreamExpressionError) in try parser.unary() }
    try require(.value, kind, at: operand, "after -")
    emit(.negate, at: start)
    return .value
  }

  private mutating func operand() throws(StreamExpressionError) -> Kind {
    let start = next
    switch peek {
    case .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return try number(from: start)
    case UInt8(ascii: "%"): return try placeholder()
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return try quotation()
    case UInt8(ascii: "("):
      offset += 1
      let kind = try nested { (parser) throws(StreamExpressionError) in try parser.expression() }
      guard eat(")") else { throw expected("a closing parenthesis") }
      return kind
    default:
      if eatWord("true") || eatWord("false") {
        let isTrue = bytes[start] | 0x20 == UInt8(ascii: "t")
        emit(constant: .integer(isTrue ? 1 : 0), at: start)
        return .condition
      }
      guard let name = eatName() else { throw expected("a value") }
      code.names.append(name)
      emit(.name(Int32(code.names.count - 1)), at: start, height: 1)
      return truths?.contains(name) == true ? .condition : .value
    }
  }

  private mutating func number(from start: Int) throws(StreamExpressionError) -> Kind {
    skipDigits()
    var isDecimal = false
    if offset + 1 < bytes.count, bytes[offset] == UInt8(ascii: "."), bytes[offset + 1].isDigit {
      (isDecimal, offset) = (true, offset + 1)
      skipDigits()
    }
    if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
      let sign = offset + 1 < bytes.count && [0x2B, 0x2D].contains(bytes[offset + 1]) ? 1 : 0
      if offset + 1 + sign < bytes.count, bytes[offset + 1 + sign].isDigit {
        (isDecimal, offset) = (true, offset + 1 + sign)
        skipDigits()
      }
    }
    let digits = String(decoding: bytes[start..<offset].filter { $0 > 0x20 }, as: UTF8.self)
    if let byte = peekWithoutBlanks, byte.isNameStart { throw expected("an operator or the end") }
    if !isDecimal {
      guard let integer = Int(digits) else {
        throw failure("this integer does not fit in 64 bits", at: start)
      }
      emit(constant: .integer(integer), at: start)
    } else {
      guard let decimal = Double(digits), decimal.isFinite else {
        throw failure("this number is too large", at: start)
      }
      emit(constant: .decimal(decimal), at: start)
    }
    return .value
  }

  private mutating func placeholder() throws(StreamExpressionError) -> Kind {
    let start = offset
    offset += 1
    let letter = peekWithoutBlanks
    guard let letter, [UInt8(ascii: "d"), UInt8(ascii: "f"), UInt8(ascii: "@")].contains(letter)
    else { throw expected("d, f or @ behind %") }
    offset += 1
    emit(.value(Int32(code.placeholders)), at: start, height: 1)
    code.placeholders += 1
    if letter == UInt8(ascii: "d") { emit(.requireInteger, at: start) }
    if letter == UInt8(ascii: "f") { emit(.makeDecimal, at: start) }
    return .value
  }

  private mutating func quotation() throws(StreamExpressionError) -> Kind {
    let start = offset
    let quote = bytes[start]
    var content: [UInt8] = []
    offset += 1
    while offset < bytes.count, bytes[offset] != quote {
      var byte = bytes[offset]
      if byte == UInt8(ascii: "\\") {
        offset += 1
        switch peekWithoutBlanks {
        case UInt8(ascii: "n"): byte = 0x0A
        case UInt8(ascii: "t"): byte = 0x09
        case .some(let other) where [0x22, 0x27, 0x5C].contains(other): byte = other
        default: throw expected("a quotation mark, \\, n or t behind \\")
        }
      }
      content.append(byte)
      offset += 1
    }
    guard offset < bytes.count else {
      throw failure("this text has no closing quotation mark", at: start)
    }
    offset += 1
    emit(constant: .text(String(decoding: content, as: UTF8.self)), at: start)
    return .value
  }

  // MARK: Steps

  @discardableResult
  private mutating func emit(_ step: ExpressionStep, at start: Int, height change: Int = 0) -> Int {
    code.steps.append(step)
    code.offsets.append(Int32(start))
    height += change
    code.depth = max(code.depth, height)
    return code.steps.count - 1
  }

  private mutating func emit(constant: StreamValue, at start: Int) {
    code.constants.append(constant)
    emit(.constant(Int32(code.constants.count - 1)), at: start, height: 1)
  }

  /// Sets the target of a jump to the next step.
  private mutating func land(_ jump: Int) {
    let target = Int32(code.steps.count)
    switch code.steps[jump] {
    case .jump: code.steps[jump] = .jump(target)
    case .jumpUnless: code.steps[jump] = .jumpUnless(target)
    case .jumpIfKeeping: code.steps[jump] = .jumpIfKeeping(target)
    case .jumpUnlessKeeping: code.steps[jump] = .jumpUnlessKeeping(target)
    default: preconditionFailure("step \(jump) is no jump")
    }
  }

  private mutating func nested(
    _ rule: (inout ExpressionParser) throws(StreamExpressionError) -> Kind
  ) throws(StreamExpressionError) -> Kind {
    guard nesting < ExpressionParser.depthLimit else {
      throw failure("this is nested more than \(ExpressionParser.depthLimit) deep", at: next)
    }
    nesting += 1
    defer { nesting -= 1 }
    return try rule(&self)
  }

  private func require(
    _ wanted: Kind, _ kind: Kind, at start: Int, _ place: String
  ) throws(StreamExpressionError) {
    guard kind != wanted else { return }
    let word = wanted == .condition ? "a condition" : "a value"
    throw failure(
      "\(word) was expected \(place), not \(wanted == .condition ? "a value" : "a condition")",
      at: start)
  }
}
