import Formats

/// Something that is wrong with a stream file.
package struct StreamFinding: Hashable, Sendable {
  /// The error, with its file and position as far as they are known.
  package let error: StreamDocumentError
  /// The id of the document that has it; nil for the file as a whole, and for a document whose id
  /// cannot be read.
  package let document: String?
}

extension StreamDocumentFile {
  /// Everything that is wrong with the file, in its order: errors of documents, references,
  /// documents that cannot be run, streams that wait for ever, and keys that mean nothing here.
  ///
  /// The documents of a file with unknown keys run all the same, and the keys stay in the file.
  /// O(size of the file · logarithm of the number of findings).
  package var findings: [StreamFinding] {
    let library = library
    let unknown = StreamOutline.errors(otherMembers, StreamKeys.file).map(named) + unknownKeys
    let faults = documents.compactMap { library.faults[$0.id] }
    var seen: Set<StreamDocumentError> = []
    return (errors(with: library) + located(unknown) + faults + library.waits).inOrderOfFile
      .filter { seen.insert($0).inserted }
      .map { StreamFinding(error: $0, document: entry(at: $0.keyPath)?.id) }
  }

  /// Returns the same as ``errors``, if the library has been made already.
  func errors(with library: StreamLibrary) -> [StreamDocumentError] {
    (entries.flatMap(\.errors) + library.errors).inOrderOfFile
  }

  /// Returns the errors that keep a document from running: its own, and those of the documents that
  /// it needs, in the order of the file; none if there is no such document.
  ///
  /// - Parameter idOrName: The id, or else the name, as far as they can be read.
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
  /// The errors by their positions in the file; those without one stay in their order, at the end.
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
