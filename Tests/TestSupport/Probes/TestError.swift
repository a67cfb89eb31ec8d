import Reactive

/// The error of these tests.
package enum TestError: Error, Equatable {
  case expected
  case other
}

extension Subscribers.Completion where Failure == TestError {
  /// The two ways in which a stream ends.
  package static var both: [Self] { [.finished, .failure(.expected)] }
}
