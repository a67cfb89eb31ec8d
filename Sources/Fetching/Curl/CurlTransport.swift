import Dispatch
import Platform
import Reactive

/// Fetches with the system's curl: no network library is linked, and no process runs until a
/// request is made.
///
/// curl receives a request's URL and headers on its standard input, to keep keys out of the process
/// list. Each request runs on a thread of its own, which delivers the response. Cancelling kills
/// curl. It needs `/dev/fd`, to which it writes heads.
package struct CurlTransport: Transport {
  /// The program, by its path or by its name in `PATH`.
  private let tool: String
  /// The name of the program that is sent to servers; nil for curl's own.
  private let userAgent: String?
  /// The running requests.
  package let flights = DispatchGroup()

  /// Makes a transport that starts `tool` for each request.
  package init(tool: String = "curl", userAgent: String? = nil) {
    (self.tool, self.userAgent) = (tool, userAgent)
  }

  package func response(to request: HTTPRequest) -> AnyPublisher<HTTPResponse, TransportError> {
    Deferred {
      let flight = CurlFlight(tool: tool, userAgent: userAgent, request: request)
      return ThreadWork.future(
        in: flights,
        failure: { .failed(request.address, reason: "cannot start a thread (\($0))") }
      ) { flight.run() }
      .handleEvents(receiveCancel: { flight.cancel() })
    }
    .eraseToAnyPublisher()
  }
}
