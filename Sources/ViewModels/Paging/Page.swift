/// A part of a list that is loaded piece by piece, with a note if more items follow; the content is
/// the items, in order.
///
///     let page = NumberedPage<[Contact]>(content: contacts, hasMoreData: true)
public struct NumberedPage<Content> {
  /// The items of the page, in order.
  public var content: Content
  /// True if there is another page after this one.
  public var hasMoreData: Bool

  /// Makes a page.
  ///
  /// - Parameters:
  ///   - content: The items of the page, in order.
  ///   - hasMoreData: True if there is another page after this one.
  public init(content: Content, hasMoreData: Bool) {
    (self.content, self.hasMoreData) = (content, hasMoreData)
  }
}

extension NumberedPage: Equatable where Content: Equatable {}
extension NumberedPage: Sendable where Content: Sendable {}

/// A part of a list whose neighbours have cursors: numbers, tokens of a service, offsets.
public struct CursorPage<Item: Identifiable & Hashable, Cursor: Hashable> {
  /// The items of the page, in order.
  package var content: [Item]
  /// The cursor of the page after this one; nil if it is the last.
  package var next: Cursor?
  /// The cursor of the page before this one; nil if it is the first, or the source cannot go back.
  /// A list goes back to pages that it has loaded before without it.
  package var previous: Cursor?
  /// The page's share of what a list may keep (``KeptPages/cost``); by default its number of items.
  package var cost: Int

  /// Makes a page.
  ///
  /// - Parameters:
  ///   - content: The items of the page, in order.
  ///   - next: The cursor of the page after this one; nil if it is the last.
  ///   - previous: The cursor of the page before this one; nil if none is known.
  ///   - cost: The page's share of what a list may keep; nil for its number of items.
  public init(_ content: [Item], next: Cursor?, previous: Cursor? = nil, cost: Int? = nil) {
    (self.content, self.next, self.previous) = (content, next, previous)
    self.cost = cost ?? content.count
  }
}

extension CursorPage: Equatable {}
extension CursorPage: Sendable where Item: Sendable, Cursor: Sendable {}

/// The limit on the pages that a list keeps: those further away are dropped, and loaded again when
/// the user scrolls back to them.
///
///     let model = PagedListViewModel(source, keeping: KeptPages(pages: 10))
///
/// Pages in view are kept even beyond the limit, and so is the page that was loaded last.
public struct KeptPages: Hashable, Sendable {
  /// The maximum number of pages.
  package var pages: Int
  /// The maximum sum of their costs (``CursorPage/cost``).
  package var cost: Int

  /// Makes a bound.
  ///
  /// - Parameters:
  ///   - pages: The maximum number of pages; at least one is kept.
  ///   - cost: The maximum sum of their costs, usually of their items.
  public init(pages: Int = .max, cost: Int = .max) {
    (self.pages, self.cost) = (max(1, pages), max(1, cost))
  }

  /// Keeps all that is loaded.
  public static let all = KeptPages()
}
