import Formats
import Platform

/// A file of documents on disk, which two programs may edit without losing an edit.
///
///     let store = StreamStore(path: path)
///     let snapshot = try store.loadOrDefaults()
///     var file = snapshot.file
///     file.replace(evens)
///     try store.save(file, over: snapshot)  // throws .conflict if another has written meanwhile
///
/// Saving writes a new file beside the old one, synchronises and renames it, under a lock: a reader
/// or a crash sees the old documents or the new. A file whose owner or group cannot be given to a
/// new one is written in place, and finished at the next run if the program dies meanwhile. An
/// unreadable file is never replaced, except by ``reset()``.
public struct StreamStore: Hashable, Sendable {
  /// The file; a symbolic link is followed and stays a link.
  public let path: String

  /// Makes a store for a file, which need not exist.
  public init(path: String) { self.path = path }

  /// The contents of a file when it was loaded.
  public struct Snapshot: Equatable, Sendable {
    /// The documents.
    public let file: StreamDocumentFile
    /// The bytes of the file; nil if there was none.
    let bytes: [UInt8]?
    /// The server's entity tag of this version; nil for a file of this machine, and for a server
    /// without.
    let tag: String?

    /// A missing file. Saving over it makes a new one, and fails if there is one.
    public static let absent = Snapshot(file: StreamDocumentFile(), bytes: nil)

    init(file: StreamDocumentFile, bytes: [UInt8]?, tag: String? = nil) {
      (self.file, self.bytes, self.tag) = (file, bytes, tag)
    }

    /// Makes the contents of bytes that have been read already.
    ///
    /// - Parameters:
    ///   - bytes: The file's bytes.
    ///   - name: The name of the file in errors.
    ///   - tag: The entity tag that they came with.
    /// - Throws: ``StreamStoreError/broken(_:)`` if they are unreadable as a whole.
    package init(bytes: [UInt8], named name: String, tag: String? = nil) throws(StreamStoreError) {
      do throws(StreamDocumentError) {
        self.init(file: try StreamDocumentFile(bytes: bytes, named: name), bytes: bytes, tag: tag)
      } catch { throw .broken(error) }
    }
  }

  /// Reads the file.
  ///
  /// Single documents that cannot be read are among the file's entries, with their errors; an error
  /// is thrown only if the file is unreadable as a whole.
  public func load() throws(StreamStoreError) -> Snapshot { try load(orElse: nil) }

  /// Reads the file or, if there is none, takes the default documents. Writes nothing.
  public func loadOrDefaults() throws(StreamStoreError) -> Snapshot {
    try load(orElse: StreamDocument.defaults)
  }

  /// Reads the file or, if there is none, takes some documents; nil for an error. A known version
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

  /// Replaces the file, if it is still the same as when it was loaded.
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
      // The file may hold the bytes to write already, for example by another copy of this program.
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
    /// The file holds the default documents already.
    case unneeded
    /// The file had other contents, which are kept in a file of this name; nil if there was none.
    case done(copy: String?)
  }

  /// Replaces any contents by the default documents, but keeps the old ones in a file of their
  /// own: its name has `.old` appended, or `.old.2` and so on if another is kept already. Ask the
  /// user first.
  @discardableResult public func reset() throws(StreamStoreError) -> Reset {
    let defaults = StreamDocumentFile(StreamDocument.defaults).bytes
    if try bytes() == defaults { return .unneeded }
    var copy: String?
    // Under the file's lock, so that the bytes kept are the ones replaced.
    try atomicFile().update(failure: writeFailure) { old throws(StreamStoreError) in
      if let old, old != defaults { copy = try keep(old) }
      return defaults
    }
    return .done(copy: copy)
  }

  /// Writes bytes into the first free file for copies, or one that has them already.
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

  /// Reads the bytes of the file; nil if there is none.
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

  /// The number of bytes of the file; 0 if there is none.
  var size: Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Loads several files, which together may have as many bytes and documents as one alone: a file
  /// beyond that has an error.
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

  /// Returns the stores of a path: for a file one, for a folder one for each file whose name ends
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
