import Formats
import Platform

/// A file of documents on disk; two programs may edit it without losing an edit.
///
///     let store = StreamStore(path: path)
///     let snapshot = try store.loadOrDefaults()
///     var file = snapshot.file
///     file.replace(evens)
///     try store.save(file, over: snapshot)  // throws .conflict if another has written meanwhile
///
/// Saving writes a new file next to the old one, synchronises and renames it, under a lock: a
/// reader or a crash sees either the old documents or the new. If a new file cannot have the old
/// one's owner or group, the file is written in place, and completed at the next run if the program
/// is killed. An unreadable file is never replaced, except by ``reset()``.
public struct StreamStore: Hashable, Sendable {
  /// The file; a symbolic link is followed and stays a link.
  public let path: String

  /// Makes a store for a file, which need not exist.
  public init(path: String) { self.path = path }

  /// The contents of a file when it was loaded.
  public struct Snapshot: Equatable, Sendable {
    /// The documents.
    public let file: StreamDocumentFile
    /// The bytes of the file; nil if it was missing.
    let bytes: [UInt8]?
    /// The server's entity tag of this version; nil for a local file, or if the server sends none.
    let tag: String?

    /// A missing file. Saving over it creates the file, and fails if it exists.
    public static let absent = Snapshot(file: StreamDocumentFile(), bytes: nil)

    init(file: StreamDocumentFile, bytes: [UInt8]?, tag: String? = nil) {
      (self.file, self.bytes, self.tag) = (file, bytes, tag)
    }

    /// Makes a snapshot of bytes that have been read already.
    ///
    /// - Parameters:
    ///   - bytes: The file's bytes.
    ///   - name: The name of the file in errors.
    ///   - tag: Their entity tag.
    /// - Throws: ``StreamStoreError/broken(_:)`` if they are unreadable as a whole.
    package init(bytes: [UInt8], named name: String, tag: String? = nil) throws(StreamStoreError) {
      do throws(StreamDocumentError) {
        self.init(file: try StreamDocumentFile(bytes: bytes, named: name), bytes: bytes, tag: tag)
      } catch { throw .broken(error) }
    }
  }

  /// Reads the file.
  ///
  /// Unreadable documents are among the file's entries, with their errors; throws only if the file
  /// is unreadable as a whole.
  public func load() throws(StreamStoreError) -> Snapshot { try load(orElse: nil) }

  /// Reads the file or, if it is missing, returns the default documents. Writes nothing.
  public func loadOrDefaults() throws(StreamStoreError) -> Snapshot {
    try load(orElse: StreamDocument.defaults)
  }

  /// Reads the file or, if it is missing, returns some documents; nil for an error. A known version
  /// is not parsed again.
  func load(
    orElse documents: [StreamDocument]?, knowing known: Snapshot? = nil
  ) throws(StreamStoreError) -> Snapshot {
    guard let bytes = try bytes() else {
      guard let documents else { throw .missing(path: path) }
      return Snapshot(file: StreamDocumentFile(documents, name: path), bytes: nil)
    }
    return try known?.bytes == bytes ? known! : Snapshot(bytes: bytes, named: path)
  }

  /// Replaces the file if it is unchanged since it was loaded.
  ///
  /// - Throws: ``StreamStoreError/conflict(path:mine:theirs:)`` with both versions if another
  ///     program has written it since.
  /// - Returns: The new contents of the file, for the next save.
  @discardableResult public func save(_ file: StreamDocumentFile, over snapshot: Snapshot)
    throws(StreamStoreError) -> Snapshot
  {
    let new = file.bytes
    guard new.count <= StreamDocumentFile.sizeLimit else {
      throw .cannotWrite(
        path: path, reason: "it would be larger than \(StreamDocumentFile.sizeLimit >> 20) MiB")
    }
    guard file.entries.count <= StreamDocumentFile.documentLimit else {
      throw .cannotWrite(
        path: path, reason: "it would have more than \(StreamDocumentFile.documentLimit) documents")
    }
    try atomicFile().update(failure: writeFailure) { old throws(StreamStoreError) in
      // The file may already contain the new bytes, for example from another copy of this program.
      guard old == snapshot.bytes || old == new else {
        let theirs = try old.map { bytes throws(StreamStoreError) in
          try Snapshot(bytes: bytes, named: path).file
        }
        throw .conflict(path: path, mine: file, theirs: theirs ?? StreamDocumentFile(name: path))
      }
      return new
    }
    return try Snapshot(bytes: new, named: path)
  }

  /// The outcome of a reset.
  public enum Reset: Hashable, Sendable {
    /// The file already contains the default documents.
    case unneeded
    /// The old contents are kept in a file with this name; nil if there was no file.
    case done(copy: String?)
  }

  /// Replaces any contents by the default documents, and keeps the old ones in a separate file: its
  /// name has `.old` appended, or `.old.2` and so on if that is taken. Ask the user first.
  @discardableResult public func reset() throws(StreamStoreError) -> Reset {
    let defaults = StreamDocumentFile(StreamDocument.defaults).bytes
    if try bytes() == defaults { return .unneeded }
    var copy: String?
    // Under the file's lock, to keep exactly the bytes that are replaced.
    try atomicFile().update(failure: writeFailure) { old throws(StreamStoreError) in
      if let old, old != defaults { copy = try keep(old) }
      return defaults
    }
    return .done(copy: copy)
  }

  /// Writes bytes into the first free backup file, or finds one that already contains them.
  private func keep(_ bytes: [UInt8]) throws(StreamStoreError) -> String {
    var number = 1
    while true {
      let copy = StreamStore(path: path + (number == 1 ? ".old" : ".old.\(number)"))
      var isKept = false
      try copy.atomicFile().update(failure: copy.writeFailure) { there throws(StreamStoreError) in
        isKept = there == nil || there == bytes
        return there ?? bytes
      }
      if isKept { return copy.path }
      number += 1
    }
  }

  /// Reads the bytes of the file; nil if it is missing.
  private func bytes() throws(StreamStoreError) -> [UInt8]? {
    let file = try atomicFile()
    do throws(FileFailure) { return try file.read() } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
  }

  private func atomicFile() throws(StreamStoreError) -> AtomicFile {
    do throws(FileFailure) {
      var file = try AtomicFile(path: path)
      file.sizeLimit = StreamDocumentFile.sizeLimit
      return file
    } catch { throw .unreadable(path: path, reason: error.reason) }
  }

  private func writeFailure(_ failure: FileFailure) -> StreamStoreError {
    failure.isLocked ? .locked(path: path) : .cannotWrite(path: path, reason: failure.reason)
  }
}

extension StreamStore {
  /// The result of loading the file.
  public typealias Update = Result<Snapshot, StreamStoreError>

  /// The number of bytes of the file; 0 if it is missing.
  var size: Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Loads several files. Together they may have as many bytes and documents as a single one; a
  /// file beyond that has an error.
  static func load(
    _ stores: [StreamStore], _ load: (StreamStore) throws(StreamStoreError) -> Snapshot
  ) -> [Update] {
    var room = StreamDocumentFile.sizeLimit
    var left = StreamDocumentFile.documentLimit
    return stores.map { store in
      Result { () throws(StreamStoreError) in
        guard stores.count == 1 || store.size <= room else {
          let limit = StreamDocumentFile.sizeLimit >> 20
          throw .unreadable(
            path: store.path, reason: "the files in the folder have more than \(limit) MiB in all")
        }
        room -= store.size
        let snapshot = try load(store)
        guard snapshot.file.entries.count <= left else {
          throw .unreadable(
            path: store.path,
            reason: "the files in the folder have more than \(StreamDocumentFile.documentLimit) "
              + "documents")
        }
        left -= snapshot.file.entries.count
        return snapshot
      }
    }
  }

  /// Returns the stores at a path: one for a file; for a folder, one for each file whose name ends
  /// in `.json`, in the order of their names.
  package static func stores(at path: String) throws(StreamStoreError) -> [StreamStore] {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      return [StreamStore(path: path)]
    }
    guard let names = FilePath.names(in: path) else {
      throw .unreadable(path: path, reason: SystemError().reason)
    }
    return names.filter { $0.ends(with: ".json") && !$0.begins(with: ".") }.sorted().map {
      StreamStore(path: path.ends(with: "/") ? path + $0 : path + "/" + $0)
    }
  }
}
