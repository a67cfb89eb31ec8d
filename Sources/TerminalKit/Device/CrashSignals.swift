#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The signals of a crash: the terminal is given back, then the process dies by the same one.
///
/// The default action is put back instead of the runtime's own handler, because that one asks
/// questions on the terminal and holds it for half a minute.
enum CrashSignals {
  private static let numbers: [Int32] = [SIGABRT, SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE]

  /// Begins to catch the signals of a crash.
  static func install() {
    provideStack()
    for number in numbers {
      // On a stack of its own: a stack overflow leaves no room on the ordinary one.
      let old = SignalAction.install(
        number, flags: SA_ONSTACK,
        handler: { number in
          RawMode.restore(droppingInput: true)
          signal(number, SIG_DFL)
          raise(number)
        })
      if let old { previous.append((number, old)) }
    }
  }

  /// Gives every signal back the action that it had before `install`.
  static func uninstall() {
    for (number, action) in previous {
      var action = action
      sigaction(number, &action, nil)
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
