/// A transport that sends headers with each request, which no command line may have.
struct HeadedTransport: Transport {
  let base: any Transport
  var headers: HTTPHeaders = [:]
  var token: AccessToken?

  func response(to request: HTTPRequest) -> AnyPublisher<HTTPResponse, TransportError> {
    var request = token?.authorizing(request) ?? request
    for header in headers { request.headers[header.name] = header.value }
    return base.response(to: request)
  }
}
