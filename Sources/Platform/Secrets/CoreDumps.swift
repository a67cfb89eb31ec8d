/// Prevents others from seeing the process's memory: in a core dump, in a crash report, and by
/// reading it while the process runs.
package enum CoreDumps {
  /// Hides the memory from everyone but the system's administrator, because it contains what is
  /// typed into a password field.
  package static func forbid() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    #if canImport(Glibc)
      setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
      // Without this, a crash could be passed to a program despite the limit, and another process
      // of the user could read this one's memory or registers.
      _ = systemControlProcess(setDumpable, 0, 0, 0, 0)
    #else
      setrlimit(RLIMIT_CORE, &none)
    #endif
    // After a crash, Swift's runtime prints registers and the memory that they point to, even in
    // line mode.
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
  /// `prctl(2)`, which Swift's Glibc module omits; its arguments are words in registers.
  @_silgen_name("prctl") private func systemControlProcess(
    _ option: CInt, _ first: UInt, _ second: UInt, _ third: UInt, _ fourth: UInt
  ) -> CInt
#endif
