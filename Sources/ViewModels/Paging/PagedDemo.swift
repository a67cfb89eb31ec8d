import Reactive
import ReactiveExtras

/// Sources of pages that show every behaviour of a source: they answer after half a second, or send
/// an item every fifth of a second.
///
///     let model = PagedListViewModel(PagedDemo.paged.source(on: scheduler), scheduler: scheduler)
public enum PagedDemo: String, CaseIterable, Sendable {
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
  public struct Item: Identifiable, Hashable, Sendable {
    /// Its number, from 1.
    public let id: Int

    /// Makes the item of a number.
    public init(id: Int) { self.id = id }

    /// Its title: `Item 1`.
    public var title: String { "Item \(id)" }
  }

  /// The number of items of a page.
  public static let pageSize = 10
  /// The number of items in pages.
  public static let itemCount = 45

  /// Makes the source.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler that measures time.
  ///   - failing: Returns true if the load of a page fails, by the page's number.
  public func source<Context: Scheduler>(
    on scheduler: Context, failing: @escaping (_ page: Int) -> Bool = { _ in false }
  ) -> PagedSource<Item> {
    var hasFailed = false
    let latency = Context.SchedulerTimeType.Stride.milliseconds(500)
    return PagedSource { page -> AnyPublisher<Page<[Item]>, PageLoadError> in
      let fails = self == .flaky && page == 2 && !hasFailed
      if fails { hasFailed = true }
      if self == .error || fails || failing(page) {
        return Fail(error: PageLoadError("The service does not answer; try again."))
          .delay(for: latency, scheduler: scheduler).eraseToAnyPublisher()
      }
      return switch self {
      case .loading, .error: Empty(completeImmediately: false).eraseToAnyPublisher()
      case .empty:
        Future { $0(.success(Page([], hasMoreData: false))) }
          .delay(for: latency, scheduler: scheduler).eraseToAnyPublisher()
      case .single:
        Record(output: [Page([Item(id: 1)], hasMoreData: false)], completion: .finished)
          .delay(for: latency, scheduler: scheduler).eraseToAnyPublisher()
      case .paged, .flaky:
        Deferred { Just(PagedDemo.page(page)) }.setFailureType(to: PageLoadError.self)
          .delay(for: latency, scheduler: scheduler).eraseToAnyPublisher()
      case .stream:
        (1...PagedDemo.pageSize).publisher
          .zip(scheduler.timerPublisher(every: .milliseconds(200)).autoconnect())
          .map { id, _ in Page([Item(id: id)], hasMoreData: false) }
          .setFailureType(to: PageLoadError.self).eraseToAnyPublisher()
      }
    }
  }

  private static func page(_ number: Int) -> Page<[Item]> {
    let first = number * pageSize + 1
    let end = min(first + pageSize, itemCount + 1)
    return Page(
      (first..<max(first, end)).map { Item(id: $0) }, hasMoreData: end <= itemCount)
  }
}
