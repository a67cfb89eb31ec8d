/// Parses an expression's text into code in one pass; the grammar is at ``StreamExpression``.
///
/// Each function parses one rule of the grammar, appends its steps and returns the kind of its
/// result. The steps of an operation follow those of its operands.
struct ExpressionParser {
  static let lengthLimit = 4096
  static let depthLimit = 64

  /// A value that `let` has named, at a height of the stack.
  struct Local {
    let name: String
    let kind: ExpressionKind
    let height: Int
    /// True for a field of the row at that height.
    var isField = false
  }

  /// The kinds of the values of names; nil for streams, whose kinds are unknown.
  let kinds: [String: ExpressionKind]?
  let text: String
  let bytes: [UInt8]
  var offset = 0
  var code = ExpressionCode()
  var height = 0
  var locals: [Local] = []
  /// True if `in` ends the value of a `let` and does not test for membership.
  var endsWithIn = false
  /// True after `%d`, which makes every division an integer division, as in NSExpression.
  var dividesIntegers = false
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
    guard parser.dividesIntegers else { return parser.code }
    for (index, step) in parser.code.steps.enumerated() {
      if case .operation(.divide) = step { parser.code.steps[index] = .operation(.quotient) }
    }
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

  /// Parses the two results of a condition, which is on the stack.
  ///
  /// - Parameters:
  ///   - start: The offset of the condition.
  ///   - relation: The relation of the second result to the first, in words.
  ///   - separator: Parses the text between them.
  mutating func branches(
    at start: Int, _ relation: String,
    separator: (inout ExpressionParser) throws(StreamExpressionError) -> Void
  ) throws(StreamExpressionError) -> ExpressionKind {
    let toSecond = emit(.jump(.unless, 0), at: start, height: -1)
    let first = try delimited()
    try separator(&self)
    let toEnd = emit(.jump(.always, 0), at: start, height: -1)
    land(toSecond)
    let secondStart = next
    let second = try nestedExpression()
    land(toEnd)
    let isTruth = [first == .truth, second == .truth]
    if isTruth[0] != isTruth[1] {
      switch isTruth[0] ? second : first {
      case .any, .null: break
      default:
        let (wanted, found) = isTruth[0] ? ("condition", "value") : ("value", "condition")
        throw failure("a \(wanted) was expected \(relation), not a \(found)", at: secondStart)
      }
    }
    return first.or(second)
  }

  private mutating func disjunction() throws(StreamExpressionError) -> ExpressionKind {
    try conditions("||", "or", .ifKeeping) { (parser) throws(StreamExpressionError) in
      try parser.conditions("&&", "and", .unlessKeeping) { (parser) throws(StreamExpressionError) in
        try parser.negation()
      }
    }
  }

  /// Parses conditions with a sign or a word between them.
  private mutating func conditions(
    _ sign: StaticString, _ word: String, _ jump: ExpressionStep.Jump,
    _ operand: (inout ExpressionParser) throws(StreamExpressionError) -> ExpressionKind
  ) throws(StreamExpressionError) -> ExpressionKind {
    let start = next
    var kind = try operand(&self)
    while eat(sign) || eatWord(word) {
      try requireCondition(kind, at: start, "before \(word)")
      let toEnd = emit(.jump(jump, 0), at: start, height: -1)
      let rightStart = next
      try requireCondition(try operand(&self), at: rightStart, "after \(word)")
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
    guard let operation = eat(Self.comparisons) else {
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
    emit(.operation(.isIn), at: start, height: -1)
    return .truth
  }

  private mutating func sum() throws(StreamExpressionError) -> ExpressionKind {
    try operations(Self.sums, "in a sum") { (parser) throws(StreamExpressionError) in
      try parser.operations(Self.products, "in a product") {
        (parser) throws(StreamExpressionError) in try parser.unary()
      }
    }
  }

  /// Parses operands with signs between them.
  private mutating func operations(
    _ signs: [Sign], _ relation: String,
    _ operand: (inout ExpressionParser) throws(StreamExpressionError) -> ExpressionKind
  ) throws(StreamExpressionError) -> ExpressionKind {
    let leftStart = next
    var left = try operand(&self)
    while true {
      let start = next
      guard let operation = eat(signs) else { return left }
      try requireValue(left, at: leftStart, relation)
      let rightStart = next
      let right = try operand(&self)
      try requireValue(right, at: rightStart, relation)
      left = try emit(operation, left, right, at: start)
    }
  }

  // MARK: Signs

  private typealias Sign = (text: StaticString, operation: ExpressionOperation)

  private static let comparisons: [Sign] = [
    ("==", .equal), ("=", .equal), ("!=", .notEqual), ("<>", .notEqual), ("<=", .lessOrEqual),
    (">=", .greaterOrEqual), ("<", .less), (">", .greater),
  ]
  private static let sums: [Sign] = [("+", .add), ("-", .subtract)]
  private static let products: [Sign] = [("*", .multiply), ("/", .divide), ("%", .remainder)]

  private mutating func eat(_ signs: [Sign]) -> ExpressionOperation? {
    for sign in signs where eat(sign.text) { return sign.operation }
    return nil
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

  /// Requires a condition on top, checked during the computation if the kind is unknown.
  mutating func requireCondition(
    _ kind: ExpressionKind, at start: Int, _ relation: String
  ) throws(StreamExpressionError) {
    if kind == .truth { return }
    guard kind == .any else {
      throw failure("a condition was expected \(relation), not a value", at: start)
    }
    emit(.require(.truth), at: start)
  }

  private func requireValue(
    _ kind: ExpressionKind, at start: Int, _ relation: String
  ) throws(StreamExpressionError) {
    if kind == .truth {
      throw failure("a value was expected \(relation), not a condition", at: start)
    }
  }

  // MARK: Steps

  private mutating func emit(
    _ operation: ExpressionOperation, _ left: ExpressionKind, _ right: ExpressionKind, at start: Int
  ) throws(StreamExpressionError) -> ExpressionKind {
    guard let result = operation.result(left, right) else {
      throw failure("this operator cannot combine \(left.name) and \(right.name)", at: start)
    }
    emit(.operation(operation), at: start, height: -1)
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
    guard case .jump(let condition, _) = code.steps[jump] else { return }
    code.steps[jump] = .jump(condition, Int32(code.steps.count))
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

  mutating func nestedExpression() throws(StreamExpressionError) -> ExpressionKind {
    try nested { (parser) throws(StreamExpressionError) in try parser.expression() }
  }

  /// Parses an expression that has its own closing delimiter: `in` tests for membership there.
  mutating func delimited() throws(StreamExpressionError) -> ExpressionKind {
    let outer = endsWithIn
    endsWithIn = false
    defer { endsWithIn = outer }
    return try nestedExpression()
  }
}
