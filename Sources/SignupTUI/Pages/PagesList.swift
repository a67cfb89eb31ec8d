/// The records that a list in pages shows: those of a user's source, or of a demonstration, which
/// can be replaced by another.
@MainActor struct PagesList {
  typealias Source = CursorSource<RecordItem, RecordCursor>
  typealias Page = CursorPage<RecordItem, RecordCursor>

  /// The user's records; nil for a demonstration.
  let records: Source?
  /// The name of the user's source.
  let name: String?
  /// The demonstration to begin with.
  let demo: PagedDemo
  /// Makes the records of a demonstration.
  let demos: (PagedDemo) -> Source

  /// True if there are demonstrations to choose from.
  var hasDemos: Bool { records == nil }

  /// The limit that fits into 64 MiB, together with the program and a response.
  static let usualKept = KeptPages(pages: 16, cost: 8 << 20)

  /// Makes the list, with nothing loaded yet.
  func model(
    keeping kept: KeptPages, _ scheduler: some Scheduler
  ) -> PagedListViewModel<RecordItem, RecordCursor> {
    PagedListViewModel(
      records ?? demos(demo), prefetchDistance: hasDemos ? 0 : 10, keeping: kept,
      retry: hasDemos ? .never : .usual, scheduler: scheduler)
  }
}

extension PagedDemo {
  /// The demonstration's items as records.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler that measures time.
  ///   - failing: Returns true if the load of a page fails, by the page's number.
  func records(
    on scheduler: some Scheduler, failing: @escaping (_ page: Int) -> Bool = { _ in false }
  ) -> PagesList.Source {
    let source = source(on: scheduler, failing: failing)
    return PagesList.Source { cursor -> AnyPublisher<PagesList.Page, PageLoadError> in
      var number = 0
      if case .number(let given)? = cursor?.address { number = given }
      return source.load(number).map { page in
        PagesList.Page(
          page.content.map { RecordItem(id: .position($0.id), title: $0.title, text: $0.title) },
          next: page.hasMoreData ? .number(number + 1) : nil)
      }
      .eraseToAnyPublisher()
    }
  }
}
