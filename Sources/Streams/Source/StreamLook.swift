import Platform
import Reactive

/// An occasion to read a place.
struct StreamLook {
  /// Returns the number of bytes that there are to read.
  let size: () -> Int
  /// Reads the place.
  let contents: () -> StreamContents
}

extension StreamLook {
  /// Reads files.
  init(_ files: StreamFiles) { self.init(size: { files.size }, contents: { files.contents() }) }

  /// Returns contents that have been fetched.
  init(_ contents: StreamContents) {
    self.init(
      size: { contents.parts.reduce(0) { $0 + ((try? $1.update.get().bytes?.count) ?? 0) } },
      contents: { contents })
  }
}

/// The files of a path. Those of a folder that have been read are read again only if they may have
/// changed.
final class StreamFiles: Sendable {
  /// Reads a file.
  typealias Load = @Sendable (StreamStore) throws(StreamStoreError) -> StreamStore.Snapshot

  private let path: String
  private let load: Load
  private let state = Locked(State())

  private struct State {
    var known: [String: StreamStore.Snapshot] = [:]
    /// The names of known files that may have changed since they were read; nil for all.
    var changed: FileWatcher.Names = nil
  }

  /// Makes the files of a path, of which none has been read.
  init(
    path: String, load: @escaping Load = { store throws(StreamStoreError) in try store.load() }
  ) {
    (self.path, self.load) = (path, load)
  }

  /// The number of bytes of all files.
  var size: Int { (try? StreamStore.stores(at: path))?.reduce(0) { $0 + $1.size } ?? 0 }

  /// Notes that files may have changed.
  func note(_ names: FileWatcher.Names) {
    state.withLock { state in
      if let names { state.changed?.formUnion(names) } else { state.changed = nil }
    }
  }

  /// Reads the files, on one thread at a time.
  func contents() -> StreamContents {
    let before = state.withLock { state in
      defer { state.changed = [] }
      return state
    }
    do throws(StreamStoreError) {
      let stores = try StreamStore.stores(at: path)
      if stores.isEmpty { return StreamContents(ofEmptyFolder: path) }
      let updates = StreamStore.load(stores) { store throws(StreamStoreError) in
        if let changed = before.changed, let known = before.known[store.path],
          !changed.contains(FilePath.name(of: store.path))
        {
          return known
        }
        return try load(store)
      }
      let parts = zip(stores, updates).map { StreamContents.Part(name: $0.path, update: $1) }
      let known = parts.compactMap { part in (try? part.update.get()).map { (part.name, $0) } }
      state.withLock { $0.known = Dictionary(uniqueKeysWithValues: known) }
      return StreamContents(parts: parts)
    } catch { return StreamContents(ofFolder: path, problem: error) }
  }
}
