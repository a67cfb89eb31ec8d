import Expressions
import Formats

/// One document of a file: a stream, or a computation over others.
///
///     let evens = StreamDocument.chain(
///       StreamChain(id: "evens", source: "a", operators: [.filter(expression: "%d % 2 == 0")]))
///     // {"chain": {"id": "evens", …, "source": "a", "operators": [{"filter": …}]}}
///
/// Documents refer to each other by id; ``StreamLibrary`` runs them.
///
/// Indirect, so that the file, its library and all other holders of a document share one copy of
/// it.
public indirect enum StreamDocument: Hashable, Sendable {
  /// A stream of values of its own.
  case source(StreamModel<StreamValue>)
  /// Values that come from outside.
  case input(StreamInput)
  /// Operators over another document.
  case chain(StreamChain)
  /// Two or more documents as one stream.
  case union(StreamUnion)
  /// The values of two or more documents, put together.
  case join(StreamJoin)

  /// The key in JSON.
  public var key: String { kind.rawValue }

  /// The kind of document.
  var kind: Kind {
    switch self {
    case .source: .source
    case .input: .input
    case .chain: .chain
    case .union: .union
    case .join: .join
    }
  }

  /// The name that people see; the id if it has no name.
  public var title: String {
    let name =
      switch self {
      case .source(let stream): stream.name
      case .input(let input): input.name
      case .chain(let chain): chain.name
      case .union(let union): union.name
      case .join(let join): join.name
      }
    return name ?? id
  }

  /// The ids of the documents that it is made of, each with the key that names it.
  package var references: [(key: String, id: String)] {
    func references(of operators: [Operator], at key: String) -> [(String, String)] {
      operators.enumerated().compactMap { index, step in
        step.stream.map { ("\(key)[\(index)].\(step.kind.rawValue).stream", $0) }
      }
    }
    func sources(_ ids: [String]) -> [(String, String)] {
      ids.enumerated().map { ("sources[\($0)]", $1) }
    }
    switch self {
    case .source(let stream):
      var found: [(String, String)] = []
      // A stream of a million plain values is searched each time it is run.
      for index in stream.items.indices where !stream.items[index].operators.isEmpty {
        found += references(of: stream.items[index].operators, at: "stream[\(index)].operators")
      }
      return found
    case .input: return []
    case .chain(let chain):
      return [("source", chain.source)] + references(of: chain.operators, at: "operators")
    case .union(let union): return sources(union.sources)
    case .join(let join): return sources(join.sources)
    }
  }
}

extension StreamDocument: Identifiable {
  /// The id by which other documents of the same file refer to it.
  public var id: String {
    switch self {
    case .source(let stream): stream.id
    case .input(let input): input.id
    case .chain(let chain): chain.id
    case .union(let union): union.id
    case .join(let join): join.id
    }
  }
}

/// Operators that are applied to another document's stream, first to last.
public struct StreamChain: Hashable, Sendable, Identifiable {
  /// The id by which other documents refer to it.
  public var id: String
  /// The name that people see.
  public var name: String?
  /// Its purpose.
  public var description: String?
  /// The id of the document that the values come from.
  public var source: String
  /// The operators.
  public var operators: [Operator]

  /// Makes a chain.
  public init(
    id: String, name: String? = nil, description: String? = nil, source: String,
    operators: [Operator] = []
  ) {
    (self.id, self.name, self.description) = (id, name, description)
    (self.source, self.operators) = (source, operators)
  }
}

/// Two or more documents as one stream.
public struct StreamUnion: Hashable, Sendable, Identifiable {
  /// The ways in which streams become one.
  public enum Kind: String, CaseIterable, Sendable {
    /// Values as they come.
    case merge
    /// The second stream is run for each value of the first, the third for each of the second, and
    /// so on.
    case flatMap
    /// One after another.
    case append
  }

  /// The id by which other documents refer to it.
  public var id: String
  /// The name that people see.
  public var name: String?
  /// Its purpose.
  public var description: String?
  /// The way in which the streams become one; the key in JSON is `operator`.
  public var kind: Kind
  /// The ids of two documents or more, in order.
  public var sources: [String]

  /// Makes a union.
  public init(
    id: String, name: String? = nil, description: String? = nil, kind: Kind, sources: [String]
  ) {
    (self.id, self.name, self.description) = (id, name, description)
    (self.kind, self.sources) = (kind, sources)
  }
}

/// The values of two or more documents, put together.
public struct StreamJoin: Hashable, Sendable, Identifiable {
  /// The choice of values that are put together.
  public enum Kind: String, CaseIterable, Sendable {
    /// First with first, second with second.
    case zip
    /// The latest of each, whenever one changes.
    case combineLatest
  }

  /// The id by which other documents refer to it.
  public var id: String
  /// The name that people see.
  public var name: String?
  /// Its purpose.
  public var description: String?
  /// The choice of values that are put together; the key in JSON is `operator`.
  public var kind: Kind
  /// The ids of two documents or more; their values are `a`, `b`, … in the expression.
  public var sources: [String]
  /// The computation for values that are together; without one, a list of them is sent.
  public var expression: StreamExpression?

  /// Makes a join.
  public init(
    id: String, name: String? = nil, description: String? = nil, kind: Kind, sources: [String],
    expression: StreamExpression? = nil
  ) {
    (self.id, self.name, self.description) = (id, name, description)
    (self.kind, self.sources, self.expression) = (kind, sources, expression)
  }
}

// MARK: - JSON

extension StreamDocument: JSONConvertible, Codable {
  package init(json: JSONValue) throws(StreamDocumentError) {
    let fields = try JSONFields(json)
    // A bare stream.
    if fields.members.contains(where: { $0.key == "stream" }) {
      self = .source(try StreamModel(json: json))
      return
    }
    guard fields.members.count == 1, let key = fields.members.first?.key else {
      throw StreamDocumentError(
        "a document is an object of one key, not of \(fields.members.count)")
    }
    switch Kind(rawValue: key) {
    case .source: self = .source(try fields(key))
    case .input: self = .input(try fields(key))
    case .chain: self = .chain(try fields(key))
    case .union: self = .union(try fields(key))
    case .join: self = .join(try fields(key))
    case nil:
      throw StreamDocumentError(
        "there is no such kind of document" + Kind.allCases.map(\.rawValue).hint(for: key)
      ).inside(key)
    }
  }

  package var json: JSONValue {
    switch self {
    case .source(let stream): .object([JSONMember(key, stream)])
    case .input(let input): .object([JSONMember(key, input)])
    case .chain(let chain): .object([JSONMember(key, chain)])
    case .union(let union): .object([JSONMember(key, union)])
    case .join(let join): .object([JSONMember(key, join)])
    }
  }

  public init(from decoder: any Decoder) throws { try self.init(jsonFrom: decoder) }
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension StreamChain: JSONConvertible {
  package init(json: JSONValue) throws(StreamDocumentError) {
    let fields = try JSONFields(json)
    self.init(
      id: try fields("id"), name: try fields.optional("name"),
      description: try fields.optional("description"), source: try fields("source"),
      operators: try fields("operators"))
  }

  package var json: JSONValue {
    .object(known: [
      JSONMember("id", id), JSONMember("name", name), JSONMember("description", description),
      JSONMember("source", source), JSONMember("operators", operators),
    ])
  }
}

extension StreamUnion: JSONConvertible {
  package init(json: JSONValue) throws(StreamDocumentError) {
    let fields = try JSONFields(json)
    self.init(
      id: try fields("id"), name: try fields.optional("name"),
      description: try fields.optional("description"), kind: try fields.kind(),
      sources: try fields.sources())
  }

  package var json: JSONValue {
    .object(known: [
      JSONMember("id", id), JSONMember("name", name), JSONMember("description", description),
      JSONMember("operator", kind.rawValue), JSONMember("sources", sources),
    ])
  }
}

extension StreamJoin: JSONConvertible {
  package init(json: JSONValue) throws(StreamDocumentError) {
    let fields = try JSONFields(json)
    let sources = try fields.sources()
    self.init(
      id: try fields("id"), name: try fields.optional("name"),
      description: try fields.optional("description"), kind: try fields.kind(), sources: sources,
      expression: try fields.join(of: sources.count))
  }

  package var json: JSONValue {
    .object(known: [
      JSONMember("id", id), JSONMember("name", name), JSONMember("description", description),
      JSONMember("operator", kind.rawValue), JSONMember("sources", sources),
      JSONMember("expression", expression?.text),
    ])
  }
}

extension JSONValue {
  /// Makes an object of the members that have a value.
  static func object(known members: [JSONMember]) -> JSONValue {
    .object(members.filter { $0.value != .null })
  }
}

extension JSONFields {
  func sources() throws(StreamDocumentError) -> [String] {
    let sources: [String] = try self("sources")
    guard sources.count >= 2 else {
      throw StreamDocumentError("the ids of two documents or more were expected").inside("sources")
    }
    return sources
  }

  func kind<Kind: RawRepresentable<String> & CaseIterable>()
    throws(StreamDocumentError) -> Kind
  {
    let name: String = try self("operator")
    guard let kind = Kind(rawValue: name) else {
      throw StreamDocumentError(
        "there is no operator “\(name)” here, only \(Kind.allCases.map(\.rawValue).listed)"
      ).inside("operator")
    }
    return kind
  }
}

extension [String] {
  /// Returns the end of a sentence that says that a word is not among these: the nearest of them,
  /// or else all.
  func hint(for word: String) -> String {
    nearest(to: word).map { "; did you mean “\($0)”?" } ?? ", only \(listed)"
  }
}
