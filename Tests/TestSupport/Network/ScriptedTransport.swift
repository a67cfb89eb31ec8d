import Fetching
import Reactive
import ReactiveExtras

/// A transport that answers as a test says.
package struct ScriptedTransport: Transport {
  private let answer: @Sendable (HTTPRequest) -> AnyPublisher<HTTPResponse, TransportError>

  /// Answers at once.
  package init(
    _ answer: @escaping @Sendable (HTTPRequest) -> Result<HTTPResponse, TransportError>
  ) {
    self.answer = { answer($0).publisher.eraseToAnyPublisher() }
  }

  /// Answers when a publisher does.
  package init(
    publisher answer:
      @escaping @Sendable (HTTPRequest) -> AnyPublisher<HTTPResponse, TransportError>
  ) {
    self.answer = answer
  }

  package func response(to request: HTTPRequest) -> AnyPublisher<HTTPResponse, TransportError> {
    answer(request)
  }
}
