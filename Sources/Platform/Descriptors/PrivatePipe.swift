#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A pipe that programs do not inherit which any thread starts meanwhile: they would hold it open.
package struct PrivatePipe {
  /// What is read.
  package let output: Int32
  /// What is written.
  package let input: Int32

  /// Makes a pipe; nil, with an `errno`, where the system has none left.
  package init?() {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      guard systemPipe(&ends, O_CLOEXEC) == 0 else { return nil }
    #else
      // A program that is started between these calls has the pipe: the system cannot do both.
      guard pipe(&ends) == 0 else { return nil }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #endif
    (output, input) = (ends[0], ends[1])
  }
}

#if canImport(Glibc)
  // The C library has it, but Swift's module of it leaves it out. Arguments of such plain types are
  // passed as in C.
  @_silgen_name("pipe2")
  private func systemPipe(_ ends: UnsafeMutablePointer<Int32>, _ flags: CInt) -> CInt
#endif
