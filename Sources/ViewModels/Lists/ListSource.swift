import Reactive

/// The source of a list: how to fetch all of it, and when to fetch it again.
///
///     let source = ListSource(changes: watcher.changes(on: queue)) { try store.list() }
///
/// It is fetched on the thread of the subscription, and then on that of each change; so changes
/// reported on a queue keep the fetch off the main thread.
public struct ListSource<Element, Failure: Error> {
  /// Fetches the present list.
  package let fetch: () -> Result<[Element], Failure>
  /// Sends when the list may have changed.
  package let changes: AnyPublisher<Void, Never>

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - changes: Sends when the list may have changed.
  ///   - fetch: Fetches the present list.
  public init(
    changes: some Publisher<Void, Never>, fetch: @escaping () throws(Failure) -> [Element]
  ) {
    self.changes = changes.eraseToAnyPublisher()
    self.fetch = { Result { () throws(Failure) in try fetch() } }
  }

  /// Makes a publisher of the list, now and after each change, or of the reason why it cannot be
  /// fetched. One list may be sent several times.
  ///
  /// - Parameter scheduler: The scheduler that fetches; it may be concurrent.
  package func lists(
    on scheduler: some Scheduler = ImmediateScheduler.shared
  ) -> AnyPublisher<Result<[Element], Failure>, Never> {
    // The changes are observed before the first fetch, so that none is missed in between.
    changes.merge(with: Just(())).receive(on: scheduler).map { [fetch] in fetch() }
      .eraseToAnyPublisher()
  }
}

extension ListSource where Element: Identifiable & Equatable {
  /// Makes a publisher of the list's changes, beginning with all elements as insertions.
  public var differences: some Publisher<ListDiff<Element>, Failure> {
    ListDifferences(source: self)
  }
}
