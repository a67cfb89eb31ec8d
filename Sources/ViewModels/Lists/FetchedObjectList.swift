import Reactive
import ReactiveExtras

/// A list that is fetched, and fetched again after each change; it publishes the whole list, not
/// just the fact of a change.
///
///     let list = FetchedObjectList(source)
///     list.objects.sink { show($0) }  // at once with what there is
///
/// The initialiser makes the first fetch on its own thread, so no subscriber sees an empty list
/// before the contents. A slow fetch belongs on a queue: until ``hasLoaded``, the list then has the
/// initial value.
///
///     let list = FetchedObjectList(source, fetchingOn: DispatchQueue(label: "contacts"))
///     list.hasLoaded  // false
///
/// A failed fetch leaves the list unchanged, and ``failure`` reports it.
public final class FetchedObjectList<Element, Failure: Error> {
  private let current: CurrentValueSubject<[Element], Never>
  private let problem = CurrentValueSubject<Failure?, Never>(nil)
  private let loaded = CurrentValueSubject<Bool, Never>(false)
  private var subscription: AnyCancellable?

  /// Fetches the list, and again at each change for as long as this lives.
  ///
  /// - Parameters:
  ///   - source: The source of the list.
  ///   - initial: The list until it has been fetched.
  ///   - scheduler: The scheduler that fetches and then publishes the list; it may be concurrent.
  ///     Without one the list is fetched at once, and then on the thread of each change.
  public init(
    _ source: ListSource<Element, Failure>, initial: [Element] = [],
    fetchingOn scheduler: some Scheduler = ImmediateScheduler.shared
  ) {
    current = CurrentValueSubject(initial)
    subscription = source.lists(on: scheduler).sink { [current, problem, loaded] in
      switch $0 {
      case .success(let list):
        loaded.send(true)
        current.send(list)
        problem.send(nil)
      case .failure(let error): problem.send(error)
      }
    }
  }

  /// The list as last fetched; before that, the initial value.
  public var value: [Element] { current.value }

  /// True once a fetch has succeeded, so that an empty list means no elements.
  public var hasLoaded: Bool { loaded.value }

  /// The reason why the last fetch failed; nil if it did not.
  public var failure: Failure? { problem.value }

  /// Publishes the whole list: at once in its current form, and after each change.
  public var objects: AnyPublisher<[Element], Never> { current.eraseToAnyPublisher() }

  /// Publishes the reason why the last fetch failed, or nil: at once, and after each fetch that
  /// differs in that.
  public var failures: AnyPublisher<Failure?, Never> {
    problem.removeDuplicates { $0 == nil && $1 == nil }.eraseToAnyPublisher()
  }
}

extension FetchedObjectList where Element: Identifiable & Equatable {
  /// Publishes the list as rows without sections: at once, and after each change.
  public var snapshots: AnyPublisher<ListSnapshot<Never, Element>, Never> {
    current.map { ListSnapshot($0) }.eraseToAnyPublisher()
  }
}
