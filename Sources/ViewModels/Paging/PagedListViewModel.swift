import Dispatch
import Reactive
import ReactiveExtras

/// A list that is loaded page by page as it is scrolled.
///
///     let model = PagedListViewModel(source, scheduler: scheduler)
///     model.rowAppeared(0)  // the progress row of an empty list: the first page is loaded
///     model.$items.sink { show($0) }.store(in: &cancellables)
///
/// One load is under way at most. A load that fails leaves the items as they were; ``retry()``
/// loads the same page again. An item has one place: one that comes again replaces the one that is
/// there.
@MainActor
public final class PagedListViewModel<
  Item: Identifiable & Hashable & Sendable
>: ObservableObject where Item.ID: Sendable {
  /// The state shown beside the items. At first there is more data, and nothing has been loaded.
  @Published public private(set) var state = PagedListState.hasMoreData
  /// The items that have been loaded.
  @Published public private(set) var items: [Item] = []

  /// The number of rows before the end at which the next page is loaded.
  public let prefetchDistance: Int

  private var source: PagedSource<Item>
  private var progress = LoadProgress<Item>()
  private let requests = PassthroughSubject<Request, Never>()
  /// True while an event is on its way to the properties.
  private var isPublishing = false
  /// The request that came meanwhile. It has to wait: a property that is set while it publishes
  /// keeps the older value.
  private var waitingRequest: Request?
  private var cancellables: Set<AnyCancellable> = []

  private struct Request {
    let source: PagedSource<Item>
    let page: Int
    let purpose: LoadPurpose
  }

  /// Makes an empty list, of which nothing is loaded yet.
  ///
  /// - Parameters:
  ///   - source: The source of the pages.
  ///   - prefetchDistance: The number of rows before the end at which the next page is loaded; 0
  ///     waits for the progress row behind the last one.
  ///   - scheduler: The scheduler that delivers pages. It has to run its work on the main thread.
  public init<UI: Scheduler>(
    _ source: PagedSource<Item>, prefetchDistance: Int = 0, scheduler: UI = DispatchQueue.main
  ) {
    self.source = source
    self.prefetchDistance = max(0, prefetchDistance)
    let events =
      requests
      .map { request in
        request.source.load(request.page)
          .map { LoadEvent.page($0) }
          .append(.ended)
          .catch { Just(LoadEvent.failed($0)) }
          .receive(on: scheduler)
          .prepend(.began(request.purpose))
      }
      .switchToLatest()
      .handleEvents(receiveOutput: { [weak self] _ in self?.isPublishing = true })
      .makeConnectable()
    // The load is shared, and starts when all three are there: the second and third must not miss a
    // source that answers at once. The progress, on which the state depends, comes before it.
    events.scan(progress) { $0.next($1) }
      .assign(to: \.progress, on: self, ownership: .weak).store(in: &cancellables)
    events.scan(LoadedItems<Item>()) { $0.next($1) }
      .map(\.snapshot.items).removeDuplicates()
      .assign(to: &$items)
    events.scan((state: state, hasMore: false)) { PagedListState.next($0, $1) }
      .map(\.state).removeDuplicates()
      .assign(to: &$state)
    events.sink { [weak self] _ in self?.published() }.store(in: &cancellables)
    events.connect().store(in: &cancellables)
  }

  /// True while a load is under way, also while items of it come one by one.
  public var isLoading: Bool { progress.isLoading || waitingRequest != nil }

  /// True if everything has been loaded, and there is nothing.
  public var isEmpty: Bool { hasEnded && items.isEmpty }

  /// True if everything has been loaded.
  public var hasEnded: Bool { progress.next == .end && waitingRequest == nil }

  // MARK: The user's actions

  /// Loads the next page, if there is one and none is being loaded; after an error, the same again.
  public func load() {
    switch progress.next {
    case .load: request(.next)
    case .retry(let purpose): request(purpose)
    case .wait, .end: break
    }
  }

  /// Loads a page again that could not be loaded; does nothing if there was no error.
  public func retry() {
    if case .retry = progress.next { load() }
  }

  /// Loads from the top; the items stay until the first page comes.
  public func refresh() {
    // A first page that is on its way is as fresh as another.
    if isLoading, progress.page == 0 { return }
    waitingRequest = nil
    request(.refresh, evenWhileLoading: true)
  }

  /// Reports that a row has come into view: the next page is loaded if it is near the end.
  ///
  /// - Parameter row: Its number from 0; that of the progress row is the number of items.
  public func rowAppeared(_ row: Int) {
    if progress.next == .load, row >= items.count - prefetchDistance { load() }
  }

  /// Takes pages from another source: the load that is under way is cancelled, the items go, and
  /// the first page is loaded.
  public func use(_ source: PagedSource<Item>) {
    self.source = source
    waitingRequest = nil
    request(.replace, evenWhileLoading: true)
  }

  // MARK: Requests

  private func request(_ purpose: LoadPurpose, evenWhileLoading: Bool = false) {
    guard evenWhileLoading || !isLoading else { return }
    let page = purpose == .next ? progress.page : 0
    let request = Request(source: source, page: page, purpose: purpose)
    if isPublishing { waitingRequest = request } else { requests.send(request) }
  }

  private func published() {
    isPublishing = false
    guard let request = waitingRequest else { return }
    waitingRequest = nil
    requests.send(request)
  }
}
