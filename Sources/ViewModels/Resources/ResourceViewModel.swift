import Reactive
import ReactiveExtras

/// A value that is fetched on request, and again, one attempt at a time.
///
///     let users = ResourceViewModel {
///       transport.response(to: request).tryMap { try Users(json: $0.body) }
///     }
///     users.load()
///     users.state.isLoading  // true, until the publisher has finished or failed
///     users.state.value  // nil, then the users; they stay while they are loaded again
///
/// The closure makes the publisher of an attempt and is not called before ``load()``. Each attempt
/// is made and subscribed to here, and delivered on the scheduler. It is done when the publisher
/// finishes. If it sends several values, each replaces the one before.
///
/// The model keeps the closure, so the closure must not keep the model.
@MainActor public final class ResourceViewModel<Value>: ObservableObject {
  /// The state of the value.
  @Published public private(set) var state = ResourceState<Value>.idle

  /// The value of a running attempt, with its age.
  private typealias Arrival = RemoteResource<Value>.Arrival
  private typealias Try = AnyPublisher<Event<Arrival, any Error>, Never>
  /// True starts the next try in place of the running one; false only ends that one.
  private let tries = PassthroughSubject<Bool, Never>()
  private let now: () -> MonotonicInstant
  private var cancellables: Set<AnyCancellable> = []

  /// Makes a model without a value.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler that delivers responses. It must run its work on the main thread.
  ///     Values have its time if that is a `MonotonicInstant`, otherwise that of the machine's
  ///     clock.
  ///   - fetch: Makes a publisher of the value, a new one for each attempt.
  public convenience init<Source: Publisher<Value, Failure>, Failure: Error>(
    scheduler: some Scheduler = AnyScheduler.main, fetch: @escaping () -> Source
  ) { self.init(scheduler: scheduler, arrivals: { fetch().map { Arrival($0) } }) }

  /// Makes a model of a service's response, without a value yet.
  ///
  /// The value on disk is shown during the request, with its time of arrival.
  ///
  /// - Parameters:
  ///   - resource: The resource.
  ///   - scheduler: The scheduler that delivers responses. It must run its work on the main thread.
  ///     Values have its time if that is a `MonotonicInstant`, otherwise that of the machine's
  ///     clock.
  public convenience init(
    _ resource: RemoteResource<Value>, scheduler: some Scheduler = AnyScheduler.main
  ) { self.init(scheduler: scheduler, arrivals: resource.arrivals) }

  /// Makes a model of values with their ages.
  init<Source: Publisher, UI: Scheduler>(scheduler: UI, arrivals: @escaping () -> Source)
  where Source.Output == RemoteResource<Value>.Arrival {
    now = { scheduler.now as? MonotonicInstant ?? .now }
    tries
      .map { begins -> Try in
        guard begins else { return Empty().eraseToAnyPublisher() }
        return Deferred { arrivals() }
          .mapError { $0 as any Error }
          .materialize()
          .receive(on: scheduler)
          .eraseToAnyPublisher()
      }
      .switchToLatest()
      .sink { [weak self] in self?.receive($0) }
      .store(in: &cancellables)
  }

  /// Fetches the value, unless it is already loading.
  public func load() { if !state.isLoading { reload() } }

  /// Fetches the value again; a running attempt is cancelled.
  public func reload() {
    state.begin()
    tries.send(true)
  }

  /// Tries again after a failure; does nothing in any other state.
  public func retry() { if state.error != nil { reload() } }

  /// Cancels a running attempt; the previous value stays.
  public func cancel() {
    guard state.isLoading else { return }
    tries.send(false)
    state.finish()
  }

  /// Cancels a running attempt, and forgets the value.
  public func reset() {
    tries.send(false)
    state = .idle
  }

  private func receive(_ event: Event<Arrival, any Error>) {
    switch event {
    case .value(let arrival): state.receive(arrival.value, at: now() - arrival.age)
    case .failure(let error): state.fail(error)
    case .finished: state.finish()
    }
  }
}
