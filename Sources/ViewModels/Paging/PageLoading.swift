/// The purpose of a load of pages.
enum LoadPurpose: Hashable {
  /// The next page, after the present ones.
  case next
  /// The page before the present ones.
  case previous
  /// The first page again; the present items stay until it comes.
  case refresh
  /// The present pages again; they stay until all of them have come.
  case refreshInPlace
  /// The first page of another source; the present items go at once.
  case replace
  /// The last page of all; the present items stay until it is found.
  case last
}

/// A load of pages: its purpose, and the cursor of its first page.
struct PageRequest<Cursor: Hashable>: Hashable {
  var purpose: LoadPurpose
  var cursor: Cursor?
}

/// An event during a load.
enum LoadEvent<Item: Identifiable & Hashable, Cursor: Hashable> {
  case began(PageRequest<Cursor>)
  case page(CursorPage<Item, Cursor>)
  /// The present pages, loaded again.
  case pages([(cursor: Cursor?, page: CursorPage<Item, Cursor>)])
  /// The part that has been searched for the last page, 0…1.
  case searched(Double)
  /// The last page, its own cursor, and the number of items before it.
  case last(CursorPage<Item, Cursor>, at: Cursor, itemsBefore: Int?)
  case waits(PageWait)
  case failed(PageLoadError)
  case ended
}

/// The progress of loading: the loaded list, and the running load.
struct PageLoading<Item: Identifiable & Hashable, Cursor: Hashable> {
  /// The running load, or the one that failed.
  private enum Phase: Equatable {
    case idle
    case loading(PageRequest<Cursor>)
    case failed(PageRequest<Cursor>)
  }

  private(set) var list = PagedList<Item, Cursor>()
  private(set) var state = PagedListState.hasMoreData
  /// The wait before the running load is tried again.
  private(set) var wait: PageWait?
  /// The part that has been searched for the last page, 0…1; nil without a search.
  private(set) var progress: Double?
  /// The rows in view.
  var view = 0..<0
  private var phase = Phase.idle
  private let bound: KeptPages
  /// True if the next page replaces all items.
  private var isOutdated = false

  init(keeping bound: KeptPages) { self.bound = bound }

  /// True if a load is running.
  var isLoading: Bool { if case .loading = phase { true } else { false } }

  /// The purpose of the running load.
  var purpose: LoadPurpose? {
    if case .loading(let request) = phase { request.purpose } else { nil }
  }

  /// The load that failed.
  var failed: PageRequest<Cursor>? { if case .failed(let request) = phase { request } else { nil } }

  /// The load of the next page; nil while another load is running or has failed, and at the end.
  var next: PageRequest<Cursor>? {
    guard phase == .idle, let cursor = list.next else { return nil }
    return PageRequest(purpose: .next, cursor: cursor)
  }

  /// The load of the page before; nil as for ``next``.
  var previous: PageRequest<Cursor>? {
    guard phase == .idle, let cursor = list.previous else { return nil }
    return PageRequest(purpose: .previous, cursor: cursor)
  }

  /// True if everything has been loaded, up to the last page.
  var hasEnded: Bool { phase == .idle && list.hasBegun && list.next == nil }

  /// Takes in an event.
  ///
  /// - Returns: True if the items may be others than before.
  mutating func take(_ event: LoadEvent<Item, Cursor>) -> Bool {
    switch event {
    case .began(let request): return begin(request)
    case .page(let page):
      guard case .loading(let request) = phase else { return false }
      take(page, of: request)
    case .pages(let pages): list.replace(by: pages)
    case .searched(let part):
      progress = part
      return false
    case .last(let page, let cursor, let itemsBefore):
      list.replace(byLast: page, at: cursor, itemsBefore: itemsBefore)
      view = 0..<0
    case .waits(let wait):
      self.wait = wait
      return false
    case .failed(let error):
      guard case .loading(let request) = phase else { return false }
      fail(request, error)
      return false
    case .ended:
      guard case .loading(let request) = phase else { return false }
      end(request)
    }
    return true
  }

  private mutating func begin(_ request: PageRequest<Cursor>) -> Bool {
    (phase, state, wait, progress) = (.loading(request), .loading, nil, nil)
    isOutdated = request.purpose == .refresh
    guard request.purpose == .replace else { return false }
    (list, view) = (PagedList(), 0..<0)
    return true
  }

  private mutating func take(_ page: CursorPage<Item, Cursor>, of request: PageRequest<Cursor>) {
    wait = nil
    if request.purpose == .previous {
      let count = list.count
      list.prepend(page, of: request.cursor)
      moveView(by: list.count - count)
      return
    }
    clearIfOutdated()
    list.append(page, of: request.cursor)
    // If more pages follow, the end of the load changes the state.
    if page.next == nil { state = .loadedContent }
  }

  private mutating func end(_ request: PageRequest<Cursor>) {
    (phase, wait, progress) = (.idle, nil, nil)
    switch request.purpose {
    case .next, .refresh, .replace:
      clearIfOutdated()
      guard list.finishNext(of: request.cursor) else {
        let next = PageRequest(purpose: .next, cursor: list.next ?? nil)
        return fail(next, .repeated)
      }
      moveView(by: -list.shrink(to: bound, fromFront: true, keeping: view))
    case .previous:
      list.finishPrevious(of: request.cursor)
      _ = list.shrink(to: bound, fromFront: false, keeping: view)
    case .refreshInPlace, .last: break
    }
    state = list.next == nil ? .loadedContent : .hasMoreData
  }

  private mutating func fail(_ request: PageRequest<Cursor>, _ error: PageLoadError) {
    (wait, progress) = (nil, nil)
    if request.purpose == .last, error == .cancelled {
      // The list continues from its current position.
      (phase, state) = (.idle, list.next == nil ? .loadedContent : .hasMoreData)
    } else {
      (phase, state) = (.failed(request), .error(error))
    }
  }

  private mutating func clearIfOutdated() {
    guard isOutdated else { return }
    (list, isOutdated, view) = (PagedList(), false, 0..<0)
  }

  private mutating func moveView(by rows: Int) {
    let start = max(0, view.lowerBound + rows)
    view = start..<max(start, view.upperBound + rows)
  }
}
