import Expressions
import Formats

/// Reading of documents, which continues after each error to find all of them.
///
/// A substitute stands for an unreadable part, so the result counts only if there are no problems.
extension DeclarationReader {
  /// Reads a document; nil if it has errors.
  mutating func streamDocument(_ json: JSONValue) -> StreamDocument? {
    guard let fields = attempt({ () throws(StreamDocumentError) in try JSONFields(json) }) else {
      return nil
    }
    let document: StreamDocument?
    if fields.members.contains(where: { $0.key == "stream" }) {
      document = self.document(.source, fields)
    } else if fields.members.count == 1, let member = fields.members.first {
      document = at(member.key) { reader in
        guard let kind = StreamDocument.Kind(rawValue: member.key) else {
          reader.report(
            "there is no such kind of document"
              + StreamDocument.Kind.allCases.map(\.rawValue).hint(for: member.key))
          return nil
        }
        return reader.attempt { () throws(StreamDocumentError) in try JSONFields(member.value) }
          .map { reader.document(kind, $0) }
      }
    } else {
      report("a document is an object of one key, not of \(fields.members.count)")
      document = nil
    }
    return problems.isEmpty ? document : nil
  }

  private mutating func document(
    _ kind: StreamDocument.Kind, _ fields: JSONFields
  ) -> StreamDocument {
    let id: String = value("id", fields) ?? ""
    let name: String? = optional("name", fields)
    let description: String? = optional("description", fields)
    switch kind {
    case .source:
      let items = elements("stream", fields) { $0.item($1) }
      return .source(StreamModel(id: id, name: name, description: description, items: items))
    case .input:
      var input = StreamInput(id: id, name: name, description: description)
      let type = attempt { () throws(StreamDocumentError) -> StreamInput.ValueType in
        try fields.word("type", "type %")
      }
      if let type { input.type = type }
      if type != nil, optional("test", fields, as: JSONValue.self) != nil {
        input.test = elements("test", fields) { $0.testValue($1, input.type) }
      }
      return .input(input)
    case .chain:
      return .chain(
        StreamChain(
          id: id, name: name, description: description, source: value("source", fields) ?? "",
          operators: operators(fields)))
    case .union:
      return .union(
        StreamUnion(
          id: id, name: name, description: description, kind: operation(fields) ?? .merge,
          sources: sources(fields)))
    case .join:
      var join = StreamJoin(
        id: id, name: name, description: description, kind: operation(fields) ?? .zip,
        sources: sources(fields))
      if optional("expression", fields, as: String.self) != nil {
        let use = StreamExpression.Use.join(of: max(2, join.sources.count))
        join.expression = attempt { () throws(StreamDocumentError) in
          try fields.expression("expression", use)
        }
      }
      readKeys(of: &join, fields)
      return .join(join)
    }
  }

  private mutating func readKeys(of join: inout StreamJoin, _ fields: JSONFields) {
    if optional("key", fields, as: String.self) != nil {
      join.key = attempt { () throws(StreamDocumentError) in try fields.expression("key", .map) }
    }
    let names = StreamExpression.Use.join(of: join.sources.count).names
    if let keys = optional("keys", fields, as: JSONValue.self) {
      join.keys = at("keys") { reader in reader.keys(keys, among: names) }
      if problems.isEmpty, join.allKeys.isEmpty, let problem = join.keyProblem(ofKeys: true) {
        report(problem)
      }
    }
    if optional("keep", fields, as: Int.self) != nil {
      join.keep = attempt { () throws(StreamDocumentError) in try fields.count("keep") }
    }
    if problems.isEmpty, let problem = join.keyProblem { report(problem) }
  }

  private mutating func keys(
    _ json: JSONValue, among names: [String]
  ) -> [String: StreamExpression] {
    guard let fields = attempt({ () throws(StreamDocumentError) in try JSONFields(json) }) else {
      return [:]
    }
    var keys: [String: StreamExpression] = [:]
    for name in fields.members.map(\.key) {
      guard names.contains(name) else {
        at(name) { $0.report("there is no such source; use \(names.alternatives)") }
        continue
      }
      keys[name] = attempt { () throws(StreamDocumentError) in try fields.expression(name, .map) }
    }
    return keys
  }

  private mutating func item(_ json: JSONValue) -> StreamItem<StreamValue>? {
    guard let fields = attempt({ () throws(StreamDocumentError) in try JSONFields(json) }) else {
      return nil
    }
    return StreamItem(value: value("value", fields) ?? .null, operators: operators(fields))
  }

  private mutating func testValue(
    _ json: JSONValue, _ type: StreamInput.ValueType
  ) -> StreamTestValue? {
    attempt { () throws(StreamDocumentError) in
      let fields = try JSONFields(json)
      try fields.refuseKeys(otherThan: ["after", "value"])
      let after = try fields.optional("after", as: Double.self) ?? 0
      guard Operator.secondsRange.contains(after) else {
        throw StreamDocumentError("seconds from 0 to 1000000000 were expected").inside("after")
      }
      let value: StreamValue = try fields("value")
      guard type.admits(value) else {
        throw StreamDocumentError("\(type.noun) was expected, not \(value.kind)").inside("value")
      }
      return StreamTestValue(after: after, value: value)
    }
  }

  private mutating func operation<Kind: RawRepresentable<String> & CaseIterable>(
    _ fields: JSONFields
  ) -> Kind? {
    attempt { () throws(StreamDocumentError) in try fields.word("operator", "operator % here") }
  }

  private mutating func sources(_ fields: JSONFields) -> [String] {
    let sources: [String]? = value("sources", fields)
    if let sources, sources.count < 2 {
      at("sources") { $0.report("the ids of two documents or more were expected") }
    }
    return sources ?? []
  }

  // MARK: Operators

  private mutating func operators(_ fields: JSONFields) -> [Operator] {
    elements("operators", fields) { $0.step($1) }
  }

  /// Reads an operator; nil if it has errors.
  mutating func step(_ json: JSONValue) -> Operator? {
    guard let fields = attempt({ () throws(StreamDocumentError) in try JSONFields(json) }) else {
      return nil
    }
    guard fields.members.count == 1, let member = fields.members.first else {
      report("an operator is an object of one key, its name, not of \(fields.members.count)")
      return nil
    }
    return at(member.key) { reader in
      guard let kind = Operator.Kind(rawValue: member.key) else {
        let nearest = Operator.Kind.allCases.map(\.rawValue).nearest(to: member.key)
        reader.report(
          "there is no operator “\(member.key)”"
            + (nearest.map { "; did you mean “\($0)”?" } ?? ""))
        return nil
      }
      return reader.attempt { () throws(StreamDocumentError) in try JSONFields(member.value) }
        .flatMap { reader.step(kind.row, $0) }
    }
  }

  private mutating func step(_ row: OperatorRow, _ fields: JSONFields) -> Operator? {
    let problemCount = problems.count
    var arguments = Operator.Arguments()
    for parameter in row.parameters {
      attempt { () throws(StreamDocumentError) in try arguments.read(parameter, fields) }
    }
    for member in fields.members where !row.names.contains(member.key) {
      attempt { () throws(StreamDocumentError) in
        try JSONFields(members: [member]).refuseKeys(otherThan: row.names)
      }
    }
    guard problems.count == problemCount else { return nil }
    return attempt { () throws(StreamDocumentError) in try row.make(arguments) }
  }

  // MARK: Collecting

  /// The value at a key; nil if it is missing or of another type, which is reported.
  private mutating func value<Value: JSONConvertible>(
    _ key: String, _ fields: JSONFields, as _: Value.Type = Value.self
  ) -> Value? { attempt { () throws(StreamDocumentError) in try fields(key) } }

  /// The value at an optional key; nil if it is missing or of another type, which is reported.
  private mutating func optional<Value: JSONConvertible>(
    _ key: String, _ fields: JSONFields, as _: Value.Type = Value.self
  ) -> Value? {
    attempt { () throws(StreamDocumentError) in try fields.optional(key, as: Value.self) } ?? nil
  }

  /// The elements of the list at a key, as far as they can be read.
  private mutating func elements<Element>(
    _ key: String, _ fields: JSONFields, _ read: (inout DeclarationReader, JSONValue) -> Element?
  ) -> [Element] {
    guard let list = value(key, fields, as: [JSONValue].self) else { return [] }
    return at(key) { reader in
      var elements: [Element] = []
      elements.reserveCapacity(list.count)
      for (index, json) in list.enumerated() {
        if let element = reader.at("[\(index)]", { read(&$0, json) }) { elements.append(element) }
      }
      return elements
    }
  }
}

extension StreamJoin {
  /// The error of its keys.
  var keyProblem: StreamDocumentError? { keyProblem(ofKeys: key != nil || !keys.isEmpty) }

  /// Returns the error of a join's keys: keys that it cannot have, or a key that is missing.
  fileprivate func keyProblem(ofKeys hasKeys: Bool) -> StreamDocumentError? {
    let name = key != nil ? "key" : "keys"
    guard hasKeys else {
      return keep.map { _ in
        StreamDocumentError("this needs a “key” or “keys”").inside("keep")
      }
    }
    guard kind == .combineLatest else {
      return StreamDocumentError("only “combineLatest” joins by a key").inside(name)
    }
    let names = StreamExpression.Use.join(of: sources.count).names
    let missing = names.filter { keys[$0] == nil && key == nil }
    return missing.isEmpty
      ? nil : StreamDocumentError("the key of \(missing.listed) is missing").inside(name)
  }
}

extension JSONValue {
  /// The members of an object; nil for any other value.
  var members: [JSONMember]? { if case .object(let members) = self { members } else { nil } }
}
