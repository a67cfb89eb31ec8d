import Dispatch
import Reactive

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program that runs beside the test, without a terminal, until it is killed with this object.
///
///     let client = RunningProgram(program, ["streams", "run", file, "--watch"])
///     #expect(client.waits { $0.output.contains("value") })
package final class RunningProgram: Sendable {
  /// The system's number of it.
  package let process: pid_t
  private let texts = Locked((output: "", errors: ""))
  private let change = DispatchSemaphore(value: 0)

  /// What it has written to standard output until now.
  package var output: String { texts.withLock { $0.output } }
  /// What it has written to standard error until now.
  package var errors: String { texts.withLock { $0.errors } }

  /// Starts a program, with nothing on its standard input.
  package init(_ path: String, _ arguments: [String]) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    let pipes = (0..<2).map { _ in
      var ends: [Int32] = [-1, -1]
      precondition(pipe(&ends) == 0, "no pipe")
      // Not for programs that other tests start.
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return (read: ends[0], write: ends[1])
    }
    for (index, pipe) in pipes.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, pipe.write, Int32(index + 1))
    }
    let argv = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = [
      "LC_ALL=C.UTF-8", "HOME=/nonexistent",
      "PATH=" + (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"),
    ]
    let envp = variables.map { strdup($0) } + [nil]
    defer { for string in argv + envp { free(string) } }
    var process: pid_t = 0
    precondition(posix_spawn(&process, path, &actions, nil, argv, envp) == 0, "\(path) must run")
    self.process = process
    for pipe in pipes { close(pipe.write) }
    read(pipes[0].read) { $0.output += $1 }
    read(pipes[1].read) { $0.errors += $1 }
  }

  deinit {
    kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  private func read(
    _ descriptor: Int32,
    _ append: @escaping @Sendable (inout (output: String, errors: String), String) -> Void
  ) {
    Threads.start { [texts, change] in
      var buffer = [UInt8](repeating: 0, count: 4096)
      while case let count = systemRead(descriptor, &buffer, buffer.count), count > 0 {
        let text = String(decoding: buffer[..<count], as: UTF8.self)
        texts.withLock { append(&$0, text) }
        change.signal()
      }
      close(descriptor)
    }
  }

  /// Waits until something holds for what has been written, for ten seconds at most.
  package func waits(_ condition: (RunningProgram) -> Bool) -> Bool {
    let deadline = DispatchTime.now() + .seconds(10)
    while !condition(self) {
      if change.wait(timeout: deadline) == .timedOut { return condition(self) }
    }
    return true
  }
}

/// `read(2)`, again after a signal: other tests send this process some.
private func systemRead(_ file: Int32, _ bytes: inout [UInt8], _ count: Int) -> Int {
  while true {
    let read = read(file, &bytes, count)
    if read >= 0 || errno != EINTR { return read }
  }
}
