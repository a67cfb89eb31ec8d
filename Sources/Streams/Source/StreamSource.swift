import Platform
import Fetching
import Dispatch
import Reactive

/// A file, folder or URL with documents that other programs may change.
///
///     let address = try StreamAddress("https://example.org/prices.json")
///     let source = StreamSource(address, transport: curl)
///     source.publisher(of: "prices", problem: { show($0) }).sink { draw($0) }
///
/// A file or folder is watched; on Linux a change is noticed within milliseconds, and files whose
/// bytes have changed are parsed again. A URL is requested repeatedly, with the tag of the known
/// version, which saves the transfer of unchanged contents; pauses grow with each failure.
public struct StreamSource: Sendable {
  /// The address of the source.
  public let address: StreamAddress
  /// The time between two requests to a URL.
  public let interval: Duration
  /// True if a missing file counts as one with the default documents; otherwise it is an error.
  package let takesDefaults: Bool
  /// The display name.
  package internal(set) var name: String
  /// The transport that fetches a URL; nil if only files are read.
  let transport: (any Transport)?
  /// The initial contents of a workspace.
  private(set) var known: StreamContents?
  /// Reads a file.
  var load: StreamFiles.Load
  /// Returns a publisher of changes to files; nil to use the system's.
  var changes: (@Sendable () -> AnyPublisher<Void, Never>)?

  /// The number of bytes above which reading may take longer than a frame.
  var largeSize = 64 << 10
  /// Performs work on another thread.
  var aside: @Sendable (@escaping () -> Void) -> Void = { work in
    // Handed over: only one thread performs the work.
    nonisolated(unsafe) let work = work
    DispatchQueue(label: "stream-source").async { work() }
  }

  /// Makes a source for an address, which need not exist.
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

  /// True if changes can be saved: to files and, if a transport is given, to a URL, by a request to
  /// its server.
  package var isWritable: Bool {
    switch address {
    case .local: true
    case .web: transport != nil
    }
  }

  /// Returns the source with initial contents for a ``StreamWorkspace``, for example from
  /// ``contents``, instead of waiting for a server's response.
  package func starting(with contents: StreamContents) -> StreamSource {
    var source = self
    source.known = contents
    return source
  }

  /// Returns the source with a missing file counted as empty; the first save creates it. A missing
  /// folder is still an error.
  package func startingEmpty() -> StreamSource {
    var source = self
    source.load = { store, known throws(StreamStoreError) in
      let hasFolder = FilePath.missingFolders(of: store.path).isEmpty
      return try store.load(orElse: hasFolder ? [] : nil, knowing: known)
    }
    return source
  }

  /// Makes a publisher of the contents at the time of subscription: one value, then the end.
  ///
  /// A file is read during the subscription; the contents of a URL may arrive on any thread.
  public var contents: AnyPublisher<StreamContents, Never> {
    looks(on: ImmediateScheduler.shared, follows: false).map { $0.contents() }.eraseToAnyPublisher()
  }

  /// Makes a publisher of the source's contents, now and after each change.
  ///
  /// Works on the scheduler, which must be serial. Sends nothing for a change that leaves the
  /// contents the same. Never finishes.
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
        // A missing folder could only be polled.
        if takesDefaults { try? AtomicFile(path: path).makeFolder() }
        let files = StreamFiles(path: path, load: load)
        // The watch begins before the first look, to miss no change.
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

  /// The polling of a URL, before the first request.
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
