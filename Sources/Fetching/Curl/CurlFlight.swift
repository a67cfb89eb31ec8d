import Reactive
import ReactiveExtras

/// A request on its way, from one address to the next: a curl process for each of them.
final class CurlFlight: Sendable {
  private let tool: String
  private let userAgent: String?
  private let request: HTTPRequest
  private let state = Locked(State())

  private struct State {
    var process: CurlProcess?
    var isCancelled = false
  }

  init(tool: String, userAgent: String?, request: HTTPRequest) {
    (self.tool, self.userAgent, self.request) = (tool, userAgent, request)
  }

  /// Kills the process, and starts no other.
  func cancel() {
    let process = state.withLock { state in
      state.isCancelled = true
      return state.process
    }
    process?.cancel()
  }

  /// Fetches, blocking its thread.
  func run() -> Result<HTTPResponse, TransportError> {
    Result { () throws(TransportError) in
      try request.validate()
      let deadline = MonotonicInstant.now + request.timeout
      var way = Redirection(request)
      while true {
        var response = try fetch(
          way.request, within: MonotonicInstant.now.duration(to: deadline), way.place)
        if request.followsRedirections, try way.follow(response) { continue }
        if way.isRedirected { response.place = way.request.place }
        return response
      }
    }
  }

  /// Fetches from one address.
  private func fetch(
    _ request: HTTPRequest, within time: Duration, _ place: String
  ) throws(TransportError) -> HTTPResponse {
    var request = request
    request.timeout = max(.zero, time)
    let process = CurlProcess(tool: tool, userAgent: userAgent, request: request, place: place)
    let isCancelled = state.withLock { state in
      state.process = process
      return state.isCancelled
    }
    if isCancelled { process.cancel() }
    do throws(TransportError) { return try process.run().get() } catch {
      // The time of all addresses together is that of the request.
      if case .timedOut(let place, _) = error {
        throw .timedOut(place, after: self.request.timeout)
      }
      throw error
    }
  }
}
