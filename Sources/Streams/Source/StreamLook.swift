import Fetching
import Platform
import Reactive

/// An occasion to read a source.
enum StreamLook {
  /// Files that are still to be read.
  case files(StreamFiles)
  /// Contents that have been fetched.
  case contents(StreamContents)

  /// The number of bytes that there are to read.
  var size: Int {
    switch self {
    case .files(let files): files.size
    case .contents(let contents):
      contents.parts.reduce(0) { $0 + ((try? $1.update.get().bytes?.count) ?? 0) }
    }
  }

  /// Reads the source.
  ///
  /// - Parameter known: Contents of files that are known already, such as those that were saved
  ///     here: they are not parsed again.
  func contents(knowing known: [String: StreamStore.Snapshot] = [:]) -> StreamContents {
    switch self {
    case .files(let files): files.contents(knowing: known)
    case .contents(let contents): contents
    }
  }
}

/// The files of a path. Those of a folder that have been read are read again only if they may have
/// changed.
final class StreamFiles: Sendable {
  /// Reads a file.
  typealias Load =
    @Sendable (StreamStore, _ known: StreamStore.Snapshot?) throws(StreamStoreError)
    -> StreamStore.Snapshot

  private let path: String
  private let load: Load
  private let state = Locked(State())

  private struct State {
    var known: [String: (snapshot: StreamStore.Snapshot, fingerprint: [Int])] = [:]
    /// The names of known files that may have changed since they were read; nil for all.
    var changed: FileWatcher.Names = nil
  }

  /// Makes the files of a path, of which none has been read.
  init(path: String, load: @escaping Load) { (self.path, self.load) = (path, load) }

  /// The number of bytes of all files.
  var size: Int { (try? StreamStore.stores(at: path))?.reduce(0) { $0 + $1.size } ?? 0 }

  /// Notes that files may have changed.
  func note(_ names: FileWatcher.Names) {
    state.withLock { state in
      if let names { state.changed?.formUnion(names) } else { state.changed = nil }
    }
  }

  /// Reads the files, on one thread at a time.
  func contents(knowing snapshots: [String: StreamStore.Snapshot]) -> StreamContents {
    let before = state.withLock { state in
      defer { state.changed = [] }
      return state
    }
    // Taken before the files are read, so that a change in between is seen the next time. Links are
    // followed, of whose files the folder reports nothing.
    var fingerprints: [String: [Int]] = [:]
    do throws(StreamStoreError) {
      let stores = try StreamStore.stores(at: path)
      if stores.isEmpty {
        note(nil)
        return StreamContents(ofEmptyFolder: path)
      }
      let updates = StreamStore.load(stores) { store throws(StreamStoreError) in
        let fingerprint = FileWatcher(path: store.path).fingerprint
        fingerprints[store.path] = fingerprint
        if let changed = before.changed, let known = before.known[store.path],
          known.fingerprint == fingerprint, !changed.contains(FilePath.name(of: store.path))
        {
          return known.snapshot
        }
        return try load(store, snapshots[store.path])
      }
      let parts = zip(stores, updates).map { StreamContents.Part(name: $0.path, update: $1) }
      let known = parts.compactMap { part in
        (try? part.update.get()).map { (part.name, ($0, fingerprints[part.name] ?? [])) }
      }
      state.withLock { $0.known = Dictionary(uniqueKeysWithValues: known) }
      return StreamContents(parts: parts)
    } catch {
      note(before.changed)
      return StreamContents(ofFolder: path, problem: error)
    }
  }
}
