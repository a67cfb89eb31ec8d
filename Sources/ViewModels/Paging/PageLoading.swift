import Reactive

/// What a load of pages is for.
enum LoadPurpose: Equatable {
  /// The next page, behind what is there.
  case next
  /// The first page anew; what is there stays until it comes.
  case refresh
  /// The first page of another source; what is there goes at once.
  case replace
}

/// What happens during a load.
enum LoadEvent<Item: Identifiable & Hashable> {
  case began(LoadPurpose)
  case page(Page<Item>)
  case failed(PageLoadError)
  case ended
}

/// How far the loading has come: which page is next, and whether one is on its way.
struct LoadProgress<Item: Identifiable & Hashable> {
  /// What can be done next.
  enum Next: Equatable {
    /// Nothing, as long as a load is under way.
    case wait
    /// To load the next page.
    case load
    /// To try what has failed again.
    case retry(LoadPurpose)
    /// Nothing: everything is there.
    case end
  }

  /// The number of the page that is loaded next, or is being loaded.
  private(set) var page = 0
  /// What can be done next.
  private(set) var next = Next.load
  /// What is being loaded.
  private var purpose = LoadPurpose.next
  /// Whether the pages of the load have said that there is more.
  private var hasMore = false

  /// Whether something is being loaded.
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
  /// Whether the next page takes the place of all that is there.
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

/// What a list that is loaded in pages shows beside its items.
public enum PagedListState: Hashable, Sendable {
  /// A page is on its way.
  case loading
  /// All there is has been loaded; or, while items come one by one, all up to now.
  case loadedContent
  /// There is another page.
  case hasMoreData
  /// The last load failed.
  case error(PageLoadError)

  /// Takes in an event, given what the pages of the load have said of more.
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
