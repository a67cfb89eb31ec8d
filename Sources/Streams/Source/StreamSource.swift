import Platform
import Fetching
import Dispatch
import Reactive

/// A place with documents that others may change, and the way to read it.
///
///     let address = try StreamAddress("https://example.org/prices.json")
///     let source = StreamSource(address, transport: curl)
///     source.publisher(of: "prices", problem: { show($0) }).sink { draw($0) }
///
/// A file or folder is watched; on Linux a change is seen within milliseconds, and of a folder's
/// files those are read again that may have changed, or had errors. A URL is requested again and
/// again, with the tag of the known version, so that nothing comes back if nothing has changed;
/// pauses grow longer with each failure.
public struct StreamSource: Sendable {
  /// The address of the place.
  public let address: StreamAddress
  /// The time between two requests to a URL.
  public let interval: Duration
  /// True if a file that does not exist counts as one of the default documents; else that is an
  /// error.
  public let takesDefaults: Bool
  /// The name that people see.
  public internal(set) var name: String
  /// The transport that fetches a URL; nil if only files are read.
  let transport: (any Transport)?
  /// The contents that a lab starts with.
  private(set) var known: StreamContents?
  /// Reads a file.
  var load: StreamFiles.Load
  /// Returns a publisher of the names of changed files; nil for the one of the system.
  var names: (@Sendable () -> AnyPublisher<FileWatcher.Names, Never>)?

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
    load = { store throws(StreamStoreError) in
      try takesDefaults ? store.loadOrDefaults() : store.load()
    }
  }

  /// True if changes can be saved: those of files and, if URLs are fetched here, those of a URL,
  /// which its server is asked to take.
  public var isWritable: Bool {
    switch address {
    case .local: true
    case .web: transport != nil
    }
  }

  /// Returns the source with contents that a ``StreamLabViewModel`` starts with, as from
  /// ``contents``, instead of waiting for a server's answer.
  public func starting(with contents: StreamContents) -> StreamSource {
    var source = self
    source.known = contents
    return source
  }

  /// Returns the source with a file that does not exist as one without documents, which the first
  /// save makes. A folder that does not exist is an error all the same.
  public func startingEmpty() -> StreamSource {
    var source = self
    source.load = { store throws(StreamStoreError) in try store.loadOrNothing() }
    return source
  }

  /// Makes a publisher of the contents of the place at the subscription: one value, then the end.
  ///
  /// A file is read inside the subscription; the contents of a URL may come from any thread.
  public var contents: AnyPublisher<StreamContents, Never> {
    look.map { $0.contents() }.eraseToAnyPublisher()
  }

  /// One occasion to read the place.
  private var look: AnyPublisher<StreamLook, Never> {
    switch address {
    case .local(let path):
      return Deferred { Just(StreamLook(StreamFiles(path: path, load: load))) }
        .eraseToAnyPublisher()
    case .web(let url):
      return fetch(StreamPoll(url: url, interval: interval))
        .map { StreamLook($0.news ?? StreamContents(parts: [])) }.eraseToAnyPublisher()
    }
  }

  /// Makes a publisher of the contents of the place, now and after each change.
  ///
  /// Works on the scheduler, which has to run one piece of work after another. Sends nothing for a
  /// change that leaves everything as it was. Never finishes.
  public func updates<Context: Scheduler>(
    on scheduler: Context = DispatchQueue.main
  ) -> AnyPublisher<StreamContents, Never> {
    looks(on: scheduler).map { $0.contents() }.removeDuplicates().eraseToAnyPublisher()
  }

  /// Makes a publisher of occasions to read the place: now and, if it `follows` the place, after
  /// each change.
  func looks<Context: Scheduler>(
    on scheduler: Context, follows: Bool = true
  ) -> AnyPublisher<StreamLook, Never> {
    Deferred { () -> AnyPublisher<StreamLook, Never> in
      switch address {
      case .local where !follows: return look
      case .local(let path):
        // A folder that does not exist could only be polled.
        if takesDefaults { try? AtomicFile(path: path).makeFolder() }
        let files = StreamFiles(path: path, load: load)
        // The watch begins before the first look, so that no change falls between.
        return (names?() ?? FileWatcher(path: path).names(on: scheduler))
          .map { files.note($0) }
          .merge(with: Just(()))
          .map { StreamLook(files) }
          .eraseToAnyPublisher()
      case .web where !follows: return look.receive(on: scheduler).eraseToAnyPublisher()
      case .web(let url):
        return polling(url, scheduler).map { StreamLook($0) }.eraseToAnyPublisher()
      }
    }.eraseToAnyPublisher()
  }

  private func polling<Context: Scheduler>(
    _ url: String, _ scheduler: Context
  ) -> AnyPublisher<StreamContents, Never> {
    let polls = CurrentValueSubject<StreamPoll, Never>(StreamPoll(url: url, interval: interval))
    return
      polls.map { poll in
        Just(()).delay(for: .nanoseconds(poll.pause.nanoseconds), scheduler: scheduler)
          .flatMap { fetch(poll) }
          .receive(on: scheduler)
      }
      .switchToLatest()
      .compactMap { poll, news in
        polls.send(poll)
        return news
      }
      .eraseToAnyPublisher()
  }

  /// Sends the next request; returns the state after it, and the contents if they may be new.
  ///
  /// The answer is read on its own thread, which may take a while with many documents.
  private func fetch(
    _ poll: StreamPoll
  ) -> AnyPublisher<(poll: StreamPoll, news: StreamContents?), Never> {
    let request = poll.request
    let unfetched = TransportError.failed(request.place, reason: "URLs are not fetched here")
    return (transport?.response(to: request) ?? Fail(error: unfetched).eraseToAnyPublisher())
      .map { StreamPoll.Answer.success($0) }
      .catch { Just(StreamPoll.Answer.failure($0)) }
      .replaceEmpty(with: .failure(.cutShort(request.place)))
      .first()
      .map { answer in
        var poll = poll
        let news = poll.take(answer)
        return (poll, news)
      }
      .eraseToAnyPublisher()
  }
}

extension Duration {
  /// The whole nanoseconds in it, from 0 to those of a billion seconds.
  fileprivate var nanoseconds: Int {
    let (seconds, attoseconds) = components
    return Int(min(max(0, seconds), 1_000_000_000)) * 1_000_000_000
      + Int(attoseconds / 1_000_000_000)
  }
}
