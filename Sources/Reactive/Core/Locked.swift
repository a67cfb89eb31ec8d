/// A value shared by threads; one at a time has access.
///
/// For everything off a stream's path: the event loop, the account stores. The thread sanitizer
/// understands it, unlike Swift 6.3's `Mutex` on Linux, which the kernel hands over.
package final class Locked<Value: Sendable>: @unchecked Sendable {
  // Sendable because the lock guards the value.
  private let lock = Lock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  /// Runs a closure with exclusive access to the value. The closure must not call this again, nor
  /// free anything whose deinitialiser might.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
