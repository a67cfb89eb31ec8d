import Expressions
import Formats

/// An operation on a stream, as data: `{"filter": {"expression": "%d != 3"}}`.
///
///     let operators: [Operator] = [.filter(expression: "%d != 3"), .map(expression: "%d * 10")]
///     operators.reduce(publisher) { $1.applyPublisher($0) }  // 10, 40, if 1, 3 and 4 come
///
/// In JSON, each is an object with one key, its name, whose value contains the parameters by their
/// labels; ``removeDuplicates``, ``first``, ``last``, ``count`` and ``timestamp(clock:)`` have the
/// value `{}`. An unknown name is an error. A `stream` is the id of another document in the same
/// file.
public enum Operator: Hashable, Sendable {
  /// Delays each value.
  case delay(seconds: Double)
  /// Drops the first values.
  case dropFirst(count: Int)
  /// Ends after the first values.
  case prefix(count: Int)
  /// Keeps the values that satisfy a condition.
  case filter(expression: StreamExpression)
  /// Changes each value.
  case map(expression: StreamExpression)
  /// Sends the running result; the expression takes the previous result and the value.
  case scan(initialValue: StreamValue, expression: StreamExpression)
  /// Sends the result of all values at the end; the expression takes the previous result and the
  /// value.
  case reduce(initialValue: StreamValue, expression: StreamExpression)
  /// Drops a value that equals the previous one by `==` of expressions: 20 and 20.0 are equal.
  case removeDuplicates
  /// Sends a value once an interval has passed without another, and the last one at the end.
  case debounce(seconds: Double)
  /// Sends at most one value in each interval: its latest or its first.
  case throttle(seconds: Double, latest: Bool)
  /// Sends the latest value of each interval, at its end; intervals without a value send nothing.
  case sample(seconds: Double)
  /// Sends statistics of each window of values; windows do not overlap.
  case window(StreamWindow, StreamWindow.Figures)
  /// Sends the number of values per second at the end of each interval; 0 for the first empty one.
  case rate(seconds: Double)
  /// Sends each value as an object with `t`, the seconds since the stream began, and `value`; with
  /// the wall clock, `time` in ISO 8601 replaces `t`.
  case timestamp(clock: Clock = .stream)
  /// Drops repeated values, or values with a repeated key. It remembers the latest `within` keys,
  /// or those of the last `seconds`, if they are given.
  case distinct(key: StreamExpression?, within: Int? = nil, seconds: Double? = nil)
  /// Groups values by a key. With a fold, it sends an object with `key` and `value`, the running
  /// result of the group, for each value; without one, it sends an object with `key` and `values`,
  /// all values of the group, for each group at the end.
  case groupBy(key: StreamExpression, fold: StreamFold?)
  /// Sends all values at the end, in their own order or in that of a key.
  case sort(key: StreamExpression?, descending: Bool)
  /// Sends each element of a list, or of the list that an expression returns; nothing for null.
  case each(expression: StreamExpression?)
  /// Also sends another stream's values as they arrive.
  case merge(stream: String)
  /// Sends another stream's values after the end; values that an input sends earlier are kept.
  case append(stream: String)
  /// Sends another stream's values before the first.
  case prepend(stream: String)
  /// Runs another stream for each value, and sends the result of an expression for the value and
  /// each of the other stream's values; without an expression, the other stream's values.
  case flatMap(stream: String, expression: StreamExpression?)
  /// Pairs values with another stream's, first with first; without an expression, as lists.
  case zip(stream: String, expression: StreamExpression?)
  /// Pairs the latest values with another stream's; without an expression, as lists.
  case combineLatest(stream: String, expression: StreamExpression?)
  /// Pairs each value with another stream's latest; without an expression, as lists. Drops values
  /// that arrive before the other stream's first.
  case withLatestFrom(stream: String, expression: StreamExpression?)
  /// Sends lists with a fixed number of values.
  case collect(count: Int)
  /// Sends only the first value.
  case first
  /// Sends only the last value, at the end.
  case last
  /// Sends the number of values, at the end.
  case count
}

extension Operator {
  /// The kind of operator, without its parameters; the raw value is the name in JSON.
  public enum Kind: String, CaseIterable, Sendable {
    case delay, dropFirst, prefix, filter, map, scan, reduce, removeDuplicates, debounce, throttle
    case sample, window, rate, timestamp, distinct, groupBy, sort, each
    case merge, append, prepend, flatMap, zip, combineLatest, withLatestFrom
    case collect, first, last, count
  }

  /// A clock for the time of a value.
  public enum Clock: String, CaseIterable, Sendable {
    /// The seconds since the stream began.
    case stream
    /// The date and time.
    case wall
  }

  /// Sends one statistic of each window of values.
  public static func window(_ window: StreamWindow, function: StreamWindow.Function) -> Self {
    .window(window, .one(function))
  }

  /// The values of an operator's parameters; nil for those that its kind does not have.
  struct Arguments {
    var seconds: Double?
    var latest: Bool?
    var count: Int?
    var function: StreamWindow.Function?
    var functions: [StreamWindow.Function]?
    var aligned: Bool?
    var clock: Clock?
    var within: Int?
    var key: StreamExpression?
    var descending: Bool?
    var initialValue: StreamValue?
    var stream: String?
    var expression: StreamExpression?
  }

  /// The kind, and the values of the parameters.
  private var parts: (kind: Kind, arguments: Arguments) {
    switch self {
    case .delay(let seconds): (.delay, Arguments(seconds: seconds))
    case .dropFirst(let count): (.dropFirst, Arguments(count: count))
    case .prefix(let count): (.prefix, Arguments(count: count))
    case .filter(let expression): (.filter, Arguments(expression: expression))
    case .map(let expression): (.map, Arguments(expression: expression))
    case .scan(let initial, let expression):
      (.scan, Arguments(initialValue: initial, expression: expression))
    case .reduce(let initial, let expression):
      (.reduce, Arguments(initialValue: initial, expression: expression))
    case .removeDuplicates: (.removeDuplicates, Arguments())
    case .debounce(let seconds): (.debounce, Arguments(seconds: seconds))
    case .throttle(let seconds, let latest):
      (.throttle, Arguments(seconds: seconds, latest: latest))
    case .sample(let seconds): (.sample, Arguments(seconds: seconds))
    case .window(let window, let figures): (.window, Arguments(window, figures))
    case .rate(let seconds): (.rate, Arguments(seconds: seconds))
    case .timestamp(let clock): (.timestamp, Arguments(clock: clock == .wall ? clock : nil))
    case .distinct(let key, let within, let seconds):
      (.distinct, Arguments(seconds: seconds, within: within, key: key))
    case .groupBy(let key, let fold):
      (
        .groupBy,
        Arguments(key: key, initialValue: fold?.initialValue, expression: fold?.expression)
      )
    case .sort(let key, let descending):
      (.sort, Arguments(key: key, descending: descending ? true : nil))
    case .each(let expression): (.each, Arguments(expression: expression))
    case .merge(let stream): (.merge, Arguments(stream: stream))
    case .append(let stream): (.append, Arguments(stream: stream))
    case .prepend(let stream): (.prepend, Arguments(stream: stream))
    case .flatMap(let stream, let expression):
      (.flatMap, Arguments(stream: stream, expression: expression))
    case .zip(let stream, let expression): (.zip, Arguments(stream: stream, expression: expression))
    case .combineLatest(let stream, let expression):
      (.combineLatest, Arguments(stream: stream, expression: expression))
    case .withLatestFrom(let stream, let expression):
      (.withLatestFrom, Arguments(stream: stream, expression: expression))
    case .collect(let count): (.collect, Arguments(count: count))
    case .first: (.first, Arguments())
    case .last: (.last, Arguments())
    case .count: (.count, Arguments())
    }
  }

  /// The operator's kind.
  public var kind: Kind { parts.kind }

  /// The values of the parameters.
  var arguments: Arguments { parts.arguments }

  /// The id of the other document that the operator needs, if any.
  public var stream: String? { arguments.stream }

  /// The expressions of the operator.
  var expressions: [StreamExpression] {
    let arguments = arguments
    return [arguments.key, arguments.expression].compactMap(\.self)
  }
}

extension Operator: CustomStringConvertible {
  /// The name and the parameters, such as `scan 0, %d + %d` or `delay 1.5 s`.
  public var description: String {
    let words = parameters.map { $0.key == "seconds" ? $0.parameterText + " s" : $0.parameterText }
    return kind.rawValue + (words.isEmpty ? "" : " " + words.joined(separator: ", "))
  }
}

// MARK: - JSON

extension Operator: JSONConvertible, Codable {
  package init(json: JSONValue) throws(StreamDocumentError) {
    var reader = DeclarationReader()
    guard let step = reader.step(json) else { throw reader.problems[0] }
    self = step
  }

  package var json: JSONValue { .object([JSONMember(kind.rawValue, .object(parameters))]) }

  /// The parameters by their labels, without those that are nil.
  var parameters: [JSONMember] {
    let (kind, arguments) = parts
    return kind.parameters.compactMap { parameter in
      arguments.json(of: parameter.content).map { JSONMember(parameter.name, $0) }
    }
  }

  /// Decodes an object with one key; throws an error that quotes the key if it is unknown.
  public init(from decoder: any Decoder) throws { try self.init(jsonFrom: decoder) }
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  /// The range of delays: not negative, and not so long that a clock overflows.
  static let secondsRange = 0.0...1_000_000_000
}

extension Operator.Arguments {
  fileprivate init(_ window: StreamWindow, _ figures: StreamWindow.Figures) {
    switch window.length {
    case .count(let number): count = number
    case .seconds(let length): seconds = length
    }
    switch figures {
    case .one(let figure): function = figure
    case .several(let all): functions = all
    }
    aligned = window.isAligned ? true : nil
  }

  fileprivate func json(of content: OperatorParameter.Content) -> JSONValue? {
    switch content {
    case .seconds: seconds?.json
    case .latest: latest?.json
    case .count: count?.json
    case .function: function?.rawValue.json
    case .functions: functions?.map(\.rawValue).json
    case .aligned: aligned?.json
    case .clock: clock?.rawValue.json
    case .within: within?.json
    case .key: key?.text.json
    case .descending: descending?.json
    case .initialValue: initialValue?.json
    case .stream: stream?.json
    case .expression: expression?.text.json
    }
  }

  /// Reads a parameter if it is present or required.
  mutating func read(
    _ parameter: OperatorParameter, _ fields: JSONFields
  ) throws(StreamDocumentError) {
    let (name, partner) = (parameter.name, parameter.partner)
    guard parameter.isRequired || fields.has(name) || partner.map(fields.has) ?? false else {
      return
    }
    switch parameter.content {
    case .seconds: seconds = try fields.seconds(name, isPositive: parameter.isPositive)
    case .latest: latest = try fields(name, as: Bool.self)
    case .count: count = try fields.count(name, from: parameter.isPositive ? 1 : 0)
    case .function: function = try fields.word(name, "function %")
    case .functions: functions = try fields.functions(name)
    case .aligned: aligned = try fields(name, as: Bool.self)
    case .clock: clock = try fields.word(name, "clock %")
    case .within: within = try fields.count(name, from: 1)
    case .key: key = try fields.expression(name, parameter.use)
    case .descending: descending = try fields(name, as: Bool.self)
    case .initialValue: initialValue = try fields(name, as: StreamValue.self)
    case .stream: stream = try fields(name, as: String.self)
    case .expression: expression = try fields.expression(name, parameter.use)
    }
  }
}

extension JSONFields {
  /// Returns true if a key has a value, which is not null unless that may be one.
  fileprivate func has(_ key: String) -> Bool {
    members.contains { $0.key == key && ($0.value != .null || key == "initialValue") }
  }

  /// A length of time that every scheduler can count.
  fileprivate func seconds(_ key: String, isPositive: Bool) throws(StreamDocumentError) -> Double {
    let seconds: Double = try self(key)
    guard Operator.secondsRange.contains(seconds) else {
      throw StreamDocumentError("between 0 and a billion seconds were expected, not \(seconds)")
        .inside(key)
    }
    guard seconds > 0 || !isPositive else {
      throw StreamDocumentError("more than 0 seconds were expected").inside(key)
    }
    return seconds
  }

  /// Statistics of windows, without duplicates.
  fileprivate func functions(
    _ key: String
  ) throws(StreamDocumentError) -> [StreamWindow.Function] {
    let names: [String] = try self(key)
    guard !names.isEmpty else {
      throw StreamDocumentError("one or more names of functions were expected").inside(key)
    }
    var functions: [StreamWindow.Function] = []
    for (index, name) in names.enumerated() {
      let fields = JSONFields(members: [JSONMember("\(key)[\(index)]", name)])
      let function: StreamWindow.Function = try fields.word("\(key)[\(index)]", "function %")
      guard !functions.contains(function) else {
        throw StreamDocumentError("“\(name)” occurs twice").inside(key)
      }
      functions.append(function)
    }
    return functions
  }

  func count(_ key: String, from least: Int = 1) throws(StreamDocumentError) -> Int {
    let count: Int = try self(key)
    guard count >= least else {
      throw StreamDocumentError("\(least) or more was expected, not \(count)").inside(key)
    }
    return count
  }

  /// An expression, checked for its use.
  func expression(
    _ key: String, _ use: StreamExpression.Use
  ) throws(StreamDocumentError) -> StreamExpression {
    let text: String = try self(key)
    do throws(StreamExpressionError) {
      let expression = try StreamExpression(text)
      try expression.check(for: use)
      return expression
    } catch { throw StreamDocumentError(error.reason, expressionColumn: error.column).inside(key) }
  }

  /// One of a fixed set of words.
  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ key: String, _ noun: String
  ) throws(StreamDocumentError) -> Word {
    let name: String = try self(key)
    guard let word = Word(rawValue: name) else {
      throw StreamDocumentError(
        "there is no \(noun.replacingBytes("%", with: "“\(name)”")); use "
          + Word.allCases.map(\.rawValue).alternatives
      ).inside(key)
    }
    return word
  }
}
