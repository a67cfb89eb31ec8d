import TestSupport

/// A thread with as little stack as threads usually get, and a gauge for it.
enum SmallStack {
  /// Runs a closure on a thread with 512 KiB of stack, as Apple's secondary threads have, and
  /// waits.
  static func run(_ body: @escaping @Sendable () -> Void) {
    Threads.run([body], stackSize: 512 * 1024)
  }

  /// Where the stack has come to; it grows downwards.
  @inline(never)
  static var position: Int {
    var marker: UInt8 = 0
    return withUnsafeMutablePointer(to: &marker) { Int(bitPattern: $0) }
  }
}
