/// The operands of an expression: numbers, strings, names, lists, objects, calls, and their parts.
extension ExpressionParser {
  mutating func operand() throws(StreamExpressionError) -> ExpressionKind {
    var kind = try primary()
    while true {
      let start = next
      if eat(".") {
        guard let name = eatName() else { throw expected("the name of a field") }
        kind = try field(name, of: kind, at: start)
        emit(.member(add(.text(name))), at: start)
      } else if eat("[") {
        kind = try subscripted(kind, at: start)
      } else {
        return kind
      }
    }
  }

  /// Returns the kind of a field: of an object or a row, or of all rows of a list.
  private func field(
    _ name: String, of container: ExpressionKind, at start: Int
  ) throws(StreamExpressionError) -> ExpressionKind {
    switch container {
    case .any, .object: return .any
    case .row(let fields):
      if let kind = fields[name] { return kind }
      throw failure(
        "the rows have no field “\(name)”; use \(fields.keys.sorted().alternatives)", at: start)
    case .listOf(let element):
      guard element != .any else { return .any }
      let kind = try field(name, of: element, at: start)
      return kind.isList ? kind : .listOf(kind)
    default: throw failure("\(container.name) has no fields", at: start)
    }
  }

  /// Parses an index or a key in brackets after a list or an object; returns the result's kind.
  private mutating func subscripted(
    _ container: ExpressionKind, at start: Int
  ) throws(StreamExpressionError) -> ExpressionKind {
    switch container {
    case .any, .object, .list, .listOf, .row: break
    default: throw failure("\(container.name) has no fields", at: start)
    }
    let keyStart = next
    let first = code.steps.count
    let key = try delimited()
    guard key.isNumber || key.isText else {
      throw failure("an index or a key was expected in brackets, not \(key.name)", at: keyStart)
    }
    guard eat("]") else { throw expected("a closing bracket") }
    if code.steps.count == first + 1, case .constant(let number) = code.steps[first] {
      code.steps.removeLast()
      code.offsets.removeLast()
      height -= 1
      emit(.member(number), at: start)
      if case .text(let name) = code.constants[Int(number)], !container.isList || key == .text {
        return try field(name, of: container == .list ? .any : container, at: start)
      }
    } else {
      emit(.element, at: start, height: -1)
    }
    return key == .number ? container.element : .any
  }

  private mutating func primary() throws(StreamExpressionError) -> ExpressionKind {
    let start = next
    switch peek {
    case .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return try number(from: start)
    case UInt8(ascii: "%"): return try placeholder()
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      let text = try quotation()
      return emit(constant: .text(text), at: start)
    case UInt8(ascii: "["): return try list()
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "("):
      offset += 1
      let kind = try delimited()
      guard eat(")") else { throw expected("a closing parenthesis") }
      return kind
    default: return try word()
    }
  }

  /// Parses a word of the grammar, or a name.
  private mutating func word() throws(StreamExpressionError) -> ExpressionKind {
    let start = next
    guard let name = eatName() else { throw expected("a value") }
    let isName = kinds?[name] != nil || locals.contains { $0.isField && $0.name == name }
    switch name == name.uppercased() ? name.lowercased() : name {
    case "true": return emit(constant: .truth(true), at: start)
    case "false": return emit(constant: .truth(false), at: start)
    case "null" where !isName: return emit(constant: .null, at: start)
    case "if" where !isName: return try conditional(at: start)
    case "let" where !isName: return try binding(at: start)
    default: break
    }
    if peek == UInt8(ascii: "(") { return try call(name, at: start) }
    if let local = locals.last(where: { $0.name == name }) {
      emit(.local(Int32(local.height)), at: start, height: 1)
      if local.isField { emit(.member(add(.text(name))), at: start) }
      return local.kind
    }
    code.names.append(name)
    emit(.name(Int32(code.names.count - 1)), at: start, height: 1)
    return kinds?[name] ?? .any
  }

  private mutating func conditional(at start: Int) throws(StreamExpressionError) -> ExpressionKind {
    let conditionStart = next
    let condition = try delimited()
    guard eatWord("then") else { throw expected("then") }
    try requireCondition(condition, at: conditionStart, "after if")
    return try branches(at: start, "after else as after then") {
      (parser) throws(StreamExpressionError) in
      guard parser.eatWord("else") else { throw parser.expected("else") }
    }
  }

  private mutating func binding(at start: Int) throws(StreamExpressionError) -> ExpressionKind {
    let nameStart = next
    guard let name = eatName() else { throw expected("a name") }
    guard !Self.words.contains(name.lowercased()) else {
      throw failure("“\(name)” is a reserved word", at: nameStart)
    }
    guard eat("=") else { throw expected("=") }
    let outer = endsWithIn
    endsWithIn = true
    let kind = try nestedExpression()
    endsWithIn = outer
    guard eatWord("in") else { throw expected("in") }
    locals.append(Local(name: name, kind: kind, height: height - 1))
    defer { locals.removeLast() }
    let result = try nestedExpression()
    emit(.dropBelow, at: start, height: -1)
    return result
  }

  /// The words that `let` cannot use as names.
  private static let words: Set<String> = [
    "true", "false", "null", "and", "or", "not", "if", "then", "else", "let", "in", "index",
  ]

  // MARK: Parts

  private mutating func list() throws(StreamExpressionError) -> ExpressionKind {
    let start = next
    offset += 1
    var count = 0
    try elements(until: "]", "a closing bracket") { (parser) throws(StreamExpressionError) in
      _ = try parser.delimited()
      count += 1
    }
    emit(.list(Int32(count)), at: start, height: 1 - count)
    return .list
  }

  private mutating func object() throws(StreamExpressionError) -> ExpressionKind {
    let start = next
    offset += 1
    var keys: [String] = []
    try elements(until: "}", "a closing brace") { (parser) throws(StreamExpressionError) in
      let keyStart = parser.next
      let isQuoted = parser.peek == 0x22 || parser.peek == 0x27
      guard let key = isQuoted ? try parser.quotation() : parser.eatName() else {
        throw parser.expected("a key")
      }
      guard !keys.contains(key) else {
        throw parser.failure("the key “\(key)” occurs twice", at: keyStart)
      }
      guard parser.eat(":") else { throw parser.expected("a colon") }
      keys.append(key)
      _ = try parser.delimited()
    }
    emit(.object(keys: add(.list(keys.map { .text($0) }))), at: start, height: 1 - keys.count)
    return .object
  }

  /// Parses parts separated by commas, and the closing delimiter.
  private mutating func elements(
    until end: StaticString, _ name: String,
    _ part: (inout ExpressionParser) throws(StreamExpressionError) -> Void
  ) throws(StreamExpressionError) {
    if eat(end) { return }
    repeat { try part(&self) } while eat(",")
    guard eat(end) else { throw expected("a comma or \(name)") }
  }

  private mutating func call(
    _ name: String, at start: Int
  ) throws(StreamExpressionError) -> ExpressionKind {
    let ofRows = kinds == nil ? [] : ["all", "any"]
    if ofRows.contains(name) { return try condition(ofRows: name, at: start) }
    // The clocks of a form are names, whose values the form provides.
    let clocks = kinds == nil ? [] : ["now", "today"]
    if clocks.contains(name) {
      offset += 1
      guard eat(")") else { throw expected("a closing parenthesis") }
      code.names.append("\(name)()")
      emit(.name(Int32(code.names.count - 1)), at: start, height: 1)
      return .text
    }
    let known = ExpressionFunction.allCases.filter { kinds == nil || $0 != .now }
    guard let function = known.first(where: { $0.rawValue == name }) else {
      let all = (known.map(\.rawValue) + ofRows + clocks).sorted().listed
      throw failure("there is no function “\(name)”; the functions are \(all)", at: start)
    }
    offset += 1
    let signature = function.signature
    var found: [ExpressionKind] = []
    var (prepared, preparedCount) = (Int32(-1), 0)
    try elements(until: ")", "a closing parenthesis") { (parser) throws(StreamExpressionError) in
      let argumentStart = parser.next
      let firstStep = parser.code.steps.count
      let kind = try parser.delimited()
      if let parameter = signature.parameter(found.count), !parameter.takes(kind) {
        throw parser.failure("\(name) takes \(parameter.name), not \(kind.name)", at: argumentStart)
      }
      if let part = try parser.prepared(for: function, found.count, firstStep, at: argumentStart) {
        parser.code.prepared.append(part)
        prepared = Int32(parser.code.prepared.count - 1)
        preparedCount += 1
      }
      found.append(kind)
    }
    guard signature.counts.contains(found.count) else {
      throw failure("\(name) takes \(signature.countText), not \(found.count)", at: start)
    }
    if function == .format, preparedCount != (found.count < 3 ? min(preparedCount, 1) : 1) {
      throw failure(
        "format takes one time zone in quotation marks and one format such as %H:%M", at: start)
    }
    if function == .now {
      emit(.now, at: start, height: 1)
    } else {
      let call = ExpressionStep.call(function, count: Int32(found.count), prepared: prepared)
      emit(call, at: start, height: 1 - found.count)
    }
    return signature.result(of: found)
  }

  /// Returns the constant that is prepared from an argument before any computation; nil if none is.
  ///
  /// - Parameter step: The argument's first step.
  private func prepared(
    for function: ExpressionFunction, _ argument: Int, _ step: Int, at start: Int
  ) throws(StreamExpressionError) -> PreparedConstant? {
    let isPattern = argument == 1 && (function == .matches || function == .capture)
    guard isPattern || argument > 0 && function == .format else { return nil }
    guard code.steps.count == step + 1, case .constant(let number) = code.steps[step],
      case .text(let text) = code.constants[Int(number)]
    else {
      guard isPattern else { return nil }
      throw failure("\(function.rawValue) takes a pattern in quotation marks", at: start)
    }
    do throws(ExpressionFault) {
      if isPattern {
        return try PreparedConstant.pattern(of: text, captures: function == .capture)
      }
      return try PreparedConstant.zone(of: text)
    } catch { throw failure(error.reason, at: start) }
  }

  /// Parses a list and a condition on its rows, in which names first refer to the rows' fields.
  private mutating func condition(
    ofRows name: String, at start: Int
  ) throws(StreamExpressionError) -> ExpressionKind {
    offset += 1
    let listStart = next
    let list = try delimited()
    guard case .row(let fields) = list.element else {
      throw failure(
        "\(name) takes a list of rows, not \(list.isList ? "a list of other values" : list.name)",
        at: listStart)
    }
    guard eat(",") else { throw expected("a comma and a condition on the rows") }
    emit(.beginRows, at: start)
    let loop = emit(.jump(.nextRow, 0), at: start, height: 1)
    let row = height - 1
    let outer = locals
    locals += fields.map { Local(name: $0, kind: $1, height: row, isField: true) }
    let conditionStart = next
    let kind = try delimited()
    try requireCondition(kind, at: conditionStart, "in \(name)")
    locals = outer
    guard eat(")") else { throw expected("a closing parenthesis") }
    emit(.endRow(isAny: name == "any", Int32(loop)), at: start, height: -2)
    land(loop)
    emit(.finishRows(isAny: name == "any"), at: start)
    return .truth
  }

  // MARK: Constants

  mutating func number(from start: Int) throws(StreamExpressionError) -> ExpressionKind {
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
      if let integer = Int(digits) { return emit(constant: .integer(integer), at: start) }
      guard kinds != nil, let number = DecimalNumber(digits) else {
        throw failure("this integer does not fit in 64 bits", at: start)
      }
      return emit(constant: .exact(number), at: start)
    }
    // Forms compute with decimal numbers, streams with binary ones.
    if kinds != nil, let number = DecimalNumber(digits) {
      return emit(constant: .exact(number), at: start)
    }
    guard let decimal = Double(digits), decimal.isFinite else {
      throw failure("this number is too large", at: start)
    }
    return emit(constant: .decimal(decimal), at: start)
  }

  private mutating func placeholder() throws(StreamExpressionError) -> ExpressionKind {
    let start = offset
    offset += 1
    let letter = peekWithoutBlanks
    guard let letter, [UInt8(ascii: "d"), UInt8(ascii: "f"), UInt8(ascii: "@")].contains(letter)
    else { throw expected("d, f or @ after %") }
    offset += 1
    emit(.value(Int32(code.placeholders)), at: start, height: 1)
    code.placeholders += 1
    if letter == UInt8(ascii: "d") {
      emit(.require(.integer), at: start)
      dividesIntegers = true
    }
    if letter == UInt8(ascii: "f") { emit(.require(.decimal), at: start) }
    return letter == UInt8(ascii: "@") ? .any : .number
  }

  private mutating func quotation() throws(StreamExpressionError) -> String {
    let start = next
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
        default: throw expected("a quotation mark, \\, n or t after \\")
        }
      }
      content.append(byte)
      offset += 1
    }
    guard offset < bytes.count else {
      throw failure("this text has no closing quotation mark", at: start)
    }
    offset += 1
    return String(decoding: content, as: UTF8.self)
  }
}
