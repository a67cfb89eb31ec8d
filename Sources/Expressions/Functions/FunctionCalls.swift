import Formats

/// The arguments of a call, taken by their places as values of the kinds that are needed.
struct FunctionArguments {
  let function: ExpressionFunction
  let values: UnsafeBufferPointer<StreamValue>
  /// True if numbers are read exactly, as in forms.
  var isExact = false

  subscript(place: Int) -> StreamValue { values[place] }

  func text(_ place: Int) throws(ExpressionFault) -> String {
    guard case .text(let text) = values[place] else { throw misfit(place, "text") }
    return text
  }

  func integer(_ place: Int) throws(ExpressionFault) -> Int {
    guard case .integer(let integer) = values[place] else { throw misfit(place, "an integer") }
    return integer
  }

  func list(_ place: Int) throws(ExpressionFault) -> [StreamValue] {
    guard case .list(let list) = values[place] else { throw misfit(place, "a list") }
    return list
  }

  func object(_ place: Int) throws(ExpressionFault) -> StreamObject {
    guard case .object(let object) = values[place] else { throw misfit(place, "an object") }
    return object
  }

  /// The reason why an argument cannot be taken.
  func misfit(_ place: Int, _ expected: String) -> ExpressionFault {
    let value = values[place]
    return ExpressionFault(
      "\(function.rawValue) takes \(expected), not \(value.kind): \(value.shown)")
  }
}

extension StreamValue {
  /// Returns the result of a function.
  static func call(
    _ function: ExpressionFunction, _ values: UnsafeBufferPointer<StreamValue>,
    isExact: Bool = false
  ) throws(ExpressionFault) -> StreamValue {
    let arguments = FunctionArguments(function: function, values: values, isExact: isExact)
    switch function {
    case .abs, .round, .floor, .ceil, .sqrt: return try numberResult(arguments)
    case .min, .max: return try extreme(arguments)
    case .sum: return try sum(arguments)
    case .length: return .integer(try length(arguments))
    case .lower, .upper, .trim, .starts, .ends, .split, .join, .replace:
      return try textResult(arguments)
    case .contains: return .truth(try contains(arguments))
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
    }
  }

  /// The value for a sentence: as JSON, and no longer than it is read.
  package var shown: String {
    guard size < 1 << 12 else { return "\(description(limit: 60).prefix(60))…" }
    let text = json.compactText
    return text.count > 60 ? "\(text.prefix(60))…" : text
  }

  /// The value as text: a text as it is, and all others as JSON.
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

extension ExpressionFault {
  /// The reason why a text is not made.
  static var longText: ExpressionFault {
    ExpressionFault("the text would have more than \(StreamValue.textLimit) bytes")
  }
}
