import Reactive
import ReactiveExtras
import TestSupport
import ViewModels

/// A transport that answers as a test says.
struct ScriptedTransport: Transport {
  private let answer: @Sendable (HTTPRequest) -> AnyPublisher<HTTPResponse, TransportError>

  /// Answers at once.
  init(
    _ answer: @escaping @Sendable (HTTPRequest) -> Result<HTTPResponse, TransportError>
  ) {
    self.answer = { answer($0).publisher.eraseToAnyPublisher() }
  }

  /// Answers when a publisher does.
  init(
    publisher answer:
      @escaping @Sendable (HTTPRequest) -> AnyPublisher<HTTPResponse, TransportError>
  ) {
    self.answer = answer
  }

  func response(to request: HTTPRequest) -> AnyPublisher<HTTPResponse, TransportError> {
    answer(request)
  }
}
