import Positioning
import Reactive
import ReactiveExtras

/// The search for a place by a name that several places may have.
///
///     let search = PlaceSearchViewModel(PlaceName("London")!, in: directory)
///     search.start()
///     search.place  // nil, until one is found, or chosen from several
@MainActor public final class PlaceSearchViewModel: ObservableObject {
  /// The state of the search.
  public enum State: Hashable, Sendable {
    /// It has not begun.
    case idle
    /// It was cancelled before there was a response.
    case cancelled
    /// It is running since an instant.
    case searching(since: MonotonicInstant)
    /// Several places have the name; the most populous comes first.
    case ambiguous([NamedPlace])
    /// The place is known.
    case found(NamedPlace)
    /// There is none, for a reason.
    case failed(PlaceSearchError)
  }

  /// The state of the search.
  @Published public private(set) var state = State.idle

  private let now: () -> MonotonicInstant
  private let search: () -> AnyPublisher<[NamedPlace], PlaceSearchError>
  private var request: AnyCancellable?

  /// Makes a search that has not begun.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - directory: The directory that is asked.
  ///   - scheduler: The scheduler that measures time and delivers responses. It has to run its work
  ///     on the main thread.
  public init(
    _ name: PlaceName, in directory: PlaceDirectory,
    scheduler: some Scheduler<MonotonicInstant> = AnyScheduler.main
  ) {
    now = { scheduler.now }
    search = { directory.places(named: name).receive(on: scheduler).eraseToAnyPublisher() }
  }

  /// Makes a finished search for a known place.
  package init(found place: NamedPlace) {
    now = { .now }
    search = { Just([place]).setFailureType(to: PlaceSearchError.self).eraseToAnyPublisher() }
    state = .found(place)
  }

  /// The place, once it is known.
  public var place: NamedPlace? { if case .found(let place) = state { place } else { nil } }

  /// The places, as they become known.
  package var places: AnyPublisher<NamedPlace, Never> {
    $state.compactMap { state -> NamedPlace? in
      if case .found(let place) = state { place } else { nil }
    }.eraseToAnyPublisher()
  }

  /// Begins the search, also again after a failure; does nothing while it is running, or once
  /// places are known.
  public func start() {
    switch state {
    case .idle, .cancelled, .failed: break
    case .searching, .ambiguous, .found: return
    }
    state = .searching(since: now())
    request = search().sink { [weak self] in
      if case .failure(let error) = $0 { self?.state = .failed(error) }
    } receiveValue: { [weak self] places in
      // A transport may send an old response before the new one, and the user may be choosing.
      guard case .searching = self?.state else { return }
      self?.state = places.count == 1 ? .found(places[0]) : .ambiguous(places)
    }
  }

  /// Chooses one of several places.
  public func choose(_ place: NamedPlace) { state = .found(place) }

  /// Ends a search that is running.
  public func cancel() {
    guard case .searching = state else { return }
    request = nil
    state = .cancelled
  }
}
