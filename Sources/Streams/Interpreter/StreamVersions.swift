/// Numbers for the contents of documents and of their references: equal numbers are equal streams.
///
/// Comparing numbers finds a change to one document, even if many refer to it.
package struct StreamVersions: Sendable {
  private struct Content: Hashable {
    let document: StreamDocument
    /// The numbers of the documents that it refers to; 0 for a missing one.
    let references: [Int]
  }

  private var numbers: [Content: Int] = [:]
  private var last = 0

  /// Makes an empty table.
  package init() {}

  /// Returns the numbers of a library's documents by their ids, without documents in circles.
  /// O(documents and references).
  package mutating func numbers(of library: StreamLibrary) -> [String: Int] {
    var found: [String: Int] = [:]
    for id in library.order {
      guard let document = library.documents[id] else { continue }
      let content = Content(
        document: document, references: document.references.map { found[$0.id] ?? 0 })
      if let number = numbers[content] {
        found[id] = number
      } else {
        last += 1
        (numbers[content], found[id]) = (last, last)
      }
    }
    return found
  }

  /// Forgets all contents except those with these numbers.
  package mutating func keep(_ used: Set<Int>) {
    numbers = numbers.filter { used.contains($0.value) }
  }
}
