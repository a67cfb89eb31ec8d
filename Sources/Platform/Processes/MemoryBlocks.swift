/// Returns the process's memory to the system.
package enum MemoryBlocks {
  /// Makes the C library allocate each block of a megabyte or more separately, and return it to the
  /// system when it is freed. By default, once such a block has been freed, glibc keeps blocks of
  /// up to 32 MiB for reuse: a program that has read a large response keeps its memory in addition
  /// to the result.
  ///
  /// Up to a megabyte of free memory at the end of smaller blocks is kept: a reader that processes
  /// a file in pieces reuses it.
  package static func giveBackLargeOnes() {
    #if canImport(Glibc)
      _ = systemSetMemoryOption(sizeOfLargeOnes, 1 << 20)
      _ = systemSetMemoryOption(sizeOfFreeEnd, 1 << 20)
    #endif
  }

  /// Makes the C library fill all memory that is freed from now on, except for blocks in a thread's
  /// own cache.
  package static func fillFreedOnes() {
    #if canImport(Glibc)
      _ = systemSetMemoryOption(fillsFreedOnes, 0xA5)
    #endif
  }

  #if canImport(Glibc)
    /// `M_MMAP_THRESHOLD` of `mallopt(3)`.
    private static let sizeOfLargeOnes: CInt = -3
    /// `M_TRIM_THRESHOLD` of `mallopt(3)`.
    private static let sizeOfFreeEnd: CInt = -1
    /// `M_PERTURB` of `mallopt(3)`.
    private static let fillsFreedOnes: CInt = -6
  #endif
}

#if canImport(Glibc)
  // From <malloc.h>, which Swift's Glibc module omits.
  @_silgen_name("mallopt") private func systemSetMemoryOption(_ option: CInt, _ value: CInt) -> CInt
#endif
