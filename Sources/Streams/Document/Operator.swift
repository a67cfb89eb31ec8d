import Expressions

/// An operation on a stream, as data: `{"filter": {"expression": "%d != 3"}}`.
///
///     let operators: [Operator] = [.filter(expression: "%d != 3"), .map(expression: "%d * 10")]
///     operators.reduce(publisher) { $1.applyPublisher($0) }  // 10, 40, if 1, 3 and 4 come
///
/// In JSON each is an object of one key, its name, whose value holds the parameters by their
/// labels; ``removeDuplicates``, ``first``, ``last``, ``count`` and ``timestamp`` hold `{}`. An
/// unknown name is an error. A `stream` is the id of another document of the same file.
public enum Operator: Hashable, Sendable {
  /// Sends everything later.
  case delay(seconds: Double)
  /// Leaves out the first values.
  case dropFirst(count: Int)
  /// Ends after the first values.
  case prefix(count: Int)
  /// Keeps the values for which a condition holds.
  case filter(expression: StreamExpression)
  /// Changes each value.
  case map(expression: StreamExpression)
  /// Sends the running result; the expression takes the result before and the value.
  case scan(initialValue: StreamValue, expression: StreamExpression)
  /// Sends the result of all values at the end; the expression takes the result before and the
  /// value.
  case reduce(initialValue: StreamValue, expression: StreamExpression)
  /// Leaves out a value that equals the one before, by `==` of expressions: 20 and 20.0 are equal.
  case removeDuplicates
  /// Sends a value when an interval has passed without another, and the last one at the end.
  case debounce(seconds: Double)
  /// Sends at most one value in each interval: the latest of it, or the first.
  case throttle(seconds: Double, latest: Bool)
  /// Sends the latest value of each interval, at its end; intervals without a value send nothing.
  case sample(seconds: Double)
  /// Sends a figure of each window of values; windows do not overlap.
  case window(StreamWindow, function: StreamWindow.Function)
  /// Sends the number of values per second of each interval, at its end, and 0 once nothing comes.
  case rate(seconds: Double)
  /// Sends each value as an object with `t`, the seconds since the stream began, and `value`.
  case timestamp
  /// Leaves out values that have come before, or values with a key that has.
  case distinct(key: StreamExpression?)
  /// Puts values with the same key together. It sends an object with `key` and `value`, the running
  /// result of the group, for each value; without a fold, objects with `key` and `values`, all
  /// values of a group, at the end.
  case groupBy(key: StreamExpression, fold: StreamFold?)
  /// Sends all values in order at the end, or in the order of a key.
  case sort(key: StreamExpression?, descending: Bool)
  /// Sends another stream's values, too, as they come.
  case merge(stream: String)
  /// Sends another stream's values after the end; those that an input sends before are kept.
  case append(stream: String)
  /// Sends another stream's values before the first.
  case prepend(stream: String)
  /// Runs another stream for each value, and sends the result of an expression for the value and
  /// each of the other's; without one, the other's.
  case flatMap(stream: String, expression: StreamExpression?)
  /// Pairs values with another stream's, first with first; without an expression, as lists.
  case zip(stream: String, expression: StreamExpression?)
  /// Pairs the latest values with another stream's; without an expression, as lists.
  case combineLatest(stream: String, expression: StreamExpression?)
  /// Pairs each value with another stream's latest; without an expression, as lists. Values before
  /// the other's first are left out.
  case withLatestFrom(stream: String, expression: StreamExpression?)
  /// Sends lists of a number of values.
  case collect(count: Int)
  /// Sends the first value alone.
  case first
  /// Sends the last value alone, at the end.
  case last
  /// Sends the number of values, at the end.
  case count
}

extension Operator {
  /// The kind of operator, without its parameters; the raw value is the name in JSON.
  public enum Kind: String, CaseIterable, Sendable {
    case delay, dropFirst, prefix, filter, map, scan, reduce, removeDuplicates, debounce, throttle
    case sample, window, rate, timestamp, distinct, groupBy, sort
    case merge, append, prepend, flatMap, zip, combineLatest, withLatestFrom
    case collect, first, last, count
  }

  /// The operator's kind.
  public var kind: Kind {
    switch self {
    case .delay: .delay
    case .dropFirst: .dropFirst
    case .prefix: .prefix
    case .filter: .filter
    case .map: .map
    case .scan: .scan
    case .reduce: .reduce
    case .removeDuplicates: .removeDuplicates
    case .debounce: .debounce
    case .throttle: .throttle
    case .sample: .sample
    case .window: .window
    case .rate: .rate
    case .timestamp: .timestamp
    case .distinct: .distinct
    case .groupBy: .groupBy
    case .sort: .sort
    case .merge: .merge
    case .append: .append
    case .prepend: .prepend
    case .flatMap: .flatMap
    case .zip: .zip
    case .combineLatest: .combineLatest
    case .withLatestFrom: .withLatestFrom
    case .collect: .collect
    case .first: .first
    case .last: .last
    case .count: .count
    }
  }

  /// The values of an operator's parameters; nil for those that its kind does not have.
  struct Arguments {
    var seconds: Double?
    var latest: Bool?
    var count: Int?
    var function: StreamWindow.Function?
    var key: StreamExpression?
    var descending: Bool?
    var initialValue: StreamValue?
    var stream: String?
    var expression: StreamExpression?
  }

  /// The values of the parameters.
  var arguments: Arguments {
    switch self {
    case .delay(let seconds), .debounce(let seconds), .sample(let seconds), .rate(let seconds):
      Arguments(seconds: seconds)
    case .window(.count(let count), let function): Arguments(count: count, function: function)
    case .window(.seconds(let seconds), let function):
      Arguments(seconds: seconds, function: function)
    case .distinct(let key): Arguments(key: key)
    case .groupBy(let key, let fold):
      Arguments(key: key, initialValue: fold?.initialValue, expression: fold?.expression)
    case .sort(let key, let descending):
      Arguments(key: key, descending: descending ? true : nil)
    case .throttle(let seconds, let latest): Arguments(seconds: seconds, latest: latest)
    case .dropFirst(let count), .prefix(let count), .collect(let count): Arguments(count: count)
    case .filter(let expression), .map(let expression): Arguments(expression: expression)
    case .scan(let initialValue, let expression), .reduce(let initialValue, let expression):
      Arguments(initialValue: initialValue, expression: expression)
    case .merge(let stream), .append(let stream), .prepend(let stream): Arguments(stream: stream)
    case .flatMap(let stream, let expression), .zip(let stream, let expression),
      .combineLatest(let stream, let expression), .withLatestFrom(let stream, let expression):
      Arguments(stream: stream, expression: expression)
    case .removeDuplicates, .timestamp, .first, .last, .count: Arguments()
    }
  }

  /// The id of the other document that it needs, if any.
  public var stream: String? { arguments.stream }

  /// The expressions that it computes.
  var expressions: [StreamExpression] {
    let arguments = arguments
    return [arguments.key, arguments.expression].compactMap(\.self)
  }
}

extension Operator: CustomStringConvertible {
  /// The name and the parameters, such as `scan 0, %d + %d` or `delay 1.5 s`.
  public var description: String {
    let words = parameters.map { member in
      switch (member.key, member.value) {
      case ("seconds", .number(let digits)):
        (digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits) + " s"
      case ("latest", let value): value == .bool(true) ? "latest" : "first"
      case ("descending", _): "descending"
      case (_, .string(let text)): text
      case (_, let value): value.text(width: .max)
      }
    }
    return kind.rawValue + (words.isEmpty ? "" : " " + words.joined(separator: ", "))
  }
}
