import Formats

/// The text of a document that cannot be read, with its errors where they are.
package struct StreamDocumentText: Hashable, Sendable {
  /// A line of the file.
  package struct Line: Hashable, Sendable {
    /// The number of the line in the file, from 1.
    package let number: Int
    /// The part of it that belongs to the document.
    package let text: String
    /// The errors that are on it.
    package let errors: [StreamDocumentError]
  }

  /// The lines, one or more.
  package let lines: [Line]
}

extension StreamDocumentFile {
  /// The documents that cannot be read, each with a name that no other document of the file has:
  /// its id or, where that is missing or taken, its key, such as `documents[3]`. O(documents).
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

  /// Returns the document of ``unread`` with a name, as JSON.
  func unreadJSON(_ name: String) -> JSONValue? {
    unreadEntries.first { $0.name == name }?.entry.json
  }

  /// Returns the name in ``unread`` of a document that cannot be read; nil if it is not there.
  func unreadName(of json: JSONValue) -> String? {
    unreadEntries.first { $0.entry.json == json }?.name
  }

  /// Takes documents out that cannot be read.
  mutating func removeUnread(_ documents: Set<JSONValue>) {
    if documents.isEmpty { return }
    removeEntries { $0.isUnread && documents.contains($0.json) }
  }

  /// Returns the text of a document of ``unread``; nil for any other, and in a file that has been
  /// edited. O(bytes of the file).
  package func text(ofUnread name: String) -> StreamDocumentText? {
    guard let entry = unreadEntries.first(where: { $0.name == name })?.entry,
      let index = entry.origin.index, let (file, range) = self.bytes(ofDocument: index)
    else { return nil }
    let first = file[..<range.lowerBound].count(where: { $0 == 0x0A }) + 1
    let lines = file[range].split(separator: 0x0A, omittingEmptySubsequences: false)
    return StreamDocumentText(
      lines: lines.enumerated().map { offset, line in
        let errors = entry.errors.filter {
          ($0.position?.line ?? first) == first + offset
        }
        return StreamDocumentText.Line(
          number: first + offset, text: String(decoding: line, as: UTF8.self), errors: errors)
      })
  }
}
