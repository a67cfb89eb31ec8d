import Formats
import Reactive

/// A transport that responds from a cache if the cached response is young enough, and keeps useful
/// new responses: those that are passed to ``accept(_:to:)``.
///
/// The request's header `Cache-Control` (RFC 9111, 5.2.1) defines what is young enough:
/// `max-age=600` accepts a response of up to ten minutes, and `no-cache`, or no such header, always
/// requests a new one. A cached response has its age in the header `Age`, and its origin in
/// `Cache-Status` (RFC 9211). An older one is sent first, followed by the new one or the failure:
/// there is something to show meanwhile.
///
/// The cache is read during the subscription, and written when a response is accepted. If it cannot
/// be written, responses still arrive.
package struct CachingTransport: Transport {
  private let transport: any Transport
  private let cache: ResponseCache
  private let secretItems: Set<String>

  /// Makes a transport that keeps the responses of another.
  ///
  /// - Parameters:
  ///   - transport: The transport that fetches the responses.
  ///   - cache: The cache.
  ///   - secretItems: The names of secret items of a URL's query, which are ignored.
  package init(
    _ transport: any Transport, cache: ResponseCache, leavingOut secretItems: Set<String> = []
  ) { (self.transport, self.cache, self.secretItems) = (transport, cache, secretItems) }

  package func response(to request: HTTPRequest) -> AnyPublisher<HTTPResponse, TransportError> {
    guard request.method == .get, let limit = request.maximumAge else {
      return transport.response(to: request)
    }
    return Deferred { () -> AnyPublisher<HTTPResponse, TransportError> in
      guard let entry = cache.entry(for: key(of: request)) else {
        return transport.response(to: request)
      }
      var response = entry.response
      response.headers["Age"] = "\(entry.age.components.seconds)"
      response.headers["Cache-Status"] = Self.hit
      let kept = Just(response).setFailureType(to: TransportError.self)
      guard entry.age >= limit else { return kept.eraseToAnyPublisher() }
      return kept.append(transport.response(to: request)).eraseToAnyPublisher()
    }
    .eraseToAnyPublisher()
  }

  package func accept(_ response: HTTPResponse, to request: HTTPRequest) {
    guard request.method == .get, response.headers["Cache-Status"] != Self.hit else { return }
    try? cache.keep(response, as: key(of: request))
  }

  /// The mark of a response from this cache, which is not kept again as if it were new.
  private static let hit = "ViewModelKit; hit"

  private func key(of request: HTTPRequest) -> ResponseCache.Key {
    ResponseCache.Key(url: request.url, leavingOut: secretItems)
  }
}

extension HTTPRequest {
  /// The maximum age of an acceptable cached response; nil if none is acceptable.
  fileprivate var maximumAge: Duration? {
    for directive in headers.directives(of: "Cache-Control") {
      guard let seconds = directive.rest(behind: "max-age=").flatMap({ Int($0) }) else { continue }
      return seconds >= 0 ? .seconds(seconds) : nil
    }
    return nil
  }
}
