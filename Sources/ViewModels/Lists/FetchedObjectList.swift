import Reactive
import ReactiveExtras

/// A list that is fetched, and fetched again when it has changed; it publishes the whole list, not
/// just the fact of a change.
///
///     let list = FetchedObjectList(source)
///     list.objects.sink { show($0) }  // at once with what there is
///
/// The first fetch happens when it is made, on the thread that makes it, so no subscriber sees an
/// empty list that is not empty. A fetch that takes a while belongs on a queue: then the list is at
/// first what is given for it, until ``hasLoaded``.
///
///     let list = FetchedObjectList(source, fetchingOn: DispatchQueue(label: "contacts"))
///     list.hasLoaded  // false
///
/// A fetch that fails leaves the list as it was, and is reported by ``failure``.
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

  /// The list as it was fetched last; before, what it was made with.
  public var value: [Element] { current.value }

  /// True as soon as a fetch has succeeded, so that an empty list means that there is nothing.
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
