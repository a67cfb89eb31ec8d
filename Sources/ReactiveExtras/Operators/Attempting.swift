import Reactive

extension Publisher {
  /// Turns each value into another by a function that may throw the publisher's own error.
  package func attempting<T>(
    _ transform: @escaping (Output) throws(Failure) -> T
  ) -> AnyPublisher<T, Failure> {
    flatMap { value in
      Result { () throws(Failure) in try transform(value) }.publisher
    }
    .eraseToAnyPublisher()
  }
}
