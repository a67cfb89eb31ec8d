import Formats

/// The parts of a document that can be told even if it cannot be read: its kind, its keys, and the
/// documents that it refers to.
struct StreamOutline {
  /// The kind; nil for one that is not known.
  let kind: StreamDocument.Kind?
  /// The key that its own keys stand below; empty for a bare stream.
  let key: String
  private let members: [JSONMember]

  /// Makes the outline of a document; nil if it is no object with one.
  init?(_ json: JSONValue) {
    guard let outer = json.members else { return nil }
    if outer.contains(where: { $0.key == "stream" }) {
      (kind, key, members) = (.source, "", outer)
    } else if outer.count == 1, let inner = outer[0].value.members {
      (kind, key, members) = (StreamDocument.Kind(rawValue: outer[0].key), outer[0].key, inner)
    } else {
      (kind, key, members) = (nil, "", outer)
    }
  }

  /// The id; nil if it is no text.
  var id: String? { text("id") }

  /// The name; nil if it is no text.
  var name: String? { text("name") }

  /// A reference to another document: the key that names it, and its id.
  typealias Reference = (key: String, id: String)

  /// The ids of the documents that it refers to, each with the key that names it.
  var references: [Reference] {
    switch kind {
    case .source:
      return elements("stream").flatMap { place, item in
        Self.references(of: item.members ?? [], at: "\(place).operators")
      }
    case .chain:
      var references: [Reference] = []
      if let source = text("source") { references.append(("source", source)) }
      return references + Self.references(of: members, at: "operators")
    case .union, .join:
      return elements("sources").compactMap { place, source -> Reference? in
        guard case .string(let id) = source else { return nil }
        return (place, id)
      }
    case .input, nil: return []
    }
  }

  /// The keys that its kind does not have.
  var unknownKeys: [StreamDocumentError] {
    guard let kind else { return [] }
    let items =
      kind == .source
      ? elements("stream").flatMap { place, item in
        Self.errors(item.members ?? [], StreamKeys.item).map { $0.inside(place) }
      } : []
    let own = Self.errors(members, StreamKeys.document(kind)) + items
    return key.isEmpty ? own : own.map { $0.inside(key) }
  }

  /// Returns the errors of the members that none of some keys stands for.
  static func errors(_ members: [JSONMember], _ keys: [JSONSchemaKey]) -> [StreamDocumentError] {
    let known = keys.map(\.name)
    let unknown = members.filter { !known.contains($0.key) }
    return unknown.prefix(StreamDocumentFile.errorLimit).map { member in
      StreamDocumentError("there is no such key here" + known.hint(for: member.key))
        .inside(member.key)
    }
  }

  private static func references(of members: [JSONMember], at key: String) -> [Reference] {
    guard case .array(let steps)? = members.first(where: { $0.key == "operators" })?.value else {
      return []
    }
    return steps.enumerated().compactMap { index, step -> Reference? in
      guard let step = step.members?.first,
        case .string(let id)? = step.value.members?.first(where: { $0.key == "stream" })?.value
      else { return nil }
      return ("\(key)[\(index)].\(step.key).stream", id)
    }
  }

  private func text(_ key: String) -> String? {
    if case .string(let text)? = members.first(where: { $0.key == key })?.value {
      text
    } else {
      nil
    }
  }

  /// The elements of the list at a key, each with its place.
  private func elements(_ key: String) -> [(place: String, element: JSONValue)] {
    guard case .array(let elements)? = members.first(where: { $0.key == key })?.value else {
      return []
    }
    return elements.enumerated().map { ("\(key)[\($0)]", $1) }
  }
}
