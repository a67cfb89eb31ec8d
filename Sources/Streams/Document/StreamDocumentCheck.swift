import Expressions
import Formats

/// Finds all errors of a document, where reading it stops at the first one.
struct StreamDocumentCheck {
  private(set) var errors: [StreamDocumentError] = []

  /// Returns all errors of a document whose first one is known.
  static func errors(in json: JSONValue, first: StreamDocumentError) -> [StreamDocumentError] {
    var check = StreamDocumentCheck()
    check.document(json)
    return check.errors.isEmpty ? [first] : check.errors
  }

  private mutating func document(_ json: JSONValue) {
    guard let fields = fields(of: json) else { return }
    if fields.members.contains(where: { $0.key == "stream" }) { return source(fields) }
    guard fields.members.count == 1, let member = fields.members.first,
      let members = member.value.members, let kind = StreamDocument.Kind(rawValue: member.key)
    else { return }
    let inner = JSONFields(members: members)
    at(member.key) { check in
      switch kind {
      case .source: check.source(inner)
      case .input: check.input(inner)
      case .chain: check.chain(inner)
      case .union, .join: check.combination(inner, isJoin: kind == .join)
      }
    }
  }

  private mutating func head(_ fields: JSONFields) {
    attempt { () throws(StreamDocumentError) in _ = try fields("id", as: String.self) }
    for key in ["name", "description"] {
      attempt { () throws(StreamDocumentError) in _ = try fields.optional(key, as: String.self) }
    }
  }

  private mutating func source(_ fields: JSONFields) {
    head(fields)
    elements(of: "stream", in: fields) { check, item in
      guard let fields = check.fields(of: item) else { return }
      check.attempt { () throws(StreamDocumentError) in
        _ = try fields("value", as: StreamValue.self)
      }
      check.operators(fields)
    }
  }

  private mutating func input(_ fields: JSONFields) {
    head(fields)
    attempt { () throws(StreamDocumentError) in
      _ = try fields.testValues(try fields.valueType())
    }
  }

  private mutating func chain(_ fields: JSONFields) {
    head(fields)
    attempt { () throws(StreamDocumentError) in _ = try fields("source", as: String.self) }
    operators(fields)
  }

  private mutating func combination(_ fields: JSONFields, isJoin: Bool) {
    head(fields)
    attempt { () throws(StreamDocumentError) in
      if isJoin {
        _ = try fields.kind() as StreamJoin.Kind
      } else {
        _ = try fields.kind() as StreamUnion.Kind
      }
    }
    var count = 2
    attempt { () throws(StreamDocumentError) in count = try fields.sources().count }
    if isJoin { attempt { () throws(StreamDocumentError) in _ = try fields.join(of: count) } }
  }

  private mutating func operators(_ fields: JSONFields) {
    elements(of: "operators", in: fields) { check, json in
      do throws(StreamDocumentError) { _ = try Operator(json: json) } catch {
        check.parameters(json, first: error)
      }
    }
  }

  /// Adds the errors of the parameters of an operator that cannot be read.
  private mutating func parameters(_ json: JSONValue, first: StreamDocumentError) {
    guard let member = json.members?.first, json.members?.count == 1,
      let kind = Operator.Kind(rawValue: member.key), let members = member.value.members
    else { return errors.append(first) }
    let count = errors.count
    let fields = JSONFields(members: members)
    at(member.key) { check in
      for name in kind.parameterNames {
        check.attempt { () throws(StreamDocumentError) in try fields.check(name, of: kind) }
      }
      for member in members where !kind.parameterNames.contains(member.key) {
        check.attempt { () throws(StreamDocumentError) in
          try JSONFields(members: [member]).refuseKeys(otherThan: kind.parameterNames)
        }
      }
    }
    if errors.count == count { errors.append(first) }
  }

  // MARK: Collecting

  private mutating func fields(of json: JSONValue) -> JSONFields? {
    do throws(StreamDocumentError) { return try JSONFields(json) } catch {
      errors.append(error)
      return nil
    }
  }

  private mutating func attempt(_ body: () throws(StreamDocumentError) -> Void) {
    do throws(StreamDocumentError) { try body() } catch { errors.append(error) }
  }

  /// Checks something below a key or index.
  private mutating func at(_ component: String, _ body: (inout StreamDocumentCheck) -> Void) {
    var inner = StreamDocumentCheck()
    body(&inner)
    errors += inner.errors.map { $0.inside(component) }
  }

  private mutating func elements(
    of key: String, in fields: JSONFields, _ body: (inout StreamDocumentCheck, JSONValue) -> Void
  ) {
    guard case .array(let elements)? = fields.members.first(where: { $0.key == key })?.value else {
      return attempt { () throws(StreamDocumentError) in
        _ = try fields(key, as: [JSONValue].self)
      }
    }
    at(key) { check in
      for (index, element) in elements.enumerated() {
        check.at("[\(index)]") { body(&$0, element) }
      }
    }
  }
}

extension JSONValue {
  /// The members of an object; nil for any other value.
  var members: [JSONMember]? {
    if case .object(let members) = self { members } else { nil }
  }
}

extension JSONFields {
  /// Reads one parameter of an operator.
  fileprivate func check(_ name: String, of kind: Operator.Kind) throws(StreamDocumentError) {
    guard let parameter = kind.parameter(name) else { return }
    switch parameter.content {
    case .seconds:
      switch kind {
      case .window, .rate: _ = try optionalInterval()
      case .sample: _ = try interval()
      default: _ = try seconds()
      }
    case .count:
      switch kind {
      case .window: _ = try optionalCount()
      case .collect: _ = try count(from: 1)
      default: _ = try count(from: 0)
      }
    case .function: _ = try self(name, as: StreamWindow.Function.self)
    case .key: _ = try parameter.isOptional ? optionalKey() : key()
    case .latest: _ = try self(name, as: Bool.self)
    case .descending: _ = try optional(name, as: Bool.self)
    case .initialValue:
      if kind != .groupBy { _ = try self(name, as: StreamValue.self) }
    case .stream: _ = try self(name, as: String.self)
    case .expression:
      switch kind {
      case .filter: _ = try expression(.filter)
      case .map: _ = try expression(.map)
      case .scan, .reduce: _ = try expression(.fold)
      case .groupBy: _ = try fold()
      default: _ = try join(of: 2)
      }
    }
  }
}
