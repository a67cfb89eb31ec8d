import Reactive

/// Where a list comes from: how the whole of it is fetched, and when that is worth while again.
///
///     let source = ListSource(changes: watcher.changes(on: queue)) { try store.list() }
///
/// It is fetched where it is subscribed to, and then wherever a change is said; so a change that is
/// said on a queue keeps the fetch off the main thread.
public struct ListSource<Element, Failure: Error> {
  /// Fetches the list as it is.
  public let fetch: () -> Result<[Element], Failure>
  /// Says when the list may have changed.
  public let changes: AnyPublisher<Void, Never>

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - changes: Says when the list may have changed.
  ///   - fetch: Fetches the list as it is.
  public init(
    changes: some Publisher<Void, Never>, fetch: @escaping () throws(Failure) -> [Element]
  ) {
    self.changes = changes.eraseToAnyPublisher()
    self.fetch = { Result { () throws(Failure) in try fetch() } }
  }

  /// Makes a publisher of the list as it is, and as it is after each change, or of why it cannot be
  /// fetched.
  ///
  /// One list may be sent several times.
  public var lists: AnyPublisher<Result<[Element], Failure>, Never> {
    // The changes are listened for before the first fetch, so that none falls between.
    changes.merge(with: Just(())).map { [fetch] in fetch() }.eraseToAnyPublisher()
  }
}

extension ListSource where Element: Identifiable & Equatable {
  /// Makes a publisher of what happens to the list, beginning with all of it as insertions.
  public var differences: ListDifferences<Element, Failure> { ListDifferences(source: self) }
}
