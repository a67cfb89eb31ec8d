import Platform

/// One request at one address: a curl process from its start until it has been waited for.
final class CurlProcess: Sendable {
  private let child = ChildProcess()
  private let tool: String
  private let userAgent: String?
  private let request: HTTPRequest
  /// The name of the place in errors.
  private let place: String

  init(tool: String, userAgent: String?, request: HTTPRequest, place: String) {
    (self.tool, self.userAgent, self.request, self.place) = (tool, userAgent, request, place)
  }

  /// Kills the process, or keeps it from being started. The thread that runs it waits for its end.
  func cancel() { child.cancel() }

  /// Fetches, blocking its thread.
  func run() -> Result<HTTPResponse, TransportError> {
    Result { () throws(TransportError) in
      try request.validate()
      try start()
      var answer = CurlAnswer(
        largestBody: request.largestBody, followsRedirections: request.followsRedirections)
      let end = try child.read(within: request.timeout) { (_, bytes) throws(TransportError) in
        answer.add(bytes)
        if let excess = answer.excess(from: place) { throw excess }
      }
      guard case .ended(let status) = end else {
        throw .timedOut(place, after: request.timeout)
      }
      try check(status)
      return try answer.response(from: place)
    }
  }

  // MARK: The process

  /// Starts curl.
  private func start() throws(TransportError) {
    guard let input = SocketPair() else { throw failure(errno) }
    defer { for end in [input.inner, input.outer] { close(end) } }
    // The socket's buffer holds all of it, so writing does not wait, and cannot fail because curl
    // is gone.
    let configuration = try CurlConfiguration.text(for: request, userAgent: userAgent)
    _ = fcntl(input.outer, F_SETFL, O_NONBLOCK)
    guard
      configuration.utf8.split(separator: UInt8(ascii: "\n"))
        .allSatisfy({ $0.count < CurlConfiguration.lineLimit })
    else { throw .requestTooLong(place) }
    guard write(input.outer, configuration, configuration.utf8.count) == configuration.utf8.count
    else { throw .requestTooLong(place) }
    guard let output = SocketPair() else { throw failure(errno) }
    do throws(SystemError) {
      try child.start(
        [tool] + CurlConfiguration.arguments, environment: CurlConfiguration.variables,
        input: input.inner, pipe: (reading: output.outer, writing: output.inner))
    } catch {
      if error.code == ENOENT || error.code == EACCES { throw .toolMissing(name: tool) }
      throw failure(error.code)
    }
  }

  // MARK: Errors

  private func failure(_ code: Int32) -> TransportError {
    .failed(place, reason: SystemError(code).reason)
  }

  /// Throws the error that curl's exit status stands for, if any.
  private func check(_ status: ProcessStatus) throws(TransportError) {
    guard status.signal == nil else { throw .failed(place, reason: "curl \(status)") }
    switch status.code {
    case 0: return
    case 1, 8: throw .malformed(place)
    case 3: throw .notURL(place)
    case 5: throw .unreachable(place, reason: "the name of the proxy is not known")
    case 6: throw .unreachable(place, reason: "the name of the host is not known")
    case 7: throw .unreachable(place, reason: "nobody accepts connections there")
    case 18, 52, 56: throw .cutShort(place)
    case 28: throw .timedOut(place, after: request.timeout)
    case 35: throw .unreachable(place, reason: "no secure connection could be agreed on")
    case 60: throw .unreachable(place, reason: "its certificate cannot be trusted")
    case 127: throw .toolMissing(name: tool)
    default: throw .failed(place, reason: "curl \(status)")
    }
  }
}
