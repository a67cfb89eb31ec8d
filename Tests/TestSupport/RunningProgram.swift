import Dispatch
import Platform
import Reactive

/// A program that runs beside the test, without a terminal, until it is killed with this object.
///
///     let client = RunningProgram(program, ["streams", "run", file, "--watch"])
///     #expect(client.waits { $0.output.contains("value") })
package final class RunningProgram: Sendable {
  /// The system's number of it.
  package let process: pid_t
  private let texts = Locked((output: "", errors: ""))
  private let change = DispatchSemaphore(value: 0)

  /// The text that it has written to standard output until now.
  package var output: String { texts.withLock { $0.output } }
  /// The text that it has written to standard error until now.
  package var errors: String { texts.withLock { $0.errors } }

  /// Starts a program, with nothing on its standard input.
  package init(_ path: String, _ arguments: [String]) {
    let pipes = (0..<2).map { _ in PrivatePipe()! }
    let variables = [
      "LC_ALL": "C.UTF-8", "HOME": "/nonexistent",
      "PATH": getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin",
    ]
    let result = SpawnedProgram.start(path, arguments, environment: variables) { actions in
      actions.open("/dev/null", O_RDONLY, as: 0)
      for (index, pipe) in pipes.enumerated() { actions.take(pipe.input, as: Int32(index + 1)) }
    }
    guard case .success(let process) = result else { preconditionFailure("\(path) must run") }
    self.process = process
    for pipe in pipes { close(pipe.input) }
    read(pipes[0].output) { $0.output += $1 }
    read(pipes[1].output) { $0.errors += $1 }
  }

  deinit {
    kill(process, SIGKILL)
    _ = SpawnedProgram.wait(for: process)
  }

  private func read(
    _ descriptor: Int32,
    _ append: @escaping @Sendable (inout (output: String, errors: String), String) -> Void
  ) {
    Threads.start { [texts, change] in
      var buffer = [UInt8](repeating: 0, count: 4096)
      while case let count = Descriptor.read(descriptor, &buffer, buffer.count), count > 0 {
        let text = String(decoding: buffer[..<count], as: UTF8.self)
        texts.withLock { append(&$0, text) }
        change.signal()
      }
      close(descriptor)
    }
  }

  /// Waits until something holds for what has been written, or the run is stuck.
  package func waits(_ condition: (RunningProgram) -> Bool) -> Bool {
    let deadline = Standstill.deadline
    while !condition(self) {
      if change.wait(timeout: deadline) == .timedOut { return condition(self) }
    }
    return true
  }
}
