import Formats

extension StreamDocumentFile {
  /// The unreadable documents, each with a unique name: its id or, if that is missing or taken, its
  /// key, such as `documents[3]`. O(documents).
  package var unread: [String] { unreadEntries.map(\.name) }

  private var unreadEntries: [(name: String, entry: Entry)] {
    var taken: Set<String> = []
    return entries.enumerated().compactMap { index, entry -> (name: String, entry: Entry)? in
      guard case .failure = entry.document else { return nil }
      let key = keyPath(of: index).isEmpty ? "document" : keyPath(of: index)
      var (name, number) = (entry.id ?? key, 1)
      while self[name] != nil || taken.contains(name) {
        name = number == 1 ? key : "\(key)-\(number)"
        number += 1
      }
      taken.insert(name)
      return (name, entry)
    }
  }

  /// Returns the JSON of a document in ``unread``.
  func unreadJSON(_ name: String) -> JSONValue? {
    unreadEntries.first { $0.name == name }?.entry.json
  }

  /// Returns the name in ``unread`` of an unreadable document; nil if it is missing.
  func unreadName(of json: JSONValue) -> String? {
    unreadEntries.first { $0.entry.json == json }?.name
  }

  /// Removes unreadable documents.
  mutating func removeUnread(_ documents: Set<JSONValue>) {
    if documents.isEmpty { return }
    removeEntries { $0.isUnread && documents.contains($0.json) }
  }
}
