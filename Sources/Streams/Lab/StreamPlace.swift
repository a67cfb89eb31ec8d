import Platform
import Reactive
import ReactiveExtras

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where documents are kept: a file, or the files of a folder.
///
///     let place = StreamPlace(path: "streams.json")
///     let model = StreamLabViewModel(place: place, isWatching: true)
///
/// It is what a lab knows of the outer world, so a place of another kind is another pair of
/// closures: one that says what is there now, one that says when to look again.
public struct StreamPlace {
  /// One file of a place, and what loading it gave.
  public struct Content {
    /// Where it is loaded from and saved to.
    public var store: StreamStore
    /// What it holds.
    public var update: StreamStore.Update
    /// Whether it can be saved.
    public var isWritable: Bool

    /// Makes the content of a file.
    public init(store: StreamStore, update: StreamStore.Update, isWritable: Bool = true) {
      (self.store, self.update, self.isWritable) = (store, update, isWritable)
    }
  }

  /// What people call it.
  public let name: String
  /// What is there now, in the order of names; or why that cannot be said.
  public let contents: () -> Result<[Content], StreamStoreError>
  /// Sends on a scheduler when it may be time to look again.
  public let changes: (any Scheduler<MonotonicInstant>) -> AnyPublisher<Void, Never>
  /// Whether there is so much that looking takes longer than a frame may.
  var isLarge: () -> Bool = { false }

  /// How many bytes are much.
  private static let largeSize = 64 << 10

  /// Makes a place of any kind.
  ///
  /// - Parameters:
  ///   - name: What people call it.
  ///   - contents: What is there now.
  ///   - changes: Sends on a scheduler when it may be time to look again.
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
  ///   - takesDefaults: Whether a file that does not exist counts as one of the documents that are
  ///     shipped; else that is an error.
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
        // A folder that is not there could only be looked for again and again.
        if takesDefaults { try? AtomicFile(path: path).makeFolder() }
        return FileWatcher(path: path).changes(on: scheduler)
      })
    isLarge = {
      let stores = try? StreamStore.stores(at: path)
      return stores?.reduce(0) { $0 + $1.size } ?? 0 > StreamPlace.largeSize
    }
  }

  /// A place that is only read: what a source holds, such as a server's documents.
  ///
  ///     let address = try StreamAddress("https://example.org/s.json")
  ///     let source = StreamSource(address, transport: curl)
  ///     let place = StreamPlace(reading: source, startingWith: contents)
  ///
  /// What is changed there cannot be saved, but exported.
  ///
  /// - Parameters:
  ///   - source: Where the documents are, and how they are got at.
  ///   - contents: What it holds now, as its ``StreamSource/contents`` says.
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

  /// Where documents are kept if nobody says where: `streams.json` in the user's data folder.
  ///
  /// - Parameter environment: The variables `XDG_DATA_HOME` and `HOME` are looked for in.
  /// - Returns: The path; nil if neither variable names a folder.
  public static func defaultPath(environment: [String: String]) -> String? {
    UserFolder.data(environment).map { $0 + "/signup-tui/streams.json" }
  }
}
