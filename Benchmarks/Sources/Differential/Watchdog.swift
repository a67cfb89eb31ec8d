import PipelineCases

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Keeps a crash or an endless wait from ending the run: the program begins again where it was,
/// without the trial that came to grief.
enum Watchdog {
  /// Which library runs.
  enum Library { case ours, theirs }

  // Written by the only thread; read by the signal handler on the same one.
  nonisolated(unsafe) static var library = Library.ours
  nonisolated(unsafe) static var scenario: Case?
  nonisolated(unsafe) static var comparison = Comparison(Options([]))
  /// How long one seed may take.
  private static let seconds: UInt32 = 5

  /// Begins to look, and takes up the state that a crash has left.
  static func start(_ options: Options) {
    comparison = Comparison(options)
    if let state = getenv("DIFFERENTIAL_STATE") {
      comparison.restore(String(cString: state))
    } else {
      // Sets and dictionaries of OpenCombine's are to have one order in every run.
      setenv("DIFFERENTIAL_STATE", "", 1)
      setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
      restart()
    }
    // A stack of its own, as one that has overflowed serves nobody.
    let size = 1 << 18
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    stack.ss_size = size
    sigaltstack(&stack, nil)
    var action = sigaction()
    #if canImport(Glibc)
      action.__sigaction_handler.sa_handler = { Watchdog.handle($0) }
    #elseif canImport(Musl)
      action.__sa_handler.sa_handler = { Watchdog.handle($0) }
    #else
      action.__sigaction_u.__sa_handler = { Watchdog.handle($0) }
    #endif
    action.sa_flags = SA_ONSTACK | SA_NODEFER
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGALRM] {
      sigaction(number, &action, nil)
    }
  }

  /// One more seed begins.
  static func feed() { alarm(seconds) }

  private static func handle(_ number: Int32) {
    comparison.skipTrial(
      of: library, what: number == SIGALRM ? "does not end" : "crashes by signal \(number)")
    setenv("DIFFERENTIAL_STATE", comparison.state, 1)
    var all = sigset_t()
    sigfillset(&all)
    sigprocmask(SIG_UNBLOCK, &all, nil)
    restart()
  }

  /// Begins the program anew in the same process.
  private static func restart() -> Never {
    fflush(nil)
    #if os(Linux)
      let path = "/proc/self/exe"
    #else
      let path = CommandLine.arguments[0]
    #endif
    execv(path, CommandLine.unsafeArgv)
    _exit(3)
  }
}
