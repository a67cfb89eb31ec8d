/// The stack of the thread that calls, which the system lets grow downwards to a limit
/// (`ulimit -s`).
enum ThreadStack {
  /// How many bytes of memory the stack has below an address in it.
  ///
  /// The stack of the main thread gets memory as it grows, and below the deepest call so far it has
  /// none yet; that of any other has all its memory from the start, and below it a page that
  /// may not be touched.
  static func bytesThatExist(below end: UnsafeMutableRawPointer, atMost limit: Int) -> Int {
    #if canImport(Glibc)
      if getpid() == systemThreadID() { return mappedBytes(below: end, atMost: limit) }
    #endif
    guard let start = lowestAddress else { return 0 }
    return max(0, min(limit, end - start))
  }

  #if canImport(Glibc)
    /// How many bytes below an address are in pages that are there, without a gap.
    ///
    /// The kernel keeps a wide gap free below the stack of the main thread, so that what is there
    /// belongs to the stack. The C library would have to read `/proc`, which may be missing.
    private static func mappedBytes(below end: UnsafeMutableRawPointer, atMost limit: Int) -> Int {
      let size = sysconf(CInt(_SC_PAGESIZE))
      let first = UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: end) & ~UInt(size - 1))
      guard var page = first else { return 0 }
      var residence: UInt8 = 0
      while end - page < limit, mincore(page - size, size, &residence) == 0 { page -= size }
      return min(limit, end - page)
    }

    /// The start of the stack of a thread that is not the main one, above what may not be touched,
    /// which old C libraries count in.
    private static var lowestAddress: UnsafeMutableRawPointer? {
      var attributes = pthread_attr_t()
      guard systemGetAttributes(pthread_self(), &attributes) == 0 else { return nil }
      defer { pthread_attr_destroy(&attributes) }
      var start: UnsafeMutableRawPointer?
      var (size, guardSize) = (0, 0)
      pthread_attr_getstack(&attributes, &start, &size)
      pthread_attr_getguardsize(&attributes, &guardSize)
      return start.map { $0 + guardSize }
    }
  #else
    /// Where the stack of the thread begins.
    private static var lowestAddress: UnsafeMutableRawPointer? {
      let thread = pthread_self()
      return pthread_get_stackaddr_np(thread) - pthread_get_stacksize_np(thread)
    }
  #endif
}

#if canImport(Glibc)
  // GNU's own, which Swift's Glibc leaves out.
  @_silgen_name("gettid")
  private func systemThreadID() -> pid_t

  @_silgen_name("pthread_getattr_np")
  private func systemGetAttributes(
    _ thread: pthread_t, _ attributes: UnsafeMutablePointer<pthread_attr_t>
  ) -> CInt
#endif
