/// The return of the process's memory to the system.
package enum MemoryBlocks {
  /// Has the C library give each block of a megabyte or more memory of its own, which the system
  /// gets back with the block. Left to itself, glibc keeps blocks of up to 32 MiB for the next one,
  /// once it has been given one of that size back: a program that has read a large answer has the
  /// room of it beside what it made of it.
  ///
  /// Memory that smaller blocks leave free at the end of theirs is kept up to a megabyte: a reader
  /// that goes through a file in pieces takes it again and again.
  package static func giveBackLargeOnes() {
    #if canImport(Glibc)
      _ = systemSetMemoryOption(sizeOfLargeOnes, 1 << 20)
      _ = systemSetMemoryOption(sizeOfFreeEnd, 1 << 20)
    #endif
  }

  /// Has the C library fill all memory that is given back from now on, but for what a thread keeps
  /// in its own cache for the next one that asks.
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
  // Of <malloc.h>, which Swift's Glibc leaves out.
  @_silgen_name("mallopt") private func systemSetMemoryOption(_ option: CInt, _ value: CInt) -> CInt
#endif
