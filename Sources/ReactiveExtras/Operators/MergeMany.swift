import Reactive

extension Collection where Element: Publisher {
  /// Sends the values of these publishers as they come.
  ///
  ///     [keys, mouse, remote].merge()
  ///
  /// Finishes when all have; fails when any fails, and cancels the others. An empty collection
  /// finishes at once.
  @inlinable public func merge() -> Publishers.MergeMany<Element> { Publishers.MergeMany(self) }
}
