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
/// Indirect: the file, its library and all other users of a document share one copy.
public indirect enum StreamDocument: Hashable, Sendable {
  /// A stream with values of its own.
  case source(StreamModel<StreamValue>)
  /// Values from outside.
  case input(StreamInput)
  /// Operators applied to another document.
  case chain(StreamChain)
  /// Two or more documents as one stream.
  case union(StreamUnion)
  /// The combined values of two or more documents.
  case join(StreamJoin)

  /// The key in JSON.
  public var key: String { kind.rawValue }

  /// The kind of document.
  package var kind: Kind {
    switch self {
    case .source: .source
    case .input: .input
    case .chain: .chain
    case .union: .union
    case .join: .join
    }
  }

  /// The display name; the id if it has no name.
  public var title: String { head.name ?? head.id }

  /// The id, the name and the description.
  var head: (id: String, name: String?, description: String?) {
    switch self {
    case .source(let stream): (stream.id, stream.name, stream.description)
    case .input(let input): (input.id, input.name, input.description)
    case .chain(let chain): (chain.id, chain.name, chain.description)
    case .union(let union): (union.id, union.name, union.description)
    case .join(let join): (join.id, join.name, join.description)
    }
  }

  /// The ids of the documents that it refers to, each with the key that contains it.
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
      // A stream of a million plain values is searched on each run.
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
  /// The id by which other documents in the file refer to it.
  public var id: String { head.id }
}

/// Operators that are applied to another document's stream, first to last.
public struct StreamChain: Hashable, Sendable, Identifiable {
  /// The id by which other documents refer to it.
  public var id: String
  /// The display name.
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
  /// How several streams become one.
  public enum Kind: String, CaseIterable, Sendable {
    /// Values as they arrive.
    case merge
    /// The second stream runs for each value of the first, the third for each of the second, and so
    /// on.
    case flatMap
    /// One after another.
    case append
  }

  /// The id by which other documents refer to it.
  public var id: String
  /// The display name.
  public var name: String?
  /// Its purpose.
  public var description: String?
  /// How the streams become one; the key in JSON is `operator`.
  public var kind: Kind
  /// The ids of at least two documents, in order.
  public var sources: [String]

  /// Makes a union.
  public init(
    id: String, name: String? = nil, description: String? = nil, kind: Kind, sources: [String]
  ) {
    (self.id, self.name, self.description) = (id, name, description)
    (self.kind, self.sources) = (kind, sources)
  }
}

/// The combined values of two or more documents.
public struct StreamJoin: Hashable, Sendable, Identifiable {
  /// Which values are combined.
  public enum Kind: String, CaseIterable, Sendable {
    /// First with first, second with second.
    case zip
    /// The latest of each, whenever one changes.
    case combineLatest
  }

  /// The id by which other documents refer to it.
  public var id: String
  /// The display name.
  public var name: String?
  /// Its purpose.
  public var description: String?
  /// Which values are combined; the key in JSON is `operator`.
  public var kind: Kind
  /// The ids of at least two documents; their values are `a`, `b`, … in the expression.
  public var sources: [String]
  /// The expression for combined values; without one, a list of them is sent.
  public var expression: StreamExpression?
  /// The key of the values of `combineLatest`: only values with the same key are combined. If nil,
  /// any values are.
  public var key: StreamExpression?
  /// The keys for single sources, by their names `a`, `b`, …; the others use ``key``.
  public var keys: [String: StreamExpression] = [:]
  /// The maximum number of keys that are kept; nil for 10,000.
  public var keep: Int?

  /// Makes a join.
  public init(
    id: String, name: String? = nil, description: String? = nil, kind: Kind, sources: [String],
    expression: StreamExpression? = nil
  ) {
    (self.id, self.name, self.description) = (id, name, description)
    (self.kind, self.sources, self.expression) = (kind, sources, expression)
  }

  /// The keys of all sources, in order; empty if any values are combined.
  var allKeys: [StreamExpression] {
    StreamExpression.Use.join(of: sources.count).names.compactMap { keys[$0] ?? key }
  }
}

// MARK: - JSON

extension StreamDocument: JSONConvertible, Codable {
  package init(json: JSONValue) throws(StreamDocumentError) {
    var reader = DeclarationReader()
    guard let document = reader.streamDocument(json) else { throw reader.problems[0] }
    self = document
  }

  package var json: JSONValue {
    let own: [JSONMember] =
      switch self {
      case .source(let stream): [JSONMember("stream", JSONValue.array(stream.items.map(\.json)))]
      case .input(let input):
        [
          JSONMember("type", input.type.rawValue),
          JSONMember("test", input.test.isEmpty ? .null : .array(input.test.map(\.json))),
        ]
      case .chain(let chain):
        [JSONMember("source", chain.source), JSONMember("operators", chain.operators)]
      case .union(let union):
        [JSONMember("operator", union.kind.rawValue), JSONMember("sources", union.sources)]
      case .join(let join):
        [
          JSONMember("operator", join.kind.rawValue), JSONMember("sources", join.sources),
          JSONMember("expression", join.expression?.text), JSONMember("key", join.key?.text),
          JSONMember(
            "keys",
            join.keys.isEmpty
              ? .null
              : .object(join.keys.sorted { $0.key < $1.key }.map { JSONMember($0, $1.text) })),
          JSONMember("keep", join.keep),
        ]
      }
    let (id, name, description) = head
    let members =
      [
        JSONMember("id", id), JSONMember("name", name), JSONMember("description", description),
      ] + own
    return .object([JSONMember(key, JSONValue.object(members.filter { $0.value != .null }))])
  }

  public init(from decoder: any Decoder) throws { try self.init(jsonFrom: decoder) }
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension [String] {
  /// Returns the end of an error message for an unknown word: the most similar valid word, or else
  /// all valid words.
  func hint(for word: String) -> String {
    nearest(to: word).map { "; did you mean “\($0)”?" } ?? "; use \(alternatives)"
  }
}
