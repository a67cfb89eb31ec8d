#if os(Linux) && canImport(Glibc)
  import Glibc
  import TestSupport
  import Testing

  import Platform

  @Suite("The sweep of freed memory")
  struct SecretMemoryTests {
    @Test(
      "leaves nothing of blocks that a thread keeps for the next one that asks",
      .disabled(if: ThreadSanitizer.isOn, "its memory is not the C library's"))
    func cachedBlocks() async {
      await #expect(processExitsWith: .exitCode(7)) {
        SecretMemory.overwriteFreedMemory()
        var left = 0
        for size in [72, 120, 200, 520, 1032] {
          let blocks = (0..<40).map { _ in malloc(size)! }
          for block in blocks { memset(block, 0x5C, size) }
          for block in blocks { free(block) }
          SecretMemory.sweep()
          // The C library's own notes stand in the first 32 bytes, and up to 8 may be left at the
          // end. What was given back is still there to be read. Addresses that were written there
          // since then may have a byte of that value, too, so that one alone says nothing.
          for block in blocks {
            let bytes = UnsafeRawBufferPointer(start: block, count: size)[32..<size - 8]
            var run = 0
            for byte in bytes where run < 8 { run = byte == 0x5C ? run + 1 : 0 }
            if run == 8 { left += 1 }
          }
        }
        exit(left == 0 ? 7 : 1)
      }
    }
  }
#endif
