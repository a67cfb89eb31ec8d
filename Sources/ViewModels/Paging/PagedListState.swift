/// The state of a list that is loaded in pages, in addition to its items.
public enum PagedListState: Hashable, Sendable {
  /// A page is being loaded.
  case loading
  /// All items have been loaded; or, while items arrive one by one, all up to now.
  case loadedContent
  /// There is another page.
  case hasMoreData
  /// The last load failed.
  case error(PageLoadError)
}
