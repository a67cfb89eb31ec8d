/// The protection of a process with a secret in its memory.
enum Secrets {
  /// Prepares the process for a secret: its memory is hidden from other processes, and freed memory
  /// is overwritten.
  static func protect() {
    CoreDumps.forbid()
    MemoryBlocks.fillFreedOnes()
  }

  /// Performs work that needs a secret in a protected process.
  @MainActor static func holding<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    protect()
    return try body()
  }
}
