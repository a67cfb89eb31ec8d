import Combine

extension Collection where Element: Publisher {
  /// The first values of all publishers together, then the second ones, and so on.
  public func zipAll() -> AnyPublisher<[Element.Output], Element.Failure> {
    guard let first else { return Empty().eraseToAnyPublisher() }
    let start = first.map { [$0] }.eraseToAnyPublisher()
    return dropFirst().reduce(into: start) { zipped, next in
      zipped = zipped.zip(next) { $0 + [$1] }.eraseToAnyPublisher()
    }
  }
}
