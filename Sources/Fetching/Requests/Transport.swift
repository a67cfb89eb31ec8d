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
/// A view model receives one, and needs to know neither a network library nor a file. This module
/// has ``FileTransport``; `SessionTransport`, in the module SessionFetching, uses a Foundation
/// session.
public protocol Transport: Sendable {
  /// Makes a publisher of the response to a request.
  ///
  /// Every response is a value, whatever its status; only a missing response is a failure. Each
  /// subscription makes its own request. Cancelling stops the request and its work. The response
  /// may arrive on any thread, or during the subscription.
  func response(to request: HTTPRequest) -> AnyPublisher<HTTPResponse, TransportError>

  /// Notes that a response was useful, because a value could be made from it.
  ///
  /// A transport that keeps responses keeps this one now: a response without a value never replaces
  /// a good one. Other transports do nothing, which is the default.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - request: The request for the response.
  func accept(_ response: HTTPResponse, to request: HTTPRequest)
}

extension Transport { public func accept(_ response: HTTPResponse, to request: HTTPRequest) {} }
