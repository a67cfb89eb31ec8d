/// A transport that sends headers, which no command line may have, with each request to a server.
struct HeadedTransport: Transport {
  let base: any Transport
  /// The server that gets them; no other may learn a key.
  var origin: HTTPRequest.Origin?
  var headers: HTTPHeaders = [:]
  var token: AccessToken?

  func response(to request: HTTPRequest) -> AnyPublisher<HTTPResponse, TransportError> {
    guard request.origin == origin else { return base.response(to: request) }
    var request = token?.authorizing(request) ?? request
    for header in headers { request.headers[header.name] = header.value }
    return base.response(to: request)
  }
}
