import Foundation
import Reactive

#if canImport(FoundationNetworking)
  @_exported import FoundationNetworking
#endif

extension URLSession {
  /// A publisher of the contents of a URL.
  ///
  ///     session.dataTaskPublisher(for: url)
  ///       .map(\.data)
  ///       .decode(type: [Person].self, decoder: JSONDecoder())
  ///
  /// Each subscriber has its own task, which begins when it first requests a value. See
  /// ``DataTaskPublisher``.
  public func dataTaskPublisher(for url: URL) -> DataTaskPublisher {
    dataTaskPublisher(for: URLRequest(url: url))
  }

  /// A publisher of the response to a request.
  ///
  /// Each subscriber has its own task, which begins when it first requests a value. See
  /// ``DataTaskPublisher``.
  public func dataTaskPublisher(for request: URLRequest) -> DataTaskPublisher {
    DataTaskPublisher(request: request, session: self)
  }

  /// Sends the response to a request, and finishes.
  ///
  /// Every response is a value, whatever its status code; a task that gets none fails the stream.
  /// Both come on the session's delegate queue. Cancelling the subscription cancels the task. A
  /// delegate queue of your own must run one operation at a time: Foundation on Linux stops the
  /// program if a task ends twice at once.
  public struct DataTaskPublisher: Reactive.Publisher {
    public typealias Output = (data: Data, response: URLResponse)
    public typealias Failure = URLError

    /// The request to send.
    public let request: URLRequest
    /// The session that makes the tasks.
    public let session: URLSession

    /// Makes a publisher of the response to a request.
    public init(request: URLRequest, session: URLSession) {
      (self.request, self.session) = (request, session)
    }

    public func receive(subscriber: some Subscriber<Output, Failure>) {
      subscriber.receive(subscription: DataTaskSubscription(self, AnySubscriber(subscriber)))
    }
  }
}

/// One subscriber's task: none before the first demand, then exactly one.
///
/// Foundation on Linux stops the program (“a behaviour for a task that in not in the registry”) if
/// a cancelled task ends by itself before the cancel has done its work. That work waits for the
/// cache's response, and then for the task's queue. A task stays in the registry until its
/// completion handler has returned, so the handler waits for the work (`settle`).
private final class DataTaskSubscription: Subscription, CustomStringConvertible, @unchecked Sendable
{
  // Sendable because `lock` guards everything that changes, and the downstream is called by the one
  // completion of the one task.
  typealias Downstream = AnySubscriber<URLSession.DataTaskPublisher.Output, URLError>

  private let lock = NSLock()
  private var publisher: URLSession.DataTaskPublisher?
  private var task: URLSessionDataTask?
  private var cancelled: URLSessionDataTask?
  private var downstream: Downstream?

  init(_ publisher: URLSession.DataTaskPublisher, _ downstream: Downstream) {
    (self.publisher, self.downstream) = (publisher, downstream)
  }

  var description: String { "DataTaskPublisher" }

  func request(_ demand: Subscribers.Demand) {
    precondition(
      demand > 0, "\(description): a subscriber requested no values; ask for at least one.")
    lock.lock()
    let first = publisher
    publisher = nil
    lock.unlock()
    guard let first else { return }
    let task = first.session.dataTask(with: first.request) { data, response, error in
      self.complete(data, response, error)
    }
    lock.lock()
    let isWanted = downstream != nil
    if isWanted { self.task = task }
    lock.unlock()
    // A task that is cancelled before it began still releases its references.
    if isWanted { task.resume() } else { task.cancel() }
  }

  private func complete(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
    lock.lock()
    let (downstream, cancelled) = (downstream, cancelled)
    task = nil
    self.cancelled = nil
    lock.unlock()
    if let cancelled { settle(cancelled) }
    guard let downstream else { return }
    if let response, error == nil {
      _ = downstream.receive((data ?? Data(), response))
      if end() { downstream.receive(completion: .finished) }
    } else if end() {
      downstream.receive(completion: .failure(error as? URLError ?? URLError(.unknown)))
    }
  }

  /// Waits until a cancel does its work, which begins with the task's error.
  private func settle(_ task: URLSessionDataTask) {
    #if canImport(FoundationNetworking)
      // The first read is not safe in theory: Foundation guards `error` by no lock, the cancel may
      // replace it at that very moment, and nothing else shows that it has begun. From then on the
      // error is kept.
      var former: (any Error)?
      while true {
        // Suspending a cancelled task only waits for its queue.
        task.suspend()
        let error = task.error
        if task.state != .canceling || (error as? URLError)?.code == .cancelled { break }
        former = error
        // The cache has responded, and its thread is about to continue.
        Thread.sleep(forTimeInterval: 0.0005)
      }
      withExtendedLifetime(former) {}
    #endif
  }

  /// Releases the downstream; returns false if that had happened before.
  private func end() -> Bool {
    lock.lock()
    let ended = downstream
    downstream = nil
    lock.unlock()
    return ended != nil
  }

  func cancel() {
    lock.lock()
    let (gone, unused) = (downstream, publisher)
    (downstream, publisher) = (nil, nil)
    // Under the lock, which `complete` waits for, so that the end sees the cancel or has come
    // before it. Foundation calls nothing here that calls back into this subscription.
    if let running = task {
      running.cancel()
      (cancelled, task) = (running, nil)
    }
    lock.unlock()
    // Freed here, outside the lock.
    withExtendedLifetime((gone, unused)) {}
  }
}
