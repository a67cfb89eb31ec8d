import Reactive

/// A source of answers to requests: a network, a folder of files, or a test's script.
///
///     transport.response(to: HTTPRequest("https://example.org/users.json"))
///       .sink {
///         print($0)
///       } receiveValue: {
///         print($0.status, $0.text)
///       }
///
/// A view model is given one, so that it knows neither a network library nor a file. For sessions
/// of Foundation it takes these lines, beside `import Foundation`, `import ReactiveFoundation` and
/// `import ViewModels`:
///
///     struct SessionTransport: Transport {
///       var session = URLSession.shared
///
///       func response(to request: HTTPRequest) -> AnyPublisher<HTTPResponse, TransportError> {
///         guard let url = URL(string: request.url) else {
///           return Fail(error: .notURL(request.place)).eraseToAnyPublisher()
///         }
///         var task = URLRequest(url: url)
///         task.timeoutInterval = request.timeout / .seconds(1)
///         for (name, value) in request.headers { task.setValue(value, forHTTPHeaderField: name) }
///         return session.dataTaskPublisher(for: task)
///           .mapError { TransportError.failed(request.place, reason: $0.localizedDescription) }
///           .tryMap { data, response in
///             guard data.count <= request.largestBody else {
///               throw TransportError.tooLarge(request.place, limit: request.largestBody)
///             }
///             let response = response as! HTTPURLResponse
///             let headers = response.allHeaderFields.map { ("\($0)", "\($1)") }
///             return HTTPResponse(
///               status: response.statusCode, headers: HTTPHeaders(headers), body: Array(data))
///           }
///           .mapError { $0 as! TransportError }
///           .eraseToAnyPublisher()
///       }
///     }
public protocol Transport: Sendable {
  /// Makes a publisher of the answer to a request.
  ///
  /// Every answer is a value, whatever its status; only a missing answer is a failure. Each
  /// subscription is a request of its own, which begins with it, and which a cancel stops together
  /// with the work behind it. The answer may come from any thread, or inside the subscription.
  func response(to request: HTTPRequest) -> AnyPublisher<HTTPResponse, TransportError>
}
