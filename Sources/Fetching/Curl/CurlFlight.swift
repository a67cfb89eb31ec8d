import Platform
import Reactive
import ReactiveExtras

/// A running request, across redirections: one curl process for each address.
final class CurlFlight: Sendable {
  private let tool: String
  private let userAgent: String?
  private let request: HTTPRequest
  private let state = Locked(State())

  private struct State {
    var child: ChildProcess?
    var isCancelled = false
  }

  init(tool: String, userAgent: String?, request: HTTPRequest) {
    (self.tool, self.userAgent, self.request) = (tool, userAgent, request)
  }

  /// Kills the process, and prevents further ones.
  func cancel() {
    let child = state.withLock { state in
      state.isCancelled = true
      return state.child
    }
    child?.cancel()
  }

  /// Fetches, blocking its thread.
  func run() -> Result<HTTPResponse, TransportError> {
    Result { () throws(TransportError) in
      try request.validate()
      let deadline = MonotonicInstant.now + request.timeout
      var redirection = Redirection(request)
      while true {
        let timeout = max(.zero, MonotonicInstant.now.duration(to: deadline))
        var response = try fetch(redirection.request, within: timeout, redirection.address)
        if request.followsRedirections, try redirection.follow(response) { continue }
        if redirection.isRedirected { response.address = redirection.request.address }
        return response
      }
    }
  }

  /// Fetches from one address, which errors call `address`.
  private func fetch(
    _ request: HTTPRequest, within timeout: Duration, _ address: String
  ) throws(TransportError) -> HTTPResponse {
    var request = request
    request.timeout = timeout
    try request.validate()
    let child = ChildProcess()
    let isCancelled = state.withLock { state in
      state.child = child
      return state.isCancelled
    }
    if isCancelled { child.cancel() }
    try start(child, request, address)
    var output = CurlResponse(
      largestBody: request.largestBody, followsRedirections: request.followsRedirections)
    let end = try child.read(within: timeout) { (channel, bytes) throws(TransportError) in
      output.add(bytes, isHead: channel == .errorOutput)
      if let excess = output.excess(from: address) { throw excess }
    }
    // The request's timeout applies to all addresses together.
    guard case .ended(let status) = end, status.signal != nil || status.code != 28 else {
      throw .timedOut(address, after: self.request.timeout)
    }
    try check(status, address)
    return try output.response(from: address)
  }

  // MARK: The process

  /// Starts curl.
  private func start(
    _ child: ChildProcess, _ request: HTTPRequest, _ address: String
  ) throws(TransportError) {
    func failure(_ code: Int32) -> TransportError {
      .failed(address, reason: SystemError(code).reason)
    }
    let descriptors = CurlConfiguration.descriptors
    guard access(descriptors, F_OK) == 0 else {
      throw .failed(address, reason: "curl needs \(descriptors), which is missing")
    }
    guard let input = SocketPair() else { throw failure(errno) }
    defer { for end in [input.inner, input.outer] { close(end) } }
    // The configuration fits in the socket's buffer: writing does not wait, and cannot fail because
    // curl is gone.
    let configuration = try CurlConfiguration.text(for: request, userAgent: userAgent)
    _ = fcntl(input.outer, F_SETFL, O_NONBLOCK)
    guard
      configuration.utf8.split(separator: UInt8(ascii: "\n"))
        .allSatisfy({ $0.count < CurlConfiguration.lineLimit }),
      write(input.outer, configuration, configuration.utf8.count) == configuration.utf8.count
    else { throw .requestTooLong(address) }
    guard let output = SocketPair() else { throw failure(errno) }
    do throws(SystemError) {
      try child.start(
        [tool] + CurlConfiguration.arguments, environment: CurlConfiguration.variables,
        input: input.inner, pipe: (reading: output.outer, writing: output.inner), errorOutput: .read
      )
    } catch {
      if error.code == ENOENT || error.code == EACCES { throw .toolMissing(name: tool) }
      throw failure(error.code)
    }
  }

  /// Throws the error for curl's exit status, if any.
  private func check(_ status: ProcessStatus, _ address: String) throws(TransportError) {
    guard status.signal == nil else { throw .failed(address, reason: "curl \(status)") }
    switch status.code {
    case 0: return
    case 1, 8: throw .malformed(address)
    case 3: throw .notURL(address)
    case 5: throw .unreachable(address, reason: "the proxy name cannot be resolved")
    case 6: throw .unreachable(address, reason: "the host name cannot be resolved")
    case 7: throw .unreachable(address, reason: "the connection was refused")
    case 18, 52, 56: throw .cutShort(address)
    case 35: throw .unreachable(address, reason: "the TLS handshake failed")
    case 61: throw .failed(address, reason: "its response cannot be unpacked")
    case 60: throw .unreachable(address, reason: "its certificate cannot be trusted")
    case 127: throw .toolMissing(name: tool)
    default: throw .failed(address, reason: "curl \(status)")
    }
  }
}
