import Platform

extension StreamDocument {
  /// The default documents: the numbers 1 to 4, one a second, and the letters A to D, one every two
  /// seconds.
  public static let defaults: [StreamDocument] = [
    .source(
      StreamModel(
        id: "serial-a", name: "Serial Stream A", description: "The numbers 1 to 4, one a second",
        items: [1, 2, 3, 4].map { StreamItem(value: $0, operators: [.delay(seconds: 1)]) })),
    .source(
      StreamModel(
        id: "serial-b", name: "Serial Stream B",
        description: "The letters A to D, one every two seconds",
        items: ["A", "B", "C", "D"].map { StreamItem(value: $0, operators: [.delay(seconds: 2)]) })),
  ]
}

extension StreamDocumentFile {
  /// Returns the documents with some ids, and all that they refer to, for sharing.
  ///
  ///     try StreamStore(path: path).save(file.excerpt(of: ["evens"]), over: .absent)
  package func excerpt(of ids: [String]) -> StreamDocumentFile {
    var wanted: Set<String> = []
    var open = ids
    while let id = open.popLast() {
      guard wanted.insert(id).inserted, let document = self[id] else { continue }
      open += document.references.map(\.id)
    }
    return StreamDocumentFile(documents.filter { wanted.contains($0.id) })
  }
}

extension StreamStore {
  /// The default file of documents: `streams.json` in the user's data folder.
  ///
  /// - Parameter environment: The variables, of which `XDG_DATA_HOME` and `HOME` are used.
  /// - Returns: The path; nil if neither variable names a folder.
  package static func defaultPath(environment: [String: String]) -> String? {
    UserFolder.data(environment).map { $0 + "/signup-tui/streams.json" }
  }
}
