import Formats

/// An error in a stream file.
package struct StreamFinding: Hashable, Sendable {
  /// The error, with its file and position if they are known.
  package let error: StreamDocumentError
  /// The id of the faulty document; nil for the file as a whole, or if the id is unreadable.
  package let document: String?
}

extension StreamDocumentFile {
  /// All errors in the file, in file order: errors of documents, references, documents that cannot
  /// be run, streams that wait for ever, and unknown keys.
  ///
  /// Documents with unknown keys still run, and the keys stay in the file. O(size of the file ·
  /// logarithm of the number of findings).
  package var findings: [StreamFinding] {
    let library = library
    let unknown = StreamOutline.errors(otherMembers, StreamKeys.file).map(named) + unknownKeys
    let faults = documents.compactMap { library.faults[$0.id] }
    var seen: Set<StreamDocumentError> = []
    return (errors(with: library) + located(unknown) + faults + library.waits).inOrderOfFile
      .filter { seen.insert($0).inserted }
      .map { StreamFinding(error: $0, document: entry(at: $0.keyPath)?.id) }
  }

  /// Returns ``errors`` with an existing library.
  func errors(with library: StreamLibrary) -> [StreamDocumentError] {
    (entries.flatMap(\.errors) + library.errors).inOrderOfFile
  }

  /// Returns the errors that prevent a document from running: its own, and those of the documents
  /// that it needs, in file order; empty if the document does not exist.
  ///
  /// - Parameter idOrName: The id, or else the name, if they can be read.
  package func errors(keeping idOrName: String) -> [StreamDocumentError] {
    let outlines = entries.compactMap { StreamOutline($0.json) }
    guard
      let first = outlines.first(where: { $0.id == idOrName })
        ?? outlines.first(where: { $0.name == idOrName }), let id = first.id
    else { return [] }
    var open = [id]
    var needed: Set<String> = []
    let references = Dictionary(
      outlines.compactMap { outline in outline.id.map { ($0, outline.references.map(\.id)) } }
    ) { first, _ in first }
    while let id = open.popLast() { if needed.insert(id).inserted { open += references[id] ?? [] } }
    let library = library
    var seen: Set<StreamDocumentError> = []
    return (errors(with: library) + documents.compactMap { library.faults[$0.id] }).inOrderOfFile
      .filter { error in
        let id = entry(at: error.keyPath).flatMap { StreamOutline($0.json)?.id }
        return id.map(needed.contains) ?? false && seen.insert(error).inserted
      }
  }

  private var unknownKeys: [StreamDocumentError] {
    var errors: [StreamDocumentError] = []
    for (index, entry) in entries.enumerated() {
      let keyPath = keyPath(of: index)
      errors += (StreamOutline(entry.json)?.unknownKeys ?? []).map { named($0.inside(keyPath)) }
      if errors.count > Self.errorLimit { break }
    }
    return errors
  }

  private func named(_ error: StreamDocumentError) -> StreamDocumentError {
    name.map(error.inFile) ?? error
  }
}

extension [StreamDocumentError] {
  /// The errors by position in the file; those without one are last, in their own order.
  fileprivate var inOrderOfFile: [StreamDocumentError] {
    enumerated().sorted { left, right in
      let (first, second) = (left.element.rank, right.element.rank)
      return (first.line, first.column, first.ofExpression, left.offset)
        < (second.line, second.column, second.ofExpression, right.offset)
    }.map(\.element)
  }
}

extension StreamDocumentError {
  fileprivate var rank: (line: Int, column: Int, ofExpression: Int) {
    (position?.line ?? .max, position?.column ?? .max, expressionColumn ?? 0)
  }
}
