/// Numbers for the contents of documents, with all that they refer to: the same number is the same
/// stream.
///
/// A change of one document is found by comparing numbers, even if many refer to it.
package struct StreamVersions: Sendable {
  private struct Content: Hashable {
    let document: StreamDocument
    /// The numbers of the documents that it refers to; 0 for one that does not exist.
    let references: [Int]
  }

  private var numbers: [Content: Int] = [:]
  private var last = 0

  /// Makes an empty table.
  package init() {}

  /// Returns the numbers of a library's documents by their ids; none for those in circles.
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

  /// Forgets everything without one of these numbers.
  package mutating func keep(_ used: Set<Int>) {
    numbers = numbers.filter { used.contains($0.value) }
  }
}
