import Synchronization

#if hasFeature(BuiltinModule)
  import Builtin
#endif

/// A pair of barriers for two threads that each store to one variable and then load the other's:
/// at least one of them sees the other's store. The light half costs nothing; the heavy half, on
/// the path that is rarely taken, makes up for it.
///
/// The heavy half is Linux's membarrier(2): one thread makes all others of its process pass a full
/// barrier, each between two of its instructions. It takes about 0.3 µs if no other thread runs,
/// and some 10 µs if one does. Except on Linux on x86-64 and arm64, and with a compiler whose
/// manifest cannot enable the module `Builtin`, both halves are a full barrier.
///
/// It is correct on weak memory, too: `scripts/litmus.py` has ARM's memory model look for an
/// outcome in which both threads miss the other's store, wherever the interrupt falls.
@usableFromInline enum AsymmetricBarrier {
  #if os(Linux) && (arch(x86_64) || arch(arm64)) && hasFeature(BuiltinModule)
    #if arch(x86_64)
      private static let systemCallNumber = 324
    #else
      private static let systemCallNumber = 283
    #endif
    private static let privateExpedited = 1 << 3
    private static let registerPrivateExpedited = 1 << 4

    /// True if the light half is not an instruction.
    @inlinable static var isLight: Bool { true }

    /// True if the kernel has the call and permits it. Registers the process for it.
    static let isAvailable = call(registerPrivateExpedited)

    /// Keeps the compiler from moving anything across: a sequentially consistent fence between a
    /// thread and itself, as between it and its signal handlers; C calls it `atomic_signal_fence`.
    /// It is not an instruction. `Synchronization` has no such fence: up to `acquiringAndReleasing`
    /// its fences do not order a store before a later load, and the sequentially consistent one
    /// also orders the processor, which is the heavy half's job.
    @inlinable @inline(__always) static func light() { Builtin.fence_seqcst_singlethread() }

    /// Returns false if it has no effect, because the kernel refuses.
    static func heavy() -> Bool { isAvailable && call(privateExpedited) }

    private static func call(_ command: Int) -> Bool {
      systemCall(systemCallNumber, command, 0, 0) == 0
    }
  #else
    @inlinable static var isLight: Bool { false }
    static var isAvailable: Bool { false }

    @inlinable @inline(__always) static func light() {
      atomicMemoryFence(ordering: .sequentiallyConsistent)
    }

    static func heavy() -> Bool {
      atomicMemoryFence(ordering: .sequentiallyConsistent)
      return true
    }
  #endif
}

#if os(Linux) && (arch(x86_64) || arch(arm64)) && hasFeature(BuiltinModule)
  /// The C library's function, which Swift does not import because it takes any number of
  /// arguments.
  @_silgen_name("syscall")
  private func systemCall(_ number: Int, _ first: Int, _ second: Int, _ third: Int) -> Int
#endif
