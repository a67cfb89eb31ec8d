/// The memory of a process that has held a secret: what can be done so that nothing of it is left.
///
/// A `String` cannot be overwritten, and passes through many hands. What a program can do is to
/// have everything overwritten that is given back: `overwriteFreedMemory` before there is a secret,
/// and `sweep` on each thread when there is none any more. A thread that ends leaves nothing
/// either, so that work with secrets elsewhere belongs on a thread of its own.
///
/// The rest that remains all the same: up to eight bytes at the end of a block that was given back,
/// what the kernel keeps of a terminal's input and of memory that it has swapped out, and, where
/// the C library is not glibc, every `String` and array that was made of a secret.
package enum SecretMemory {
  /// Overwrites bytes, which no optimiser leaves out.
  static func overwrite(_ bytes: UnsafeMutableRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    #if canImport(Glibc)
      explicit_bzero(start, bytes.count)
    #else
      memset_s(start, bytes.count, 0, bytes.count)
    #endif
  }

  /// Has all memory overwritten that is given back from now on, but for what a thread keeps in its
  /// own cache for the next one that asks.
  package static func overwriteFreedMemory() { MemoryBlocks.fillFreedOnes() }

  /// Overwrites what the thread that calls has given back and keeps in its cache, and the part of
  /// its stack that is not in use. Takes less than a millisecond.
  @inline(never) package static func sweep() {
    #if canImport(Glibc)
      sweepCache()
    #endif
    sweepStack()
  }

  /// How much of a stack is overwritten at most: more than any screen or rule has ever used.
  private static let stackSize = 192 << 10
  /// The memory nearest to the frame that overwrites belongs to the calls that do it.
  private static let stackMargin = 2 << 10

  /// Overwrites what lies beyond the end of the stack: the frames of calls that have returned.
  ///
  /// It is not in use. A signal's handler may use it, but that has returned before this goes on. A
  /// stack that is smaller than what is overwritten elsewhere is overwritten to its end, behind
  /// which is no memory.
  @inline(never) private static func sweepStack() {
    withUnsafeTemporaryAllocation(byteCount: 16, alignment: 16) { place in
      let end = place.baseAddress! - stackMargin
      let size = ThreadStack.bytesThatExist(below: end, atMost: stackSize)
      overwrite(UnsafeMutableRawBufferPointer(start: end - size, count: size))
    }
  }

  #if canImport(Glibc)
    /// The sizes that a thread keeps in its cache, in bytes.
    private static let cachedSizes = stride(from: 24, through: 1048, by: 16)

    /// One block more than a thread keeps of each size: 7 before glibc 2.42, 16 since.
    ///
    /// Blocks come back from the cache last in, first out: of many that were given back one after
    /// the other, the next one is the last that found room there.
    private static let cachedCount: Int = {
      let places = (0..<128).map { _ in malloc(520) }
      for place in places { free(place) }
      let next = malloc(520)
      defer { free(next) }
      return 2 + (places.lastIndex(of: next) ?? 16)
    }()

    /// Takes everything out of the thread's cache, overwrites it, and puts it back.
    private static func sweepCache() {
      let places = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: cachedCount)
      for size in cachedSizes {
        for index in 0..<cachedCount {
          places[index] = malloc(size)
          if let place = places[index] { explicit_bzero(place, systemUsableSize(place)) }
        }
        for index in 0..<cachedCount { free(places[index]) }
      }
      places.deallocate()
    }
  #endif
}

#if canImport(Glibc)
  // Of <malloc.h>, which Swift's Glibc leaves out.
  @_silgen_name("malloc_usable_size")
  private func systemUsableSize(_ place: UnsafeMutableRawPointer) -> Int
#endif
