import Platform
import TerminalKit

/// The process while it has a secret in its memory.
enum Secrets {
  /// Gets the process ready to hold a secret: nobody sees its memory, and what is given back of it
  /// is overwritten.
  static func protect() {
    CoreDumps.forbid()
    SecretMemory.overwriteFreedMemory()
  }

  /// Does what needs a secret, and leaves nothing of it in the memory of the thread. What is to be
  /// said, however long that takes, is said afterwards.
  ///
  /// - Parameter body: Does it. Nothing that has the secret in it may be returned.
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
