#if canImport(Glibc)
  /// The program that puts a question to the system's name service and prints the answer.
  struct Getent: Sendable {
    /// Where it may be; the first that is there runs. `PATH` has no say in it.
    var paths = ["/usr/bin/getent", "/bin/getent", "/run/current-system/sw/bin/getent"]
    /// How long an answer may take.
    var patience: Duration

    /// The most that is read of an answer, of which the first fields of each line matter: a group's
    /// members may be many.
    private static let largestAnswer = 1 << 20

    /// Asks, blocking its thread until there is an answer or patience ends.
    ///
    /// - Parameters:
    ///   - database: Which kind of name it is: `group`, `passwd`, `ahosts`.
    ///   - key: The name or the number.
    func answer(_ database: String, _ key: String) -> NameServiceAnswer {
      guard Self.isName(key) else { return .unknown }
      guard let path = paths.first(where: { access($0, X_OK) == 0 }) else {
        return .unavailable(reason: "there is no \(paths[0]) to look it up")
      }
      let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard nothing >= 0 else { return failure(errno) }
      defer { close(nothing) }
      guard let pipe = PrivatePipe() else { return failure(errno) }
      defer { close(pipe.output) }
      var process: pid_t = 0
      let code = ChildProgram.start(
        path, [database, key], environment: Self.variables, input: nothing, output: pipe.input,
        &process)
      close(pipe.input)
      guard code == 0 else { return failure(code) }
      let deadline = ContinuousClock.now + patience
      let text = Self.read(pipe.output, until: deadline)
      // Or else it would wait to write on.
      if let text, text.count >= Self.largestAnswer { kill(process, SIGKILL) }
      let status = Self.end(of: process, until: deadline)
      guard let text, let status else {
        return .unavailable(reason: "getent gave no answer within \(patience.inSeconds)")
      }
      if !text.isEmpty { return .text(String(decoding: text, as: UTF8.self)) }
      return switch status {
      // The second status is that of a name that was not found.
      case 0, 2 << 8: .unknown
      case let status where status & 0x7F != 0:
        .unavailable(reason: "getent was ended by signal \(status & 0x7F)")
      case let status: .unavailable(reason: "getent ended with status \(status >> 8)")
      }
    }

    /// The variables that a resolver takes from its environment.
    private static let variables = ["LOCALDOMAIN", "RES_OPTIONS"]

    /// Returns true if a key can be a name: no option of the program's, and nothing that it would
    /// take for a number although it is none.
    private static func isName(_ key: String) -> Bool {
      guard let first = key.utf8.first, key.utf8.count <= 1024 else { return false }
      return first != UInt8(ascii: "-") && first != UInt8(ascii: "+")
        && !key.utf8.contains { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: ":") }
    }

    /// Reads to the end or the most that is read; nil when time is up before.
    private static func read(_ file: CInt, until deadline: ContinuousClock.Instant) -> [UInt8]? {
      var text: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 1 << 12)
      while text.count < largestAnswer {
        var entry = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        let left = ContinuousClock.now.duration(to: deadline)
        guard left > .zero else { return nil }
        let ready = poll(&entry, 1, Int32(min(left / .milliseconds(1), 60_000)) + 1)
        if ready == 0 || ready < 0 && errno == EINTR { continue }
        let count = Descriptor.read(file, &chunk, chunk.count)
        guard count > 0 else { break }
        text += chunk[..<count]
      }
      return text
    }

    /// Waits for a process that has said all it has to say, and ends it when time is up; nil then,
    /// or its status as `wait` gives it, 0 where the system keeps none.
    private static func end(of process: pid_t, until deadline: ContinuousClock.Instant) -> CInt? {
      var status: CInt = 0
      while true {
        let found = waitpid(process, &status, WNOHANG)
        if found == process { return status }
        if found < 0 && errno != EINTR { return 0 }
        guard ContinuousClock.now < deadline else { break }
        poll(nil, 0, 1)
      }
      kill(process, SIGKILL)
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      return nil
    }

    private func failure(_ code: CInt) -> NameServiceAnswer {
      .unavailable(reason: "getent cannot be started: \(SystemError(code).reason)")
    }
  }

  extension Duration {
    /// `3 seconds`, `0.5 seconds`.
    fileprivate var inSeconds: String {
      let (seconds, attoseconds) = components
      let tenths = attoseconds / 100_000_000_000_000_000
      return tenths == 0 ? "\(seconds) seconds" : "\(seconds).\(tenths) seconds"
    }
  }
#endif
