import Dispatch
import Reactive
import ReactiveExtras

/// A list that is fetched in the background and followed: its rows, and the error of the last
/// fetch.
///
///     let model = ListViewModel(source, scheduler: scheduler)
///     model.snapshots.apply(to: table).store(in: &cancellables)
///
/// A fetch that fails leaves the rows as they were. A state equal to the one before is not
/// published.
@MainActor
public final class ListViewModel<
  Item: Identifiable & Equatable & Sendable, Failure: Error & Equatable
>: ObservableObject where Item.ID: Sendable {
  /// The state of the list.
  public struct State: Equatable, Sendable {
    /// Its rows as they were fetched last.
    public internal(set) var snapshot = ListSnapshot<Never, Item>()
    /// True if a fetch has succeeded, so that no rows means no elements.
    public internal(set) var hasLoaded = false
    /// The reason why the last fetch failed; nil if it did not.
    public internal(set) var failure: Failure?
  }

  /// The state of the list.
  @Published public private(set) var state = State()

  /// Publishes the rows: at once as far as they are known, and whenever they have changed.
  public var snapshots: AnyPublisher<ListSnapshot<Never, Item>, Never> {
    $state.filter(\.hasLoaded).map(\.snapshot).removeDuplicates().eraseToAnyPublisher()
  }

  /// Begins to fetch.
  ///
  /// - Parameters:
  ///   - source: The source of the list, which reports its changes on `background`.
  ///   - scheduler: The scheduler that delivers lists. It has to run its work on the main thread.
  ///   - background: The scheduler that fetches the list for the first time.
  public init<UI: Scheduler, Background: Scheduler>(
    _ source: ListSource<Item, Failure>, scheduler: UI = DispatchQueue.main,
    background: Background = DispatchQueue.global(qos: .userInitiated)
  ) {
    source.lists().subscribe(on: background)
      .scan(State()) { state, fetched in
        var state = state
        switch fetched {
        case .success(let items):
          state = State(snapshot: ListSnapshot(items), hasLoaded: true, failure: nil)
        case .failure(let error): state.failure = error
        }
        return state
      }
      .removeDuplicates()
      .receive(on: scheduler)
      .assign(to: &$state)
  }
}
