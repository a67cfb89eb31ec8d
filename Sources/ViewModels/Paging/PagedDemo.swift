import Reactive
import ReactiveExtras

/// Sources of pages that show every behaviour of a source: they answer after half a second, or send
/// an item every fifth of a second.
///
///     let model = PagedListViewModel(PagedDemo.paged.source(on: scheduler), scheduler: scheduler)
package enum PagedDemo: String, CaseIterable, Sendable {
  /// Never answers.
  case loading
  /// Always fails.
  case error
  /// Has no items.
  case empty
  /// Has one item.
  case single
  /// Has ``itemCount`` items in pages of ``pageSize``.
  case paged
  /// Sends ``pageSize`` items, one by one.
  case stream
  /// Has the same as ``paged``, and fails once on the third page.
  case flaky

  /// An item of the demos.
  package struct Item: Identifiable, Hashable, Sendable {
    /// Its number, from 1.
    package let id: Int

    /// Makes the item of a number.
    package init(id: Int) { self.id = id }

    /// Its title: `Item 1`.
    package var title: String { "Item \(id)" }
  }

  /// The number of items of a page.
  package static let pageSize = 10
  /// The number of items in pages.
  package static let itemCount = 45

  /// Makes the source.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler that measures time.
  ///   - failing: Returns true if the load of a page fails, by the page's number.
  package func source<Context: Scheduler>(
    on scheduler: Context, failing: @escaping (_ page: Int) -> Bool = { _ in false }
  ) -> PagedSource<Item> {
    var hasFailed = false
    let latency = Context.SchedulerTimeType.Stride.milliseconds(500)
    return PagedSource { page -> AnyPublisher<NumberedPage<[Item]>, PageLoadError> in
      let fails = self == .flaky && page == 2 && !hasFailed
      if fails { hasFailed = true }
      if self == .error || fails || failing(page) {
        return Fail(error: PageLoadError("The service does not respond; try again."))
          .delay(for: latency, scheduler: scheduler).eraseToAnyPublisher()
      }
      let content =
        switch self {
        case .empty: NumberedPage<[Item]>(content: [], hasMoreData: false)
        case .single: NumberedPage(content: [Item(id: 1)], hasMoreData: false)
        default: PagedDemo.page(page)
        }
      return switch self {
      case .loading, .error: Empty(completeImmediately: false).eraseToAnyPublisher()
      case .empty, .single, .paged, .flaky:
        Just(content).setFailureType(to: PageLoadError.self)
          .delay(for: latency, scheduler: scheduler).eraseToAnyPublisher()
      case .stream:
        (1...PagedDemo.pageSize).publisher
          .zip(scheduler.timerPublisher(every: .milliseconds(200)).autoconnect())
          .map { id, _ in NumberedPage(content: [Item(id: id)], hasMoreData: false) }
          .setFailureType(to: PageLoadError.self).eraseToAnyPublisher()
      }
    }
  }

  private static func page(_ number: Int) -> NumberedPage<[Item]> {
    let first = number * pageSize + 1
    let end = min(first + pageSize, itemCount + 1)
    return NumberedPage(
      content: (first..<max(first, end)).map { Item(id: $0) }, hasMoreData: end <= itemCount)
  }
}
