import Foundation
import Reactive
import ReactiveFoundation
import TestSupport
import Testing
import ViewModels

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The lines that the documentation of `Transport` gives.
struct SessionTransport: Transport {
  var session = URLSession.shared

  func response(to request: HTTPRequest) -> AnyPublisher<HTTPResponse, TransportError> {
    guard let url = URL(string: request.url) else {
      return Fail(error: .notURL(request.place)).eraseToAnyPublisher()
    }
    var task = URLRequest(url: url)
    task.timeoutInterval = request.timeout / .seconds(1)
    for (name, value) in request.headers { task.setValue(value, forHTTPHeaderField: name) }
    return session.dataTaskPublisher(for: task)
      .mapError { TransportError.failed(request.place, reason: $0.localizedDescription) }
      .tryMap { data, response in
        guard data.count <= request.largestBody else {
          throw TransportError.tooLarge(request.place, limit: request.largestBody)
        }
        let response = response as! HTTPURLResponse
        let headers = response.allHeaderFields.map { ("\($0)", "\($1)") }
        return HTTPResponse(
          status: response.statusCode, headers: HTTPHeaders(headers), body: Array(data))
      }
      .mapError { $0 as! TransportError }
      .eraseToAnyPublisher()
  }
}

@Suite("A session as a transport")
struct SessionTransportTests {
  @Test("The documented lines make a transport of a session")
  func conformance() async throws {
    let server = LoopbackHTTPServer { request in
      .page(request.headers["x-key"] ?? "", status: 404, tag: "\"1\"")
    }
    let request = HTTPRequest(server.url("/a?b=c"), headers: ["X-Key": "secret"])
    let response = try #require(
      try await SessionTransport().response(to: request).outcome()?.get())
    #expect((response.status, response.text) == (404, "secret"))
    #expect(response.headers["etag"] == "\"1\"")
    #expect(server.requests.map(\.target) == ["/a?b=c"])
  }

  @Test("More than the request allows is an error there too")
  func tooLarge() async {
    let server = LoopbackHTTPServer { _ in .huge(11) }
    let request = HTTPRequest(server.url(), largestBody: 10)
    #expect(
      await SessionTransport().response(to: request).outcome()
        == .failure(.tooLarge(server.url(), limit: 10)))
  }
}
