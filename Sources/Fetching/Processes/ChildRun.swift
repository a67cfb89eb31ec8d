import Platform
import Reactive
import ReactiveExtras

/// One run of a program whose output is read: from its start until it has been waited for.
final class ChildRun: Sendable {
  private struct State {
    /// The process, from its start until it has been waited for, when its number is free again.
    var process: pid_t?
    var isCancelled = false
  }

  private let state = Locked(State())

  /// Kills the process, or keeps it from being started. The thread that runs it waits for its end.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      if let process = state.process { kill(process, SIGKILL) }
    }
  }

  /// True if it was cancelled.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Starts the process, unless it was cancelled.
  ///
  /// - Parameter spawn: Starts it, and sets its number; returns an `errno`.
  /// - Returns: 0, or an `errno`.
  func start(_ spawn: (inout pid_t) -> Int32) -> Int32 {
    state.withLock { state in
      if state.isCancelled { return ECANCELED }
      var process: pid_t = 0
      let code = spawn(&process)
      if code == 0 { state.process = process }
      return code
    }
  }

  /// Reads the output up to its end or a deadline.
  ///
  /// - Parameters:
  ///   - output: The descriptor of the output.
  ///   - time: The longest time that it may take.
  ///   - take: Takes bytes in the order in which they come.
  /// - Returns: 0 at the end, `ETIMEDOUT`, or the `errno` of reading.
  func read<Failure: Error>(
    _ output: Int32, within time: Duration, _ take: (ArraySlice<UInt8>) throws(Failure) -> Void
  ) throws(Failure) -> Int32 {
    let deadline = MonotonicInstant.now + time
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let left = MonotonicInstant.now.distance(to: deadline).nanoseconds
      guard left > 0 else { return ETIMEDOUT }
      let ready = poll(&entry, 1, Int32(clamping: left / 1_000_000 + 1))
      if ready == 0 || ready < 0 && errno == EINTR { continue }
      let count = Descriptor.read(output, &chunk, chunk.count)
      if count == 0 { return 0 }
      guard count > 0 else { return errno }
      try take(chunk[..<count])
    }
  }

  /// Waits for the process to end, and returns its status as `wait` reports it.
  func waitForEnd() -> Int32 {
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
}
