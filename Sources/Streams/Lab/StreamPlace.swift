import Platform
import Reactive
import ReactiveExtras

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A place of documents: a file, or the files of a folder.
///
///     let place = StreamPlace(path: "streams.json")
///     let model = StreamLabViewModel(place: place, isWatching: true)
///
/// A lab knows nothing else of the outer world, so a place of another kind is another pair of
/// closures: one that returns the present contents, one that reports when to read again.
public struct StreamPlace {
  /// One file of a place, with the result of loading it.
  public struct Content {
    /// The store that it is loaded from and saved to.
    public var store: StreamStore
    /// Its contents.
    public var update: StreamStore.Update
    /// True if it can be saved.
    public var isWritable: Bool

    /// Makes the content of a file.
    public init(store: StreamStore, update: StreamStore.Update, isWritable: Bool = true) {
      (self.store, self.update, self.isWritable) = (store, update, isWritable)
    }
  }

  /// The name that people see.
  public let name: String
  /// Returns the present contents, in the order of names; or the reason why they cannot be read.
  public let contents: () -> Result<[Content], StreamStoreError>
  /// Sends on a scheduler when it may be time to read again.
  public let changes: (any Scheduler<MonotonicInstant>) -> AnyPublisher<Void, Never>
  /// Returns true if there is so much that reading takes longer than a frame may.
  var isLarge: () -> Bool = { false }

  /// The number of bytes from which a place is large.
  private static let largeSize = 64 << 10

  /// Makes a place of any kind.
  ///
  /// - Parameters:
  ///   - name: The name that people see.
  ///   - contents: Returns the present contents.
  ///   - changes: Sends on a scheduler when it may be time to read again.
  public init(
    name: String, contents: @escaping () -> Result<[Content], StreamStoreError>,
    changes: @escaping (any Scheduler<MonotonicInstant>) -> AnyPublisher<Void, Never>
  ) {
    (self.name, self.contents, self.changes) = (name, contents, changes)
  }

  /// A file, or every file of a folder whose name ends in `.json`.
  ///
  /// - Parameters:
  ///   - path: The file or folder.
  ///   - takesDefaults: True if a file that does not exist counts as one of the default documents;
  ///     else that is an error.
  public init(path: String, takesDefaults: Bool = false) {
    self.init(
      name: path,
      contents: {
        Result { () throws(StreamStoreError) in
          let stores = try StreamStore.stores(at: path)
          let updates = StreamStore.load(stores) { store throws(StreamStoreError) in
            try takesDefaults ? store.loadOrDefaults() : store.load()
          }
          return zip(stores, updates).map { Content(store: $0, update: $1) }
        }
      },
      changes: { scheduler in
        // A folder that does not exist could only be polled.
        if takesDefaults { try? AtomicFile(path: path).makeFolder() }
        return FileWatcher(path: path).changes(on: scheduler)
      })
    isLarge = {
      let stores = try? StreamStore.stores(at: path)
      return stores?.reduce(0) { $0 + $1.size } ?? 0 > StreamPlace.largeSize
    }
  }

  /// A place that is only read: the contents of a source, such as a server's documents.
  ///
  ///     let address = try StreamAddress("https://example.org/s.json")
  ///     let source = StreamSource(address, transport: curl)
  ///     let place = StreamPlace(reading: source, startingWith: contents)
  ///
  /// Changes there cannot be saved, but exported.
  ///
  /// - Parameters:
  ///   - source: The address of the documents, and the way to fetch them.
  ///   - contents: Its present contents, as from ``StreamSource/contents``.
  public init(reading source: StreamSource, startingWith contents: StreamContents) {
    let latest = Locked(contents)
    self.init(
      name: source.address.description,
      contents: {
        .success(
          latest.withLock { $0 }.parts.map { part in
            Content(
              store: StreamStore(path: part.name), update: part.update, isWritable: false)
          })
      },
      changes: { scheduler in
        source.updates(on: scheduler)
          .handleEvents(receiveOutput: { contents in latest.withLock { $0 = contents } })
          .map { _ in }
          .eraseToAnyPublisher()
      })
    isLarge = {
      latest.withLock { $0 }.parts.reduce(0) { sum, part in
        sum + ((try? part.update.get().bytes?.count) ?? 0)
      } > StreamPlace.largeSize
    }
  }

  /// The default place of documents: `streams.json` in the user's data folder.
  ///
  /// - Parameter environment: The variables `XDG_DATA_HOME` and `HOME` are looked for in.
  /// - Returns: The path; nil if neither variable names a folder.
  public static func defaultPath(environment: [String: String]) -> String? {
    UserFolder.data(environment).map { $0 + "/signup-tui/streams.json" }
  }
}
