import Reactive

/// A part of a list that is loaded piece by piece, with a note if there is more behind it.
public struct Page<Item: Identifiable & Hashable> {
  /// The items of the page, in order.
  public var content: [Item]
  /// True if there is another page behind this one.
  public var hasMoreData: Bool

  /// Makes a page.
  ///
  /// - Parameters:
  ///   - content: The items of the page, in order.
  ///   - hasMoreData: True if there is another page behind this one.
  public init(_ content: [Item], hasMoreData: Bool) {
    (self.content, self.hasMoreData) = (content, hasMoreData)
  }
}

extension Page: Equatable {}
extension Page: Sendable where Item: Sendable {}

/// The reason why a page could not be loaded, in a sentence for the user.
public struct PageLoadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem, and its remedy.
  public let description: String

  /// Makes an error of a sentence.
  public init(_ description: String) { self.description = description }

  /// Makes an error with the description of another one; a `PageLoadError` stays the same.
  public init(_ error: any Error) {
    self = error as? PageLoadError ?? PageLoadError("\(error)")
  }
}

/// A source of pages.
///
///     let source = PagedSource { page in client.contacts(page: page) }
///
/// A load may send one page, or items one by one as pages of their own, each reporting if there is
/// more behind all of them; the last one counts.
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
