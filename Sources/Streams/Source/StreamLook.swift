import Fetching
import Platform
import Reactive

/// An occasion to read a source.
enum StreamLook {
  /// Files that have not been read yet.
  case files(StreamFiles)
  /// Contents that have been fetched.
  case contents(StreamContents)

  /// The number of bytes to read.
  var size: Int {
    switch self {
    case .files(let files): files.size
    case .contents(let contents):
      contents.parts.reduce(0) { $0 + ((try? $1.update.get().bytes?.count) ?? 0) }
    }
  }

  /// Reads the source.
  ///
  /// - Parameter known: Known contents of files, such as those that this program saved: they are
  ///   not parsed again.
  func contents(knowing known: [String: StreamStore.Snapshot] = [:]) -> StreamContents {
    switch self {
    case .files(let files): files.contents(knowing: known)
    case .contents(let contents): contents
    }
  }
}

/// The files at a path. Unchanged files are not parsed again.
final class StreamFiles: Sendable {
  /// Reads a file.
  typealias Load =
    @Sendable (StreamStore, _ known: StreamStore.Snapshot?) throws(StreamStoreError)
    -> StreamStore.Snapshot

  private let path: String
  private let load: Load
  /// The contents that were read last, by path.
  private let known = Locked<[String: StreamStore.Snapshot]>([:])

  /// Makes the files at a path, none of which has been read.
  init(path: String, load: @escaping Load) { (self.path, self.load) = (path, load) }

  /// The number of bytes of all files.
  var size: Int { (try? StreamStore.stores(at: path))?.reduce(0) { $0 + $1.size } ?? 0 }

  /// Reads the files, on one thread at a time.
  func contents(knowing snapshots: [String: StreamStore.Snapshot]) -> StreamContents {
    do throws(StreamStoreError) {
      let stores = try StreamStore.stores(at: path)
      if stores.isEmpty { return StreamContents(ofEmptyFolder: path) }
      let known = known.withLock { $0 }.merging(snapshots) { $1 }
      let updates = StreamStore.load(stores) { store throws(StreamStoreError) in
        try load(store, known[store.path])
      }
      let parts = zip(stores, updates).map { StreamContents.Part(name: $0.path, update: $1) }
      let read = parts.compactMap { part in (try? part.update.get()).map { (part.name, $0) } }
      self.known.withLock { $0 = Dictionary(uniqueKeysWithValues: read) }
      return StreamContents(parts: parts)
    } catch { return StreamContents(ofFolder: path, problem: error) }
  }
}
