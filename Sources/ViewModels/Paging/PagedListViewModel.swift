import Dispatch
import Reactive
import ReactiveExtras

/// A list that is loaded page by page as it is scrolled.
///
///     let model = PagedListViewModel(source, scheduler: scheduler)
///     model.rowAppeared(0)  // the progress row of an empty list: the first page is loaded
///     model.$items.sink { show($0) }.store(in: &cancellables)
///
/// At most one load is running. A load that fails leaves the items as they were; ``retry()`` loads
/// the same page again, and a ``PageRetry`` makes the list do so by itself. An item has one row: an
/// item that is sent again replaces the existing one. A page without new items, or with a cursor
/// that was used before, is an error, so that no source is queried forever.
@MainActor
public final class PagedListViewModel<
  Item: Identifiable & Hashable & Sendable, Cursor: Hashable
>: ObservableObject where Item.ID: Sendable {
  /// The state, shown with the items. At first there is more data, and nothing has been loaded.
  @Published public private(set) var state = PagedListState.hasMoreData
  /// The items that are kept.
  @Published public private(set) var items: [Item] = []
  /// The wait before an automatic retry; nil if there is none.
  @Published public private(set) var wait: PageWait?
  /// The part that has been searched for the last page (`loadLast()`), 0…1; nil without a search,
  /// or if that takes no time.
  @Published public private(set) var progress: Double?

  /// The number of rows before the end at which the next page is loaded, and after the beginning at
  /// which the previous one is.
  package let prefetchDistance: Int

  private typealias Events = AnyPublisher<LoadEvent<Item, Cursor>, Never>
  private typealias Request = PageRequest<Cursor>
  private var source: CursorSource<Item, Cursor>
  private var loading: PageLoading<Item, Cursor>
  private let loads = PassthroughSubject<Events, Never>()
  /// Makes the events of a load from a source, with the number of pages that are loaded again.
  private let events: (CursorSource<Item, Cursor>, Request, Int) -> Events
  /// True while an event updates the properties.
  private var isPublishing = false
  /// The request that came meanwhile. It has to wait: a property that is set while it publishes
  /// keeps the older value.
  private var waitingRequest: Request?
  private var cancellables: Set<AnyCancellable> = []

  /// Makes an empty list, with nothing loaded yet.
  ///
  /// - Parameters:
  ///   - source: The source of the pages.
  ///   - prefetchDistance: The number of rows before the end at which the next page is loaded; 0
  ///     waits for the progress row after the last one.
  ///   - kept: How many loaded pages to keep.
  ///   - retry: How to repeat a failed load automatically.
  ///   - scheduler: The scheduler that delivers pages and measures waits. It has to run its work on
  ///     the main thread.
  public init<UI: Scheduler>(
    _ source: CursorSource<Item, Cursor>, prefetchDistance: Int = 0, keeping kept: KeptPages = .all,
    retry: PageRetry = .never, scheduler: UI = DispatchQueue.main
  ) {
    self.source = source
    self.prefetchDistance = max(0, prefetchDistance)
    loading = PageLoading(keeping: kept)
    events = { source, request, count in
      PageLoader(source: source, retry: retry, scheduler: scheduler)
        .events(of: request, pageCount: count)
    }
    loads.switchToLatest().sink { [weak self] in self?.receive($0) }.store(in: &cancellables)
  }

  /// Makes an empty list of numbered pages, with nothing loaded yet.
  ///
  /// - Parameters:
  ///   - source: The source of the pages.
  ///   - prefetchDistance: The number of rows before the end at which the next page is loaded; 0
  ///     waits for the progress row after the last one.
  ///   - kept: How many loaded pages to keep.
  ///   - retry: How to repeat a failed load automatically.
  ///   - scheduler: The scheduler that delivers pages and measures waits. It has to run its work on
  ///     the main thread.
  public convenience init<UI: Scheduler>(
    _ source: PagedSource<Item>, prefetchDistance: Int = 0, keeping kept: KeptPages = .all,
    retry: PageRetry = .never, scheduler: UI = DispatchQueue.main
  ) where Cursor == Int {
    self.init(
      CursorSource(source), prefetchDistance: prefetchDistance, keeping: kept, retry: retry,
      scheduler: scheduler)
  }

  /// True while a load is running, also while items of it arrive one by one.
  public var isLoading: Bool { loading.isLoading || waitingRequest != nil }

  /// True if everything has been loaded and there are no items.
  public var isEmpty: Bool { hasEnded && items.isEmpty && itemsBefore == 0 }

  /// True if everything has been loaded up to the last page.
  public var hasEnded: Bool { loading.hasEnded && waitingRequest == nil }

  /// True if there is a page before the kept ones.
  public var hasPrevious: Bool { loading.list.previous != nil }

  /// The number of items of pages before those that are kept, as far as they have been loaded.
  public var itemsBefore: Int { loading.list.itemsBefore }

  /// False if more items precede the kept ones than ``itemsBefore`` reports: ``loadLast()`` has
  /// found the last page from the end.
  package var isPositionKnown: Bool { loading.list.isPositionKnown }

  /// True if the source can find its last page without the list loading all the others.
  package var canLoadLast: Bool { source.findLast != nil }

  // MARK: The user's actions

  /// Loads the next page, if there is one and no load is running; after an error, the same page.
  public func load() { if let next = loading.next ?? loading.failed { request(next) } }

  /// Loads a page again that could not be loaded; does nothing if there was no error.
  public func retry() { if let failed = loading.failed { request(failed) } }

  /// Loads from the top; the items stay until the first page comes.
  public func refresh() {
    // A first page that is being loaded is as fresh as another.
    if isLoading, !loading.list.hasBegun || loading.purpose == .refresh { return }
    waitingRequest = nil
    request(Request(purpose: .refresh, cursor: nil), evenWhileLoading: true)
  }

  /// Loads the pages again that are kept, and keeps the position: the items stay until all of them
  /// have come.
  public func refreshInPlace() {
    guard loading.list.hasBegun else { return refresh() }
    waitingRequest = nil
    request(
      Request(purpose: .refreshInPlace, cursor: loading.list.extent.first), evenWhileLoading: true)
  }

  /// Loads the last page of all in place of the kept ones, which stay until it is found; from there
  /// the list goes back page by page. Does nothing if the source cannot find it (``canLoadLast``),
  /// or if it is already loaded.
  package func loadLast() {
    guard canLoadLast, !hasEnded, loading.purpose != .last else { return }
    waitingRequest = nil
    request(Request(purpose: .last, cursor: nil), evenWhileLoading: true)
  }

  /// Cancels the running load: the items stay, and the state reports an error
  /// (``PageLoadError/cancelled``), after which ``retry()`` loads the same page.
  public func cancel() {
    guard isLoading else { return }
    waitingRequest = nil
    loads.send(Just(LoadEvent<Item, Cursor>.failed(.cancelled)).eraseToAnyPublisher())
  }

  /// Reports that a row has come into view: the next page is loaded if it is near the end.
  ///
  /// - Parameter row: Its number from 0; that of the progress row is the number of items.
  public func rowAppeared(_ row: Int) { rowsAppeared(row..<row + 1) }

  /// Reports which rows are in view: the next page is loaded if the last is near the end, else the
  /// page before if the first is near the beginning.
  ///
  /// - Parameter rows: Their numbers from 0; that of the progress row is the number of items.
  public func rowsAppeared(_ rows: Range<Int>) {
    loading.view = rows.clamped(to: 0..<items.count)
    if rows.upperBound > items.count - prefetchDistance, let next = loading.next {
      request(next)
    } else if rows.lowerBound <= prefetchDistance, let previous = loading.previous {
      request(previous)
    }
  }

  /// Takes pages from another source: the running load is cancelled, the items go, and the first
  /// page is loaded.
  public func use(_ source: CursorSource<Item, Cursor>) {
    self.source = source
    waitingRequest = nil
    request(Request(purpose: .replace, cursor: nil), evenWhileLoading: true)
  }

  /// Takes numbered pages from another source.
  public func use(_ source: PagedSource<Item>) where Cursor == Int { use(CursorSource(source)) }

  // MARK: Requests

  private func request(_ request: Request, evenWhileLoading: Bool = false) {
    guard evenWhileLoading || !isLoading else { return }
    if isPublishing { waitingRequest = request } else { send(request) }
  }

  private func send(_ request: Request) {
    loads.send(events(source, request, loading.list.extent.pages))
  }

  private func receive(_ event: LoadEvent<Item, Cursor>) {
    isPublishing = true
    if loading.take(event) {
      let new = loading.list.items
      if new != items { items = new }
    }
    if wait != loading.wait { wait = loading.wait }
    if progress != loading.progress { progress = loading.progress }
    if state != loading.state { state = loading.state }
    isPublishing = false
    guard let request = waitingRequest else { return }
    waitingRequest = nil
    send(request)
  }
}
