/// A pipe whose ends no child process inherits: a child would keep them open.
package struct PrivatePipe {
  /// The descriptor to read from.
  package let output: CInt
  /// The descriptor to write to.
  package let input: CInt

  /// Makes a pipe; nil, with an `errno`, if the system has none left.
  ///
  /// - Parameter blocks: Whether reading waits for bytes, and writing for room.
  package init?(blocks: Bool = true) {
    var ends: [CInt] = [-1, -1]
    #if canImport(Glibc)
      guard systemPipe(&ends, O_CLOEXEC | (blocks ? 0 : O_NONBLOCK)) == 0 else { return nil }
    #else
      // A program that starts between these calls inherits the pipe: the system cannot do both at
      // once.
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
  // The C library has it, but Swift's module omits it. Arguments of such plain types are passed as
  // in C.
  @_silgen_name("pipe2")
  private func systemPipe(_ ends: UnsafeMutablePointer<CInt>, _ flags: CInt) -> CInt
#endif
