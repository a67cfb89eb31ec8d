import Expressions
import Formats

/// A row of the table of operators: the parameters of a kind, and the operator made from their
/// values.
struct OperatorRow: Sendable {
  let parameters: [OperatorParameter]
  /// The labels of the parameters, in their order.
  let names: [String]
  /// Makes the operator from the values of all required parameters.
  let make: @Sendable (Operator.Arguments) throws(StreamDocumentError) -> Operator

  init(
    _ parameters: OperatorParameter...,
    make: @escaping @Sendable (Operator.Arguments) throws(StreamDocumentError) -> Operator
  ) {
    (self.parameters, self.make) = (parameters, make)
    names = parameters.map(\.name)
  }
}

extension Operator.Kind {
  /// The row of the table.
  var row: OperatorRow { Self.rows[self]! }

  private static let rows = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.makeRow()) })

  private func makeRow() -> OperatorRow {
    switch self {
    case .delay: OperatorRow(.seconds("Delay in seconds")) { .delay(seconds: $0.seconds!) }
    case .dropFirst: OperatorRow(.count("Leave out first")) { .dropFirst(count: $0.count!) }
    case .prefix: OperatorRow(.count("Keep first")) { .prefix(count: $0.count!) }
    case .filter:
      OperatorRow(.expression("Keep where", .filter, usual: "value > 0")) {
        .filter(expression: $0.expression!)
      }
    case .map:
      OperatorRow(.expression("Becomes", .map, usual: "value")) { .map(expression: $0.expression!) }
    case .scan:
      OperatorRow(.initialValue, .expression("Next result", .fold, usual: "result + value")) {
        .scan(initialValue: $0.initialValue!, expression: $0.expression!)
      }
    case .reduce:
      OperatorRow(.initialValue, .expression("Next result", .fold, usual: "result + value")) {
        .reduce(initialValue: $0.initialValue!, expression: $0.expression!)
      }
    case .removeDuplicates: OperatorRow { _ in .removeDuplicates }
    case .debounce: OperatorRow(.seconds("Pause in seconds")) { .debounce(seconds: $0.seconds!) }
    case .throttle:
      OperatorRow(.seconds("Interval in seconds"), .latest) {
        .throttle(seconds: $0.seconds!, latest: $0.latest!)
      }
    case .sample:
      OperatorRow(.seconds("Interval in seconds", isPositive: true)) {
        .sample(seconds: $0.seconds!)
      }
    case .window:
      OperatorRow(
        .optional(.count("Values (optional)", isPositive: true), usual: "10"),
        .optional(.seconds("Seconds (optional)", isPositive: true)), .function, .functions, .aligned
      ) { (arguments) throws(StreamDocumentError) in
        .window(try StreamWindow(arguments), try StreamWindow.Figures(arguments))
      }
    case .rate:
      OperatorRow(.seconds("Period in seconds", isPositive: true, isRequired: false)) {
        .rate(seconds: $0.seconds ?? 1)
      }
    case .timestamp: OperatorRow(.clock) { .timestamp(clock: $0.clock ?? .stream) }
    case .distinct:
      OperatorRow(
        .optionalKey, .within,
        .optional(.seconds("Seconds kept (optional)", isPositive: true))
      ) {
        .distinct(key: $0.key, within: $0.within, seconds: $0.seconds)
      }
    case .groupBy:
      OperatorRow(
        .key, .together(.initialValue, with: "expression"),
        .together(.expression("Next result", .fold, usual: "result + 1"), with: "initialValue")
      ) { arguments in
        .groupBy(
          key: arguments.key!,
          fold: arguments.initialValue.map {
            StreamFold(initialValue: $0, expression: arguments.expression!)
          })
      }
    case .sort:
      OperatorRow(.optionalKey, .descending) {
        .sort(key: $0.key, descending: $0.descending ?? false)
      }
    case .each: OperatorRow(.list) { .each(expression: $0.expression) }
    case .merge: OperatorRow(.stream) { .merge(stream: $0.stream!) }
    case .append: OperatorRow(.stream) { .append(stream: $0.stream!) }
    case .prepend: OperatorRow(.stream) { .prepend(stream: $0.stream!) }
    case .flatMap:
      OperatorRow(.stream, .join) { .flatMap(stream: $0.stream!, expression: $0.expression) }
    case .zip: OperatorRow(.stream, .join) { .zip(stream: $0.stream!, expression: $0.expression) }
    case .combineLatest:
      OperatorRow(.stream, .join) { .combineLatest(stream: $0.stream!, expression: $0.expression) }
    case .withLatestFrom:
      OperatorRow(.stream, .join) { .withLatestFrom(stream: $0.stream!, expression: $0.expression) }
    case .collect:
      OperatorRow(.count("Values in a list", isPositive: true)) { .collect(count: $0.count!) }
    case .first: OperatorRow { _ in .first }
    case .last: OperatorRow { _ in .last }
    case .count: OperatorRow { _ in .count }
    }
  }

  /// The parameters, in their order.
  var parameters: [OperatorParameter] { row.parameters }

  /// The labels of the parameters, in their order.
  package var parameterNames: [String] { row.names }

  /// Returns the parameter of a label; nil if the kind has none.
  func parameter(_ name: String) -> OperatorParameter? { parameters.first { $0.name == name } }
}

extension StreamWindow {
  /// Makes a window's length from whichever of two parameters is present.
  fileprivate init(_ arguments: Operator.Arguments) throws(StreamDocumentError) {
    switch (arguments.count, arguments.seconds) {
    case (.some, nil) where arguments.aligned == true:
      throw StreamDocumentError("an aligned window needs “seconds”").inside("aligned")
    case (let count?, nil): self = .count(count)
    case (nil, let seconds?): self = .seconds(seconds, aligned: arguments.aligned ?? false)
    case (nil, nil): throw StreamDocumentError("the key “count” or “seconds” is missing")
    case (.some, .some):
      throw StreamDocumentError("a window has a count or seconds, not both").inside("seconds")
    }
  }
}

extension StreamWindow.Figures {
  /// Makes a window's statistics from whichever of two parameters is present.
  fileprivate init(_ arguments: Operator.Arguments) throws(StreamDocumentError) {
    switch (arguments.function, arguments.functions) {
    case (let function?, nil): self = .one(function)
    case (nil, let functions?): self = .several(functions)
    case (nil, nil): throw StreamDocumentError("the key “function” or “functions” is missing")
    case (.some, .some):
      throw StreamDocumentError("a window has a function or functions, not both")
        .inside("functions")
    }
  }
}

/// A parameter of a kind of operator: its content, and its labels in a form.
struct OperatorParameter: Sendable {
  /// The content, which is the same for a key in every kind.
  enum Content: String {
    case seconds, latest, count, function, functions, aligned, clock, key, within, descending
    case initialValue, stream, expression
  }

  let content: Content
  /// The label of its field.
  let title: String
  /// The text of its field until something is typed.
  var usual = ""
  /// True if the field may be empty and the key missing.
  var isOptional = false
  /// Whether a file must have the key.
  var isRequired = true
  /// The key that must be present if this one is.
  var partner: String?
  /// Whether 0 is too small.
  var isPositive = false
  /// The use of its expression.
  var use = StreamExpression.Use.map
  /// The words to choose from; empty if anything may be typed.
  var choices: [ParameterOption] = []

  /// The key in JSON.
  var name: String { content.rawValue }

  static func seconds(_ title: String, isPositive: Bool = false, isRequired: Bool = true) -> Self {
    Self(
      content: .seconds, title: title, usual: "1", isRequired: isRequired, isPositive: isPositive)
  }

  static func count(_ title: String, isPositive: Bool = false) -> Self {
    Self(content: .count, title: title, usual: "1", isPositive: isPositive)
  }

  static func expression(_ title: String, _ use: StreamExpression.Use, usual: String) -> Self {
    Self(content: .expression, title: title, usual: usual, use: use)
  }

  private static func choice(
    _ content: Content, _ title: String, isRequired: Bool = true, _ words: [String],
    label: (String) -> String = { $0 }
  ) -> Self {
    Self(
      content: content, title: title, usual: words[0], isRequired: isRequired,
      choices: words.map { ParameterOption(value: $0, label: label($0)) })
  }

  static let latest = choice(.latest, "Keep the", ["latest", "first"]) { "\($0) value" }
  static let function = choice(
    .function, "Send the", isRequired: false, StreamWindow.Function.allCases.map(\.rawValue))
  static let functions = optional(Self(content: .functions, title: "Or several (optional)"))
  static let aligned = choice(
    .aligned, "Windows begin", isRequired: false, ["with the stream", "by the clock"])
  static let clock = choice(
    .clock, "Clock", isRequired: false, Operator.Clock.allCases.map(\.rawValue))
  static let within = optional(Self(content: .within, title: "Keys kept (optional)"))
  static let list = optional(.expression("List (optional)", .map, usual: ""))
  static let descending = choice(
    .descending, "Order", isRequired: false, ["ascending", "descending"])
  static let initialValue = Self(content: .initialValue, title: "Begin with", usual: "0")
  static let stream = Self(content: .stream, title: "Other stream")
  static let key = Self(content: .key, title: "Key", usual: "value")
  static let optionalKey = optional(Self(content: .key, title: "Key (optional)"))
  static let join = optional(.expression("Send (optional)", .join(of: 2), usual: ""))

  /// Returns a parameter that may be missing.
  static func optional(_ parameter: Self, usual: String = "") -> Self {
    var optional = parameter
    (optional.usual, optional.isOptional, optional.isRequired) = (usual, true, false)
    return optional
  }

  /// Returns a parameter that is present only together with another.
  static func together(_ parameter: Self, with partner: String) -> Self {
    var together = parameter
    (together.partner, together.isRequired) = (partner, false)
    return together
  }
}

/// A word that can be chosen.
package struct ParameterOption: Hashable, Sendable {
  /// The stored word.
  package var value: String
  /// The displayed label.
  package var label: String
}

extension JSONMember {
  /// The value of an operator's parameter in words: `1.5`, `latest`, `descending`, `%d + %d`.
  var parameterText: String {
    switch (key, value) {
    case ("seconds", .number(let digits)) where digits.ends(with: ".0"): String(digits.dropLast(2))
    case ("latest", let isLatest): isLatest == .bool(true) ? "latest" : "first"
    case ("aligned", let isAligned): isAligned == .bool(true) ? "by the clock" : "with the stream"
    case ("functions", .array(let names)):
      names.map { JSONMember("function", $0).parameterText }.joined(separator: ", ")
    case ("descending", let isDescending):
      isDescending == .bool(true) ? "descending" : "ascending"
    case (_, .string(let text)): text
    case (_, let value): value.text(width: .max)
    }
  }
}
