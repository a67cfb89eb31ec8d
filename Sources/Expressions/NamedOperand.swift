/// An operand that may be missing.
enum NamedOperand: Sendable {
  case value(StreamValue)
  /// A list or a row, parts of which may be missing.
  case partial(StreamValue, isFault: Bool)
  /// The word `null`.
  case null
  /// A missing value. It ends the computation that needs it, or makes a comparison false.
  case missing(isFault: Bool)
}

extension NamedOperand {
  /// Makes an operand from a value of a form; `null` counts as missing.
  init(_ value: StreamValue, isFault: Bool) {
    switch value {
    case .null: self = .missing(isFault: isFault)
    case .list, .object: self = .partial(value, isFault: isFault)
    case .decimal, .integer, .exact, .text, .truth: self = .value(value.exactly)
    }
  }

  /// Returns the result of a computation: partial if one of its operands is.
  private static func result(_ value: StreamValue, of operands: some Sequence<Self>) -> Self {
    for case .partial(_, let isFault) in operands { return Self(value, isFault: isFault) }
    return .value(value.exactly)
  }

  /// The value, if it is present.
  var present: StreamValue? {
    switch self {
    case .value(let value), .partial(let value, _): value
    case .null, .missing: nil
    }
  }
}

extension NamedOperand: ExpressionOperand {
  init(_ value: StreamValue) { self = .value(value) }
  var integer: Int? { if case .value(let value) = self { value.integer } else { nil } }
  var isTrue: Bool { if case .value(let value) = self { value.isTrue } else { false } }
  // Answers that are filled in have limits of their own.
  var size: Int { if case .value(let value) = self { value.size } else { 0 } }

  func result(_ operation: ExpressionOperation, _ other: Self) throws(ExpressionFault) -> Self {
    if operation.isOfEquality, let isMissing = asksWhetherMissing(other) {
      return Self(.truth(isMissing == (operation == .equal)))
    }
    if operation.isComparison, present == nil || other.present == nil {
      _ = try Self.missing(among: [self, other])
      return Self(.truth(false))
    }
    return try computing(other) { (left, right) throws(ExpressionFault) in
      // The quotient of integers is as exact as that of decimals.
      if operation == .divide, case .integer(let whole) = left, right.integer != nil {
        return try StreamValue.exact(DecimalNumber(whole)).result(operation, right)
      }
      return try left.result(operation, right)
    }
  }

  func required(_ requirement: ExpressionStep.Requirement) throws(ExpressionFault) -> Self {
    guard let value = present else { return try Self.missing(among: [self]) }
    _ = try value.required(requirement)
    return self
  }

  func member(_ key: Self) throws(ExpressionFault) -> Self {
    // A condition can test whether a row's field is missing.
    if case .missing = self { return self }
    guard case .partial(let container, let isFault) = self, let key = key.present else {
      return try computing(key) { (a, b) throws(ExpressionFault) in try a.member(b) }
    }
    switch (container, key) {
    case (.list(let list), .integer(let index)):
      return Self(list.element(index) ?? .null, isFault: isFault)
    case (.list, .text(let name)): return .partial(container.parts(name), isFault: isFault)
    case (.object(let object), .text(let name)):
      return Self(object[name] ?? .null, isFault: isFault)
    default: return Self(try container.member(key), isFault: isFault)
    }
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
    of function: ExpressionFunction, _ arguments: UnsafeBufferPointer<Self>,
    _ prepared: PreparedConstant?
  ) throws(ExpressionFault) -> Self {
    if function == .length, arguments.count == 1, arguments[0].present == nil {
      return .value(.integer(0))
    }
    // An empty list has no extremes.
    if [.min, .max, .first, .last].contains(function), arguments.count == 1,
      case .partial(.list(let list), let isFault) = arguments[0], list.allSatisfy({ $0 == .null })
    {
      return .missing(isFault: isFault)
    }
    return try computing(arguments) { (values) throws(ExpressionFault) in
      guard [.sum, .min, .max, .join].contains(function) else {
        return try StreamValue.call(function, values, prepared, isExact: true)
      }
      // Missing values in a row are omitted.
      return try values.map(\.withoutNulls).withElements { (values) throws(ExpressionFault) in
        try StreamValue.call(function, values, isExact: true)
      }
    }
  }

  var lookupSize: Int { if case .value(let value) = self { value.lookupSize } else { 0 } }
  var count: Int { present?.count ?? 0 }

  /// Returns the result of a computation with operands, with `null` as a value; a missing value if
  /// one of the operands is missing.
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
    return result(try values.withElements(body), of: operands)
  }

  /// True for `null` and an empty string, which no present value equals.
  private var isEmpty: Bool {
    switch self {
    case .null, .value(.text("")), .partial(.list([]), _): true
    case .value, .partial, .missing: false
    }
  }

  /// Returns the result of a comparison that asks whether a value is missing; nil for any other.
  private func asksWhetherMissing(_ other: Self) -> Bool? {
    guard isEmpty || other.isEmpty else { return nil }
    let asked = isEmpty ? other : self
    if case .missing = asked { return true }
    return asked.isEmpty
  }

  /// Returns the result of a computation with two operands, neither of which is `null`.
  private func computing(
    _ other: Self, _ operation: (StreamValue, StreamValue) throws(ExpressionFault) -> StreamValue
  ) throws(ExpressionFault) -> Self {
    guard let left = present, let right = other.present else {
      return try Self.missing(among: [self, other])
    }
    do throws(ExpressionFault) {
      return Self.result(try operation(left, right), of: [self, other])
    } catch {
      // If the result is too large for an integer, it is an exact decimal number.
      guard error.kind == .overflow, let first = left.integer, let second = right.integer else {
        throw error
      }
      return .value(try operation(.exact(DecimalNumber(first)), .exact(DecimalNumber(second))))
    }
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
  /// The value; a binary number made by a function becomes exact.
  fileprivate var exactly: StreamValue {
    if case .decimal(let decimal) = self {
      DecimalNumber(decimal).map { .exact($0) } ?? self
    } else {
      self
    }
  }

  /// A list without its nulls; any other value unchanged.
  fileprivate var withoutNulls: StreamValue {
    if case .list(let list) = self { .list(list.filter { $0 != .null }) } else { self }
  }

  /// The fields of a list's rows with a name, `null` if missing. A field that is a list contributes
  /// all its elements.
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
