import Platform
import TerminalKit

/// The protection of a process with a secret in its memory.
enum Secrets {
  /// Prepares the process for a secret: no other process sees its memory, and memory that is given
  /// back is overwritten.
  static func protect() {
    CoreDumps.forbid()
    SecretMemory.overwriteFreedMemory()
  }

  /// Performs work that needs a secret, and leaves nothing of it in the memory of the thread.
  /// Reports, which may take long, are made afterwards.
  ///
  /// - Parameter body: The work. It must not return anything with the secret in it.
  @inline(never) @MainActor static func holding<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    protect()
    defer {
      SecretThread.waitForAll()
      SecretMemory.sweep()
    }
    return try body()
  }
}
