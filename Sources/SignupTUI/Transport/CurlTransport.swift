import Dispatch
import Reactive
import ViewModels

/// Lets the system's curl fetch: no network library is linked, and no process runs until something
/// is asked for.
///
/// A request's URL and headers go to curl by its standard input, so that no key is in the list of
/// processes. Each runs on a thread of its own; the answer comes from there. A cancel kills curl.
struct CurlTransport: Transport {
  /// The program, by its path, or by its name in PATH.
  var tool = "curl"
  /// The requests that are under way.
  let flights = DispatchGroup()

  func response(to request: HTTPRequest) -> AnyPublisher<HTTPResponse, TransportError> {
    Deferred {
      let flight = CurlFlight(tool: tool, request: request)
      return Future<HTTPResponse, TransportError> { promise in
        // Handed over: it is called by the one thread alone.
        nonisolated(unsafe) let promise = promise
        DispatchQueue(label: "curl").async(group: flights) { promise(flight.run()) }
      }
      .handleEvents(receiveCancel: { flight.cancel() })
    }
    .eraseToAnyPublisher()
  }
}
