import Foundation
import TestSupport

/// Lets the thread's run loop work in the default mode until something is true.
///
/// - Returns: Whether it came true within the bound, in seconds.
func runLoop(within bound: TimeInterval = Standstill.seconds, until isTrue: () -> Bool) -> Bool {
  let end = Date(timeIntervalSinceNow: bound)
  while !isTrue() {
    guard Date() < end else { return false }
    _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
  }
  return true
}

/// Lets the thread's run loop work in the default mode for a while, in seconds.
func runLoop(for duration: TimeInterval) {
  _ = runLoop(within: duration) { false }
}
