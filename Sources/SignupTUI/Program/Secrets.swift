/// The protection of a process with a secret in its memory.
enum Secrets {
  /// Prepares the process for a secret: no other process sees its memory, and memory that is given
  /// back is overwritten.
  static func protect() {
    CoreDumps.forbid()
    MemoryBlocks.fillFreedOnes()
  }

  /// Performs work that needs a secret in a process that is prepared for it.
  @MainActor static func holding<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    protect()
    return try body()
  }
}
