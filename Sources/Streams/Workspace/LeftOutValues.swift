/// The values that were dropped because an operator could not process them, each with the running
/// documents that tried to.
struct LeftOutValues {
  private var entries: [(failure: StreamFailure, documents: Set<StreamKey>)] = []

  /// The number of failures that are remembered.
  private static let limit = 50

  /// The failures without duplicates, in the order in which they occurred.
  var failures: [StreamFailure] { entries.map(\.failure) }

  /// Notes a failure. Each row of a chain also runs those above it, and repeats their failures.
  mutating func note(_ failure: StreamFailure, of document: StreamKey) {
    if let index = entries.firstIndex(where: { $0.failure == failure }) {
      entries[index].documents.insert(document)
    } else if entries.count < Self.limit {
      entries.append((failure, [document]))
    }
  }

  /// Forgets the failures of a document that no longer runs.
  mutating func forget(_ document: StreamKey) {
    for index in entries.indices { entries[index].documents.remove(document) }
    entries.removeAll { $0.documents.isEmpty }
  }
}
