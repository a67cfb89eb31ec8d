/// The contents of a source at one time: one file of documents, or those of a folder in the order
/// of their names.
public struct StreamContents: Equatable, Sendable {
  /// One file.
  public struct Part: Equatable, Sendable {
    /// The file's path, or its URL without secrets.
    public let name: String
    /// Its contents, or the reason why they cannot be read.
    public let update: StreamStore.Update

    /// Makes a part.
    public init(name: String, update: StreamStore.Update) {
      (self.name, self.update) = (name, update)
    }

    /// The documents; nil if they cannot be read.
    public var file: StreamDocumentFile? { try? update.get().file }
  }

  /// A document with its file.
  package struct Stream: Sendable {
    /// The path of its file, or the URL without secrets.
    package let part: String
    /// All documents that it may refer to.
    package let file: StreamDocumentFile
    /// The document itself.
    package let document: StreamDocument
    /// The library that runs the documents of the file.
    package let library: StreamLibrary
    /// The number of its contents and references in a ``StreamVersions``; nil if it is in a circle.
    package let version: Int?
    /// The numbers of all documents of the file.
    package let numbers: [String: Int]
  }

  /// The files; an unreadable source has one, with the reason.
  public var parts: [Part]
  /// True if the source is a folder without files, which has one part in ``parts``.
  private(set) var isEmptyFolder = false
  /// The reason why the source is an unreadable folder.
  private(set) var folderProblem: StreamStoreError?

  /// Makes contents from files.
  public init(parts: [Part]) { self.parts = parts }

  /// Makes the contents of a source that cannot be read.
  init(of name: String, problem: StreamStoreError) {
    self.init(parts: [Part(name: name, update: .failure(problem))])
  }

  /// Makes the contents of a folder that cannot be read.
  init(ofFolder path: String, problem: StreamStoreError) {
    self.init(of: path, problem: problem)
    folderProblem = problem
  }

  /// Makes the contents of a folder without files.
  init(ofEmptyFolder path: String) {
    let reason = "the folder has no file whose name ends in .json"
    self.init(of: path, problem: .unreadable(path: path, reason: reason))
    isEmptyFolder = true
  }

  /// The files that can be read.
  package var files: [StreamDocumentFile] { parts.compactMap(\.file) }

  /// All problems: of files, of documents, and of references.
  public var problems: [StreamStoreError] {
    parts.flatMap { part in
      switch part.update {
      case .success(let snapshot): snapshot.file.errors.map { StreamStoreError.broken($0) }
      case .failure(let error): [error]
      }
    }
  }

  /// The documents of all files, without duplicate ids within a file.
  package var streams: [Stream] {
    var versions = StreamVersions()
    return streams(&versions)
  }

  /// Returns the documents of all files, with the numbers of their contents.
  package func streams(_ versions: inout StreamVersions) -> [Stream] {
    var streams: [Stream] = []
    for part in parts {
      guard let file = part.file else { continue }
      let library = file.library
      let numbers = versions.numbers(of: library)
      var seen: Set<String> = []
      for document in file.documents where seen.insert(document.id).inserted {
        streams.append(
          Stream(
            part: part.name, file: file, document: document, library: library,
            version: numbers[document.id], numbers: numbers))
      }
    }
    return streams
  }

  /// Returns the document with an id or, if there is none, the first with that name, from the first
  /// file that has it.
  package func stream(called idOrName: String) -> Stream? {
    let streams = streams
    return streams.first { $0.document.id == idOrName }
      ?? streams.first { $0.document.title == idOrName }
  }

  /// Returns true if a document with an id may exist but is unreadable: its file is, or it has an
  /// error.
  package func mayHold(id: String) -> Bool {
    parts.contains { part in
      guard let file = part.file else { return true }
      return file.entries.contains { entry in
        if case .failure = entry.document { entry.id == nil || entry.id == id } else { false }
      }
    }
  }
}
