/// A function of the language; the raw value is its name.
enum ExpressionFunction: String, CaseIterable, Sendable {
  case abs, min, max, sum, round, floor, ceil, sqrt, quotient
  case length, lower, upper, trim, contains, starts, ends, split, join, replace, matches, capture
  case get, has, keys, first, last
  case text, number, time, format, days, now
}

extension ExpressionFunction {
  /// The parameters of a function, and the kind of its result.
  struct Signature {
    /// The parameters in order; a function with any number of them has one for all.
    var parameters: [Parameter]
    /// The number of optional parameters at the end.
    var optional = 0
    /// True if the last parameter may be repeated.
    var isRepeated = false
    /// The kind of the result; nil for the kind of the arguments.
    var kind: ExpressionKind?
  }

  /// A kind of value that a function takes.
  struct Parameter: Sendable {
    /// The kind of value, in words.
    let name: String
    private let isTaken: @Sendable (ExpressionKind) -> Bool

    private init(_ name: String, isTaken: @escaping @Sendable (ExpressionKind) -> Bool) {
      (self.name, self.isTaken) = (name, isTaken)
    }

    /// Returns true if values of a kind are allowed.
    func takes(_ kind: ExpressionKind) -> Bool { kind == .any || isTaken(kind) }

    static let number = Self("a number") { $0 == .number }
    static let text = Self("text", isTaken: { $0.isText })
    static let list = Self("a list", isTaken: { $0.isList })
    static let object = Self("an object") { $0 == .object }
    static let numbers = Self("a list of numbers") { $0.isList && $0.element.isNumber }
    static let container = Self("text, a list or an object") {
      $0.isText || $0.isList || $0 == .object
    }
    static let sequence = Self("text or a list") { $0.isText || $0.isList }
    static let moment = Self("seconds or an ISO time") { $0 == .number || $0.isText }
    static let any = Self("any value") { _ in true }
  }

  /// The parameters of the function, and the kind of its result.
  var signature: Signature {
    switch self {
    case .abs, .round, .floor, .ceil, .sqrt: Signature(parameters: [.number], kind: .number)
    case .quotient: Signature(parameters: [.number, .number], kind: .number)
    case .min, .max: Signature(parameters: [.any], isRepeated: true)
    case .sum: Signature(parameters: [.numbers], kind: .number)
    case .length: Signature(parameters: [.container], kind: .number)
    case .lower, .upper, .trim: Signature(parameters: [.text], kind: .text)
    case .contains: Signature(parameters: [.sequence, .any], kind: .truth)
    case .starts, .ends, .matches: Signature(parameters: [.text, .text], kind: .truth)
    case .capture: Signature(parameters: [.text, .text], kind: .any)
    case .days: Signature(parameters: [.text, .text], kind: .number)
    case .split: Signature(parameters: [.text, .text], kind: .list)
    case .join: Signature(parameters: [.list, .text], kind: .text)
    case .replace: Signature(parameters: [.text, .text, .text], kind: .text)
    case .get: Signature(parameters: [.any, .text, .any], optional: 1, kind: .any)
    case .has: Signature(parameters: [.any, .text], kind: .truth)
    case .keys: Signature(parameters: [.object], kind: .list)
    case .first, .last: Signature(parameters: [.list])
    case .text: Signature(parameters: [.any], kind: .text)
    case .number: Signature(parameters: [.any], kind: .number)
    case .time: Signature(parameters: [.text], kind: .number)
    case .format: Signature(parameters: [.moment, .text, .text], optional: 2, kind: .text)
    case .now: Signature(parameters: [], kind: .number)
    }
  }
}

extension ExpressionFunction.Signature {
  /// The possible numbers of arguments.
  var counts: ClosedRange<Int> {
    parameters.count - optional...(isRepeated ? Int.max : parameters.count)
  }

  /// These numbers, in words.
  var countText: String {
    let (least, most) = (counts.lowerBound, counts.upperBound)
    let noun = most == 1 ? "value" : "values"
    if isRepeated { return "\(least) value or more" }
    return least == most
      ? "\(most) \(noun)" : "\(least) \(most - least > 1 ? "to" : "or") \(most) \(noun)"
  }

  /// Returns the parameter for an argument's index; nil if there is none.
  func parameter(_ index: Int) -> ExpressionFunction.Parameter? {
    isRepeated ? parameters.last : parameters.indices.contains(index) ? parameters[index] : nil
  }

  /// Returns the kind of the result for arguments of some kinds.
  func result(of arguments: [ExpressionKind]) -> ExpressionKind {
    if let kind { return kind }
    guard let first = arguments.first else { return .any }
    if arguments.count == 1 { return first.element }
    let all = arguments.dropFirst().reduce(first) { $0.or($1) }
    return all.isNumber || all.isText ? all : .any
  }
}
