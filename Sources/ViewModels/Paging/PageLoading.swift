import Reactive

/// The purpose of a load of pages.
enum LoadPurpose: Equatable {
  /// The next page, behind the present ones.
  case next
  /// The first page anew; the present items stay until it comes.
  case refresh
  /// The first page of another source; the present items go at once.
  case replace
}

/// An event during a load.
enum LoadEvent<Item: Identifiable & Hashable> {
  case began(LoadPurpose)
  case page(Page<Item>)
  case failed(PageLoadError)
  case ended
}

/// The progress of loading: the next page, and the load under way.
struct LoadProgress<Item: Identifiable & Hashable> {
  /// The next possible action.
  enum Next: Equatable {
    /// None, as long as a load is under way.
    case wait
    /// Loading the next page.
    case load
    /// Trying a failed load again.
    case retry(LoadPurpose)
    /// None: everything is loaded.
    case end
  }

  /// The number of the page that is loaded next, or is being loaded.
  private(set) var page = 0
  /// The next possible action.
  private(set) var next = Next.load
  /// The purpose of the load under way.
  private var purpose = LoadPurpose.next
  /// True if the pages of the load have reported that there is more.
  private var hasMore = false

  /// True if a load is under way.
  var isLoading: Bool { next == .wait }

  /// Takes in an event. Only a load that succeeds advances the page.
  func next(_ event: LoadEvent<Item>) -> LoadProgress {
    var progress = self
    switch event {
    case .began(let purpose):
      (progress.purpose, progress.next, progress.hasMore) = (purpose, .wait, false)
      if purpose != .next { progress.page = 0 }
    case .page(let page): progress.hasMore = page.hasMoreData
    case .failed: progress.next = .retry(purpose)
    case .ended:
      progress.next = hasMore ? .load : .end
      progress.page += 1
    }
    return progress
  }
}

/// The items that have been loaded, each identity once.
struct LoadedItems<Item: Identifiable & Hashable> {
  private(set) var snapshot = ListSnapshot<Never, Item>()
  /// True if the next page takes the place of all items.
  private var isOutdated = false

  /// Takes in an event. An item that is there already is replaced in its place, so that a page that
  /// comes twice doubles nothing.
  func next(_ event: LoadEvent<Item>) -> LoadedItems {
    var items = self
    switch event {
    case .began(.next), .failed: break
    case .began(.refresh): items.isOutdated = true
    case .began(.replace): items = LoadedItems()
    case .page(let page):
      items.clearIfOutdated()
      items.snapshot.append(page.content.filter { !items.snapshot.update($0) })
    case .ended: items.clearIfOutdated()
    }
    return items
  }

  private mutating func clearIfOutdated() {
    if isOutdated { self = LoadedItems() }
  }
}

/// The state of a list that is loaded in pages, beside its items.
public enum PagedListState: Hashable, Sendable {
  /// A page is on its way.
  case loading
  /// All items have been loaded; or, while items come one by one, all up to now.
  case loadedContent
  /// There is another page.
  case hasMoreData
  /// The last load failed.
  case error(PageLoadError)

  /// Takes in an event, given the load's reports of more pages.
  static func next<Item>(
    _ last: (state: PagedListState, hasMore: Bool), _ event: LoadEvent<Item>
  ) -> (state: PagedListState, hasMore: Bool) {
    switch event {
    case .began: (.loading, false)
    // A page behind which there is more is followed by the end of its load.
    case .page(let page): (page.hasMoreData ? last.state : .loadedContent, page.hasMoreData)
    case .failed(let error): (.error(error), false)
    case .ended: (last.hasMore ? .hasMoreData : .loadedContent, false)
    }
  }
}
