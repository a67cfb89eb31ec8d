import Platform
import Fetching
import Dispatch
import Reactive

/// A file, folder or URL with documents that others may change.
///
///     let address = try StreamAddress("https://example.org/prices.json")
///     let source = StreamSource(address, transport: curl)
///     source.publisher(of: "prices", problem: { show($0) }).sink { draw($0) }
///
/// A file or folder is watched; on Linux a change is seen within milliseconds, and the files whose
/// bytes have changed are parsed again. A URL is requested again and again, with the tag of the
/// known version, so that nothing comes back if nothing has changed; pauses grow longer with each
/// failure.
public struct StreamSource: Sendable {
  /// The address of the source.
  public let address: StreamAddress
  /// The time between two requests to a URL.
  public let interval: Duration
  /// True if a file that does not exist counts as one of the default documents; else that is an
  /// error.
  package let takesDefaults: Bool
  /// The display name.
  package internal(set) var name: String
  /// The transport that fetches a URL; nil if only files are read.
  let transport: (any Transport)?
  /// The contents that a workspace starts with.
  private(set) var known: StreamContents?
  /// Reads a file.
  var load: StreamFiles.Load
  /// Returns a publisher of changes of files; nil for the one of the system.
  var changes: (@Sendable () -> AnyPublisher<Void, Never>)?

  /// The number of bytes beyond which reading takes longer than a frame may.
  var largeSize = 64 << 10
  /// Performs work on another thread.
  var aside: @Sendable (@escaping () -> Void) -> Void = { work in
    // Handed over: only one thread performs it.
    nonisolated(unsafe) let work = work
    DispatchQueue(label: "stream-source").async { work() }
  }

  /// Makes a source for an address, where nothing need exist.
  public init(
    _ address: StreamAddress, transport: (any Transport)? = nil, interval: Duration = .seconds(1),
    takesDefaults: Bool = false
  ) {
    (self.address, self.transport, self.interval) = (address, transport, interval)
    (self.takesDefaults, name) = (takesDefaults, address.description)
    load = { store, known throws(StreamStoreError) in
      try store.load(orElse: takesDefaults ? StreamDocument.defaults : nil, knowing: known)
    }
  }

  /// True if changes can be saved: those of files and, if URLs are fetched here, those of a URL,
  /// which its server is asked to take.
  package var isWritable: Bool {
    switch address {
    case .local: true
    case .web: transport != nil
    }
  }

  /// Returns the source with contents that a ``StreamWorkspace`` starts with, as from
  /// ``contents``, instead of waiting for a server's response.
  package func starting(with contents: StreamContents) -> StreamSource {
    var source = self
    source.known = contents
    return source
  }

  /// Returns the source with a file that does not exist as one without documents, which the first
  /// save makes. A folder that does not exist is an error all the same.
  package func startingEmpty() -> StreamSource {
    var source = self
    source.load = { store, known throws(StreamStoreError) in
      let hasFolder = FilePath.missingFolders(of: store.path).isEmpty
      return try store.load(orElse: hasFolder ? [] : nil, knowing: known)
    }
    return source
  }

  /// Makes a publisher of the contents of the source at the subscription: one value, then the end.
  ///
  /// A file is read inside the subscription; the contents of a URL may come from any thread.
  public var contents: AnyPublisher<StreamContents, Never> {
    looks(on: ImmediateScheduler.shared, follows: false).map { $0.contents() }.eraseToAnyPublisher()
  }

  /// Makes a publisher of the contents of the source, now and after each change.
  ///
  /// Works on the scheduler, which has to run one piece of work after another. Sends nothing for a
  /// change that leaves everything as it was. Never finishes.
  public func updates<Context: Scheduler>(
    on scheduler: Context = DispatchQueue.main
  ) -> AnyPublisher<StreamContents, Never> {
    looks(on: scheduler).map { $0.contents() }.removeDuplicates().eraseToAnyPublisher()
  }

  /// Makes a publisher of occasions to read the source: now and, if it `follows` the source, after
  /// each change.
  func looks<Context: Scheduler>(
    on scheduler: Context, follows: Bool = true
  ) -> AnyPublisher<StreamLook, Never> {
    Deferred { () -> AnyPublisher<StreamLook, Never> in
      switch address {
      case .local(let path) where !follows:
        return Just(.files(StreamFiles(path: path, load: load))).eraseToAnyPublisher()
      case .local(let path):
        // A folder that does not exist could only be polled.
        if takesDefaults { try? AtomicFile(path: path).makeFolder() }
        let files = StreamFiles(path: path, load: load)
        // The watch begins before the first look, so that no change falls between.
        return (changes?() ?? FileWatcher(path: path).changes(on: scheduler))
          .merge(with: Just(()))
          .map { .files(files) }
          .eraseToAnyPublisher()
      case .web(let url) where !follows:
        return poll(url).fetch(by: transport).receive(on: scheduler)
          .map { .contents(contents(of: url, $0.1) ?? StreamContents(parts: [])) }
          .eraseToAnyPublisher()
      case .web(let url):
        return poll(url).updates(by: transport, on: scheduler)
          .compactMap { contents(of: url, $0).map { .contents($0) } }.eraseToAnyPublisher()
      }
    }.eraseToAnyPublisher()
  }

  /// The requests to a URL, before the first.
  private func poll(_ url: String) -> URLPoll<StreamContents> {
    let name = HTTPRequest(url).address
    return URLPoll(.streams(url), every: interval) { response in
      let update = Result { () throws(StreamStoreError) in
        try StreamStore.Snapshot(bytes: response.body, named: name, tag: response.headers["ETag"])
      }
      return StreamContents(parts: [StreamContents.Part(name: name, update: update)])
    }
  }

  private func contents(
    of url: String, _ update: URLPoll<StreamContents>.Update?
  ) -> StreamContents? {
    switch update {
    case .changed(let contents), .recovered(let contents): contents
    case .failed(let error): StreamContents(of: HTTPRequest(url).address, problem: error)
    case nil: nil
    }
  }
}
