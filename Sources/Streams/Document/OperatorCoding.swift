import Expressions
import Formats

extension Operator: JSONConvertible {
  package init(json: JSONValue) throws(StreamDocumentError) {
    let fields = try JSONFields(json)
    guard fields.members.count == 1, let member = fields.members.first else {
      throw StreamDocumentError(
        "an operator is an object of one key, its name, not of \(fields.members.count)")
    }
    guard let kind = Kind(rawValue: member.key) else {
      let nearest = Kind.allCases.map(\.rawValue).nearest(to: member.key)
      throw StreamDocumentError(
        "there is no operator “\(member.key)”" + (nearest.map { ", but “\($0)”" } ?? "")
      ).inside(member.key)
    }
    self = try within(member.key) { () throws(StreamDocumentError) in
      try Operator(kind, JSONFields(member.value))
    }
  }

  package var json: JSONValue { .object([JSONMember(kind.rawValue, .object(parameters))]) }

  private init(_ kind: Kind, _ fields: JSONFields) throws(StreamDocumentError) {
    switch kind {
    case .delay: self = .delay(seconds: try fields.seconds())
    case .dropFirst: self = .dropFirst(count: try fields.count(from: 0))
    case .prefix: self = .prefix(count: try fields.count(from: 0))
    case .filter: self = .filter(expression: try fields.expression(.filter))
    case .map: self = .map(expression: try fields.expression(.map))
    case .scan:
      self = .scan(
        initialValue: try fields("initialValue"), expression: try fields.expression(.fold))
    case .reduce:
      self = .reduce(
        initialValue: try fields("initialValue"), expression: try fields.expression(.fold))
    case .removeDuplicates: self = .removeDuplicates
    case .debounce: self = .debounce(seconds: try fields.seconds())
    case .throttle:
      self = .throttle(seconds: try fields.seconds(), latest: try fields("latest"))
    case .sample: self = .sample(seconds: try fields.interval())
    case .window: self = .window(try fields.window(), function: try fields("function"))
    case .rate: self = .rate(seconds: try fields.optionalInterval() ?? 1)
    case .timestamp: self = .timestamp
    case .distinct: self = .distinct(key: try fields.optionalKey())
    case .groupBy: self = .groupBy(key: try fields.key(), fold: try fields.fold())
    case .sort:
      self = .sort(
        key: try fields.optionalKey(), descending: try fields.optional("descending") ?? false)
    case .merge: self = .merge(stream: try fields("stream"))
    case .append: self = .append(stream: try fields("stream"))
    case .prepend: self = .prepend(stream: try fields("stream"))
    case .flatMap:
      self = .flatMap(stream: try fields("stream"), expression: try fields.join(of: 2))
    case .zip:
      self = .zip(stream: try fields("stream"), expression: try fields.join(of: 2))
    case .combineLatest:
      self = .combineLatest(stream: try fields("stream"), expression: try fields.join(of: 2))
    case .withLatestFrom:
      self = .withLatestFrom(stream: try fields("stream"), expression: try fields.join(of: 2))
    case .collect: self = .collect(count: try fields.count(from: 1))
    case .first: self = .first
    case .last: self = .last
    case .count: self = .count
    }
    try fields.refuseKeys(otherThan: kind.parameterNames)
  }

  /// The parameters by their labels, without those that are nil.
  var parameters: [JSONMember] {
    let arguments = arguments
    return kind.parameters.compactMap { parameter in
      let name = parameter.name
      return switch parameter.content {
      case .seconds: arguments.seconds.map { JSONMember(name, $0) }
      case .latest: arguments.latest.map { JSONMember(name, $0) }
      case .count: arguments.count.map { JSONMember(name, $0) }
      case .function: arguments.function.map { JSONMember(name, $0) }
      case .key: arguments.key.map { JSONMember(name, $0.text) }
      case .descending: arguments.descending.map { JSONMember(name, $0) }
      case .initialValue: arguments.initialValue.map { JSONMember(name, $0) }
      case .stream: arguments.stream.map { JSONMember(name, $0) }
      case .expression: arguments.expression.map { JSONMember(name, $0.text) }
      }
    }
  }
}

extension Operator: Codable {
  /// Decodes an object of one key; an unknown name is an error that quotes it.
  public init(from decoder: any Decoder) throws { try self.init(jsonFrom: decoder) }
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension JSONFields {
  /// A length of time that every scheduler can count.
  func seconds() throws(StreamDocumentError) -> Double {
    let seconds: Double = try self("seconds")
    guard Operator.secondsRange.contains(seconds) else {
      throw StreamDocumentError("between 0 and a billion seconds were expected, not \(seconds)")
        .inside("seconds")
    }
    return seconds
  }

  /// The length of intervals, which is some time.
  func interval() throws(StreamDocumentError) -> Double {
    let seconds = try seconds()
    guard seconds > 0 else {
      throw StreamDocumentError("more than 0 seconds were expected").inside("seconds")
    }
    return seconds
  }

  func optionalInterval() throws(StreamDocumentError) -> Double? {
    try optional("seconds", as: Double.self) == nil ? nil : try interval()
  }

  func optionalCount() throws(StreamDocumentError) -> Int? {
    try optional("count", as: Int.self) == nil ? nil : try count(from: 1)
  }

  /// The length of windows: a number of values or a time.
  func window() throws(StreamDocumentError) -> StreamWindow {
    switch (try optionalCount(), try optionalInterval()) {
    case (let count?, nil): return .count(count)
    case (nil, let seconds?): return .seconds(seconds)
    case (nil, nil): throw StreamDocumentError("the key “count” or “seconds” is missing")
    case (.some, .some):
      throw StreamDocumentError("a window has a count or seconds, not both").inside("seconds")
    }
  }

  /// The expression whose results are compared.
  func key() throws(StreamDocumentError) -> StreamExpression { try expression(.map, at: "key") }

  func optionalKey() throws(StreamDocumentError) -> StreamExpression? {
    try optional("key", as: String.self) == nil ? nil : try key()
  }

  /// A running result, which may be missing.
  func fold() throws(StreamDocumentError) -> StreamFold? {
    let isThere = try optional("expression", as: String.self) != nil
    guard isThere || members.contains(where: { $0.key == "initialValue" }) else { return nil }
    return StreamFold(initialValue: try self("initialValue"), expression: try expression(.fold))
  }

  func count(from least: Int) throws(StreamDocumentError) -> Int {
    let count: Int = try self("count")
    guard count >= least else {
      throw StreamDocumentError("\(least) or more was expected, not \(count)").inside("count")
    }
    return count
  }

  /// An expression, checked for its use.
  func expression(
    _ use: StreamExpression.Use, at key: String = "expression"
  ) throws(StreamDocumentError) -> StreamExpression {
    let text: String = try self(key)
    do throws(StreamExpressionError) {
      let expression = try StreamExpression(text)
      try expression.check(for: use)
      return expression
    } catch {
      throw StreamDocumentError(error.reason, place: .expression(column: error.column))
        .inside(key)
    }
  }

  /// The expression of a join, which may be missing.
  func join(of count: Int) throws(StreamDocumentError) -> StreamExpression? {
    guard try optional("expression", as: String.self) != nil else { return nil }
    return try expression(.join(of: count))
  }
}

extension Operator {
  /// The range of delays: not negative, and not so long that a clock overflows.
  static let secondsRange = 0.0...1_000_000_000
}
