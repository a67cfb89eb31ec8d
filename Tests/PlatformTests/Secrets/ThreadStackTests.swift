#if os(Linux)
  import Glibc
  import TestSupport
  import Testing

  @testable import Platform

  @Suite("The sweep of a stack")
  struct ThreadStackTests {
    @Test(
      "ends where the stack of a thread does",
      arguments: [64 << 10, 128 << 10, 192 << 10, 256 << 10, 8 << 20])
    func threads(size: Int) {
      let look: @Sendable () -> Void = {
        withUnsafeTemporaryAllocation(byteCount: 16, alignment: 16) { place in
          let end = place.baseAddress!
          let all = ThreadStack.bytesThatExist(below: end, atMost: 1 << 30)
          // Hardly anything of it is in use. glibc may hand out the stack of a thread that has
          // ended again, if it is up to four times as large.
          #expect((size / 2..<4 * size).contains(all))
          #expect(ThreadStack.bytesThatExist(below: end, atMost: 4096) == 4096)
          // There is memory to the last byte.
          (end - all).storeBytes(of: 1, as: UInt8.self)
        }
        SecretMemory.sweep()
      }
      Threads.run([look], stackSize: size)
    }

    @Test("ends where that of the main thread has grown to, however small its limit is")
    func mainThread() async {
      await #expect(processExitsWith: .exitCode(7)) { @MainActor in
        var limit = rlimit(rlim_cur: 128 << 10, rlim_max: 128 << 10)
        setrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit)
        SecretMemory.sweep()
        withUnsafeTemporaryAllocation(byteCount: 16, alignment: 16) { place in
          let all = ThreadStack.bytesThatExist(below: place.baseAddress!, atMost: 1 << 30)
          exit(all < 16 << 20 ? 7 : 1)
        }
      }
    }
  }
#endif
