import Reactive

/// A part of a list that is loaded piece by piece, and whether there is more behind it.
public struct Page<Item: Identifiable & Hashable> {
  /// The items of the page, in order.
  public var content: [Item]
  /// Whether there is another page behind this one.
  public var hasMoreData: Bool

  /// Makes a page.
  ///
  /// - Parameters:
  ///   - content: The items of the page, in order.
  ///   - hasMoreData: Whether there is another page behind this one.
  public init(_ content: [Item], hasMoreData: Bool) {
    (self.content, self.hasMoreData) = (content, hasMoreData)
  }
}

extension Page: Equatable {}
extension Page: Sendable where Item: Sendable {}

/// Why a page could not be loaded, in a sentence for the person at the screen.
public struct PageLoadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong, and what to do about it.
  public let description: String

  /// Makes an error of a sentence.
  public init(_ description: String) { self.description = description }

  /// Makes an error that says what another one does; it stays what it is if it is one already.
  public init(_ error: any Error) {
    self = error as? PageLoadError ?? PageLoadError("\(error)")
  }
}

/// Where pages come from.
///
///     let source = PagedSource { page in client.contacts(page: page) }
///
/// A load may send one page, or items one by one as pages of their own, each telling whether more
/// lies behind all of them; the last one counts.
public struct PagedSource<Item: Identifiable & Hashable> {
  /// Makes a publisher that loads the page of a number, counted from 0, for each subscription.
  public let load: (_ page: Int) -> AnyPublisher<Page<Item>, PageLoadError>

  /// Makes a source.
  ///
  /// - Parameter load: Makes a publisher that loads the page of a number, counted from 0.
  public init<P: Publisher>(_ load: @escaping (_ page: Int) -> P) where P.Output == Page<Item> {
    self.load = { load($0).mapError { PageLoadError($0) }.eraseToAnyPublisher() }
  }
}
