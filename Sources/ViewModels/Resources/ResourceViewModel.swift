import Reactive
import ReactiveExtras

/// A value that is fetched on request, and again, one try at a time.
///
///     let users = ResourceViewModel {
///       transport.response(to: request).tryMap { try Users(json: $0.body) }
///     }
///     users.load()
///     users.state.isLoading  // true, until the publisher has finished or failed
///     users.state.value  // nil, then the users; they stay while they are loaded again
///
/// The closure makes the publisher of a try; nothing of it runs before ``load()``. Each try goes
/// one way: made and subscribed to here, its failure logged, then over to the scheduler. It is done
/// when the publisher finishes. Of several values each replaces the one before.
///
/// The model keeps the closure, so the closure must not keep the model.
@MainActor
public final class ResourceViewModel<Value>: ObservableObject {
  /// The state of the value.
  @Published public private(set) var state = Resource<Value>.idle

  private typealias Try = AnyPublisher<Event<Value, any Error>, Never>
  /// Makes the next try take the place of the one under way; false only ends that one.
  private let tries = PassthroughSubject<Bool, Never>()
  private let now: () -> MonotonicInstant
  private var cancellables: Set<AnyCancellable> = []

  /// Makes a model that has nothing yet.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler that measures time and delivers answers. It has to run its work
  ///     on the main thread.
  ///   - logger: The logger that gets each failure, where it occurs.
  ///   - fetch: Makes a publisher of the value, for each try a new one.
  public init<Source: Publisher<Value, Failure>, Failure: Error>(
    scheduler: some Scheduler<MonotonicInstant> = AnyScheduler.main,
    logger: any ErrorLogger = SilentErrorLogger(), fetch: @escaping () -> Source
  ) {
    now = { scheduler.now }
    tries
      .map { begins -> Try in
        guard begins else { return Empty().eraseToAnyPublisher() }
        return Deferred { fetch() }
          .mapError { $0 as any Error }
          .logErrors(to: logger)
          .materialize()
          .receive(on: scheduler)
          .eraseToAnyPublisher()
      }
      .switchToLatest()
      .sink { [weak self] in self?.receive($0) }
      .store(in: &cancellables)
  }

  /// Fetches the value, unless it is on its way already.
  public func load() {
    if !state.isLoading { reload() }
  }

  /// Fetches the value anew; a try that is under way is cancelled.
  public func reload() {
    state.begin()
    tries.send(true)
  }

  /// Tries again after a failure; does nothing in any other state.
  public func retry() {
    if state.error != nil { reload() }
  }

  /// Gives up a try that is under way; the previous value stays.
  public func cancel() {
    guard state.isLoading else { return }
    tries.send(false)
    state.finish()
  }

  /// Gives up a try that is under way, and forgets the value.
  public func reset() {
    tries.send(false)
    state = .idle
  }

  private func receive(_ event: Event<Value, any Error>) {
    switch event {
    case .value(let value): state.receive(value, at: now())
    case .failure(let error): state.fail(error)
    case .finished: state.finish()
    }
  }
}
