import Formats

/// The arguments of a call, which are read by index as values of the required kinds.
struct FunctionArguments {
  let function: ExpressionFunction
  let values: UnsafeBufferPointer<StreamValue>
  /// The pattern or time zone of a constant argument, made in advance.
  var prepared: PreparedConstant?
  /// True if numbers are read exactly, as in forms.
  var isExact = false

  subscript(index: Int) -> StreamValue { values[index] }

  func text(_ index: Int) throws(ExpressionFault) -> String {
    guard case .text(let text) = values[index] else { throw misfit(index, "text") }
    return text
  }

  func number(_ index: Int) throws(ExpressionFault) -> Double {
    guard let number = values[index].asDouble else { throw misfit(index, "a number") }
    return number
  }

  func list(_ index: Int) throws(ExpressionFault) -> [StreamValue] {
    guard case .list(let list) = values[index] else { throw misfit(index, "a list") }
    return list
  }

  func object(_ index: Int) throws(ExpressionFault) -> StreamObject {
    guard case .object(let object) = values[index] else { throw misfit(index, "an object") }
    return object
  }

  /// The reason why an argument cannot be used.
  func misfit(_ index: Int, _ expected: String) -> ExpressionFault {
    let value = values[index]
    return ExpressionFault(
      "\(function.rawValue) takes \(expected), not \(value.kind): \(value.shown)")
  }
}

extension StreamValue {
  /// Returns the result of a function.
  static func call(
    _ function: ExpressionFunction, _ values: UnsafeBufferPointer<StreamValue>,
    _ prepared: PreparedConstant? = nil, isExact: Bool = false
  ) throws(ExpressionFault) -> StreamValue {
    let arguments = FunctionArguments(
      function: function, values: values, prepared: prepared, isExact: isExact)
    switch function {
    case .abs: return try abs(arguments)
    case .round: return try rounded(arguments, .toNearestOrAwayFromZero)
    case .floor: return try rounded(arguments, .down)
    case .ceil: return try rounded(arguments, .up)
    case .sqrt: return try squareRoot(arguments)
    case .quotient: return try quotient(arguments)
    case .min, .max: return try extreme(arguments)
    case .sum: return try sum(arguments)
    case .length: return .integer(try length(arguments))
    case .lower: return .text(try arguments.text(0).lowercased().limited())
    case .upper: return .text(try arguments.text(0).uppercased().limited())
    case .trim: return .text(try arguments.text(0).trimmed)
    case .starts: return .truth(try arguments.text(0).utf8.starts(with: arguments.text(1).utf8))
    case .ends:
      let (text, end) = (try arguments.text(0).utf8, try arguments.text(1).utf8)
      return .truth(text.reversed().starts(with: end.reversed()))
    case .split: return try split(arguments.text(0), by: arguments.text(1))
    case .join: return .text(try join(arguments))
    case .replace:
      return .text(try replace(in: arguments.text(0), arguments.text(1), by: arguments.text(2)))
    case .contains: return .truth(try contains(arguments))
    case .matches, .capture: return try match(arguments)
    case .get: return try get(arguments)
    case .has: return .truth(try arguments[0].part(at: arguments.text(1)) != nil)
    case .keys: return .list(try arguments.object(0).members.map { .text($0.key) })
    case .first, .last:
      let list = try arguments.list(0)
      guard let element = function == .first ? list.first : list.last else {
        throw ExpressionFault("\(function.rawValue) takes a list that is not empty")
      }
      return element
    case .text: return .text(try arguments[0].asText())
    case .number: return try number(arguments)
    case .time: return try time(arguments)
    case .format: return try format(arguments)
    case .days: return .integer(try arguments.day(1) - arguments.day(0))
    case .now: preconditionFailure("now is a step of its own")
    }
  }

  /// The value in a message: as JSON, shortened to a readable length.
  package var shown: String {
    guard size < 1 << 12 else { return "\(description(limit: 60).prefix(60))…" }
    let text = json.compactText
    return text.count > 60 ? "\(text.prefix(60))…" : text
  }

  /// The value as text: a string unchanged, and all others as JSON.
  func asText() throws(ExpressionFault) -> String {
    switch self {
    case .text(let text): return text
    case .integer, .decimal, .exact, .truth, .null: return description
    case .list, .object:
      let text = json.compactText
      guard text.utf8.count <= StreamValue.textLimit else { throw .longText }
      return text
    }
  }
}
