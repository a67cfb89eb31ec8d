/// A value that threads share, each with it alone for a while.
///
/// For what is not on a stream's way: the event loop, the account stores. Unlike Swift 6.3's
/// `Mutex` on Linux, which the kernel hands over, it is understood by the thread sanitizer.
package final class Locked<Value: Sendable>: @unchecked Sendable {
  // Sendable because the lock guards the value.
  private let lock = Lock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  /// Runs a closure that has the value to itself. It must not come back here, nor let anything be
  /// freed that might.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
