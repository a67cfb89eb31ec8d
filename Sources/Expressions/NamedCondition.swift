import Formats

/// A condition on values with names, any of which may be missing: when a field of a form is shown,
/// which answers go together.
///
///     let kinds: [String: ExpressionKind] = ["age": .number, "ticket": .text]
///     let condition = try NamedCondition("age >= 21 or ticket != 'business'", kinds: kinds)
///     condition.holds { name in ["age": 20, "ticket": "day"][name] }  // true
///
/// The language is that of ``StreamExpression``, without placeholders and `index`. A name of a
/// switch is a condition itself (`terms and age > 20`), and can be compared with `true` and
/// `false`. There is one comparison that asks whether a value is missing: with an empty text or
/// with `null`. In any other a missing value counts as follows.
package struct NamedCondition: Sendable {
  /// The condition as it was written.
  package let text: String
  /// The names that it reads, each once.
  package let names: [String]
  /// The names without whose values a rule is not judged, as it compares them and does not ask
  /// whether they are missing.
  package let needs: Set<String>
  private let code: ExpressionCode
  private let constants: [NamedOperand]
  /// The names of switches, whose values may be the integers 1 and 0.
  private let truths: Set<String>

  /// Parses a condition.
  ///
  /// - Parameters:
  ///   - text: The condition.
  ///   - kinds: The kinds of the values that there are, by name.
  package init(
    _ text: String, kinds: [String: ExpressionKind]
  ) throws(StreamExpressionError) {
    self.text = text
    let parsed = try ExpressionParser.parse(text, kinds: kinds)
    var code = parsed
    var names: [String] = []
    for (place, step) in parsed.steps.enumerated() {
      func failure(_ reason: String) -> StreamExpressionError {
        StreamExpressionError(column: text.column(at: Int(parsed.offsets[place])), reason: reason)
      }
      switch step {
      case .value: throw failure("a name was expected; placeholders are for streams")
      case .name(let number):
        let name = parsed.names[Int(number)]
        if kinds[name] != nil {
          let known = names.firstIndex(of: name)
          code.steps[place] = .value(Int32(known ?? names.count))
          if known == nil { names.append(name) }
        } else {
          throw failure("there is no value named “\(name)” here\(Self.listed(kinds.keys))")
        }
      default: break
      }
    }
    guard code.isCondition || code.kind == .any else {
      throw StreamExpressionError(
        column: 1, reason: "a condition was expected, such as age >= 18, not a value")
    }
    if !code.isCondition {
      code.steps.append(.requireTruth)
      code.offsets.append(0)
    }
    self.names = names
    self.code = code
    let truths = Set(names.filter { kinds[$0] == .truth })
    let isList = names.map { kinds[$0]?.isList ?? false }
    needs = Set(MissingNames.needed(by: code, isList: isList).map { names[Int($0)] })
      .subtracting(truths)
    self.truths = truths
    constants = parsed.constants.map { $0 == .null ? .null : .value($0) }
  }

  private static func listed(_ names: some Collection<String>) -> String {
    if names.isEmpty { return "" }
    let shown = names.sorted().prefix(8)
    let rest = names.count - shown.count
    return ", only " + (shown + (rest > 0 ? ["\(rest) more"] : [])).listed
  }

  /// Returns true if the condition holds. A comparison with a missing value does not, whichever it
  /// is; nor does a condition that cannot be computed.
  package func holds(_ value: (String) -> StreamValue?) -> Bool {
    (try? isTrue(value, isFault: false)) ?? false
  }

  /// Returns true if the condition does not hold for values that it needs and that are all there.
  ///
  /// It is not broken where it holds, and not where a comparison on the way is with a missing
  /// value, or something cannot be computed; but it is where a number becomes too large.
  package func isBroken(_ value: (String) -> StreamValue?) -> Bool {
    do throws(ExpressionFault) {
      return try !isTrue(value, isFault: true)
    } catch {
      return error.kind == .overflow
    }
  }

  private func isTrue(
    _ value: (String) -> StreamValue?, isFault: Bool
  ) throws(ExpressionFault) -> Bool {
    let machine = ExpressionMachine(
      code.steps, constants: constants, depth: code.depth, valueCount: names.count)
    defer { machine.deallocate() }
    for (place, name) in names.enumerated() {
      var found = value(name)
      if case .integer(let integer)? = found, truths.contains(name) { found = .truth(integer != 0) }
      machine.set(NamedOperand(found ?? .null, isFault: isFault), at: place)
    }
    var load = 0
    return try machine.run(index: 0, &load).isTrue
  }
}

/// An operand that may be missing.
enum NamedOperand: Sendable {
  case value(StreamValue)
  /// A list or a row, of which parts may be missing.
  case partial(StreamValue, isFault: Bool)
  /// The word `null`.
  case null
  /// A value that is not there, and ends the computation where it is needed, or gives a comparison
  /// that does not hold.
  case missing(isFault: Bool)
}

extension NamedOperand {
  /// Makes an operand of a value of a form; `null` is one that is missing.
  init(_ value: StreamValue, isFault: Bool) {
    switch value {
    case .null: self = .missing(isFault: isFault)
    case .list, .object: self = .partial(value, isFault: isFault)
    case .decimal, .integer, .exact, .text, .truth: self = .value(value.exactly)
    }
  }

  /// Returns the result of a computation: a part of what is filled in if one of its operands is.
  private static func result(_ value: StreamValue, of operands: some Sequence<Self>) -> Self {
    for case .partial(_, let isFault) in operands { return Self(value, isFault: isFault) }
    return .value(value.exactly)
  }

  /// The value, if it is there.
  private var present: StreamValue? {
    switch self {
    case .value(let value), .partial(let value, _): value
    case .null, .missing: nil
    }
  }

}

extension NamedOperand: ExpressionOperand {
  init(truth: Bool) { self = .value(StreamValue(truth: truth)) }
  init(integer: Int) { self = .value(.integer(integer)) }
  var isTrue: Bool { if case .value(let value) = self { value.isTrue } else { false } }
  // Answers that are filled in have limits of their own.
  var size: Int { if case .value(let value) = self { value.size } else { 0 } }

  func adding(_ other: Self) throws(ExpressionFault) -> Self {
    try computing(other) { (a, b) throws(ExpressionFault) in try a.adding(b) }
  }

  func subtracting(_ other: Self) throws(ExpressionFault) -> Self {
    try computing(other) { (a, b) throws(ExpressionFault) in try a.subtracting(b) }
  }

  func multiplied(by other: Self) throws(ExpressionFault) -> Self {
    try computing(other) { (a, b) throws(ExpressionFault) in try a.multiplied(by: b) }
  }

  func divided(by other: Self) throws(ExpressionFault) -> Self {
    try computing(other) { (a, b) throws(ExpressionFault) in try a.divided(by: b) }
  }

  func remainder(dividingBy other: Self) throws(ExpressionFault) -> Self {
    try computing(other) { (a, b) throws(ExpressionFault) in try a.remainder(dividingBy: b) }
  }

  func equals(_ other: Self) throws(ExpressionFault) -> Bool {
    if let isMissing = asksWhetherMissing(other) { return isMissing }
    return try comparing(other) { (a, b) throws(ExpressionFault) in try a.equals(b) }
  }

  func differs(from other: Self) throws(ExpressionFault) -> Bool {
    if let isMissing = asksWhetherMissing(other) { return !isMissing }
    return try comparing(other) { (a, b) throws(ExpressionFault) in try a.differs(from: b) }
  }

  func isLess(than other: Self) throws(ExpressionFault) -> Bool {
    try comparing(other) { (a, b) throws(ExpressionFault) in try a.isLess(than: b) }
  }

  func isAtMost(_ other: Self) throws(ExpressionFault) -> Bool {
    try comparing(other) { (a, b) throws(ExpressionFault) in try a.isAtMost(b) }
  }

  func requiringInteger() throws(ExpressionFault) -> Self { self }
  func makingDecimal() throws(ExpressionFault) -> Self { self }

  func requiringTruth() throws(ExpressionFault) -> Self {
    guard let value = present else { return try Self.missing(among: [self]) }
    return .value(try value.requiringTruth())
  }

  func requiringRows() throws(ExpressionFault) -> Self {
    guard let value = present else { return try Self.missing(among: [self]) }
    _ = try value.requiringRows()
    return self
  }

  func member(_ key: Self) throws(ExpressionFault) -> Self {
    // A condition can ask for a field of a row that is not there.
    if case .missing = self { return self }
    guard case .partial(let container, let isFault) = self, let key = key.present else {
      return try computing(key) { (a, b) throws(ExpressionFault) in try a.member(b) }
    }
    switch (container, key) {
    case (.list(let list), .integer(let place)):
      return Self(list.element(place) ?? .null, isFault: isFault)
    case (.list, .text(let name)): return .partial(container.parts(name), isFault: isFault)
    case (.object(let object), .text(let name)):
      return Self(object[name] ?? .null, isFault: isFault)
    default: return Self(try container.member(key), isFault: isFault)
    }
  }

  func isElement(of list: Self) throws(ExpressionFault) -> Self {
    try computing(list) { (a, b) throws(ExpressionFault) in try a.isElement(of: b) }
  }

  static func list(of elements: UnsafeBufferPointer<Self>) throws(ExpressionFault) -> Self {
    try computing(elements) { (values) throws(ExpressionFault) in try StreamValue.list(of: values) }
  }

  static func object(
    of values: UnsafeBufferPointer<Self>, keys: Self
  ) throws(ExpressionFault) -> Self {
    guard let names = keys.present else { return try missing(among: [keys]) }
    return try computing(values) { (values) throws(ExpressionFault) in
      try StreamValue.object(of: values, keys: names)
    }
  }

  static func result(
    of function: ExpressionFunction, _ arguments: UnsafeBufferPointer<Self>
  ) throws(ExpressionFault) -> Self {
    if function == .length, arguments.count == 1, arguments[0].present == nil {
      return .value(.integer(0))
    }
    // Nothing has no extremes.
    if [.min, .max, .first, .last].contains(function), arguments.count == 1,
      case .partial(.list(let list), let isFault) = arguments[0],
      list.allSatisfy({ $0 == .null })
    {
      return .missing(isFault: isFault)
    }
    return try computing(arguments) { (values) throws(ExpressionFault) in
      switch function {
      case .sum, .min, .max, .join:
        // Values that are missing in a row are left out.
        let given = values.map(\.withoutNulls)
        return try given.withUnsafeBuffer { (values) throws(ExpressionFault) in
          try StreamValue.call(function, values, isExact: true)
        }
      default: return try StreamValue.call(function, values, isExact: true)
      }
    }
  }

  var lookupSize: Int { if case .value(let value) = self { value.lookupSize } else { 0 } }
  var count: Int { present?.count ?? 0 }

  /// Returns the result of a computation with operands, among which `null` is a value; a missing
  /// value if there is one among them.
  private static func computing(
    _ operands: UnsafeBufferPointer<Self>,
    _ body: (UnsafeBufferPointer<StreamValue>) throws(ExpressionFault) -> StreamValue
  ) throws(ExpressionFault) -> Self {
    var values: [StreamValue] = []
    for operand in operands {
      switch operand {
      case .value(let value), .partial(let value, _): values.append(value)
      case .null: values.append(.null)
      case .missing: return try missing(among: Array(operands))
      }
    }
    return result(try values.withUnsafeBuffer(body), of: operands)
  }

  /// True for `null` and an empty text, which no value is: one that is there is not empty.
  private var isEmpty: Bool {
    switch self {
    case .null, .value(.text("")), .partial(.list([]), _): true
    case .value, .partial, .missing: false
    }
  }

  /// Returns the answer of a comparison that asks whether a value is missing; nil for any other.
  private func asksWhetherMissing(_ other: Self) -> Bool? {
    guard isEmpty || other.isEmpty else { return nil }
    let asked = isEmpty ? other : self
    if case .missing = asked { return true }
    return asked.isEmpty
  }

  private func computing(
    _ other: Self, _ operation: (StreamValue, StreamValue) throws(ExpressionFault) -> StreamValue
  ) throws(ExpressionFault) -> Self {
    guard let left = present, let right = other.present else {
      return try Self.missing(among: [self, other])
    }
    do throws(ExpressionFault) {
      return Self.result(try operation(left, right), of: [self, other])
    } catch {
      // Integers that are too large together are decimal numbers.
      guard error.kind == .overflow, case .integer(let first) = left,
        case .integer(let second) = right
      else { throw error }
      let exact = [first, second].map { StreamValue.exact(DecimalNumber($0)) }
      return .value(try operation(exact[0], exact[1]))
    }
  }

  private func comparing(
    _ other: Self, _ operation: (StreamValue, StreamValue) throws(ExpressionFault) -> Bool
  ) throws(ExpressionFault) -> Bool {
    guard let left = present, let right = other.present else {
      _ = try Self.missing(among: [self, other])
      return false
    }
    return try operation(left, right)
  }

  /// Returns a missing value, or fails if that ends the computation.
  private static func missing(among operands: [Self]) throws(ExpressionFault) -> Self {
    for case .missing(isFault: true) in operands {
      throw ExpressionFault("a value is missing", kind: .missing)
    }
    return .missing(isFault: false)
  }
}

extension StreamValue {
  /// The value, with an exact number in place of a binary one that a function has made.
  fileprivate var exactly: StreamValue {
    if case .decimal(let decimal) = self {
      DecimalNumber(decimal).map { .exact($0) } ?? self
    } else {
      self
    }
  }

  /// A list without its nulls; any other value as it is.
  fileprivate var withoutNulls: StreamValue {
    if case .list(let list) = self { .list(list.filter { $0 != .null }) } else { self }
  }

  /// The parts of a list's rows with a name, `null` for those that are missing. Of lists in rows it
  /// has all elements.
  fileprivate func parts(_ name: String) -> StreamValue {
    guard case .list(let rows) = self else { return .list([]) }
    var parts: [StreamValue] = []
    for case .object(let row) in rows {
      let part = row[name] ?? .null
      if case .list(let elements) = part { parts += elements } else { parts.append(part) }
    }
    return .list(parts)
  }
}

extension [StreamValue] {
  /// Calls a function with the values; its error keeps its type.
  fileprivate func withUnsafeBuffer(
    _ body: (UnsafeBufferPointer<StreamValue>) throws(ExpressionFault) -> StreamValue
  ) throws(ExpressionFault) -> StreamValue {
    var result = StreamValue.null
    var fault: ExpressionFault?
    withUnsafeBufferPointer { values in
      do throws(ExpressionFault) { result = try body(values) } catch { fault = error }
    }
    if let fault { throw fault }
    return result
  }
}
