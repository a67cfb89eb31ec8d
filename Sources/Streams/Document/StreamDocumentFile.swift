import Formats

/// The documents of one file, including unreadable ones.
///
///     var file = try StreamDocumentFile(bytes: bytes, named: "streams.json")
///     file.errors.first
///     // streams.json: documents[1].chain.operators[0].wrap: there is no operator “wrap”
///     file.replace(evens)
///     file.bytes  // {"version": 1, "documents": […]}
///
/// An unreadable document stays unchanged in its position. Unknown keys of the file are kept, and
/// those of a document even if it is replaced. Unchanged documents keep their bytes. A list of
/// streams or documents and a bare stream can be read, too; after an edit, a bare stream is written
/// as a file of version 1, and a list as a list.
public struct StreamDocumentFile: Sendable, Equatable {
  /// The version that is written, and the newest that can be read.
  public static let version = 1
  /// The maximum number of bytes of a file.
  package static let sizeLimit = 4 << 20
  /// The maximum number of values in a file: strings, numbers, lists and objects.
  package static let valueLimit = 250_000
  /// The maximum number of documents in a file or a folder, including unreadable ones.
  package static let documentLimit = 5_000
  /// The maximum number of document errors that are kept.
  static let errorLimit = 25_000

  /// One element of the file.
  package struct Entry: Sendable, Equatable {
    /// The document, or the reason why it cannot be read.
    package let document: Result<StreamDocument, StreamDocumentError>
    /// All its errors.
    var errors: [StreamDocumentError] = []
    let json: JSONValue
    /// Its position in the bytes that the file was read from.
    var origin = Position()

    /// A position among the documents that were read, which is not part of a document's identity.
    struct Position: Sendable, Equatable {
      var index: Int?
      /// True if another document has taken the position.
      var isChanged = false
      static func == (left: Position, right: Position) -> Bool { true }
    }

    /// True if the document cannot be read.
    var isUnread: Bool { if case .failure = document { true } else { false } }

    /// The document's id, as far as it can be read; nil if it cannot.
    var id: String? {
      if case .success(let document) = document { return document.id }
      return StreamOutline(json)?.id
    }
  }

  /// The elements of the file, in order.
  package private(set) var entries: [Entry] = []
  /// The index of the first document of each id.
  private var indices: [String: Int] = [:]
  /// The file's name, for errors.
  public var name: String?
  /// Members of the file that are neither the version nor the documents.
  private(set) var otherMembers: [JSONMember] = []
  private var layout = Layout.file
  private var origin = Origin()

  /// The bytes that the file was read from, which are not part of its identity.
  private struct Origin: Sendable, Equatable {
    var bytes: [UInt8]?
    /// True once something has been edited: positions in the bytes are not those of the file.
    var isEdited = false
    static func == (left: Origin, right: Origin) -> Bool { true }
  }

  /// The form of the file when it was read, which decides the names of its elements.
  private enum Layout { case file, list, stream }

  /// Makes a file of documents.
  public init(_ documents: [StreamDocument] = [], name: String? = nil) {
    entries = documents.map { Entry(document: .success($0), json: $0.json) }
    self.name = name
    findIndices()
  }

  /// The documents that could be read, in order.
  public var documents: [StreamDocument] { entries.compactMap { try? $0.document.get() } }

  /// All errors of single documents, in file order: unreadable documents, and references that are
  /// dangling or circular.
  public var errors: [StreamDocumentError] { errors(with: library) }

  /// The document with an id. O(1).
  public subscript(id: String) -> StreamDocument? {
    index(of: id).flatMap { try? entries[$0].document.get() }
  }

  /// Returns the document with an id or, if there is none, the first with that name.
  public func document(called idOrName: String) -> StreamDocument? {
    self[idOrName] ?? documents.first { $0.title == idOrName }
  }

  /// Returns the entry at an error's key path; nil for the file as a whole. O(1).
  func entry(at keyPath: String) -> Entry? {
    let index: Int?
    switch layout {
    case .file, .list:
      let number = keyPath.halves(at: "[")?.behind.parts(at: "]")[0]
      index =
        layout == .list || keyPath.begins(with: "documents[") ? number.flatMap { Int($0) } : nil
    case .stream: index = 0
    }
    return index.flatMap { entries.indices.contains($0) ? entries[$0] : nil }
  }

  /// Returns the name of one of the file's elements in errors.
  func keyPath(of index: Int) -> String {
    switch layout {
    case .file: "documents[\(index)]"
    case .list: "[\(index)]"
    case .stream: ""
    }
  }
}

// MARK: - Editing

extension StreamDocumentFile {
  /// Replaces the document with the same id, or adds it at the end.
  public mutating func replace(_ document: StreamDocument) {
    origin.isEdited = true
    guard let index = index(of: document.id) else { return append(document) }
    guard self[document.id] != document else { return }
    entries[index] = Entry(
      document: .success(document), json: document.json.keepingUnknownKeys(of: entries[index].json),
      origin: .init(index: entries[index].origin.index, isChanged: true))
  }

  /// Removes a document.
  public mutating func remove(id: String) { remove([id]) }

  /// Removes documents, the first with each id.
  mutating func remove(_ ids: Set<String>) {
    guard !ids.isEmpty else { return }
    origin.isEdited = true
    let gone = Set(ids.compactMap(index))
    entries = entries.indices.filter { !gone.contains($0) }.map { entries[$0] }
    findIndices()
  }

  /// Removes entries.
  mutating func removeEntries(where isGone: (Entry) -> Bool) {
    origin.isEdited = true
    entries.removeAll(where: isGone)
    findIndices()
  }

  /// Returns an id that no document in the file has: the text itself, numbered if it is taken.
  package func freeID(like text: String) -> String {
    let taken = Set(documents.map(\.id))
    if !taken.contains(text) { return text }
    return (2...).lazy.map { "\(text)-\($0)" }.first { !taken.contains($0) }!
  }

  private mutating func append(_ document: StreamDocument) {
    append(Entry(document: .success(document), json: document.json))
  }

  private mutating func append(_ entry: Entry) {
    entries.append(entry)
    noteIndex(of: entries.count - 1)
  }

  private func index(of id: String) -> Int? { indices[id] }

  private mutating func findIndices() {
    indices.removeAll(keepingCapacity: true)
    for index in entries.indices { noteIndex(of: index) }
  }

  private mutating func noteIndex(of index: Int) {
    guard case .success(let document) = entries[index].document else { return }
    if indices[document.id] == nil { indices[document.id] = index }
  }
}

extension JSONValue {
  /// Returns this document with the members of an older form that are unknown here and would
  /// therefore be lost.
  fileprivate func keepingUnknownKeys(of old: JSONValue) -> JSONValue {
    guard case .object(var outer) = self, case .object(let new) = outer[0].value,
      case .object(let oldOuter) = old
    else { return self }
    // The old form may be a bare stream.
    var oldMembers = oldOuter
    if oldOuter.count == 1, case .object(let members) = oldOuter[0].value { oldMembers = members }
    guard oldOuter.count > 1 || oldOuter.first?.key == outer[0].key else { return self }
    // A known key that is no longer written was removed.
    let known = Set(
      new.map(\.key)
        + (StreamDocument.Kind(rawValue: outer[0].key).map(StreamKeys.document)?.map(\.name) ?? []))
    outer[0].value = .object(new + oldMembers.filter { !known.contains($0.key) })
    return .object(outer)
  }
}

// MARK: - Reading and writing

extension StreamDocumentFile {
  /// Reads a file's bytes. Errors of a single document are in `entries`; throws only if the whole
  /// file is unreadable: broken JSON, a newer version, no list of documents.
  public init(bytes: [UInt8], named name: String? = nil) throws(StreamDocumentError) {
    self.init(name: name)
    do throws(StreamDocumentError) {
      guard bytes.count <= StreamDocumentFile.sizeLimit else {
        throw StreamDocumentError("it is larger than \(StreamDocumentFile.sizeLimit >> 20) MiB")
      }
      let json = try JSONReader.read(bytes, valueLimit: StreamDocumentFile.valueLimit)
      origin.bytes = bytes
      try read(json)
    } catch { throw name.map(error.inFile) ?? error }
  }

  /// The bytes to write: those that were read, except where documents have been changed, added or
  /// removed. A new file is written in lines, with a line feed at the end.
  public var bytes: [UInt8] {
    if let bytes = origin.bytes {
      if !origin.isEdited { return bytes }
      if layout != .stream, let layout = StreamFileLayout(bytes, isList: layout == .list) {
        return layout.bytes(of: entries)
      }
    }
    let documents = JSONValue.array(entries.map(\.json))
    let members = [JSONMember("version", StreamDocumentFile.version.json)]
    return Array(
      (JSONValue.object(members + otherMembers + [JSONMember("documents", documents)]).text()
        + "\n").utf8)
  }

  private mutating func read(_ json: JSONValue) throws(StreamDocumentError) {
    switch json {
    case .array(let elements): try read(elements, laidOutAs: .list)
    case .object(let members) where members.contains { $0.key == "documents" }:
      let fields = try JSONFields(json)
      let version: Int = try fields("version")
      guard version == StreamDocumentFile.version else {
        throw StreamDocumentError(
          "version \(version) cannot be read; use version \(StreamDocumentFile.version)"
        ).inside("version")
      }
      guard let list = members.first(where: { $0.key == "documents" })?.value,
        case .array(let elements) = list
      else { throw StreamDocumentError("a list was expected").inside("documents") }
      otherMembers = members.filter { $0.key != "version" && $0.key != "documents" }
      try read(elements, laidOutAs: .file)
    case .object(let members) where members.contains { $0.key == "stream" }:
      try read([json], laidOutAs: .stream)
    case .object: throw StreamDocumentError("the key “documents” or “stream” is missing")
    case .null, .bool, .number, .string: throw json.isNot("an object with documents, or a stream,")
    }
  }

  private mutating func read(
    _ elements: [JSONValue], laidOutAs layout: Layout
  ) throws(StreamDocumentError) {
    guard elements.count <= StreamDocumentFile.documentLimit else {
      throw StreamDocumentError(
        "it has more than \(StreamDocumentFile.documentLimit) documents; put some into a file of "
          + "their own")
    }
    self.layout = layout
    var errorCount = 0
    entries = elements.enumerated().map { index, json in
      var reader = DeclarationReader()
      if let document = reader.streamDocument(json) {
        return Entry(document: .success(document), json: json, origin: .init(index: index))
      }
      let room = max(1, StreamDocumentFile.errorLimit - errorCount)
      let errors = reader.problems.prefix(room).map { error in
        let inside = error.inside(keyPath(of: index))
        return name.map(inside.inFile) ?? inside
      }
      errorCount += errors.count
      return Entry(
        document: .failure(errors[0]), errors: errors, json: json, origin: .init(index: index))
    }
    locateErrors()
    findIndices()
  }

  private mutating func locateErrors() {
    let located = located(entries.flatMap(\.errors))
    var next = 0
    for (index, entry) in entries.enumerated() where !entry.errors.isEmpty {
      let errors = Array(located[next..<next + entry.errors.count])
      entries[index] = Entry(
        document: .failure(errors[0]), errors: errors, json: entry.json, origin: entry.origin)
      next += errors.count
    }
  }

  /// Returns the errors with the positions of their keys, as long as the file is unedited.
  func located(_ errors: [StreamDocumentError]) -> [StreamDocumentError] {
    guard let bytes = origin.bytes, !origin.isEdited else { return errors }
    return JSONLocator.locating(errors, in: bytes)
  }
}
