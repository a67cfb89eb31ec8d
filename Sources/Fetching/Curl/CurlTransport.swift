import Dispatch
import Platform
import Reactive

/// Fetches with the system's curl: no network library is linked, and no process runs until
/// something is requested.
///
/// A request's URL and headers go to curl by its standard input, so that no key is in the list of
/// processes. Each request runs on a thread of its own, which delivers the answer. A cancel kills
/// curl.
package struct CurlTransport: Transport {
  /// The program, by its path, or by its name in PATH.
  var tool = "curl"
  /// The name of the program that servers are told; nil for curl's own.
  private let userAgent: String?
  /// The requests under way.
  package let flights = DispatchGroup()
  /// Runs work on a thread of its own; returns an `errno` if there is none.
  var startThread: @Sendable (@escaping () -> Void) -> Int32 = { WorkerThread.start($0) }

  /// Makes a transport that starts `tool` for each request.
  package init(tool: String = "curl", userAgent: String? = nil) {
    (self.tool, self.userAgent) = (tool, userAgent)
  }

  package func response(to request: HTTPRequest) -> AnyPublisher<HTTPResponse, TransportError> {
    Deferred {
      let flight = CurlFlight(tool: tool, userAgent: userAgent, request: request)
      return Future<HTTPResponse, TransportError> { promise in
        // Handed over: it is called by the one thread alone.
        nonisolated(unsafe) let promise = promise
        flights.enter()
        let code = startThread {
          promise(flight.run())
          flights.leave()
        }
        guard code != 0 else { return }
        flights.leave()
        let reason = "no thread could be started (\(SystemError(code).reason))"
        promise(.failure(.failed(request.place, reason: reason)))
      }
      .handleEvents(receiveCancel: { flight.cancel() })
    }
    .eraseToAnyPublisher()
  }
}
