import Fetching
import Foundation
import Reactive
import ReactiveNetworking

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Fetches responses through a Foundation session.
///
///     let page = ResourceViewModel {
///       SessionTransport().response(to: HTTPRequest("https://example.org/users.json"))
///     }
///
/// Each subscription is a separate task, which a cancel stops. Redirections, cookies and caches are
/// the session's. The response arrives on the session's delegate queue; a response with more bytes
/// than the request allows is refused after it has arrived.
public struct SessionTransport: Transport {
  /// The session that makes the tasks.
  public var session: URLSession

  /// Makes a transport of a session.
  public init(session: URLSession = .shared) { self.session = session }

  public func response(to request: HTTPRequest) -> AnyPublisher<HTTPResponse, TransportError> {
    let sentURL: String
    do throws(TransportError) {
      try request.validate()
      sentURL = try request.sentURL
    } catch { return Fail(error: error).eraseToAnyPublisher() }
    guard let url = URL(string: sentURL) else {
      return Fail(error: .notURL(request.address)).eraseToAnyPublisher()
    }
    var task = URLRequest(url: url)
    task.httpMethod = request.method.rawValue
    task.httpBody = request.body.map { Data($0.utf8) }
    task.timeoutInterval = request.timeout / .seconds(1)
    for (name, value) in request.headers { task.addValue(value, forHTTPHeaderField: name) }
    return session.dataTaskPublisher(for: task)
      .mapError { Self.failure($0, of: request) }
      .flatMap { data, response in
        Result { () throws(TransportError) in try Self.response(data, response, to: request) }
          .publisher
      }
      .eraseToAnyPublisher()
  }

  private static func failure(_ error: URLError, of request: HTTPRequest) -> TransportError {
    let reason = error.localizedDescription
    return switch error.code {
    case .timedOut: .timedOut(request.address, after: request.timeout)
    case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet:
      .unreachable(request.address, reason: reason)
    case .networkConnectionLost: .cutShort(request.address)
    case .badServerResponse, .cannotParseResponse: .malformed(request.address)
    default: .failed(request.address, reason: reason)
    }
  }

  private static func response(
    _ data: Data, _ response: URLResponse, to request: HTTPRequest
  ) throws(TransportError) -> HTTPResponse {
    guard data.count <= request.largestBody else {
      throw .tooLarge(request.address, limit: request.largestBody)
    }
    guard let response = response as? HTTPURLResponse else {
      throw .failed(request.address, reason: "the response is not HTTP")
    }
    let headers = response.allHeaderFields.map { ("\($0)", "\($1)") }
    return HTTPResponse(
      status: response.statusCode, headers: HTTPHeaders(headers), body: Array(data))
  }
}
