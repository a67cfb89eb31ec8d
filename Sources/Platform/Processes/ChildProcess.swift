/// A program that runs as a child of this one, and whose output is read. All programs are run by
/// this class.
///
///     let child = ChildProcess()
///     try child.start(["sort", "-u"], input: file)
///     let end = child.read(within: .seconds(10)) { _, bytes in text += bytes }
///
/// It leads its own session: it has no terminal, the terminal's keys do not reach it, and it is
/// ended together with all processes that it has started. It does not outlive this program; see
/// ``RunningChildren``.
///
/// `cancel()` may be called by any thread at any time, everything else by one thread at a time.
/// Unchecked because of that rule, for the properties that `start` and `status()` set.
package final class ChildProcess: @unchecked Sendable {
  /// The source of bytes.
  package enum Channel: Sendable { case output, errorOutput }

  /// The destination of its standard error.
  package enum ErrorOutput: Sendable {
    /// None.
    case dropped
    /// This program's standard error.
    case shared
    /// ``ChildProcess/read(within:_:)``.
    case read
  }

  /// The end of a run.
  package enum End: Hashable, Sendable {
    case ended(ProcessStatus)
    case timedOut
  }

  /// The descriptor of its output, which does not block; -1 before it is started.
  package private(set) var output: CInt = -1
  private var errorOutput: CInt = -1
  /// The descriptor that is readable when the process has ended; -1 if the system has none.
  private var handle: CInt = -1
  private var endStatus: ProcessStatus?
  private let run = RunningChildren.Run()

  /// Makes a run that has not begun.
  package init() {}

  deinit {
    if run.isRunning {
      run.send(SIGTERM)
      // It may ignore that, which is not waited for here.
      let (run, handle) = (run, handle)
      let code = WorkerThread.start {
        Self.wait(for: [], handle, until: .now + RunningChildren.grace) { run.hasEnded }
        run.send(SIGKILL)
        Self.wait(for: [], handle, until: .now + RunningChildren.grace) { run.reap() != nil }
        Descriptor.close(handle)
      }
      if code != 0 { Descriptor.close(handle) }
    } else {
      Descriptor.close(handle)
    }
    Descriptor.close(output)
    Descriptor.close(errorOutput)
  }

  /// Starts a program, with default signal actions, and no open files but the standard ones.
  ///
  /// - Parameters:
  ///   - arguments: The program, by its path or by its name in `PATH`, and its arguments.
  ///   - variables: The names of the environment variables that it inherits; nil for all.
  ///   - input: The descriptor that becomes its standard input; nil for nothing to read.
  ///   - pipe: The two ends of its output, which this object closes; nil to make a pipe.
  ///   - errorOutput: The destination of its standard error.
  /// - Throws: The reason why it was not started; `ECANCELED` after a cancel.
  package func start(
    _ arguments: [String], environment variables: [String]? = nil, input: CInt? = nil,
    pipe: (reading: CInt, writing: CInt)? = nil, errorOutput destination: ErrorOutput = .dropped
  ) throws(SystemError) {
    precondition(output < 0, "A process can be started only once.")
    // Closed here, when the program has copies of them.
    var given: [CInt] = []
    defer { for file in given { Descriptor.close(file) } }
    func makePipe() throws(SystemError) -> (reading: CInt, writing: CInt) {
      guard let pipe = PrivatePipe() else { throw SystemError() }
      return (pipe.output, pipe.input)
    }
    let ends = if let pipe { pipe } else { try makePipe() }
    output = ends.reading
    given.append(ends.writing)
    let nothing = Descriptor.open("/dev/null", O_RDWR)
    guard nothing >= 0 else { throw SystemError() }
    given.append(nothing)
    var errors = nothing
    switch destination {
    case .dropped: break
    case .shared: errors = 2
    case .read:
      let ends = try makePipe()
      errorOutput = ends.reading
      errors = ends.writing
      given.append(errors)
    }
    for file in [output, errorOutput] where file >= 0 { _ = fcntl(file, F_SETFL, O_NONBLOCK) }
    let code = run.start { process in
      ChildProgram.start(
        arguments, environment: variables, input: input ?? nothing, output: ends.writing,
        errorOutput: errors, &process)
    }
    guard code == 0 else { throw SystemError(code) }
    handle = run.handle()
  }

  /// Kills the program and all processes that it has started, or prevents its start.
  package func cancel() { run.cancel() }

  /// Asks the program, and all processes that it has started, to end.
  package func terminate() { run.send(SIGTERM) }

  /// True if it was cancelled.
  package var isCancelled: Bool { run.isCancelled }

  /// Reads what the program writes until it has ended, blocking its thread.
  ///
  /// The program's own end counts: others that it has started may keep its output open. If time is
  /// up or `take` throws, it is killed with all that it has started.
  ///
  /// - Parameters:
  ///   - time: The longest time that it may take.
  ///   - take: Receives bytes in the order of arrival.
  package func read<Failure: Error>(
    within time: Duration, _ take: (Channel, ArraySlice<UInt8>) throws(Failure) -> Void
  ) throws(Failure) -> End {
    let deadline = ContinuousClock.now + time
    var open = [(Channel.errorOutput, errorOutput), (.output, output)].filter { $0.1 >= 0 }
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    do throws(Failure) {
      while true {
        // Checked first: everything written before the end is read below.
        let status = status()
        for (channel, file) in open {
          var count = 0
          repeat {
            count = Descriptor.read(file, &chunk, chunk.count)
            if count > 0 { try take(channel, chunk[..<count]) }
          } while count > 0 && ContinuousClock.now < deadline
          if count == 0 || count < 0 && errno != EAGAIN { open.removeAll { $0.1 == file } }
        }
        if let status { return .ended(status) }
        guard ContinuousClock.now < deadline else { break }
        Self.wait(for: open.map(\.1), handle, until: deadline)
      }
    } catch {
      stop()
      throw error
    }
    stop()
    return .timedOut
  }

  /// Waits until the program has ended, blocking its thread; returns nil if the time is up first.
  package func end(within time: Duration) -> ProcessStatus? {
    let deadline = ContinuousClock.now + time
    Self.wait(for: [], handle, until: deadline) { status() != nil }
    return endStatus
  }

  /// Returns the program's status if it has ended, without waiting.
  package func status() -> ProcessStatus? {
    if endStatus == nil { endStatus = run.reap() }
    return endStatus
  }

  private func stop() {
    cancel()
    // Does not wait for a process that the system cannot end.
    _ = end(within: .seconds(1))
  }

  /// Waits until there are bytes to read, the process has ended or the time is up.
  ///
  /// - Parameter isOver: Returns true to stop waiting.
  private static func wait(
    for files: [CInt], _ handle: CInt, until deadline: ContinuousClock.Instant,
    isOver: () -> Bool = { true }
  ) {
    // A negative descriptor is ignored.
    var entries = (files + [handle]).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    repeat {
      let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
      // Without a handle, the end is polled.
      let longest = handle < 0 ? 5 : Double(CInt.max)
      _ = poll(&entries, nfds_t(entries.count), CInt(min(max(0, left.rounded(.up)), longest)))
    } while !isOver() && ContinuousClock.now < deadline
  }
}

/// How a process ended.
///
///     "\(status)"  // ended with status 3
package struct ProcessStatus: Hashable, Sendable, CustomStringConvertible {
  /// The status from `wait`.
  package let value: CInt

  /// Makes a status from that of `wait`.
  package init(_ value: CInt) { self.value = value }

  /// True if it has ended with status 0.
  package var isSuccess: Bool { value == 0 }
  /// The signal that ended it; nil if it ended by itself.
  package var signal: CInt? { value & 0x7F == 0 ? nil : value & 0x7F }
  /// The exit status, if no signal ended it.
  package var code: CInt { value >> 8 & 0xFF }

  package var description: String {
    signal.map { "was ended by signal \($0)" } ?? "ended with status \(code)"
  }
}
