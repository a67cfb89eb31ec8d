/// Parses an expression's text into code in one pass; the grammar is at ``StreamExpression``.
///
/// Each function takes one rule of the grammar off the front, appends its steps, so that the steps
/// of an operation follow those of its operands, and returns the kind of its result.
struct ExpressionParser {
  static let lengthLimit = 4096
  static let depthLimit = 64

  /// A name that `let` gave to a value, which lies at a height of the stack.
  struct Local {
    let name: String
    let kind: ExpressionKind
    let height: Int
    /// True for a field of the row at that height.
    var isField = false
  }

  /// The kinds of the values that names stand for; nil for streams, where nothing is known.
  let kinds: [String: ExpressionKind]?
  let text: String
  let bytes: [UInt8]
  var offset = 0
  var code = ExpressionCode()
  var height = 0
  var locals: [Local] = []
  /// True where `in` ends the value of a `let`, and so asks for no list.
  var endsWithIn = false
  private var nesting = 0

  static func parse(
    _ text: String, kinds: [String: ExpressionKind]? = nil
  ) throws(StreamExpressionError) -> ExpressionCode {
    guard text.utf8.count <= lengthLimit else {
      throw StreamExpressionError(
        column: 1, reason: "an expression has at most \(lengthLimit) bytes, not \(text.utf8.count)")
    }
    var parser = ExpressionParser(text: text, bytes: Array(text.utf8), kinds: kinds)
    parser.code.kind = try parser.expression()
    guard parser.peek == nil else { throw parser.expected("an operator or the end") }
    return parser.code
  }

  private init(text: String, bytes: [UInt8], kinds: [String: ExpressionKind]?) {
    (self.text, self.bytes, self.kinds) = (text, bytes, kinds)
  }

  // MARK: Rules

  mutating func expression() throws(StreamExpressionError) -> ExpressionKind {
    let start = next
    let kind = try disjunction()
    guard eat("?") else { return kind }
    try requireCondition(kind, at: start, "before ?")
    return try branches(at: start, "after : as before it") {
      (parser) throws(StreamExpressionError) in
      guard parser.eat(":") else { throw parser.expected("a colon") }
    }
  }

  /// Takes the two results of a condition, which lies on the stack.
  ///
  /// - Parameters:
  ///   - start: The place of the condition.
  ///   - relation: The place of the second result beside the first, in words.
  ///   - separator: Takes the text between them.
  mutating func branches(
    at start: Int, _ relation: String,
    separator: (inout ExpressionParser) throws(StreamExpressionError) -> Void
  ) throws(StreamExpressionError) -> ExpressionKind {
    let toSecond = emit(.jumpUnless(0), at: start, height: -1)
    let first = try delimited { (parser) throws(StreamExpressionError) in try parser.expression() }
    try separator(&self)
    let toEnd = emit(.jump(0), at: start, height: -1)
    land(toSecond)
    let secondStart = next
    let second = try nested { (parser) throws(StreamExpressionError) in try parser.expression() }
    land(toEnd)
    let isTruth = [first == .truth, second == .truth]
    if isTruth[0] != isTruth[1] {
      switch isTruth[0] ? second : first {
      case .any: code.takesConditions = true
      case .null: break
      default:
        let (wanted, found) = isTruth[0] ? ("condition", "value") : ("value", "condition")
        throw failure("a \(wanted) was expected \(relation), not a \(found)", at: secondStart)
      }
    }
    return first.or(second)
  }

  private mutating func disjunction() throws(StreamExpressionError) -> ExpressionKind {
    let start = next
    var kind = try conjunction()
    while eat("||") || eatWord("or") {
      try requireCondition(kind, at: start, "before or")
      let toEnd = emit(.jumpIfKeeping(0), at: start, height: -1)
      let rightStart = next
      try requireCondition(try conjunction(), at: rightStart, "after or")
      land(toEnd)
      kind = .truth
    }
    return kind
  }

  private mutating func conjunction() throws(StreamExpressionError) -> ExpressionKind {
    let start = next
    var kind = try negation()
    while eat("&&") || eatWord("and") {
      try requireCondition(kind, at: start, "before and")
      let toEnd = emit(.jumpUnlessKeeping(0), at: start, height: -1)
      let rightStart = next
      try requireCondition(try negation(), at: rightStart, "after and")
      land(toEnd)
      kind = .truth
    }
    return kind
  }

  private mutating func negation() throws(StreamExpressionError) -> ExpressionKind {
    let start = next
    guard eatWord("not") else { return try comparison() }
    let operand = next
    let kind = try nested { (parser) throws(StreamExpressionError) in try parser.negation() }
    try requireCondition(kind, at: operand, "after not")
    emit(.not, at: start)
    return .truth
  }

  private mutating func comparison() throws(StreamExpressionError) -> ExpressionKind {
    let leftStart = next
    let left = try sum()
    let start = next
    guard let operation = eatComparison() else {
      guard !endsWithIn, eatWord("in") else { return left }
      return try membership(of: left, at: start)
    }
    let rightStart = next
    if left == .truth, !operation.isOfEquality {
      throw failure("a value was expected in a comparison, not a condition", at: leftStart)
    }
    let right = try sum()
    if left == .truth, ![.truth, .any, .null].contains(right) {
      throw failure("a condition was expected in a comparison, not a value", at: rightStart)
    }
    if right == .truth, ![.truth, .any, .null].contains(left) || !operation.isOfEquality {
      throw failure("a value was expected in a comparison, not a condition", at: rightStart)
    }
    if (left == .truth) != (right == .truth) { code.takesConditions = true }
    return try emit(operation, left, right, at: start)
  }

  private mutating func membership(
    of value: ExpressionKind, at start: Int
  ) throws(StreamExpressionError) -> ExpressionKind {
    let listStart = next
    let list = try sum()
    guard list.isList || list == .any else {
      throw failure("a list was expected after in, not \(list.name)", at: listStart)
    }
    emit(.isIn, at: start, height: -1)
    return .truth
  }

  private mutating func eatComparison() -> ExpressionOperation? {
    if eat("==") || eat("=") { return .equal }
    if eat("!=") || eat("<>") { return .notEqual }
    if eat("<=") { return .lessOrEqual }
    if eat(">=") { return .greaterOrEqual }
    if eat("<") { return .less }
    if eat(">") { return .greater }
    return nil
  }

  private mutating func sum() throws(StreamExpressionError) -> ExpressionKind {
    let leftStart = next
    var left = try product()
    while true {
      let start = next
      let operation: ExpressionOperation
      if eat("+") {
        operation = .add
      } else if eat("-") {
        operation = .subtract
      } else {
        return left
      }
      try requireValue(left, at: leftStart, "in a sum")
      let rightStart = next
      let right = try product()
      try requireValue(right, at: rightStart, "in a sum")
      left = try emit(operation, left, right, at: start)
    }
  }

  private mutating func product() throws(StreamExpressionError) -> ExpressionKind {
    let leftStart = next
    var left = try unary()
    while true {
      let start = next
      let operation: ExpressionOperation
      if eat("*") {
        operation = .multiply
      } else if eat("/") {
        operation = .divide
      } else if eat("%") {
        operation = .remainder
      } else {
        return left
      }
      try requireValue(left, at: leftStart, "in a product")
      let rightStart = next
      let right = try unary()
      try requireValue(right, at: rightStart, "in a product")
      left = try emit(operation, left, right, at: start)
    }
  }

  private mutating func unary() throws(StreamExpressionError) -> ExpressionKind {
    let start = next
    if eat("!") {
      let operand = next
      let kind = try nested { (parser) throws(StreamExpressionError) in try parser.unary() }
      try requireCondition(kind, at: operand, "after !")
      emit(.not, at: start)
      return .truth
    }
    guard eat("-") else { return try operand() }
    // The sign belongs to the number, because the least integer has no positive counterpart.
    if peekDigit { return try number(from: start) }
    let operand = next
    let kind = try nested { (parser) throws(StreamExpressionError) in try parser.unary() }
    try requireValue(kind, at: operand, "after -")
    guard kind.isNumber else { throw failure("- takes a number, not \(kind.name)", at: start) }
    emit(.negate, at: start)
    return .number
  }

  // MARK: Kinds

  /// Requires that the operand on top is a condition, during the computation if nothing is known.
  mutating func requireCondition(
    _ kind: ExpressionKind, at start: Int, _ place: String
  ) throws(StreamExpressionError) {
    if kind == .truth { return }
    guard kind == .any else {
      throw failure("a condition was expected \(place), not a value", at: start)
    }
    code.takesConditions = true
    emit(.requireTruth, at: start)
  }

  private func requireValue(
    _ kind: ExpressionKind, at start: Int, _ place: String
  ) throws(StreamExpressionError) {
    if kind == .truth {
      throw failure("a value was expected \(place), not a condition", at: start)
    }
  }

  // MARK: Steps

  private mutating func emit(
    _ operation: ExpressionOperation, _ left: ExpressionKind, _ right: ExpressionKind, at start: Int
  ) throws(StreamExpressionError) -> ExpressionKind {
    guard let result = operation.result(left, right) else {
      throw failure("this cannot take \(left.name) and \(right.name)", at: start)
    }
    emit(operation.step, at: start, height: -1)
    return result
  }

  @discardableResult
  mutating func emit(_ step: ExpressionStep, at start: Int, height change: Int = 0) -> Int {
    code.steps.append(step)
    code.offsets.append(Int32(start))
    height += change
    code.depth = max(code.depth, height)
    return code.steps.count - 1
  }

  mutating func emit(constant: StreamValue, at start: Int) -> ExpressionKind {
    emit(.constant(add(constant)), at: start, height: 1)
    return ExpressionKind(constant)
  }

  mutating func add(_ constant: StreamValue) -> Int32 {
    code.constants.append(constant)
    return Int32(code.constants.count - 1)
  }

  /// Sets the target of a jump to the next step.
  mutating func land(_ jump: Int) {
    code.steps[jump] = code.steps[jump].going(to: Int32(code.steps.count))
  }

  mutating func nested(
    _ rule: (inout ExpressionParser) throws(StreamExpressionError) -> ExpressionKind
  ) throws(StreamExpressionError) -> ExpressionKind {
    guard nesting < ExpressionParser.depthLimit else {
      throw failure("this is nested more than \(ExpressionParser.depthLimit) deep", at: next)
    }
    nesting += 1
    defer { nesting -= 1 }
    return try rule(&self)
  }

  /// Takes a part with something of its own behind it, so that `in` asks for a list there.
  mutating func delimited(
    _ rule: (inout ExpressionParser) throws(StreamExpressionError) -> ExpressionKind
  ) throws(StreamExpressionError) -> ExpressionKind {
    let outer = endsWithIn
    endsWithIn = false
    defer { endsWithIn = outer }
    return try nested(rule)
  }
}
