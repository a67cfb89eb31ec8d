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
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGALRM] {
      signal(number) { Watchdog.handle($0) }
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
