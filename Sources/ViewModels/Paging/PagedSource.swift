import Reactive

/// A source of numbered pages.
///
///     let source = PagedSource { page in client.contacts(page: page) }
///
/// A load may send one page, or single items as separate pages; the last one's information about
/// further pages counts.
public struct PagedSource<Item: Identifiable & Hashable> {
  /// Makes a publisher that loads the page of a number, counted from 0, for each subscription.
  package let load: (_ page: Int) -> AnyPublisher<NumberedPage<[Item]>, PageLoadError>

  /// Makes a source.
  ///
  /// - Parameter load: Makes a publisher that loads the page of a number, counted from 0.
  public init<P: Publisher>(_ load: @escaping (_ page: Int) -> P)
  where P.Output == NumberedPage<[Item]> {
    self.load = { load($0).mapError { PageLoadError($0) }.eraseToAnyPublisher() }
  }
}

/// A source of pages with cursors; each cursor comes from an earlier page.
///
///     let source = CursorSource<Contact, String> { cursor in
///       client.contacts(after: cursor).map { CursorPage($0.contacts, next: $0.nextToken) }
///     }
///
/// A load may send one page, or parts of it as separate pages; the cursors of the last one count.
public struct CursorSource<Item: Identifiable & Hashable, Cursor: Hashable> {
  /// Makes a publisher that loads the page of a cursor, nil for the first one, for each
  /// subscription.
  package let load: (_ cursor: Cursor?) -> AnyPublisher<CursorPage<Item, Cursor>, PageLoadError>
  /// Makes a publisher that finds the last page, for each subscription; nil for a source whose
  /// pages must be loaded in order.
  package var findLast: (() -> AnyPublisher<LastPageSearch<Item, Cursor>, PageLoadError>)?

  /// Makes a source.
  ///
  /// - Parameter load: Makes a publisher that loads the page of a cursor, nil for the first one.
  public init<P: Publisher>(_ load: @escaping (_ cursor: Cursor?) -> P)
  where P.Output == CursorPage<Item, Cursor> {
    self.load = { load($0).mapError { PageLoadError($0) }.eraseToAnyPublisher() }
  }
}

/// A step of the search for the last page of a list.
package enum LastPageSearch<Item: Identifiable & Hashable, Cursor: Hashable> {
  /// The part that has been searched, 0…1.
  case progress(Double)
  /// The page that was found, with its own cursor and the number of items before it; nil if
  /// that is not known.
  case found(CursorPage<Item, Cursor>, at: Cursor, itemsBefore: Int?)
}

extension LastPageSearch: Sendable where Item: Sendable, Cursor: Sendable {}

extension CursorSource where Cursor == Int {
  /// Makes a source of pages that are numbered: the cursor of a page is its number.
  public init(_ source: PagedSource<Item>) {
    self.init { cursor in
      let number = cursor ?? 0
      return source.load(number).map {
        CursorPage($0.content, next: $0.hasMoreData ? number + 1 : nil)
      }
    }
  }
}
