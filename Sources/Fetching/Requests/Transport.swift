import Reactive

/// A source of responses to requests: a network, a folder of files, or a test's script.
///
///     transport.response(to: HTTPRequest("https://example.org/users.json"))
///       .sink {
///         print($0)
///       } receiveValue: {
///         print($0.status, $0.text)
///       }
///
/// A view model is given one, so that it knows neither a network library nor a file. Here is
/// ``FileTransport``; `SessionTransport`, in the module SessionFetching, has a session of
/// Foundation answer.
public protocol Transport: Sendable {
  /// Makes a publisher of the response to a request.
  ///
  /// Every response is a value, whatever its status; only a missing response is a failure. Each
  /// subscription is a request of its own, which begins with it. Cancelling stops the request and
  /// its work. The response may come from any thread, or inside the subscription.
  func response(to request: HTTPRequest) -> AnyPublisher<HTTPResponse, TransportError>

  /// Takes note that a response was of use, because a value could be made of it.
  ///
  /// A transport that keeps responses keeps this one now, so that none without a value replaces a
  /// good one. Others do nothing, which is the default.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - request: The request that it answers.
  func accept(_ response: HTTPResponse, to request: HTTPRequest)
}

extension Transport { public func accept(_ response: HTTPResponse, to request: HTTPRequest) {} }
