/// The values that were left out because an operator could not compute with them, each with the
/// running documents that met it.
struct LeftOutValues {
  private var entries: [(failure: StreamFailure, documents: Set<StreamKey>)] = []

  /// The number of failures that are remembered.
  private static let limit = 50

  /// Each failure once, in the order in which they came.
  var failures: [StreamFailure] { entries.map(\.failure) }

  /// Notes a failure. Each row of a chain runs those above it, so the same comes several times.
  mutating func note(_ failure: StreamFailure, of document: StreamKey) {
    if let index = entries.firstIndex(where: { $0.failure == failure }) {
      entries[index].documents.insert(document)
    } else if entries.count < Self.limit {
      entries.append((failure, [document]))
    }
  }

  /// Forgets what a document has met, because it does not run any more.
  mutating func forget(_ document: StreamKey) {
    for index in entries.indices { entries[index].documents.remove(document) }
    entries.removeAll { $0.documents.isEmpty }
  }
}
