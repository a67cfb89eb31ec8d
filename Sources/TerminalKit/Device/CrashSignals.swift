import Platform

/// The signals of a crash, and all others that end a process without asking it: the handler
/// restores the terminal, then the process dies by the same signal.
///
/// The default action is restored instead of the runtime's own handler, which asks questions on the
/// terminal and blocks it for half a minute.
enum CrashSignals {
  private static let numbers: [Int32] = {
    var numbers: [Int32] = [
      SIGABRT, SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSYS, SIGALRM, SIGPIPE, SIGPROF,
      SIGVTALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ,
    ]
    #if os(Linux)
      numbers += [SIGIO, SIGPWR, SIGSTKFLT]
      // Real-time signals, which are only sent on purpose; they end a process like the others.
      numbers += Array(firstRealTimeSignal()...lastRealTimeSignal())
    #endif
    return numbers
  }()

  /// The signals that end or stop a program that does not catch them.
  private static let ordinary: [Int32] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]

  /// Starts to catch them, except those that are ignored: an ignored signal stays ignored.
  ///
  /// - Parameter catchesOrdinary: True to catch the signals that ordinarily end or stop a program
  ///   as well, as long as nothing else does.
  static func install(catchesOrdinary: Bool = false) {
    provideStack()
    for number in numbers + (catchesOrdinary ? ordinary : []) {
      // Runs on a stack of its own: a stack overflow leaves no room on the ordinary one.
      let old = SignalAction.install(
        number, flags: SA_ONSTACK,
        handler: { number in
          RawMode.restore(droppingInput: true)
          RunningChildren.endAll()
          signal(number, SIG_DFL)
          raise(number)
        })
      guard var old else { continue }
      if SignalAction.isIgnored(old) {
        // Started under nohup, or in the background of a script.
        sigaction(number, &old, nil)
      } else {
        previous.append((number, old))
      }
    }
  }

  /// Restores the action that every signal had before `install`, except those ignored since then.
  static func uninstall() {
    for (number, action) in previous {
      var action = action
      var present = sigaction()
      sigaction(number, nil, &present)
      if !SignalAction.isIgnored(present) { sigaction(number, &action, nil) }
    }
    previous.removeAll()
  }

  /// Gives handlers a stack of their own, which stays for the life of the process.
  private static func provideStack() {
    guard stack == nil else { return }
    let size = 1 << 16
    stack = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    var description = stack_t()
    description.ss_sp = stack
    description.ss_size = numericCast(size)
    sigaltstack(&description, nil)
  }

  /// The actions that were replaced. `install` and `uninstall` alone touch them, on the main
  /// thread; the handler does not read them.
  nonisolated(unsafe) private static var previous: [(Int32, sigaction)] = []
  /// The handlers' stack; touched by `install` alone, on the main thread.
  nonisolated(unsafe) private static var stack: UnsafeMutableRawPointer?
}

#if os(Linux)
  /// `SIGRTMIN` and `SIGRTMAX`. The C library reserves some of the kernel's real-time signals for
  /// itself, so the range starts a few later. They are macros, which Swift cannot import.
  @_silgen_name("__libc_current_sigrtmin") private func firstRealTimeSignal() -> CInt
  @_silgen_name("__libc_current_sigrtmax") private func lastRealTimeSignal() -> CInt
#endif
