import Formats

/// The parts of a document that are known even if it is unreadable: its kind, its keys, and the
/// documents that it refers to.
struct StreamOutline {
  /// The kind; nil if it is unknown.
  let kind: StreamDocument.Kind?
  /// The key that contains its own keys; empty for a bare stream.
  let key: String
  /// The object of the kind's own keys.
  private let inner: JSONValue

  /// Makes the outline of a document; nil if it is not an object with one.
  init?(_ json: JSONValue) {
    guard let outer = json.members else { return nil }
    if json["stream"] != nil {
      (kind, key, inner) = (.source, "", json)
    } else if outer.count == 1, outer[0].value.members != nil {
      (kind, key) = (StreamDocument.Kind(rawValue: outer[0].key), outer[0].key)
      inner = outer[0].value
    } else {
      (kind, key, inner) = (nil, "", json)
    }
  }

  /// The id; nil if it is not text.
  var id: String? { inner["id"]?.text }

  /// The name; nil if it is not text.
  var name: String? { inner["name"]?.text }

  /// A reference to another document: the key that contains it, and the document's id.
  typealias Reference = (key: String, id: String)

  /// The ids of the documents that it refers to, each with the key that contains it.
  var references: [Reference] {
    switch kind {
    case .source:
      return inner.elements("stream").flatMap { key, item in
        Self.references(of: item).map { ("\(key).\($0.key)", $0.id) }
      }
    case .chain:
      let source = inner["source"]?.text
      return (source.map { [("source", $0)] } ?? []) + Self.references(of: inner)
    case .union, .join:
      return inner.elements("sources").compactMap { key, source in source.text.map { (key, $0) } }
    case .input, nil: return []
    }
  }

  private static func references(of item: JSONValue) -> [Reference] {
    item.elements("operators").compactMap { key, step -> Reference? in
      guard let step = step.members?.first, let id = step.value["stream"]?.text else { return nil }
      return ("\(key).\(step.key).stream", id)
    }
  }

  /// The keys that its kind does not have.
  var unknownKeys: [StreamDocumentError] {
    guard let kind else { return [] }
    let items = kind == .source ? inner.elements("stream") : []
    let errors =
      Self.errors(inner.members ?? [], StreamKeys.document(kind))
      + items.flatMap { key, item in
        Self.errors(item.members ?? [], StreamKeys.item).map { $0.inside(key) }
      }
    return key.isEmpty ? errors : errors.map { $0.inside(key) }
  }

  /// Returns an error for each member whose key is unknown.
  static func errors(_ members: [JSONMember], _ keys: [JSONSchemaKey]) -> [StreamDocumentError] {
    let known = keys.map(\.name)
    let unknown = members.filter { !known.contains($0.key) }
    return unknown.prefix(StreamDocumentFile.errorLimit).map { member in
      StreamDocumentError("there is no such key here" + known.hint(for: member.key))
        .inside(member.key)
    }
  }
}

extension JSONValue {
  /// The value of a key; nil if it is missing.
  fileprivate subscript(key: String) -> JSONValue? { members?.first { $0.key == key }?.value }

  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The elements of the list at a key, each with the key that leads to it.
  fileprivate func elements(_ key: String) -> [(key: String, element: JSONValue)] {
    guard case .array(let elements)? = self[key] else { return [] }
    return elements.enumerated().map { ("\(key)[\($0)]", $1) }
  }
}
