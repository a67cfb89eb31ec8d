import Platform
import Reactive
import ReactiveExtras

/// One request on its way: a curl process from its start until it has been waited for.
final class CurlProcess: Sendable {
  private struct State {
    /// The process, from its start until it has been waited for, when its number is free again.
    var process: pid_t?
    var isCancelled = false
  }

  private let state = Locked(State())
  private let tool: String
  private let userAgent: String?
  private let request: HTTPRequest

  init(tool: String, userAgent: String?, request: HTTPRequest) {
    (self.tool, self.userAgent, self.request) = (tool, userAgent, request)
  }

  /// Kills the process, or keeps it from being started. The thread that runs it waits for its end.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      if let process = state.process { kill(process, SIGKILL) }
    }
  }

  /// Fetches, blocking its thread.
  func run() -> Result<HTTPResponse, TransportError> {
    Result { () throws(TransportError) in
      try request.validate()
      let output = try start()
      defer { close(output) }
      var answer = CurlAnswer(
        largestBody: request.largestBody, url: request.url,
        followsRedirections: request.followsRedirections)
      do throws(TransportError) {
        try read(output, into: &answer)
      } catch {
        cancel()
        _ = waitForEnd()
        throw error
      }
      try check(waitForEnd(), at: place(of: answer))
      return try answer.response(
        from: answer.isRedirected ? HTTPRequest(answer.url).place : request.place)
    }
  }

  // MARK: The process

  /// Starts curl and returns the descriptor of its answer.
  private func start() throws(TransportError) -> Int32 {
    guard let input = SocketPair() else { throw failure(errno) }
    defer { for end in [input.inner, input.outer] { close(end) } }
    // The socket's buffer holds all of it, so writing does not wait, and cannot fail because curl
    // is gone.
    let configuration = CurlConfiguration.text(for: request, userAgent: userAgent)
    _ = fcntl(input.outer, F_SETFL, O_NONBLOCK)
    guard
      configuration.utf8.split(separator: UInt8(ascii: "\n"))
        .allSatisfy({ $0.count < CurlConfiguration.lineLimit })
    else { throw .requestTooLong(request.place) }
    guard write(input.outer, configuration, configuration.utf8.count) == configuration.utf8.count
    else { throw .requestTooLong(request.place) }
    guard let output = SocketPair() else { throw failure(errno) }
    defer { close(output.inner) }
    let code = state.withLock { state -> Int32 in
      if state.isCancelled { return ECANCELED }
      var process: pid_t = 0
      let code = ChildProgram.start(
        tool, CurlConfiguration.arguments, environment: CurlConfiguration.variables,
        input: input.inner, output: output.inner, &process)
      if code == 0 { state.process = process }
      return code
    }
    switch code {
    case 0: return output.outer
    case ENOENT, EACCES:
      close(output.outer)
      throw .toolMissing(name: tool)
    default:
      close(output.outer)
      throw failure(code)
    }
  }

  /// Reads to the end, within the request's limits of time and size.
  private func read(_ output: Int32, into answer: inout CurlAnswer) throws(TransportError) {
    let deadline = MonotonicInstant.now + request.timeout
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let left = MonotonicInstant.now.distance(to: deadline).nanoseconds
      guard left > 0 else { throw .timedOut(place(of: answer), after: request.timeout) }
      let ready = poll(&entry, 1, Int32(clamping: left / 1_000_000 + 1))
      if ready == 0 || ready < 0 && errno == EINTR { continue }
      let count = Descriptor.read(output, &chunk, chunk.count)
      if count == 0 { return }
      guard count > 0 else { throw failure(errno) }
      answer.add(chunk[..<count])
      if let excess = answer.excess(from: place(of: answer)) { throw excess }
    }
  }

  /// Waits for the process to end, and returns its status as `wait` reports it.
  private func waitForEnd() -> Int32 {
    guard let process = state.withLock({ $0.process }) else { return 0 }
    // The process stays unreaped at first, so that a cancel that comes now kills no other.
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    return state.withLock { state in
      var status: Int32 = 0
      waitpid(process, &status, WNOHANG)
      state.process = nil
      return status
    }
  }

  // MARK: Errors

  /// The place that is asked or, once an answer has led to another, that one and where it led from.
  private func place(of answer: CurlAnswer) -> String {
    request.place(leadingTo: answer.isRedirected ? HTTPRequest(answer.url).place : nil)
  }

  private func failure(_ code: Int32) -> TransportError {
    .failed(request.place, reason: SystemError(code).reason)
  }

  /// Throws the error that curl's exit status stands for, if any.
  private func check(_ status: Int32, at place: String) throws(TransportError) {
    guard status & 0x7F == 0 else {
      throw .failed(place, reason: "curl was ended by signal \(status & 0x7F)")
    }
    switch (status >> 8) & 0xFF {
    case 0: return
    case 1, 8: throw .malformed(place)
    case 3: throw .notURL(place)
    case 5: throw .unreachable(place, reason: "the name of the proxy is not known")
    case 6: throw .unreachable(place, reason: "the name of the host is not known")
    case 7: throw .unreachable(place, reason: "nobody accepts connections there")
    case 18, 52, 56: throw .cutShort(place)
    case 28: throw .timedOut(place, after: request.timeout)
    case 35: throw .unreachable(place, reason: "no secure connection could be agreed on")
    case 47:
      throw .failed(request.place, reason: "it leads from one address to the next without end")
    case 60: throw .unreachable(place, reason: "its certificate cannot be trusted")
    case 127: throw .toolMissing(name: tool)
    case let code: throw .failed(place, reason: "curl ended with status \(code)")
    }
  }
}
