/// A pipe whose ends no child process inherits: it would hold them open.
package struct PrivatePipe {
  /// The descriptor that is read from.
  package let output: CInt
  /// The descriptor that is written to.
  package let input: CInt

  /// Makes a pipe; nil, with an `errno`, where the system has none left.
  ///
  /// - Parameter blocks: Whether reading waits until there is something, and writing until there is
  ///   room.
  package init?(blocks: Bool = true) {
    var ends: [CInt] = [-1, -1]
    #if canImport(Glibc)
      guard systemPipe(&ends, O_CLOEXEC | (blocks ? 0 : O_NONBLOCK)) == 0 else { return nil }
    #else
      // A program that is started between these calls has the pipe: the system cannot do both.
      guard pipe(&ends) == 0 else { return nil }
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        if !blocks { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
      }
    #endif
    (output, input) = (ends[0], ends[1])
  }
}

#if canImport(Glibc)
  // The C library has it, but Swift's module of it leaves it out. Arguments of such plain types are
  // passed as in C.
  @_silgen_name("pipe2")
  private func systemPipe(_ ends: UnsafeMutablePointer<CInt>, _ flags: CInt) -> CInt
#endif
