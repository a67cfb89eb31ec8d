import Synchronization

/// The programs that run as children of this one, and end with it.
///
/// They are ended by `exit`, and by signals after a call of ``endWithProgram()``. They survive a
/// SIGKILL of this program: `PR_SET_PDEATHSIG` must be set between `fork` and `exec`, for which
/// `posix_spawn` has no attribute, and it refers to the thread that starts a program.
///
/// Everything that a signal handler uses is atomic: no lock, no allocation.
package enum RunningChildren {
  /// The time between the request to end and the kill.
  package static let grace = Duration.milliseconds(500)

  /// The maximum number of simultaneous programs.
  private static let limit = 256

  /// The processes that have not been waited for; 0 if there is none.
  nonisolated(unsafe) private static let slots: UnsafeMutablePointer<Atomic<pid_t>> = {
    let slots = UnsafeMutablePointer<Atomic<pid_t>>.allocate(capacity: limit)
    for index in 0..<limit { (slots + index).initialize(to: Atomic(0)) }
    atexit { RunningChildren.endAll() }
    return slots
  }()

  /// True if there may be children, and ``slots`` can be used by a signal handler.
  private static let isUsed = Atomic(false)
  /// True once this program is ending: no more are started.
  private static let isEnding = Atomic(false)
  /// The number of programs that are being started.
  private static let starting = Atomic(0)
  /// The number of calls that are sending a signal: no process is reaped meanwhile, because its
  /// number could then be reused.
  private static let signalling = Atomic(0)

  /// Ends all children and the processes that they have started: asks them to end, and kills those
  /// that are left after half a second. May be called by a signal handler.
  package static func endAll() {
    guard isUsed.load(ordering: .sequentiallyConsistent) else { return }
    isEnding.store(true, ordering: .sequentiallyConsistent)
    sendToAll(SIGTERM)
    for _ in 0..<100 where !haveEnded { poll(nil, 0, 5) }
    sendToAll(SIGKILL)
  }

  /// Makes the signals that end this program end its children first, unless they are already caught
  /// or ignored. For a program to call at its start; a library must not change signals.
  package static func endWithProgram() {
    _ = slots
    // An action inherited from the parent would hide how children end.
    signal(SIGCHLD, SIG_DFL)
    let numbers = [
      SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGABRT,
      SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP,
    ]
    for number in numbers {
      let old = SignalAction.install(number, flags: SA_ONSTACK) { number in
        RunningChildren.endAll()
        signal(number, SIG_DFL)
        raise(number)
      }
      guard var old, !SignalAction.isDefault(old) else { continue }
      sigaction(number, &old, nil)
    }
  }

  private static func sendToAll(_ number: CInt) {
    for index in 0..<limit {
      let process = slots[index].load(ordering: .sequentiallyConsistent)
      if process > 0 { send(number, to: process, at: index) }
    }
  }

  /// Sends a signal to a process and all that it has started, unless it has been reaped.
  private static func send(_ number: CInt, to process: pid_t, at index: Int) {
    signalling.add(1, ordering: .sequentiallyConsistent)
    if slots[index].load(ordering: .sequentiallyConsistent) == process { kill(-process, number) }
    signalling.subtract(1, ordering: .sequentiallyConsistent)
  }

  private static var haveEnded: Bool {
    if starting.load(ordering: .sequentiallyConsistent) > 0 { return false }
    for index in 0..<limit {
      let process = slots[index].load(ordering: .sequentiallyConsistent)
      if process > 0, !hasEnded(process) { return false }
    }
    return true
  }

  /// Returns true if a process has ended; its number stays reserved.
  private static func hasEnded(_ process: pid_t) -> Bool {
    var information = siginfo_t()
    let code = waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
    return code == 0 ? information.si_signo != 0 : errno != EINTR
  }

  /// The process of one run, from its start until it is reaped.
  final class Run: Sendable {
    private let process = Atomic<pid_t>(0)
    private let index = Atomic(0)
    private let cancelled = Atomic(false)

    var isCancelled: Bool { cancelled.load(ordering: .sequentiallyConsistent) }

    /// True from the start until it is reaped.
    var isRunning: Bool { process.load(ordering: .sequentiallyConsistent) > 0 }

    /// Starts the process, unless it was cancelled.
    ///
    /// - Parameter spawn: Starts it, and sets its number; returns an `errno`.
    /// - Returns: 0, or an `errno`.
    func start(_ spawn: (inout pid_t) -> CInt) -> CInt {
      _ = slots
      isUsed.store(true, ordering: .sequentiallyConsistent)
      // A handler that waits for the start must not run on this thread.
      var (all, before) = (sigset_t(), sigset_t())
      sigfillset(&all)
      pthread_sigmask(SIG_SETMASK, &all, &before)
      starting.add(1, ordering: .sequentiallyConsistent)
      defer {
        starting.subtract(1, ordering: .sequentiallyConsistent)
        pthread_sigmask(SIG_SETMASK, &before, nil)
      }
      guard !isCancelled, !isEnding.load(ordering: .sequentiallyConsistent) else {
        return ECANCELED
      }
      let free = (0..<limit).first { index in
        slots[index].compareExchange(expected: 0, desired: -1, ordering: .sequentiallyConsistent)
          .exchanged
      }
      guard let free else { return EAGAIN }
      var number: pid_t = 0
      let code = spawn(&number)
      slots[free].store(code == 0 ? number : 0, ordering: .sequentiallyConsistent)
      guard code == 0 else { return code }
      index.store(free, ordering: .sequentiallyConsistent)
      process.store(number, ordering: .sequentiallyConsistent)
      // It may have been cancelled, or this program asked to end, before the process had a number.
      if isCancelled || isEnding.load(ordering: .sequentiallyConsistent) { send(SIGKILL) }
      return 0
    }

    /// A descriptor that is readable when the process has ended; -1 if the system has none.
    func handle() -> CInt {
      #if os(Linux)
        // pidfd_open(2), which closes itself when another program is started.
        CInt(systemCall(434, Int(process.load(ordering: .sequentiallyConsistent)), 0, 0))
      #else
        -1
      #endif
    }

    /// Kills the process and all that it has started, or prevents its start.
    func cancel() {
      cancelled.store(true, ordering: .sequentiallyConsistent)
      send(SIGKILL)
    }

    /// Sends a signal to the process and to all that it has started.
    func send(_ number: CInt) {
      let process = process.load(ordering: .sequentiallyConsistent)
      guard process > 0 else { return }
      RunningChildren.send(number, to: process, at: index.load(ordering: .sequentiallyConsistent))
    }

    /// Returns true if the process has ended; its number stays reserved.
    var hasEnded: Bool {
      let process = process.load(ordering: .sequentiallyConsistent)
      return process <= 0 || RunningChildren.hasEnded(process)
    }

    /// Reaps the process if it has ended, and returns its status; nil if it is running.
    func reap() -> ProcessStatus? {
      let number = process.load(ordering: .sequentiallyConsistent)
      guard number > 0, RunningChildren.hasEnded(number) else { return nil }
      // A stopped program's own children end with it.
      if isCancelled || isEnding.load(ordering: .sequentiallyConsistent) { send(SIGKILL) }
      process.store(0, ordering: .sequentiallyConsistent)
      slots[index.load(ordering: .sequentiallyConsistent)]
        .store(0, ordering: .sequentiallyConsistent)
      while signalling.load(ordering: .sequentiallyConsistent) > 0 { sched_yield() }
      var status: CInt = 0
      while waitpid(number, &status, WNOHANG) < 0, errno == EINTR {}
      return ProcessStatus(status)
    }
  }
}

#if os(Linux)
  /// The C library's function, which Swift does not import because it is variadic.
  @_silgen_name("syscall")
  private func systemCall(_ number: Int, _ first: Int, _ second: Int, _ third: Int) -> Int
#endif
