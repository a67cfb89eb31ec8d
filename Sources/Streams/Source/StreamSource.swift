import Fetching
import Dispatch
import Reactive

/// A place with documents that others may change, and the way to fetch them.
///
///     let address = try StreamAddress("https://example.org/prices.json")
///     let source = StreamSource(address, transport: curl)
///     source.publisher(of: "prices", problem: { show($0) }).sink { draw($0) }
///
/// A file or folder is watched; on Linux a change is seen within milliseconds. A URL is requested
/// again and again, with the tag of the known version, so that nothing comes back if nothing has
/// changed; pauses grow longer with each failure.
public struct StreamSource: Sendable {
  /// The address of the place.
  public let address: StreamAddress
  /// The time between two requests to a URL.
  public let interval: Duration
  /// The transport that fetches a URL; nil if only files are read.
  private let transport: (any Transport)?

  /// Makes a source for an address, where nothing need exist.
  public init(
    _ address: StreamAddress, transport: (any Transport)? = nil, interval: Duration = .seconds(1)
  ) {
    (self.address, self.transport, self.interval) = (address, transport, interval)
  }

  /// Makes a publisher of the contents of the place at the subscription: one value, then the end.
  ///
  /// A file is read inside the subscription; the contents of a URL may come from any thread.
  public var contents: AnyPublisher<StreamContents, Never> {
    switch address {
    case .local(let path):
      return Deferred { Just(StreamContents(ofLocal: path)) }.eraseToAnyPublisher()
    case .web(let url):
      let poll = StreamPoll(url: url, interval: interval)
      return answer(to: poll.request).map { answer in
        var poll = poll
        return poll.take(answer) ?? StreamContents(parts: [])
      }.eraseToAnyPublisher()
    }
  }

  /// Makes a publisher of the contents of the place, now and after each change.
  ///
  /// Works on the scheduler, which has to run one piece of work after another. Sends nothing for a
  /// change that leaves everything as it was. Never finishes.
  public func updates<Context: Scheduler>(
    on scheduler: Context = DispatchQueue.main
  ) -> AnyPublisher<StreamContents, Never> {
    switch address {
    case .local(let path):
      // The watch begins before the first look, so that no change falls between.
      FileWatcher(path: path).changes(on: scheduler).merge(with: Just(()))
        .map { StreamContents(ofLocal: path) }
        .removeDuplicates()
        .eraseToAnyPublisher()
    case .web(let url):
      Deferred { polling(url, scheduler) }.removeDuplicates().eraseToAnyPublisher()
    }
  }

  private func polling<Context: Scheduler>(
    _ url: String, _ scheduler: Context
  ) -> AnyPublisher<StreamContents, Never> {
    typealias Look = (poll: StreamPoll, news: StreamContents?)
    // Read on the thread of the answer, which may take a while with many documents; the new state
    // of polling comes to the scheduler with the contents.
    func look(_ poll: StreamPoll) -> AnyPublisher<Look, Never> {
      self.answer(to: poll.request)
        .map { answer -> Look in
          var poll = poll
          let news = poll.take(answer)
          return (poll, news)
        }
        .receive(on: scheduler)
        .eraseToAnyPublisher()
    }
    let requests = CurrentValueSubject<AnyPublisher<Look, Never>, Never>(
      look(StreamPoll(url: url, interval: interval)))
    return requests.switchToLatest()
      .compactMap { poll, news in
        let pause = Context.SchedulerTimeType.Stride.nanoseconds(poll.pause.nanoseconds)
        requests.send(
          Just(()).delay(for: pause, scheduler: scheduler).flatMap { look(poll) }
            .eraseToAnyPublisher())
        return news
      }
      .eraseToAnyPublisher()
  }

  private func answer(to request: HTTPRequest) -> AnyPublisher<StreamPoll.Answer, Never> {
    guard let transport else {
      let reason = "URLs are not fetched here"
      return Just(.failure(.failed(request.place, reason: reason))).eraseToAnyPublisher()
    }
    return transport.response(to: request)
      .map { StreamPoll.Answer.success($0) }
      .catch { Just(StreamPoll.Answer.failure($0)) }
      .replaceEmpty(with: .failure(.cutShort(request.place)))
      .first()
      .eraseToAnyPublisher()
  }
}

extension Duration {
  /// The whole nanoseconds in it.
  fileprivate var nanoseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds.clamped(to: 0...1_000_000_000)) * 1_000_000_000
      + Int(attoseconds / 1_000_000_000)
  }
}

extension Comparable {
  fileprivate func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
