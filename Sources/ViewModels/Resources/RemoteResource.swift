import Dispatch
import Fetching
import Reactive
import ReactiveExtras

/// A value made from a service's response, which is fetched only if it has changed, and stored on
/// disk so that it can be shown at once.
///
///     let users = RemoteResource(
///       HTTPRequest("https://example.org/users"), over: transport, cache: cache
///     ) { answer in try User.all(inJSON: answer.body) }
///     let model = ResourceViewModel(users)
///     model.load()
///     model.state.fetched?.age()  // nil, then how old what is shown is
///
/// The closure translates the service's format into the program's: it makes the value from a
/// response, or throws. It runs on the thread that receives the response, not the main thread.
///
/// A try sends up to two values. The first comes from the last response on disk, with its age; it
/// is read once. The second is the service's. If the last response had an `ETag` or a
/// `Last-Modified`, the service is asked whether that response is still current: if so (304), the
/// value stays and its age is zero again. A response is stored as soon as a value has been made
/// from it; a failure to write it is not reported. Each subscription makes its own request, and
/// cancelling it stops the request.
public final class RemoteResource<Value> {
  /// A value that has arrived, with its age: zero if the service has just sent or confirmed it.
  package struct Arrival {
    /// The value.
    package var value: Value
    /// The time since the service last sent or confirmed it.
    package var age: Duration

    /// Makes a value of an age.
    package init(_ value: Value, age: Duration = .zero) { (self.value, self.age) = (value, age) }
  }

  /// A value with the validators of its response.
  ///
  /// Unchecked, because a value is passed from the thread that made it to the next one that asks,
  /// under a lock, as publishers pass theirs.
  private struct Known: @unchecked Sendable {
    var value: Value
    var validators: Validators
    /// The number of the try that has it.
    var attempt: Int

    init(_ value: Value, of headers: HTTPHeaders, attempt: Int) {
      (self.value, self.attempt, validators) = (value, attempt, Validators(of: headers))
    }
  }

  private struct Memory {
    var known: Known?
    var attempts = 0
  }

  private let request: HTTPRequest
  private let transport: any Transport
  private let stored: (cache: ResponseCache, key: ResponseCache.Key)?
  private let map: @Sendable (HTTPResponse) throws -> Value
  /// Delivers the value on disk, which takes time to read and to make.
  private let read: (@escaping () -> Arrival?) -> AnyPublisher<Arrival, ResourceError>
  private let memory = Locked(Memory())

  /// Makes a resource that has requested nothing yet.
  ///
  /// - Parameters:
  ///   - request: The request, a `GET`.
  ///   - transport: The transport that fetches the response.
  ///   - cache: The responses on disk; nil to store none.
  ///   - scope: Anything besides the URL that affects the response, such as the name of the
  ///     signed-in user; never a secret.
  ///   - background: The scheduler that reads the response on disk.
  ///   - map: Makes the value of a successful response.
  public init<Background: Scheduler>(
    _ request: HTTPRequest, over transport: any Transport, cache: ResponseCache? = nil,
    scope: String = "", background: Background = DispatchQueue.global(qos: .userInitiated),
    map: @escaping @Sendable (HTTPResponse) throws -> Value
  ) {
    (self.request, self.transport, self.map) = (request, transport, map)
    stored = cache.map { (cache: $0, key: ResponseCache.Key(url: request.url, scope: scope)) }
    read = { work in
      Deferred { work().publisher }
        .setFailureType(to: ResourceError.self)
        .subscribe(on: background)
        .eraseToAnyPublisher()
    }
  }

  /// Makes a publisher of a try: the value on disk, if there is one, and the service's.
  package func arrivals() -> AnyPublisher<Arrival, ResourceError> {
    Deferred { [self] () -> AnyPublisher<Arrival, ResourceError> in
      let (attempt, isKnown) = memory.withLock { memory in
        memory.attempts += 1
        return (memory.attempts, memory.known != nil)
      }
      let fetched = Deferred { self.fetch(attempt) }
      guard let stored, !isKnown else { return fetched.eraseToAnyPublisher() }
      return read { self.value(in: stored.cache, stored.key, attempt) }
        .append(fetched).eraseToAnyPublisher()
    }
    .eraseToAnyPublisher()
  }

  // MARK: The disk

  /// Returns the value of the response on disk; a response that no value can be made of is none.
  private func value(in cache: ResponseCache, _ key: ResponseCache.Key, _ attempt: Int) -> Arrival?
  {
    guard let entry = cache.entry(for: key), let value = try? map(entry.response) else {
      return nil
    }
    learn(Known(value, of: entry.response.headers, attempt: attempt))
    return Arrival(value, age: entry.age)
  }

  // MARK: The service

  private func fetch(_ attempt: Int) -> AnyPublisher<Arrival, ResourceError> {
    let known = memory.withLock { $0.known }
    var request = request
    known?.validators.add(to: &request)
    return transport.response(to: request)
      .mapError { ResourceError.transport($0) }
      .attempting { response throws(ResourceError) in
        try self.arrival(of: response, knowing: known, attempt)
      }
  }

  private func arrival(
    of response: HTTPResponse, knowing known: Known?, _ attempt: Int
  ) throws(ResourceError) -> Arrival {
    if response.status == 304, let known {
      if let stored, let entry = stored.cache.entry(for: stored.key) {
        try? stored.cache.keep(entry.response, as: stored.key)
      }
      return Arrival(known.value)
    }
    guard response.isSuccess else { throw ResourceError(response, to: request) }
    let value: Value
    do { value = try map(response) } catch {
      throw .unreadable(request.address, reason: "\(error)")
    }
    learn(Known(value, of: response.headers, attempt: attempt))
    if let stored { try? stored.cache.keep(response, as: stored.key) }
    return Arrival(value)
  }

  /// Remembers a value, unless a later try has one already.
  private func learn(_ known: Known) {
    // The one before goes outside of the lock.
    let before = memory.withLock { memory -> Known? in
      let before = memory.known
      if known.attempt >= before?.attempt ?? 0 { memory.known = known }
      return before
    }
    _ = before
  }
}

extension RemoteResource.Arrival: Equatable where Value: Equatable {}
extension RemoteResource.Arrival: Sendable where Value: Sendable {}
