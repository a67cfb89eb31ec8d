/// The parts of a process's memory that others can see: in the file that a crash leaves behind, in
/// the report of a crash, and by looking into the process while it runs.
package enum CoreDumps {
  /// Lets none but the system's administrator see any of it, for what is typed into a
  /// password field is there.
  package static func forbid() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    #if canImport(Glibc)
      setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
      // A crash may also be handed to a program, whatever the limit; and no other process of the
      // user may read this one's memory or registers.
      _ = systemControlProcess(setDumpable, 0, 0, 0, 0)
    #else
      setrlimit(RLIMIT_CORE, &none)
    #endif
    // Swift's runtime answers a crash with registers and what lies where they point, and would do
    // so in lines, too.
    for number in [SIGABRT, SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGQUIT] {
      SignalAction.set(number, to: nil)
    }
  }

  #if canImport(Glibc)
    /// True if a process of the same user could see this one's memory.
    package static var areAllowed: Bool { systemControlProcess(getDumpable, 0, 0, 0, 0) != 0 }

    /// `PR_GET_DUMPABLE` and `PR_SET_DUMPABLE` of `prctl(2)`.
    private static let getDumpable: CInt = 3
    private static let setDumpable: CInt = 4
  #endif
}

#if canImport(Glibc)
  /// `prctl(2)`, which Swift's Glibc leaves out; its arguments are words in registers.
  @_silgen_name("prctl") private func systemControlProcess(
    _ option: CInt, _ first: UInt, _ second: UInt, _ third: UInt, _ fourth: UInt
  ) -> CInt
#endif
