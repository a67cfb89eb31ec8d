#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Says which case it was when a run crashes or hangs, as nothing else could then.
enum Watchdog {
  // Written by the only thread.
  nonisolated(unsafe) private static var seed = 0
  /// How long one case may take.
  private static let seconds: UInt32 = 20

  static func start() {
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGALRM] {
      signal(number) { number in
        let what = number == SIGALRM ? "does not end" : "crashes by signal \(number)"
        let line = "The case of --seed \(Watchdog.seed) \(what).\n"
        write(STDERR_FILENO, line, line.utf8.count)
        _exit(3)
      }
    }
  }

  static func isLookingAt(_ seed: Int) {
    Self.seed = seed
    alarm(seconds)
  }

  static func stop() { alarm(0) }
}
